import { AppError, conflict } from "../../core/errors/errors.ts";
import { isPayable, type Order } from "../../domain/orders/order.ts";
import type { OrderItem } from "../../domain/orders/quote.ts";
import type { Tx } from "../../store/store.ts";
import { addOrder } from "./checkout.ts";
import { complete } from "./nothing-due.ts";
import { priceOf } from "./price.ts";
import { type Decision, requireReason } from "./reason.ts";
import type { Telling } from "./tell.ts";

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
    throw conflict("order_not_payable", "Only an unpaid order can be granted for free.");
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
  if (!owner) throw new AppError("validation_failed", "This listing has no owner to give it to.");
  const asked = { items: [item], billingCountry: null, vatNumber: null };
  const price = await priceOf(asked, owner.accountId, NOBODY, tx, deps);
  const { number } = await addOrder(tx, price, owner.accountId, deps);
  onMade?.(number);
  await giveOrder(tx, { number, reason }, deps);
  return number;
}
