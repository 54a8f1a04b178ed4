import type { CouponKind } from "../../domain/orders/coupon.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const coupons = table("coupons", {
  code: text().primaryKey(),
  kind: text().$type<CouponKind>().notNull(),
  value: integer().notNull(),
  products: json<string[]>().notNull(),
  startsAt: time(),
  endsAt: time(),
  maxUses: integer(),
  oncePerAccount: flag().notNull(),
  pausedAt: time(),
  createdAt: time().notNull(),
});

export const couponUses = table("coupon_uses", {
  orderId: integer().primaryKey(),
  code: text().notNull(),
  heldUntil: time(),
  usedAt: time().notNull(),
});
