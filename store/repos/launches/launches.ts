import type { SQL } from "drizzle-orm";
import { weekAfter } from "#domain/launches/launch-week.ts";
import type { Contender } from "#domain/launches/ranking.ts";
import { freeRoomIn, type Places, roomIn } from "#domain/launches/week-list.ts";
import { COMING, type Listing, type ListingInList, type ListingStatus } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { type ListingFigure, listingRanks } from "../../ranks/listing-ranks.ts";
import type { Slice } from "../../ranks/rank.ts";
import { has } from "../../sql/has.ts";
import { statement, type Values } from "../../sql/statement.ts";
import { keptCounts } from "../../sqlite/counts.ts";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { launchWeeks, listings, votes, weekSlots, weekWaits } from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import { listedInOrder } from "../listings/listing-rows.ts";
import { standsAt } from "./places.ts";

export type Window = { startsAt: Date; endsAt: Date };
/** Taken places of a week and its capacity. Listings waiting for a badge take none. */
type Room = { booked: number; capacity: number };
export type Launch = { listing: ListingInList; votes: number };
/** A launch with its total votes and those of the week. */
export type Standing = { slug: string; votes: number; weekVotes: number };
export type Feed = "trending" | "most-voted" | "recent" | "most-viewed" | "most-followed";
const FEEDS: Record<Feed, ListingFigure> = {
  trending: "trending",
  "most-voted": "votes",
  recent: "listed_at",
  "most-viewed": "views",
  "most-followed": "followers",
};

const DAY_MS = 24 * 3600_000;
const isLive = eq(listings.status, "live");
const isBooked = inArray(listings.status, ["awaiting_badge", "scheduled", "live"]);
/** Kinds of claims to a place; the best one counts. */
const [PAID, FREE, OFFERED, AWAITED] = [0, 1, 2, 3];
const isUpcoming = inArray(listings.status, [...COMING]);

const NOBODY = { paid: 0, free: 0, offered: 0, awaited: 0 };

export const launchReads = (db: Db) => {
  const counted = <Wanted extends Values>(where: (wanted: Wanted) => SQL | undefined) => {
    const total = statement((wanted: Wanted) =>
      db.select({ count: sql<number>`count(*)` }).from(listings).where(where(wanted)),
    );
    return async (wanted: Wanted): Promise<number> => (await total.get(wanted))?.count ?? 0;
  };
  const ordered = <Wanted extends Values>(where: (wanted: Wanted) => SQL | undefined, order: SQL[]) => {
    const total = counted(where);
    const some = statement((wanted: Wanted & Slice) =>
      db
        .select()
        .from(listings)
        .where(where(wanted))
        .orderBy(...order)
        .limit(wanted.limit)
        .offset(wanted.offset),
    );
    return async (wanted: Wanted, slice: Slice): Promise<{ rows: Listing[]; total: number }> => ({
      rows: await some.all({ ...wanted, ...slice }),
      total: await total(wanted),
    });
  };
  const launchedIn = ({ startsAt, endsAt }: Window) =>
    given(and(isLive, gte(listings.launchedAt, startsAt), lt(listings.launchedAt, endsAt)));
  const countLaunched = counted(launchedIn);

  /** The order of byWeekRank in domain/launches/ranking.ts; a test compares them. */
  const reached = sql<number | null>`max(${votes.at})`;
  const votesCast = sql<number>`count(${votes.id})`;
  const contenders = statement(({ isDemo, offset, limit, ...window }: Window & Slice & { isDemo?: boolean }) => {
    const cast = and(
      has(votes, { listingId: listings.id, counted: true }),
      gte(votes.at, window.startsAt),
      lt(votes.at, window.endsAt),
    );
    return db
      .select({
        ...{ id: listings.id, slug: listings.slug, total: listings.votes },
        ...{ votes: votesCast, reached, launchedAt: listings.launchedAt },
      })
      .from(listings)
      .leftJoin(votes, cast)
      .where(and(launchedIn(window), isDemo === undefined ? undefined : eq(listings.isDemo, isDemo)))
      .groupBy(listings.id)
      .orderBy(desc(votesCast), sql`${reached} nulls first`, ...tieOrder)
      .limit(limit)
      .offset(offset);
  });

  const rankBy = listingRanks(db.$client);
  const inOrder = listedInOrder(db);
  const count = keptCounts(db);
  const upcoming = ordered(
    ({ monday }: { monday?: string | undefined }) =>
      and(isUpcoming, monday === undefined ? undefined : eq(listings.launchWeek, monday)),
    [
      sql`${listings.launchWeek} is null`,
      asc(listings.launchWeek),
      sql`${listings.launchAt} nulls first`,
      asc(listings.id),
    ],
  );
  const nextPlanned = statement(({ now }: { now: Date }) =>
    db
      .select({ at: listings.launchAt })
      .from(listings)
      .where(and(eq(listings.status, "scheduled"), gt(listings.launchAt, now)))
      .orderBy(asc(listings.launchAt))
      .limit(1),
  );

  const bookings = statement(({ mondays, now }: { mondays: readonly string[]; now: Date }) => {
    const inCalendar = db
      .select({
        week: listings.launchWeek,
        id: listings.id,
        claim: sql<number>`case when ${listings.status} = 'awaiting_badge' then ${AWAITED}
            when ${listings.plan} = 'launch' then ${PAID} else ${FREE} end`.as("claim"),
      })
      .from(listings)
      .where(and(isOneOf(listings.launchWeek, mondays), isBooked));
    // A paid launch has its place from payment on; an open payment holds one.
    const paid = db
      .select({ week: weekSlots.week, id: weekSlots.listingId, claim: sql<number>`${PAID}`.as("claim") })
      .from(weekSlots)
      .where(and(eq(weekSlots.kind, "launch"), isOneOf(weekSlots.week, mondays), standsAt(now)));
    const offered = db
      .select({ week: weekWaits.week, id: weekWaits.listingId, claim: sql<number>`${OFFERED}`.as("claim") })
      .from(weekWaits)
      .where(and(isNull(weekWaits.outcome), isOneOf(weekWaits.week, mondays), gt(weekWaits.offerEndsAt, now)));
    const booking = inCalendar.unionAll(paid).unionAll(offered).as("booking");
    const place = db
      .select({ week: booking.week, id: booking.id, claim: sql<number>`min(${booking.claim})`.as("best") })
      .from(booking)
      .groupBy(booking.week, booking.id)
      .as("place");
    const count = (claim: number | undefined) => sql<number>`sum(${place.claim} = ${claim})`;
    return db
      .select({
        week: place.week,
        paid: count(PAID),
        free: count(FREE),
        offered: count(OFFERED),
        awaited: count(AWAITED),
      })
      .from(place)
      .groupBy(place.week);
  });
  const weeksOf = statement(({ mondays }: { mondays: readonly string[] }) =>
    db.select().from(launchWeeks).where(isOneOf(launchWeeks.monday, mondays)),
  );
  const waitingFor = statement(({ mondays }: { mondays: readonly string[] }) =>
    db
      .select({ week: weekWaits.week, plan: weekWaits.plan })
      .from(weekWaits)
      .where(and(has(weekWaits, { outcome: null, offeredAt: null }), isOneOf(weekWaits.week, mondays)))
      .orderBy(asc(weekWaits.id)),
  );
  /** Places of each week, in order; paid includes held ones. */
  async function places(mondays: readonly string[], now: Date): Promise<Places[]> {
    const booked = await bookings.all({ mondays, now });
    const own = await weeksOf.all({ mondays });
    const waiting = await waitingFor.all({ mondays });
    return mondays.map((monday) => {
      const { paid, free, offered, awaited } = booked.find(({ week }) => week === monday) ?? NOBODY;
      return {
        ...{ free, paid, awaited, offered },
        waiting: waiting.filter(({ week }) => week === monday).map(({ plan }) => plan),
        own: own.find((week) => week.monday === monday)?.capacity ?? null,
      };
    });
  }
  /** Taken places of each week, including those offered to the waiting list. */
  const rooms = async (mondays: readonly string[], defaultCapacity: number, now: Date): Promise<Room[]> =>
    (await places(mondays, now)).map((week) => {
      const { free, paid, offered, own } = week;
      const capacity = own ?? defaultCapacity;
      const taken = free + paid + offered;
      return { booked: Math.max(taken, capacity - roomIn(week, defaultCapacity)), capacity };
    });

  return {
    async firstLaunchAt(): Promise<Date | undefined> {
      const at = (
        await db
          .select({ at: sql<number | null>`min(${listings.launchedAt})` })
          .from(listings)
          .where(isLive)
          .get()
      )?.at;
      return at == null ? undefined : new Date(at);
    },
    /** When races of a day began; `withVotes`, only those with votes of their first 24 hours. */
    async raceTimes(withVotes: boolean): Promise<Date[]> {
      const voted = sql`exists (select 1 from ${votes} where ${votes.listingId} = ${listings.id} and ${votes.counted} = 1
        and ${votes.at} >= ${listings.launchedAt} and ${votes.at} < ${listings.launchedAt} + ${DAY_MS})`;
      const rows = await db
        .selectDistinct({ at: listings.launchedAt })
        .from(listings)
        .where(and(isLive, isNotNull(listings.launchedAt), withVotes ? voted : undefined));
      return rows.flatMap(({ at }) => at ?? []);
    },
    async launchedBetween(startsAt: Date, endsAt: Date, limit: number): Promise<Listing[]> {
      return db
        .select()
        .from(listings)
        .where(
          sql`${isLive} and ${listings.launchedAt} >= ${startsAt.getTime()} and ${listings.launchedAt} < ${endsAt.getTime()}`,
        )
        .orderBy(desc(listings.launchedAt), asc(listings.id))
        .limit(limit);
    },
    async inWindow(window: Window, slice: Slice): Promise<{ rows: Launch[]; total: number }> {
      const found = await contenders.all({ ...window, ...slice });
      const listed = await inOrder(found.map(({ id }) => id));
      const votes = new Map(found.map((row) => [row.id, row.votes]));
      return {
        rows: listed.map((listing) => ({ listing, votes: given(votes.get(listing.id)) })),
        total: await countLaunched(window),
      };
    },
    countLaunched,
    async contenders(window: Window): Promise<Contender[]> {
      const all = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
      return (await contenders.all({ ...window, ...all, isDemo: false })).map((row) => ({
        listingId: row.id,
        votes: row.votes,
        reachedAt: row.reached === null ? null : new Date(row.reached),
        launchedAt: given(row.launchedAt),
      }));
    },
    async standings(window: Window, limit: number): Promise<Standing[]> {
      return (await contenders.all({ ...window, offset: 0, limit })).map(({ slug, total, votes }) => ({
        ...{ slug, votes: total, weekVotes: votes },
      }));
    },
    async feed(feed: Feed, slice: Slice): Promise<{ rows: ListingInList[]; total: number }> {
      return { rows: await inOrder(await rankBy(FEEDS[feed]).ids(slice)), total: await count("live") };
    },
    async voted(slice: Slice): Promise<{ rows: ListingInList[]; total: number }> {
      const total = await count("voted");
      const limit = Math.max(0, Math.min(slice.limit, total - slice.offset));
      return { rows: await inOrder(await rankBy("votes").ids({ ...slice, limit })), total };
    },
    async upcoming(monday: string | undefined, slice: Slice): Promise<{ rows: Listing[]; total: number }> {
      return upcoming({ monday }, slice);
    },

    /** Due scheduled listings; `monday` is the current week. */
    async due(now: Date, monday: string): Promise<Listing[]> {
      const hasCome = or(
        lte(listings.launchAt, now),
        and(isNull(listings.launchAt), isNotNull(listings.launchWeek), lte(listings.launchWeek, monday)),
      );
      const where = and(eq(listings.status, "scheduled"), hasCome);
      return db.select().from(listings).where(where).orderBy(asc(listings.id));
    },
    /** Free listings whose week started without their badge. */
    async withoutBadge(monday: string): Promise<Listing[]> {
      const where = and(eq(listings.status, "awaiting_badge"), lte(listings.launchWeek, monday));
      return db.select().from(listings).where(where).orderBy(asc(listings.id));
    },
    /** All scheduled listings, for a site without launch weeks. */
    async scheduled(): Promise<Listing[]> {
      return db.select().from(listings).where(eq(listings.status, "scheduled")).orderBy(asc(listings.id));
    },
    /** Upcoming listings without a week: they chose a plan while the site had none. */
    async withoutWeek(): Promise<Listing[]> {
      const where = and(isUpcoming, isNull(listings.launchWeek), isNull(listings.launchAt));
      return db.select().from(listings).where(where).orderBy(asc(listings.id));
    },
    /** The next launch planned at a specific time. */
    async nextPlanned(now: Date): Promise<Date | undefined> {
      return (await nextPlanned.get({ now }))?.at ?? undefined;
    },
    rooms,
    async room(monday: string, defaultCapacity: number, now: Date): Promise<Room> {
      const [room] = await rooms([monday], defaultCapacity, now);
      return given(room);
    },
    places,
    async placesIn(monday: string, now: Date): Promise<Places> {
      const [week] = await places([monday], now);
      return given(week);
    },
    /** The first of `weeks` weeks with room for a free launch, after those waiting for a badge. */
    async firstWithRoom(
      monday: string,
      weeks: number,
      { WEEK_CAPACITY, SITE_TIMEZONE }: { WEEK_CAPACITY: number; SITE_TIMEZONE: string },
      now: Date,
    ): Promise<string | undefined> {
      const mondays = Array.from({ length: weeks }, (_, ahead) => weekAfter({ monday }, SITE_TIMEZONE, ahead).monday);
      const open = (await places(mondays, now)).findIndex((week) => freeRoomIn(week, WEEK_CAPACITY) > 0);
      return mondays[open];
    },
  };
};

export const launchWrites = (db: Db) => ({
  ...launchReads(db),
  async goLive(
    id: number,
    { launchedAt, monday, now }: { launchedAt: Date; monday: string | null; now: Date },
  ): Promise<boolean> {
    const { changes } = await db
      .update(listings)
      .set({ status: "live", statusReason: null, launchedAt, launchWeek: monday, updatedAt: now })
      .where(has(listings, { id, status: "scheduled" }));
    return changes > 0;
  },
  async reserveFree(id: number, monday: string | null, now: Date): Promise<Listing> {
    return db
      .update(listings)
      .set({
        status: "awaiting_badge",
        plan: "free",
        launchWeek: monday,
        launchAt: null,
        statusReason: null,
        updatedAt: now,
      })
      .where(has(listings, { id, status: "draft" }))
      .returning()
      .get();
  },
  /** Removes an unlaunched listing from the calendar. */
  async leaveQueue(id: number, reason: string, now: Date): Promise<void> {
    await db
      .update(listings)
      .set({
        status: "draft",
        plan: "none",
        launchWeek: null,
        launchAt: null,
        statusReason: reason,
        updatedAt: now,
      })
      .where(and(eq(listings.id, id), isUpcoming));
  },
  /** Applies a badge check, keeping the listing's place. */
  async setBadgeStatus(id: number, status: ListingStatus, reason: string | null, now: Date): Promise<void> {
    await db
      .update(listings)
      .set({ status, statusReason: reason, updatedAt: now })
      .where(has(listings, { id, plan: "free" }));
  },
  async rebook(id: number, monday: string, now: Date): Promise<void> {
    await db
      .update(listings)
      .set({ launchWeek: monday, launchAt: null, updatedAt: now })
      .where(and(eq(listings.id, id), isUpcoming));
  },
  /** A day of its week for a listing that has not launched. */
  async setDay(id: number, launchAt: Date, now: Date): Promise<void> {
    await db
      .update(listings)
      .set({ launchAt, updatedAt: now })
      .where(and(eq(listings.id, id), isUpcoming));
  },
  /** For a site without launch weeks: what waits for its badge waits for nothing else. */
  async forgetWeeks(now: Date): Promise<void> {
    await db
      .update(listings)
      .set({ launchWeek: null, launchAt: null, updatedAt: now })
      .where(and(eq(listings.status, "awaiting_badge"), isNotNull(listings.launchWeek)));
  },
  /** Null resets to WEEK_CAPACITY. */
  async setCapacity(monday: string, capacity: number | null): Promise<void> {
    await db
      .insert(launchWeeks)
      .values({ monday, capacity })
      .onConflictDoUpdate({ target: launchWeeks.monday, set: { capacity } });
  },
});
