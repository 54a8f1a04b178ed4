import { AppError, conflict } from "../../core/errors.ts";
import { HOLD_MS, isPayable, NOTHING_DUE, type Order } from "../../domain/order.ts";
import type { OrderItem } from "../../domain/quote.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { applyPayment } from "./apply-payment.ts";
import { addOrder } from "./checkout.ts";
import { holdPlaces } from "./places.ts";
import { priceOf } from "./price.ts";
import { type Decision, requireReason } from "./reason.ts";
import type { Telling } from "./tell.ts";
import { requirePayable } from "./unpaid.ts";

const NOBODY = { buyer: { country: null, vatNumber: null, numberStatus: "none" }, check: undefined } as const;

/** Completes an order that costs nothing, as a payment of nothing would. Twice, it is completed once. */
const complete = (tx: Tx, { number, currency }: Order, deps: Telling): Promise<unknown> =>
  applyPayment(
    tx,
    {
      provider: NOTHING_DUE,
      paymentId: `${NOTHING_DUE}-${number}`,
      eventId: `${NOTHING_DUE}:${number}`,
      orderNumber: number,
      state: "paid",
      ...{ amountCents: 0, currency, refundedCents: 0 },
    },
    deps.now(),
    deps,
  );

/** The buyer completes an order that costs nothing. */
export async function completeFree(token: string, deps: Telling & Pick<Deps, "store" | "wakeJobs">): Promise<void> {
  await deps.store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, deps.now());
    if (order.totalCents > 0) throw conflict("order_not_payable", "This order is not free. Choose how to pay it.");
    if (!order.billing) throw conflict("order_not_payable", "Fill in the billing details first.");
    await holdPlaces(tx, order, new Date(deps.now().getTime() + HOLD_MS), deps);
    await complete(tx, order, deps);
  });
  deps.wakeJobs();
}

/** Whether an admin can give an order for nothing. */
export const isGivable = (order: Order, now: Date): boolean => isPayable(order, now) && order.totalCents > 0;

/** Gives an unpaid order for nothing: its prices are zero from then on, and its invoice says so. */
export async function giveOrder(tx: Tx, { number, reason }: Decision, deps: Telling): Promise<void> {
  requireReason(reason);
  const order = await tx.orders.find(number);
  if (!order || !isGivable(order, deps.now()))
    throw conflict("order_not_payable", "Only an order that waits for its payment can be given for nothing.");
  const nothing = { netCents: 0, vatCents: 0, totalCents: 0 };
  const lines = order.lines.map((line) => ({ ...line, ...nothing, unitPriceCents: 0 }));
  for (const line of lines) await tx.orders.saveLine(line);
  const given = { ...order, ...nothing, lines, given: reason };
  await tx.orders.save(given);
  await complete(tx, given, deps);
}

/** Gives a product to the owner of a listing: an order of theirs at zero. Returns its number. */
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
  if (!owner) throw new AppError("validation_failed", "Nobody owns this listing, so nobody could get it.");
  const asked = { items: [item], billingCountry: null, vatNumber: null };
  const price = await priceOf(asked, owner.accountId, NOBODY, tx, deps);
  const { number } = await addOrder(tx, price, owner.accountId, deps);
  onMade?.(number);
  await giveOrder(tx, { number, reason }, deps);
  return number;
}
