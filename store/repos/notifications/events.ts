import { type EventName, eventsFor, type OutboxEvent } from "#domain/notifications/event.ts";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, gt, gte, isNull, lt, lte, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, events, follows, listingMembers, listings, webhookEndpoints } from "../../sqlite/tables.ts";

/** A subscription: one event type, with categories where applicable. */
export type Interest = { accountId: string; type: EventName; categories: readonly string[] };

export const eventReads = (db: Db) => {
  const isTeams = (accountId: unknown) =>
    sql`exists (select 1 from ${listingMembers} member where member.account_id = ${accountId} and member.listing_id = ${events.listingId})`;
  const isFollowed = (accountId: unknown) => sql`${isOneOf(events.type, eventsFor("followers"))}
    and exists (select 1 from ${follows} follow where follow.account_id = ${accountId} and follow.listing_id = ${events.listingId})
    and exists (select 1 from ${listings} live where live.id = ${events.listingId} and live.status = 'live')`;
  const isIn = (categories: unknown) => sql`exists (
    select 1 from json_each(${events.data}, '$.categories') of join category_paths path on path.slug = of.value
    join json_each(${categories}) wanted on wanted.value = path.above)`;
  /**
   * Whether an event is for an account: its own, its team's, about what it follows, or in its
   * categories.
   */
  const isFor = (accountId: unknown, categories: unknown) =>
    sql`case when ${isOneOf(events.type, eventsFor("subscribers"))} then ${isIn(categories)}
      else ${events.accountId} = ${accountId} or ${isTeams(accountId)} or (${isFollowed(accountId)}) end`;

  const matches = ({ accountId, type, categories }: Interest) =>
    and(eq(events.type, type), isFor(accountId, JSON.stringify(categories)));

  return {
    /** Sequence numbers of the newest event and the oldest kept; 0 without any. */
    async bounds(): Promise<{ oldest: number; newest: number }> {
      const row = await db
        .select({ oldest: sql<number>`coalesce(min(seq), 0)`, newest: sql<number>`coalesce(max(seq), 0)` })
        .from(events)
        .get();
      return given(row);
    },
    /** Events for an account after `seq` and since a time, oldest first. */
    async after(seq: number, since: Date, interest: Interest, limit: number): Promise<OutboxEvent[]> {
      const where = and(gt(events.seq, seq), gte(events.at, since), matches(interest));
      return db.select().from(events).where(where).orderBy(asc(events.seq)).limit(limit);
    },
    /** Whether events after `seq` happened before a time. */
    async hasBefore(seq: number, time: Date, interest: Interest): Promise<boolean> {
      const where = and(gt(events.seq, seq), lt(events.at, time), matches(interest));
      return (await db.select({ seq: events.seq }).from(events).where(where).limit(1).get()) !== undefined;
    },
    async find(seq: number): Promise<OutboxEvent | undefined> {
      return db.select().from(events).where(eq(events.seq, seq)).get();
    },
    async endpointsFor(seq: number): Promise<string[]> {
      const rows = await db
        .select({ id: webhookEndpoints.id })
        .from(webhookEndpoints)
        .innerJoin(events, eq(events.seq, seq))
        .innerJoin(accounts, has(accounts, { id: webhookEndpoints.accountId, status: "active" }))
        .where(
          and(
            isNull(webhookEndpoints.offSince),
            lte(webhookEndpoints.createdAt, events.at),
            sql`${events.type} in (select value from json_each(${webhookEndpoints.types}))`,
            isFor(webhookEndpoints.accountId, webhookEndpoints.categories),
          ),
        )
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
      return rows.map(({ id }) => id);
    },
  };
};

export const eventWrites = (db: Db) => ({
  ...eventReads(db),
  /** An event for one account without a trigger. */
  async add(event: Omit<OutboxEvent, "seq">): Promise<OutboxEvent> {
    return db.insert(events).values(event).returning().get();
  },
  /** Deletes old events with their deliveries. */
  async removeBefore(time: Date): Promise<void> {
    await db.delete(events).where(lt(events.at, time));
  },
});
