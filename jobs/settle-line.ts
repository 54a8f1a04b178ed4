import { settleLine } from "#actions/orders/settle-line.ts";
import { tellAdmins, tellBuyer } from "#actions/orders/tell.ts";
import { ORDER_REASONS } from "#domain/orders/stored-words.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;
type Payload = { lineId: string };

export const settleLineJob: JobKind = {
  retryDelaysMs: [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE],
  async run({ lineId }: Payload, deps) {
    await deps.store.change((tx) => settleLine(tx, lineId, deps));
  },
  async giveUp({ lineId }: Payload, deps) {
    await deps.store.change(async (tx) => {
      const order = await tx.orders.findByLine(lineId);
      if (!order) return;
      const reason = inEnglish(ORDER_REASONS.line(lineId));
      const isPaid = order.status === "paid" || order.status === "partially_refunded";
      if (isPaid) {
        const held = { status: "on_hold", hold: "not_fulfilled", statusReason: reason, updatedAt: deps.now() } as const;
        await tx.orders.save({ ...order, ...held });
        await tellBuyer(tx, { ...order, ...held, statusReason: inEnglish(ORDER_REASONS.fault()) }, "held", [], deps);
      }
      await tellAdmins(tx, t`Order ${order.number} needs your attention`, [ORDER_REASONS.line(lineId)], deps);
    });
  },
};
