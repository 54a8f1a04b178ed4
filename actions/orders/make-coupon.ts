import { dayNamed } from "../../domain/launches/launch-week.ts";
import { COUPON_KINDS, type Coupon, type CouponKind, isCode, readCode } from "../../domain/orders/coupon.ts";
import { readMoney } from "../../domain/orders/money.ts";
import type { Tx } from "../../store/store.ts";

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
export type CouponFaults = Partial<Record<keyof TypedCoupon, string>>;

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
  const wrongDay = "Enter a day like 2026-12-31, or leave it empty.";
  const faults: CouponFaults = {
    ...(!isCode(code) && { code: "Use 3 to 40 letters, digits and hyphens." }),
    ...(kind === undefined && { kind: "Choose one." }),
    ...(kind === "percent" && value === undefined && { value: "Enter a whole number from 1 to 100." }),
    ...(kind === "amount" && value === undefined && { value: "Enter an amount like 10.00." }),
    ...(typed.products.some((product) => !products.includes(product)) && { products: "Choose from the list." }),
    ...(startsAt === undefined && { from: wrongDay }),
    ...(endsAt === undefined && { until: wrongDay }),
    ...(endsAt && endsAt <= now && { until: "This day is in the past." }),
    ...(startsAt && endsAt && endsAt <= startsAt && { until: "It ends before it starts." }),
    ...(!isCount && { maxUses: "Enter a whole number from 1, or leave it empty for no limit." }),
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
