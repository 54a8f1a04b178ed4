import type { Listing, ListingStatus } from "#domain/listings/listing.ts";
import { STATUS_REASONS } from "#domain/listings/stored-words.ts";
import { pick } from "#domain/text/pick.ts";
import { inEnglish } from "#languages/words.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { alias, and, asc, desc, eq, inArray, isNotNull, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { declinedAlternatives, drafts, listingAlternatives, listings, teamPicks } from "../../sqlite/tables.ts";

/** Columns for the site team only. */
export type Held = {
  statusBefore: ListingStatus | null;
  mergedInto: { id: number; slug: string; name: string } | null;
};
type Named = { id: number; slug: string; name: string };
/** A listing whose draft names another listed product. */
export type Suggestion = { listing: Named; alternative: Named };

const MOST_SUGGESTIONS = 200;

const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, "") ?? "";

export const moderationReads = (db: Db) => {
  const named = { ...pick(listings, "id", "slug", "name") };
  const stays = alias(listings, "stays");
  const mergedSlug = statement(({ slug }: { slug: string }) =>
    db
      .select({ slug: stays.slug })
      .from(listings)
      .innerJoin(stays, eq(stays.id, listings.mergedInto))
      .where(and(eq(listings.slug, slug), isNotNull(listings.mergedInto))),
  );
  // Nearly all slugs need only this, at a quarter of the time.
  const isMerged = statement(({ slug }: { slug: string }) =>
    db
      .select({ id: listings.mergedInto })
      .from(listings)
      .where(and(eq(listings.slug, slug), isNotNull(listings.mergedInto))),
  );
  const picks = statement(({ week }: { week: string }) =>
    db
      .select({ listing: listings })
      .from(teamPicks)
      .innerJoin(listings, has(listings, { id: teamPicks.listingId, status: "live" }))
      .where(eq(teamPicks.week, week))
      .orderBy(asc(teamPicks.at), asc(listings.id)),
  );

  return {
    async held(id: number): Promise<Held> {
      const row = await db
        .select({
          statusBefore: listings.statusBefore,
          mergedInto: pick(stays, "id", "slug", "name"),
        })
        .from(listings)
        .leftJoin(stays, eq(stays.id, listings.mergedInto))
        .where(eq(listings.id, id))
        .get();
      return { statusBefore: row?.statusBefore ?? null, mergedInto: row?.mergedInto ?? null };
    },
    async mergedSlug(slug: string): Promise<string | undefined> {
      return (await isMerged.get({ slug })) && (await mergedSlug.get({ slug }))?.slug;
    },
    async findBySlug(slug: string): Promise<Listing | undefined> {
      return db.select().from(listings).where(eq(listings.slug, slug)).get();
    },
    async picks(week: string): Promise<Listing[]> {
      return (await picks.all({ week })).map(({ listing }) => listing);
    },
    async pickedWeeks(listingId: number): Promise<string[]> {
      return (
        await db
          .select({ week: teamPicks.week })
          .from(teamPicks)
          .where(eq(teamPicks.listingId, listingId))
          .orderBy(desc(teamPicks.week))
      ).map(({ week }) => week);
    },
    async alternatives(listingId: number): Promise<Named[]> {
      return db
        .select(named)
        .from(listingAlternatives)
        .innerJoin(listings, eq(listings.id, listingAlternatives.alternativeId))
        .where(eq(listingAlternatives.listingId, listingId))
        .orderBy(asc(listingAlternatives.position), asc(listings.id));
    },
    async declined(listingId: number): Promise<Named[]> {
      return db
        .select(named)
        .from(declinedAlternatives)
        .innerJoin(listings, eq(listings.id, declinedAlternatives.alternativeId))
        .where(eq(declinedAlternatives.listingId, listingId))
        .orderBy(asc(listings.id));
    },
    /** Undecided suggestions: live products that drafts of live listings name as competitors. */
    async suggestions(listingId?: number): Promise<Suggestion[]> {
      // Drafts first, by a small index: most name nobody.
      const drafted = await db
        .select({ id: drafts.listingId, url: sql<string>`json_extract(${drafts.content}, '$.competitor.url')` })
        .from(drafts)
        .where(
          and(
            sql`json_extract(${drafts.content}, '$.competitor.url') is not null`,
            listingId === undefined ? undefined : eq(drafts.listingId, listingId),
          ),
        )
        .orderBy(desc(drafts.updatedAt))
        .limit(MOST_SUGGESTIONS);
      const live = new Map(
        (
          await db
            .select(named)
            .from(listings)
            .where(
              and(
                inArray(
                  listings.id,
                  drafted.flatMap(({ id }) => id ?? []),
                ),
                eq(listings.status, "live"),
              ),
            )
        ).map((listing) => [listing.id, listing]),
      );
      const rows = drafted.flatMap(({ id, url }) => {
        const listing = id === null ? undefined : live.get(id);
        return listing ? [{ listing, url }] : [];
      });
      const hosts = [...new Set(rows.map(({ url }) => hostOf(url)))];
      if (!hosts.length) return [];
      const known = await db
        .select({ ...named, domain: listings.domain })
        .from(listings)
        .where(and(inArray(listings.domain, hosts), eq(listings.status, "live")));
      const ids = rows.map(({ listing }) => listing.id);
      const decided = new Set<string>();
      for (const table of [listingAlternatives, declinedAlternatives]) {
        const pairs = db
          .select({ listingId: table.listingId, alternativeId: table.alternativeId })
          .from(table)
          .where(inArray(table.listingId, ids));
        for (const { listingId, alternativeId } of await pairs) decided.add(`${listingId} ${alternativeId}`);
      }
      return rows.flatMap(({ listing, url }) =>
        known
          .filter(
            ({ domain, id }) => domain === hostOf(url) && id !== listing.id && !decided.has(`${listing.id} ${id}`),
          )
          .map(({ domain: _, ...alternative }) => ({ listing, alternative })),
      );
    },
  };
};

export const moderationWrites = (db: Db) => ({
  ...moderationReads(db),
  async hold(
    id: number,
    state: { status: ListingStatus; statusReason: string | null; statusBefore: ListingStatus | null },
    now: Date,
  ): Promise<void> {
    await db
      .update(listings)
      .set({ ...state, updatedAt: now })
      .where(eq(listings.id, id));
  },
  /** Merges a duplicate: redirects its URL and moves billboard money and alternatives. */
  async mergeRow(fromId: number, into: Named, now: Date): Promise<void> {
    const statusReason = inEnglish(STATUS_REASONS.merged(into.name));
    await db
      .update(listings)
      .set({ mergedInto: into.id, status: "removed", statusReason, statusBefore: null, updatedAt: now })
      .where(eq(listings.id, fromId));
    await db.update(listings).set({ mergedInto: into.id }).where(eq(listings.mergedInto, fromId));
    await db.run(sql`update billboard_contributions set listing_id = ${into.id} where listing_id = ${fromId}`);
    await db.run(sql`update listing_alternatives set alternative_id = ${into.id}
               where alternative_id = ${fromId} and listing_id != ${into.id} and not exists (
                 select 1 from listing_alternatives known
                 where known.alternative_id = ${into.id} and known.listing_id = listing_alternatives.listing_id)`);
  },
  async setPick(listingId: number, week: string, isPicked: boolean, at: Date): Promise<void> {
    if (isPicked) await db.insert(teamPicks).values({ listingId, week, at }).onConflictDoNothing();
    else await db.delete(teamPicks).where(has(teamPicks, { listingId, week }));
  },
  async declineAlternative(listingId: number, alternativeId: number): Promise<void> {
    await db.insert(declinedAlternatives).values({ listingId, alternativeId }).onConflictDoNothing();
  },
});
