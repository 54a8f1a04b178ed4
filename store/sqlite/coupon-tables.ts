import type { CouponKind } from "../../domain/orders/coupon.ts";
import { flag, json, time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

export const coupons = sqliteTable("coupons", {
  code: text().primaryKey(),
  kind: text().$type<CouponKind>().notNull(),
  value: integer().notNull(),
  products: json<string[]>("products_json").notNull(),
  startsAt: time("starts_at"),
  endsAt: time("ends_at"),
  maxUses: integer("max_uses"),
  oncePerAccount: flag("once_per_account").notNull(),
  pausedAt: time("paused_at"),
  createdAt: time("created_at").notNull(),
});

export const couponUses = sqliteTable("coupon_uses", {
  orderId: integer("order_id").primaryKey(),
  code: text().notNull(),
  heldUntil: time("held_until"),
  usedAt: time("used_at").notNull(),
});
