import type { SQL } from "drizzle-orm";
import { weekAfter } from "../../domain/launch-week.ts";
import type { Listing, ListingStatus } from "../../domain/listing.ts";
import type { Contender } from "../../domain/ranking.ts";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
} from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { launchWeeks, listings, votes, weekSlots } from "../sqlite/tables.ts";
import { tieOrder } from "../sqlite/tie-order.ts";
import type { Slice } from "./figures.ts";

export type Window = { startsAt: Date; endsAt: Date };
/** Booked places and capacity of a week. */
type Room = { booked: number; capacity: number };
/** A launch with the counted votes that were cast inside the window in which it launched. */
export type Launch = { listing: Listing; votes: number };
/** Feeds of live listings that have no window. */
export type Feed = "trending" | "most-voted" | "recent" | "most-viewed" | "most-followed";

const FEEDS: Record<Feed, SQL[]> = {
  trending: [desc(listings.trending), ...tieOrder],
  "most-voted": [desc(listings.votes), ...tieOrder],
  recent: [desc(listings.launchedAt), asc(listings.id)],
  "most-viewed": [desc(listings.views), ...tieOrder],
  "most-followed": [desc(listings.followers), ...tieOrder],
};

const isLive = eq(listings.status, "live");
/** Statuses that hold a place in a week. */
const isBooked = inArray(listings.status, ["awaiting_badge", "scheduled", "live"]);
const isUpcoming = inArray(listings.status, ["awaiting_badge", "scheduled"]);

export const launchReads = (db: Db) => {
  const count = async (where: SQL | undefined): Promise<number> =>
    (await db.select({ count: sql<number>`count(*)` }).from(listings).where(where).get())?.count ?? 0;
  const launchedIn = ({ startsAt, endsAt }: Window) =>
    and(isLive, gte(listings.launchedAt, startsAt), lt(listings.launchedAt, endsAt))!;

  /** Same order as byWeekRank in domain/ranking.ts; a test compares them. */
  const contenders = (window: Window, extra: SQL | undefined, { offset, limit }: Slice) => {
    const cast = and(
      eq(votes.listingId, listings.id),
      eq(votes.counted, true),
      gte(votes.at, window.startsAt),
      lt(votes.at, window.endsAt),
    );
    const reached = sql<number | null>`max(${votes.at})`;
    const counted = sql<number>`count(${votes.id})`;
    return db
      .select({ id: listings.id, votes: counted, reached, launchedAt: listings.launchedAt })
      .from(listings)
      .leftJoin(votes, cast)
      .where(and(launchedIn(window), extra))
      .groupBy(listings.id)
      .orderBy(desc(counted), asc(reached), ...tieOrder)
      .limit(limit)
      .offset(offset)
      .all();
  };

  const capacityOf = async (monday: string): Promise<number | null | undefined> =>
    (await db.select({ capacity: launchWeeks.capacity }).from(launchWeeks).where(eq(launchWeeks.monday, monday)).get())
      ?.capacity;

  const holdsSlot = (monday: string) =>
    inArray(
      listings.id,
      db
        .select({ id: weekSlots.listingId })
        .from(weekSlots)
        .where(and(eq(weekSlots.kind, "launch"), eq(weekSlots.week, monday))),
    );
  /** The free places in each of the weeks, in order. */
  async function rooms(mondays: readonly string[], defaultCapacity: number): Promise<Room[]> {
    const inCalendar = db
      .select({ week: listings.launchWeek, id: listings.id })
      .from(listings)
      .where(and(inArray(listings.launchWeek, [...mondays]), isBooked));
    // A paid launch holds its place from the payment on, even before the listing is in the
    // calendar.
    const paid = db
      .select({ week: weekSlots.week, id: weekSlots.listingId })
      .from(weekSlots)
      .where(and(eq(weekSlots.kind, "launch"), inArray(weekSlots.week, [...mondays])));
    const places = inCalendar.union(paid).as("places");
    const booked = await db
      .select({ week: places.week, count: sql<number>`count(*)` })
      .from(places)
      .groupBy(places.week)
      .all();
    const own = await db
      .select()
      .from(launchWeeks)
      .where(inArray(launchWeeks.monday, [...mondays]))
      .all();
    return mondays.map((monday) => ({
      booked: booked.find(({ week }) => week === monday)?.count ?? 0,
      capacity: own.find((week) => week.monday === monday)?.capacity ?? defaultCapacity,
    }));
  }

  return {
    /** Live listings that launched in a window, by the votes that were cast inside it. */
    async inWindow(window: Window, slice: Slice): Promise<{ rows: Launch[]; total: number }> {
      const found = await contenders(window, undefined, slice);
      const ids = found.map(({ id }) => id);
      const rows = ids.length ? await db.select().from(listings).where(inArray(listings.id, ids)).all() : [];
      const byId = new Map(rows.map((row) => [row.id, row]));
      return {
        rows: found.map(({ id, votes }) => ({ listing: byId.get(id)!, votes })),
        total: await count(launchedIn(window)),
      };
    },
    /** All launches of a window that can win an award. */
    async contenders(window: Window): Promise<Contender[]> {
      return (await contenders(window, eq(listings.isDemo, false), { offset: 0, limit: -1 })).map((row) => ({
        listingId: row.id,
        votes: row.votes,
        reachedAt: row.reached === null ? null : new Date(row.reached),
        launchedAt: row.launchedAt!,
      }));
    },
    async feed(feed: Feed, { offset, limit }: Slice): Promise<{ rows: Listing[]; total: number }> {
      const rows = await db
        .select()
        .from(listings)
        .where(isLive)
        .orderBy(...FEEDS[feed])
        .limit(limit)
        .offset(offset)
        .all();
      return { rows, total: await count(isLive) };
    },
    /** Live listings with votes; with equal votes, the earlier launch is ahead. */
    async voted({ offset, limit }: Slice): Promise<{ rows: Listing[]; total: number }> {
      const voted = and(isLive, gt(listings.votes, 0));
      const rows = await db
        .select()
        .from(listings)
        .where(voted)
        .orderBy(desc(listings.votes), ...tieOrder)
        .limit(limit)
        .offset(offset)
        .all();
      return { rows, total: await count(voted) };
    },
    /** Booked launches, the next one first; of one week if `monday` is given. */
    async upcoming(monday: string | undefined, { offset, limit }: Slice): Promise<{ rows: Listing[]; total: number }> {
      const where = and(isUpcoming, monday === undefined ? undefined : eq(listings.launchWeek, monday));
      const rows = await db
        .select()
        .from(listings)
        .where(where)
        .orderBy(
          sql`${listings.launchWeek} is null`,
          asc(listings.launchWeek),
          asc(listings.launchAt),
          asc(listings.id),
        )
        .limit(limit)
        .offset(offset)
        .all();
      return { rows, total: await count(where) };
    },

    /** Scheduled listings that are due; `monday` names the week of `now`. */
    async due(now: Date, monday: string): Promise<Listing[]> {
      const hasCome = or(
        lte(listings.launchAt, now),
        and(isNull(listings.launchAt), isNotNull(listings.launchWeek), lte(listings.launchWeek, monday)),
      );
      const where = and(eq(listings.status, "scheduled"), hasCome);
      return db.select().from(listings).where(where).orderBy(asc(listings.id)).all();
    },
    /** Free listings whose week started before their badge was found. */
    async withoutBadge(monday: string): Promise<Listing[]> {
      const where = and(eq(listings.status, "awaiting_badge"), lte(listings.launchWeek, monday));
      return db.select().from(listings).where(where).orderBy(asc(listings.id)).all();
    },
    /** The next planned launch after `now`, apart from starts of weeks. */
    async nextPlanned(now: Date): Promise<Date | undefined> {
      const planned = and(eq(listings.status, "scheduled"), gt(listings.launchAt, now));
      return (
        (
          await db
            .select({ at: listings.launchAt })
            .from(listings)
            .where(planned)
            .orderBy(asc(listings.launchAt))
            .limit(1)
            .get()
        )?.at ?? undefined
      );
    },
    rooms,
    async room(monday: string, defaultCapacity: number): Promise<Room> {
      const [room] = await rooms([monday], defaultCapacity);
      return room!;
    },
    /** Bookings of a week: listings by plan, and paid launches that are not in the calendar yet. */
    async placesIn(monday: string): Promise<{ free: number; paid: number; own: number | null }> {
      const inWeek = and(eq(listings.launchWeek, monday), isBooked);
      const free = await count(and(inWeek, ne(listings.plan, "launch"), not(holdsSlot(monday))));
      return {
        free,
        paid: (await count(or(inWeek, holdsSlot(monday)))) - free,
        own: (await capacityOf(monday)) ?? null,
      };
    },
    /** The first of `weeks` weeks from `monday` on with room; undefined if all are full. */
    async firstWithRoom(
      monday: string,
      weeks: number,
      { WEEK_CAPACITY, SITE_TIMEZONE }: { WEEK_CAPACITY: number; SITE_TIMEZONE: string },
    ): Promise<string | undefined> {
      const mondays = Array.from({ length: weeks }, (_, ahead) => weekAfter({ monday }, SITE_TIMEZONE, ahead).monday);
      const open = (await rooms(mondays, WEEK_CAPACITY)).findIndex(({ booked, capacity }) => booked < capacity);
      return mondays[open];
    },
  };
};

export const launchWrites = (db: Db) => ({
  ...launchReads(db),
  /** Makes a scheduled listing live. Returns false if it already is. */
  async goLive(
    id: number,
    { launchedAt, monday, now }: { launchedAt: Date; monday: string; now: Date },
  ): Promise<boolean> {
    const { changes } = await db
      .update(listings)
      .set({ status: "live", statusReason: null, launchedAt, launchWeek: monday, updatedAt: now })
      .where(and(eq(listings.id, id), eq(listings.status, "scheduled")))
      .run();
    return changes > 0;
  },
  /** Adds a saved listing to the free queue, and holds its week until its badge is found. */
  async reserveFree(id: number, monday: string, now: Date): Promise<Listing> {
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
      .where(and(eq(listings.id, id), eq(listings.status, "draft")))
      .returning()
      .get();
  },
  /** Applies a badge check to a free listing, keeping its place in the calendar. */
  async setBadgeStatus(id: number, status: ListingStatus, reason: string | null, now: Date): Promise<void> {
    await db
      .update(listings)
      .set({ status, statusReason: reason, updatedAt: now })
      .where(and(eq(listings.id, id), eq(listings.plan, "free")))
      .run();
  },
  /** Another week for a listing that is not live yet. */
  async rebook(id: number, monday: string, now: Date): Promise<void> {
    await db
      .update(listings)
      .set({ launchWeek: monday, launchAt: null, updatedAt: now })
      .where(and(eq(listings.id, id), isUpcoming))
      .run();
  },
  /** Null resets a week to the setting WEEK_CAPACITY. */
  async setCapacity(monday: string, capacity: number | null): Promise<void> {
    await db
      .insert(launchWeeks)
      .values({ monday, capacity })
      .onConflictDoUpdate({ target: launchWeeks.monday, set: { capacity } })
      .run();
  },
});
