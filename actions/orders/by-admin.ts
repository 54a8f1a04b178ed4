import { AppError, conflict } from "../../core/errors/errors.ts";
import { FREE, isGood, isPayable, type Order } from "../../domain/orders/order.ts";
import type { Tx } from "../../store/store.ts";
import { moveLine } from "../launches/choose-week.ts";
import { moveScheduled } from "../launches/move-scheduled.ts";
import { movableLines } from "../launches/other-weeks.ts";
import { settle } from "./apply-payment.ts";
import { type Decision, requireReason } from "./reason.ts";
import { isWaiting } from "./refunds.ts";
import { type Telling, tellBuyer } from "./tell.ts";

async function findOrder(tx: Tx, { number, reason }: Decision): Promise<Order> {
  requireReason(reason);
  const order = await tx.orders.find(number);
  if (!order) throw new AppError("not_found", `There is no order ${number}.`);
  return order;
}

export async function changeWeek(
  tx: Tx,
  { lineId, monday, ...decision }: Decision & { lineId: string; monday: string },
  deps: Telling,
): Promise<void> {
  const order = await findOrder(tx, decision);
  const movable = (await movableLines(order, tx, deps)).find(({ line }) => line.id === lineId);
  if (!movable?.weeks.includes(monday))
    throw conflict("order_item_invalid", "That week is full. Choose another, or increase its capacity.");
  if ((await tx.refunds.ofOrder(order.id)).some(isWaiting))
    throw conflict("order_not_payable", "This order is being refunded, so its week cannot be changed.");
  const moved = movable.line.fulfilledAt
    ? await moveScheduled(tx, order, lineId, monday, deps)
    : await moveUnfulfilled(tx, order, lineId, monday, deps);
  await tellBuyer(tx, { ...moved, statusReason: decision.reason }, "moved", [], deps);
}

async function moveUnfulfilled(tx: Tx, order: Order, lineId: string, monday: string, deps: Telling): Promise<Order> {
  const own = await tx.orders.findSlot(lineId);
  const moved = await moveLine(tx, order, lineId, monday);
  if (order.hold === "undeliverable") await settle(tx, { ...moved, hold: null }, deps);
  else if (own) await tx.orders.takeSlot({ ...own, week: monday });
  return moved;
}

export const isCancelable = (order: Order, now: Date): boolean =>
  isPayable(order, now) || (order.totalCents === 0 && order.status === "paid");

export async function cancelAsAdmin(tx: Tx, decision: Decision, deps: Telling): Promise<void> {
  const order = await findOrder(tx, decision);
  if (!isCancelable(order, deps.now()))
    throw conflict("order_not_payable", "This order cannot be canceled. If it is paid, refund it.");
  for (const payment of await tx.orders.payments(order.id))
    if (payment.provider === FREE && isGood(payment, order))
      await tx.orders.savePayment({ ...payment, isRefunded: true });
  const ended = await settle(tx, { ...order, closed: "canceled" }, deps);
  await tellBuyer(tx, { ...ended, statusReason: decision.reason }, "canceled", [], deps);
}
