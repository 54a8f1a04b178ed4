import type { Page, PageRequest } from "#domain/listings/listing.ts";
import type { Founder, FounderFilter } from "#domain/profiles/founder.ts";
import { given } from "#domain/text/given.ts";
import { founderRanks } from "../../ranks/founder-ranks.ts";
import { statement } from "../../sql/statement.ts";
import { keptCounts } from "../../sqlite/counts.ts";
import { and, asc, desc, eq, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { founders, listingFounders, listings } from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import { matchOf, wordsOf } from "../search/match.ts";

type FounderRow = typeof founders.$inferSelect;

/** Inlined, because partial indexes need literals. */
const isLive = sql`${listings.status} = 'live'`;
const isShown = sql`${founders.liveListings} > 0`;

export const founderReads = (db: Db) => {
  const linksTo = statement(({ ids }: { ids: readonly number[] }) =>
    db
      .select({ founderId: listingFounders.founderId, title: listingFounders.title, listing: listings })
      .from(listingFounders)
      // A cross join starts with the links; otherwise SQLite starts with all live listings.
      .crossJoin(listings)
      .where(and(isOneOf(listingFounders.founderId, ids), eq(listings.id, listingFounders.listingId), isLive))
      .orderBy(desc(listings.votes), ...tieOrder),
  );
  const foundersBehind = statement(({ listingIds }: { listingIds: readonly number[] }) =>
    db
      .select({ listingId: listingFounders.listingId, founderId: listingFounders.founderId })
      .from(listingFounders)
      .where(isOneOf(listingFounders.listingId, listingIds))
      .orderBy(asc(listingFounders.position)),
  );
  const foundersById = statement(({ ids }: { ids: readonly number[] }) =>
    db.select().from(founders).where(isOneOf(founders.id, ids)),
  );
  const count = keptCounts(db);
  const ranks = founderRanks(db.$client);

  async function withCompanies(rows: FounderRow[]): Promise<Founder[]> {
    const links = await linksTo.all({ ids: rows.map(({ id }) => id) });
    const linksOf = Map.groupBy(links, ({ founderId }) => founderId);
    return rows.map(({ accountId: _account, isDemo: _demo, liveListings: _live, sortName: _sort, ...founder }) => {
      const own = linksOf.get(founder.id) ?? [];
      return { ...founder, title: own[0]?.title ?? null, companies: own.map(({ listing }) => listing) };
    });
  }

  async function foundersOf(ids: number[]): Promise<Founder[]> {
    const founders = await withCompanies(await foundersById.all({ ids }));
    const byId = new Map(founders.map((founder) => [founder.id, founder]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    /** In the order of the listings, optionally from a country. */
    async ofListings(listingIds: readonly number[], country: string | undefined): Promise<Founder[]> {
      const links = await foundersBehind.all({ listingIds });
      const some = country === undefined ? undefined : await ranks.from(country);
      const ordered = links.toSorted((a, b) => listingIds.indexOf(a.listingId) - listingIds.indexOf(b.listingId));
      const ids = new Set(ordered.map(({ founderId }) => founderId).filter((id) => some?.has(id) ?? true));
      return foundersOf([...ids]);
    },
    /** By name; with q, exact name first, then best match. */
    async list({ q, country }: FounderFilter, { page, perPage }: PageRequest): Promise<Page<Founder>> {
      const match = q === undefined ? undefined : matchOf(q);
      if (q !== undefined && q.trim() !== "" && match === undefined) return { items: [], total: 0 };
      const slice = { offset: (page - 1) * perPage, limit: perPage };
      const some = country === undefined ? undefined : await ranks.from(country);
      if (!match)
        return {
          items: await foundersOf(await ranks.ids(slice, some)),
          total: some?.count ?? (await count("founders")),
        };
      const matching = await db.$local.all<{ id: number }>(
        sql`select ${founders.id} as id from founder_search join ${founders} on ${founders.id} = founder_search.rowid
            where ${isShown} and founder_search match ${match}
            order by ${founders.name} = ${given(q).trim()} collate nocase desc, rank, ${founders.id}`,
      );
      const found = matching.flatMap(({ id }) => (some && !some.has(id) ? [] : [id]));
      return { items: await foundersOf(found.slice(slice.offset, slice.offset + perPage)), total: found.length };
    },
    async find(slug: string): Promise<Founder | undefined> {
      const row = await db
        .select()
        .from(founders)
        .where(and(eq(founders.slug, slug), isShown))
        .get();
      return row && (await withCompanies([row]))[0];
    },
    /** For hints in errors. */
    async slugsLike(typed: string, limit: number): Promise<string[]> {
      const words = wordsOf(typed).filter((word) => word.length > 2);
      if (!words.length) return [];
      const match = words.map((word) => `"${word}"*`).join(" OR ");
      return (
        await db.$local.all<{ slug: string }>(
          sql`select founders.slug from founder_search join founders on founders.id = founder_search.rowid
              where founders.live_listings > 0 and founder_search match ${match} order by rank, founders.id limit ${limit}`,
        )
      ).map(({ slug }) => slug);
    },
  };
};
