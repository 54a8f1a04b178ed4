import { type AppError, conflict } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { dayNamed } from "#domain/launches/launch-week.ts";
import {
  COUPON_KINDS,
  type Coupon,
  type CouponKind,
  couponFault,
  couponOf,
  discounted,
  isCode,
  readCode,
  undiscounted,
} from "#domain/orders/coupon.ts";
import { readMoney } from "#domain/orders/money.ts";
import type { Order } from "#domain/orders/order.ts";
import { type Line, withVat } from "#domain/orders/quote.ts";
import { ORDER_REASONS } from "#domain/orders/stored-words.ts";
import { inEnglish, joined, type Text, t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import type { Price } from "./price.ts";
import { reprice, requirePayable } from "./unpaid.ts";

type Buyer = { accountId: string; orderId: number };
type Needs = Pick<Deps, "store" | "now" | "limiter">;
type Coupons = { coupons: Pick<Reads["coupons"], "find" | "uses"> };

const refused = (detail: Text) => conflict("coupon_invalid", detail, [{ code: "coupon_invalid", detail }]);

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
  if (!coupon) throw refused(t`There is no such coupon. Check its spelling, or order without one.`);
  const fault = couponFault(coupon, await usesOf(sources, code, buyer, now()), now());
  if (fault) throw refused(fault);
  const less = discounted(lines, coupon);
  if (!couponOf(less)) throw refused(t`Coupon ${code} is not valid for the products in this order. Order without it.`);
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
      (error: AppError) => {
        throw refused(joined([error.detail, t`Nothing was charged. Remove the coupon to pay the full price.`], " "));
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
    if (couponFault(agreed, uses, now())) return inEnglish(ORDER_REASONS.coupon(coupon.code));
  }
  await tx.coupons.use({ orderId: order.id, code: coupon.code, heldUntil: null, usedAt: own?.usedAt ?? now() });
  return undefined;
}

export type TypedCoupon = {
  code: string;
  kind: string;
  value: string;
  products: string[];
  from: string;
  until: string;
  maxUses: string;
  isOnce: boolean;
};
export type CouponFaults = Partial<Record<keyof TypedCoupon, Text>>;

const isKind = (kind: string): kind is CouponKind => COUPON_KINDS.some((known) => known === kind);
const MOST_USES = 1_000_000;

function readValue(kind: CouponKind, typed: string): number | undefined {
  if (kind === "free_launch") return 0;
  if (kind === "amount") return readMoney(typed) || undefined;
  const percent = Number(/^(\d{1,3})\s*%?$/.exec(typed)?.[1]);
  return percent >= 1 && percent <= 100 ? percent : undefined;
}

/** The coupon, or faults by field. The last day is included. */
export function readCoupon(
  typed: TypedCoupon,
  { now, zone, products }: { now: Date; zone: string; products: readonly string[] },
): { coupon: Coupon } | { faults: CouponFaults } {
  const code = readCode(typed.code);
  const kind = isKind(typed.kind) ? typed.kind : undefined;
  const value = kind && readValue(kind, typed.value.trim());
  const startsAt = typed.from ? dayNamed(typed.from, zone)?.startsAt : null;
  const endsAt = typed.until ? dayNamed(typed.until, zone)?.endsAt : null;
  const maxUses = typed.maxUses.trim() === "" ? null : Number(typed.maxUses);
  const isCount = maxUses === null || (Number.isInteger(maxUses) && maxUses >= 1 && maxUses <= MOST_USES);
  const wrongDay = t`Enter a date like 2026-12-31, or leave it empty.`;
  const faults: CouponFaults = {
    ...(!isCode(code) && { code: t`Use 3 to 40 letters, digits and hyphens.` }),
    ...(kind === undefined && { kind: t`Choose one.` }),
    ...(kind === "percent" && value === undefined && { value: t`Enter a whole number from 1 to 100.` }),
    ...(kind === "amount" && value === undefined && { value: t`Enter an amount like 10.00.` }),
    ...(typed.products.some((product) => !products.includes(product)) && { products: t`Choose from the list.` }),
    ...(startsAt === undefined && { from: wrongDay }),
    ...(endsAt === undefined && { until: wrongDay }),
    ...(endsAt && endsAt <= now && { until: t`This date is in the past.` }),
    ...(startsAt && endsAt && endsAt <= startsAt && { until: t`It ends before it starts.` }),
    ...(!isCount && { maxUses: t`Enter a whole number from 1, or leave it empty for no limit.` }),
  };
  if (kind === undefined || value === undefined || startsAt === undefined || endsAt === undefined) return { faults };
  if (Object.keys(faults).length > 0) return { faults };
  const terms = { code, kind, value, products: kind === "free_launch" ? [] : typed.products, startsAt, endsAt };
  return { coupon: { ...terms, maxUses, oncePerAccount: typed.isOnce, pausedAt: null, createdAt: now } };
}

/** False if the code exists: codes are never reused, because orders refer to them. */
export const addCoupon = (tx: Pick<Tx, "coupons">, coupon: Coupon): Promise<boolean> => tx.coupons.add(coupon);

/** Orders being paid keep a paused coupon. */
export const pauseCoupon = (tx: Pick<Tx, "coupons">, code: string, pausedAt: Date | null): Promise<void> =>
  tx.coupons.setPaused(code, pausedAt);
