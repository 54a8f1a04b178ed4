import type { Order } from "#domain/orders/order.ts";
import type { Payment } from "#store/repos/orders/orders.ts";
import type { Tx } from "#store/store.ts";

/**
 * Completes refunds that the payments show as returned, and the lines they end. Compares amounts,
 * so it does not matter who refunded or how often it is reported. Returns the lines.
 */
export async function finishRefunds(
  tx: Tx,
  order: Order,
  payments: readonly Payment[],
  now: Date,
): Promise<Order["lines"]> {
  const ended = new Set<string>();
  for (const { id, provider, paymentId, refundedAfter, lineId, doneAt } of await tx.refunds.ofOrder(order.id)) {
    const payment = payments.find((one) => one.provider === provider && one.paymentId === paymentId);
    if (doneAt || !payment || (!payment.isRefunded && payment.refundedCents < refundedAfter)) continue;
    await tx.refunds.finish(id, now);
    if (lineId) ended.add(lineId);
  }
  const lines = order.lines.map((line) => (ended.has(line.id) ? { ...line, refundedAt: now } : line));
  for (const line of lines) if (ended.has(line.id)) await tx.orders.saveLine(line);
  return lines;
}
