import type { Listing } from "#domain/listings/listing.ts";
import { type Order, TRANSFER } from "#domain/orders/order.ts";
import type { SlotKind } from "#domain/orders/quote.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { listings, orderLines, orders, payments, weekSlots } from "../../sqlite/tables.ts";

export type WeekSlot = typeof weekSlots.$inferSelect;

/** Taken places, and those held by an open payment. */
export const standsAt = (now: Date) => or(isNull(weekSlots.heldUntil), gt(weekSlots.heldUntil, now));

export const placeReads = (db: Db) => {
  const launched = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ id: orderLines.id })
      .from(orderLines)
      .where(and(has(orderLines, { listingId, product: "launch" }), isNotNull(orderLines.fulfilledAt)))
      .limit(1),
  );
  const slotsOf = statement(({ orderId }: { orderId: number }) =>
    db
      .select({ slot: weekSlots })
      .from(weekSlots)
      .innerJoin(orderLines, eq(orderLines.id, weekSlots.lineId))
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
  );
  const featured = statement(({ week }: { week: string }) =>
    db
      .select({ listing: listings })
      .from(weekSlots)
      .innerJoin(listings, eq(listings.id, weekSlots.listingId))
      .where(and(has(weekSlots, { kind: "featured", week, heldUntil: null }), eq(listings.status, "live")))
      .orderBy(asc(weekSlots.takenAt), asc(weekSlots.lineId)),
  );

  return {
    findSlot: statement((lineId: string) => db.select().from(weekSlots).where(eq(weekSlots.lineId, lineId))).get,
    async slots(orderId: number): Promise<WeekSlot[]> {
      return (await slotsOf.all({ orderId })).map(({ slot }) => slot);
    },
    async hasLaunchPlace(listingId: number, week: string, now: Date): Promise<boolean> {
      const [found] = await db
        .select({ id: weekSlots.lineId })
        .from(weekSlots)
        .where(and(has(weekSlots, { listingId, kind: "launch", week }), standsAt(now)))
        .limit(1);
      return found !== undefined;
    },
    async hasLaunched(listingId: number): Promise<boolean> {
      return (await launched.get({ listingId })) !== undefined;
    },
    async countSlots(kind: SlotKind, weeks: readonly string[], now: Date): Promise<number[]> {
      const rows = await db
        .select({ week: weekSlots.week, count: count() })
        .from(weekSlots)
        .where(and(eq(weekSlots.kind, kind), inArray(weekSlots.week, [...weeks]), standsAt(now)))
        .groupBy(weekSlots.week);
      return weeks.map((week) => rows.find((row) => row.week === week)?.count ?? 0);
    },
    async countHeld(weeks: readonly string[], now: Date): Promise<number[]> {
      const rows = await db
        .select({ week: weekSlots.week, count: count() })
        .from(weekSlots)
        .where(and(eq(weekSlots.kind, "launch"), inArray(weekSlots.week, [...weeks]), gt(weekSlots.heldUntil, now)))
        .groupBy(weekSlots.week);
      return weeks.map((week) => rows.find((row) => row.week === week)?.count ?? 0);
    },
    async heldByTransfer(
      order: Pick<Order, "id" | "accountId">,
      domains: readonly string[],
      now: Date,
    ): Promise<{ ofAccount: number; ofDomains: number }> {
      const rows = await db
        .selectDistinct({ id: orders.id, accountId: orders.accountId, domain: listings.domain })
        .from(weekSlots)
        .innerJoin(listings, eq(listings.id, weekSlots.listingId))
        .innerJoin(orderLines, eq(orderLines.id, weekSlots.lineId))
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .innerJoin(payments, has(payments, { orderId: orders.id, provider: TRANSFER }))
        .where(
          and(
            gt(weekSlots.heldUntil, now),
            ne(orders.id, order.id),
            or(eq(orders.accountId, order.accountId), inArray(listings.domain, [...domains])),
          ),
        );
      const count = (those: typeof rows) => new Set(those.map(({ id }) => id)).size;
      const most = domains.map((domain) => count(rows.filter((row) => row.domain === domain)));
      return {
        ofAccount: count(rows.filter(({ accountId }) => accountId === order.accountId)),
        ofDomains: Math.max(0, ...most),
      };
    },
    async featured(week: string): Promise<Listing[]> {
      return (await featured.all({ week })).map(({ listing }) => listing);
    },
  };
};

/** Used in changes of orders, together with the reads. */
export const placeWrites = (db: Db) => {
  return {
    async takeSlot(slot: WeekSlot): Promise<void> {
      await db.insert(weekSlots).values(slot).onConflictDoUpdate({ target: weekSlots.lineId, set: slot });
    },
    async freeHeld({ lines }: Pick<Order, "lines">): Promise<void> {
      const ids = lines.map(({ id }) => id);
      await db.delete(weekSlots).where(and(inArray(weekSlots.lineId, ids), isNotNull(weekSlots.heldUntil)));
    },
    freeSlot: statement((lineId: string) => db.delete(weekSlots).where(eq(weekSlots.lineId, lineId))).run,
  };
};
