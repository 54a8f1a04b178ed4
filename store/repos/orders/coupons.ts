import type { Coupon, CouponUses } from "#domain/orders/coupon.ts";
import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { coupons, couponUses, orderLines, orders } from "../../sqlite/tables.ts";

export type CouponUse = typeof couponUses.$inferSelect;
/** A coupon with its uses, reservations and total discount. */
export type CouponFigures = Coupon & { used: number; reserved: number; givenCents: number };

const standsAt = (now: Date) => or(isNull(couponUses.heldUntil), gt(couponUses.heldUntil, now));

export const couponReads = (db: Db) => ({
  async find(code: string): Promise<Coupon | undefined> {
    return db.select().from(coupons).where(eq(coupons.code, code)).get();
  },
  async list(now: Date): Promise<CouponFigures[]> {
    const rows = await db.select().from(coupons).orderBy(desc(coupons.createdAt), asc(coupons.code));
    const uses = await db
      .select({ code: couponUses.code, isUsed: sql<number>`${couponUses.heldUntil} is null`, count: count() })
      .from(couponUses)
      .where(standsAt(now))
      .groupBy(couponUses.code, sql`2`);
    const given = await db
      .select({ code: couponUses.code, cents: sql<number>`sum(${orderLines.discountCents})` })
      .from(couponUses)
      .innerJoin(orderLines, eq(orderLines.orderId, couponUses.orderId))
      .where(isNull(couponUses.heldUntil))
      .groupBy(couponUses.code);
    const countOf = (code: string, isUsed: number) =>
      uses.find((row) => row.code === code && row.isUsed === isUsed)?.count ?? 0;
    return rows.map((coupon) => ({
      ...coupon,
      used: countOf(coupon.code, 1),
      reserved: countOf(coupon.code, 0),
      givenCents: given.find(({ code }) => code === coupon.code)?.cents ?? 0,
    }));
  },
  /** Current uses, without those of one order. */
  async uses(
    code: string,
    { accountId, exceptOrderId }: { accountId: string; exceptOrderId: number },
    now: Date,
  ): Promise<CouponUses> {
    const [row] = await db
      .select({ all: count(), mine: sql<number>`coalesce(sum(${orders.accountId} = ${accountId}), 0)` })
      .from(couponUses)
      .innerJoin(orders, eq(orders.id, couponUses.orderId))
      .where(and(eq(couponUses.code, code), ne(couponUses.orderId, exceptOrderId), standsAt(now)));
    return row ?? { all: 0, mine: 0 };
  },
  async useOf(orderId: number): Promise<CouponUse | undefined> {
    return db.select().from(couponUses).where(eq(couponUses.orderId, orderId)).get();
  },
});

export const couponWrites = (db: Db) => ({
  ...couponReads(db),
  /** False if the code exists. */
  async add(coupon: Coupon): Promise<boolean> {
    return (await db.insert(coupons).values(coupon).onConflictDoNothing()).changes > 0;
  },
  async setPaused(code: string, pausedAt: Date | null): Promise<void> {
    await db.update(coupons).set({ pausedAt }).where(eq(coupons.code, code));
  },
  /** Uses a coupon, or reserves it until `heldUntil`. */
  async use(use: CouponUse): Promise<void> {
    await db.insert(couponUses).values(use).onConflictDoUpdate({ target: couponUses.orderId, set: use });
  },
  async freeHeld(orderId: number): Promise<void> {
    await db.delete(couponUses).where(and(eq(couponUses.orderId, orderId), isNotNull(couponUses.heldUntil)));
  },
});
