import { type Text, t } from "#languages/words.ts";
import { momentText } from "../time/date-words.ts";
import { moneyText, shareOf, spread } from "./money.ts";
import type { Line } from "./quote.ts";

export const COUPON_KINDS = ["percent", "amount", "free_launch"] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

export type Coupon = {
  code: string;
  kind: CouponKind;
  /** Percent or cents; 0 for a free launch. */
  value: number;
  /** Empty for all products. */
  products: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  maxUses: number | null;
  oncePerAccount: boolean;
  pausedAt: Date | null;
  createdAt: Date;
};

export const readCode = (typed: string): string => typed.trim().toUpperCase();
export const isCode = (code: string): boolean => /^[A-Z0-9][A-Z0-9-]{2,39}$/.test(code);

export const grossOf = ({ unitPriceCents, quantity }: Pick<Line, "unitPriceCents" | "quantity">): number =>
  unitPriceCents * quantity;

/** "20%", "$10.00" or "a free launch". */
export function couponWords({ kind, value }: Pick<Coupon, "kind" | "value">, currency: string): Text {
  if (kind === "free_launch") return t`a free launch`;
  return kind === "percent" ? `${value}%` : moneyText(value, currency);
}

/** The part of a line that a coupon applies to: all or nothing. */
function weightsOf(lines: readonly Line[], { kind, products }: Coupon): number[] {
  const launch = lines.findIndex(({ product }) => product === "launch");
  return lines.map((line, index) => {
    const isMeant =
      kind === "free_launch" ? index === launch : products.length === 0 || products.includes(line.product);
    return isMeant ? grossOf(line) : 0;
  });
}

function sumOf(eligible: number, { kind, value }: Coupon): number {
  if (kind === "free_launch") return eligible;
  return kind === "percent" ? shareOf(eligible, value * 100) : Math.min(value, eligible);
}

/**
 * Deducts the discount from list prices. It is rounded once per order, half up, and spread over the
 * eligible lines, none of which goes below zero.
 */
export function discounted<L extends Line>(lines: readonly L[], coupon: Coupon): L[] {
  const weights = weightsOf(lines, coupon);
  const cents = spread(
    sumOf(
      weights.reduce((sum, weight) => sum + weight, 0),
      coupon,
    ),
    weights,
  );
  return lines.map((line, index) => {
    const discountCents = cents[index] ?? 0;
    return { ...line, discountCents, couponCode: discountCents > 0 ? coupon.code : null };
  });
}

export const undiscounted = <L extends Line>(lines: readonly L[]): L[] =>
  lines.map((line) => ({ ...line, discountCents: 0, couponCode: null }));

export function couponOf(
  lines: readonly Pick<Line, "discountCents" | "couponCode">[],
): { code: string; cents: number } | undefined {
  const code = lines.find(({ couponCode }) => couponCode !== null)?.couponCode;
  return code ? { code, cents: lines.reduce((sum, { discountCents }) => sum + discountCents, 0) } : undefined;
}

export type CouponUses = { all: number; mine: number };

/** Why a coupon cannot be used now and what to do; undefined if it can. */
export function couponFault(coupon: Coupon, uses: CouponUses, now: Date): Text | undefined {
  const { code, startsAt, endsAt, pausedAt, maxUses, oncePerAccount } = coupon;
  if (pausedAt) return t`Coupon ${code} is paused. Try another code, or order without one.`;
  if (startsAt && now < startsAt)
    return t`Coupon ${code} is valid from ${momentText(startsAt)}. Use it then, or order without one.`;
  if (endsAt && now >= endsAt)
    return t`Coupon ${code} ended on ${momentText(endsAt)}. Try another code, or order without one.`;
  if (oncePerAccount && uses.mine > 0)
    return t`You have already used coupon ${code}, which is valid once per account. Order without it.`;
  if (maxUses !== null && uses.all >= maxUses)
    return t`Coupon ${code} is used up. Try another code, or order without one.`;
  return undefined;
}

export type CouponState = "active" | "paused" | "coming" | "ended" | "used up";

export function couponState({ startsAt, endsAt, pausedAt, maxUses }: Coupon, uses: number, now: Date): CouponState {
  if (pausedAt) return "paused";
  if (endsAt && now >= endsAt) return "ended";
  if (startsAt && now < startsAt) return "coming";
  return maxUses !== null && uses >= maxUses ? "used up" : "active";
}
