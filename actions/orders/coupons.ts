import { conflict } from "../../core/errors/errors.ts";
import { takeQuota } from "../../core/limits/limiter.ts";
import { couponFault, couponOf, discounted, isCode, readCode, undiscounted } from "../../domain/orders/coupon.ts";
import type { Order } from "../../domain/orders/order.ts";
import { type Line, withVat } from "../../domain/orders/quote.ts";
import type { Reads, Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import type { Price } from "./price.ts";
import { reprice, requirePayable } from "./unpaid.ts";

type Buyer = { accountId: string; orderId: number };
type Needs = Pick<Deps, "store" | "now" | "limiter">;
type Coupons = { coupons: Pick<Reads["coupons"], "find" | "uses"> };

const refused = (detail: string) => conflict("coupon_invalid", detail, [{ code: "coupon_invalid", detail }]);

const usesOf = ({ coupons }: { coupons: Pick<Reads["coupons"], "uses"> }, code: string, buyer: Buyer, now: Date) =>
  coupons.uses(code, { accountId: buyer.accountId, exceptOrderId: buyer.orderId }, now);

/** Codes can be guessed, so failed tries are limited per account. */
export async function countTries<T>(accountId: string, { limiter }: Pick<Deps, "limiter">, work: () => Promise<T>) {
  await takeQuota(limiter, "coupon", accountId);
  const result = await work();
  await limiter.giveBack("coupon", accountId);
  return result;
}

/** Applies a currently valid coupon. Throws `coupon_invalid` with what to do. */
async function withCoupon<L extends Line>(
  lines: readonly L[],
  typed: string,
  buyer: Buyer,
  sources: Coupons,
  { now }: Pick<Deps, "now">,
): Promise<L[]> {
  const code = readCode(typed);
  const coupon = isCode(code) ? await sources.coupons.find(code) : undefined;
  if (!coupon) throw refused("There is no such coupon. Check its spelling, or order without one.");
  const fault = couponFault(coupon, await usesOf(sources, code, buyer, now()), now());
  if (fault) throw refused(fault);
  const less = discounted(lines, coupon);
  if (!couponOf(less)) throw refused(`Coupon ${code} is not valid for the products in this order. Order without it.`);
  return less;
}

export const lessCoupon = async (
  price: Price,
  typed: string,
  accountId: string,
  sources: Coupons,
  deps: Pick<Deps, "now">,
): Promise<Price> => ({
  ...price,
  ...withVat(await withCoupon(price.lines, typed, { accountId, orderId: 0 }, sources, deps), price.vat.rateBp),
});

/** Changes an unpaid order's lines, keeping its VAT treatment. */
async function changeLines(
  token: string,
  change: (tx: Tx, order: Order) => Promise<Order["lines"]>,
  { store, now }: Needs,
): Promise<Order> {
  return store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, now());
    const price = { ...withVat(await change(tx, order), order.vat.rateBp), vat: order.vat };
    const next = await reprice(tx, order, price, order.billing, now());
    await tx.coupons.freeHeld(order.id);
    return next;
  });
}

/** Applies a coupon to an unpaid order, replacing the previous one. */
export async function applyCoupon(token: string, typed: string, deps: Needs): Promise<Order> {
  const found = await deps.store.orders.findByToken(token);
  requirePayable(found, deps.now());
  return countTries(found.accountId, deps, () =>
    changeLines(
      token,
      (tx, { id, accountId, lines }) => withCoupon(lines, typed, { accountId, orderId: id }, tx, deps),
      deps,
    ),
  );
}

export const removeCoupon = (token: string, deps: Needs): Promise<Order> =>
  changeLines(token, async (_tx, { lines }) => undiscounted(lines), deps);

/** Reserves the coupon while a payment is open. Never shortens a reservation. */
export async function holdUse(tx: Tx, order: Order, until: Date, { now }: Pick<Deps, "now">): Promise<void> {
  const code = couponOf(order.lines)?.code;
  if (code === undefined) return;
  const own = await tx.coupons.useOf(order.id);
  if (own && (own.heldUntil === null || own.heldUntil >= until)) return;
  const isReserved = own?.heldUntil && own.heldUntil > now();
  // It may have been used up or paused since it was entered.
  if (!isReserved)
    await withCoupon(order.lines, code, { accountId: order.accountId, orderId: order.id }, tx, { now }).catch(
      (error: Error) => {
        throw refused(`${error.message} Nothing was charged. Remove the coupon to pay the full price.`);
      },
    );
  await tx.coupons.use({ orderId: order.id, code, heldUntil: until, usedAt: now() });
}

/**
 * Uses an order's coupon, in the change that pays it. Returns a message if the reservation had
 * expired and others used it up.
 */
export async function takeUse(
  tx: Tx,
  order: Order,
  { now, isForced = false }: Pick<Deps, "now"> & { isForced?: boolean },
): Promise<string | undefined> {
  const code = couponOf(order.lines)?.code;
  const coupon = code === undefined ? undefined : await tx.coupons.find(code);
  if (!coupon) return undefined;
  const own = await tx.coupons.useOf(order.id);
  const isOurs = own && (own.heldUntil === null || own.heldUntil > now());
  if (!isOurs && !isForced) {
    // The price was agreed while it was valid, so only its limits count.
    const agreed = { ...coupon, pausedAt: null, startsAt: null, endsAt: null };
    const uses = await usesOf(tx, coupon.code, { accountId: order.accountId, orderId: order.id }, now());
    if (couponFault(agreed, uses, now()))
      return `Coupon ${coupon.code} was used up when the payment arrived. Accept the price or refund it.`;
  }
  await tx.coupons.use({ orderId: order.id, code: coupon.code, heldUntil: null, usedAt: own?.usedAt ?? now() });
  return undefined;
}
