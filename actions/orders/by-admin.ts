import { AppError, conflict } from "#core/errors/errors.ts";
import { FREE, isGood, isPayable, type Order } from "#domain/orders/order.ts";
import type { OrderItem } from "#domain/orders/quote.ts";
import { t } from "#languages/words.ts";
import type { ProductRow } from "#store/repos/orders/products.ts";
import type { Tx } from "#store/store.ts";
import { moveLine, moveScheduled } from "../launches/choose-week.ts";
import { movableLines } from "../launches/other-weeks.ts";
import { settle } from "./apply-payment.ts";
import { addOrder } from "./checkout.ts";
import { complete } from "./nothing-due.ts";
import { priceOf } from "./price.ts";
import { type Decision, requireReason } from "./reason.ts";
import { isWaiting } from "./refunds.ts";
import { type Telling, tellBuyer } from "./tell.ts";

async function findOrder(tx: Tx, { number, reason }: Decision): Promise<Order> {
  requireReason(reason);
  const order = await tx.orders.find(number);
  if (!order) throw new AppError("not_found", t`There is no order ${number}.`);
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
    throw conflict("order_item_invalid", t`That week is full. Choose another, or increase its capacity.`);
  if ((await tx.refunds.ofOrder(order.id)).some(isWaiting))
    throw conflict("order_not_payable", t`This order is being refunded, so its week cannot be changed.`);
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
    throw conflict("order_not_payable", t`This order cannot be canceled. If it is paid, refund it.`);
  for (const payment of await tx.orders.payments(order.id))
    if (payment.provider === FREE && isGood(payment, order))
      await tx.orders.savePayment({ ...payment, isRefunded: true });
  const ended = await settle(tx, { ...order, closed: "canceled" }, deps);
  await tellBuyer(tx, { ...ended, statusReason: decision.reason }, "canceled", [], deps);
}

const NOBODY = {
  buyer: { country: null, territory: null, vatNumber: null, numberStatus: "none" },
  check: undefined,
} as const;

export const isGivable = (order: Order, now: Date): boolean => isPayable(order, now) && order.totalCents > 0;

/** Grants an unpaid order for free: prices become zero, as its invoice states. */
export async function giveOrder(tx: Tx, { number, reason }: Decision, deps: Telling): Promise<void> {
  requireReason(reason);
  const order = await tx.orders.find(number);
  if (!order || !isGivable(order, deps.now()))
    throw conflict("order_not_payable", t`Only an unpaid order can be granted for free.`);
  const nothing = { netCents: 0, vatCents: 0, totalCents: 0 };
  const lines = order.lines.map((line) => ({
    ...line,
    ...nothing,
    unitPriceCents: 0,
    discountCents: 0,
    couponCode: null,
  }));
  for (const line of lines) await tx.orders.saveLine(line);
  const given = { ...order, ...nothing, lines, given: reason };
  await tx.orders.save(given);
  await complete(tx, given, deps);
}

/** Grants a product to a listing's owner as a free order. Returns its number. */
export async function giveProduct(
  tx: Tx,
  {
    item,
    reason,
    onMade,
  }: { item: OrderItem & { listingId: number }; reason: string; onMade?: (number: string) => void },
  deps: Telling,
): Promise<string> {
  requireReason(reason);
  const owner = (await tx.listings.members(item.listingId)).find(({ role }) => role === "owner");
  if (!owner) throw new AppError("validation_failed", t`This listing has no owner to give it to.`);
  const asked = { items: [item], billingCountry: null, vatNumber: null };
  const price = await priceOf(asked, owner.accountId, NOBODY, tx, deps);
  const { number } = await addOrder(tx, price, owner.accountId, deps);
  onMade?.(number);
  await giveOrder(tx, { number, reason }, deps);
  return number;
}

const AMOUNT = "amount_cents";

export const isAmountChosen = ({ options }: Pick<ProductRow, "options">): boolean =>
  options.some(({ key }) => key === AMOUNT);

/** Existing orders keep their price. */
export const setPrice = (
  tx: Pick<Tx, "products">,
  product: ProductRow,
  { priceCents, active }: Pick<ProductRow, "priceCents" | "active">,
): Promise<void> =>
  tx.products.save({
    ...product,
    priceCents,
    active,
    options: product.options.map((option) => (option.key === AMOUNT ? { ...option, minimum: priceCents } : option)),
  });
