import { settleLine } from "../actions/orders/settle-line.ts";
import { tellAdmins, tellBuyer } from "../actions/orders/tell.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;
type Payload = { lineId: string };

const FAULT = "Something went wrong on our side.";

export const settleLineJob: JobKind = {
  retryDelaysMs: [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE],
  async run({ lineId }: Payload, deps) {
    await deps.store.change((tx) => settleLine(tx, lineId, deps));
  },
  async giveUp({ lineId }: Payload, deps) {
    await deps.store.change(async (tx) => {
      const order = await tx.orders.findByLine(lineId);
      if (!order) return;
      const reason = `Line ${lineId} could not be settled in six attempts. See the log for the reason.`;
      const isPaid = order.status === "paid" || order.status === "partially_refunded";
      if (isPaid) {
        const held = { status: "on_hold", hold: "not_fulfilled", statusReason: reason, updatedAt: deps.now() } as const;
        await tx.orders.save({ ...order, ...held });
        await tellBuyer(tx, { ...order, ...held, statusReason: FAULT }, "held", [], deps);
      }
      await tellAdmins(tx, `Order ${order.number} needs you`, [reason], deps);
    });
  },
};
