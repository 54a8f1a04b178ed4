import { sendRefund } from "#actions/orders/refunds.ts";
import { tellAdmins } from "#actions/orders/tell.ts";
import { t } from "#languages/words.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;
type Payload = { refundId: string };

export const sendRefundJob: JobKind = {
  retryDelaysMs: [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE],
  run: ({ refundId }: Payload, deps) => sendRefund(refundId, deps),
  async giveUp({ refundId }: Payload, deps) {
    await deps.store.change(async (tx) => {
      const refund = await tx.refunds.find(refundId);
      const order = refund && (await tx.orders.findById(refund.orderId));
      if (!refund || !order || refund.doneAt !== null) return;
      const facts = [
        t`${refund.provider} did not accept the refund in six attempts. Send it again on the order’s page, or refund it at ${refund.provider} and mark it as sent.`,
      ];
      await tellAdmins(tx, t`Order ${order.number}: a refund failed`, facts, deps);
    });
  },
};
