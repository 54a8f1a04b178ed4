import {
  CLAIMABLE,
  COMING,
  CONTENT,
  type Listing,
  type ListingFilter,
  type ListingInList,
  type Page,
  type PageRequest,
} from "#domain/listings/listing.ts";
import type { Snapshot } from "#domain/listings/listing-version.ts";
import { sameNames } from "#domain/listings/same-name.ts";
import { isSpelledAs } from "#domain/search/nearest.ts";
import { pick } from "#domain/text/pick.ts";
import { slugify } from "#domain/text/slug.ts";
import { type FoundPage, listingSearch } from "../../search/listing-search.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, inArray, ne, sql } from "../../sqlite/drizzle.ts";
import { isOneOfFew } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, founders, listingFounders, listingMembers, listings } from "../../sqlite/tables.ts";
import { besideById } from "./beside.ts";
import { chosenBy, type ListingsFilter } from "./chosen.ts";
import { listedInOrder } from "./listing-rows.ts";
import { countWithOwn, looksBySlug, ownValuesBySlug } from "./looks.ts";
import { statementsBySlug } from "./statements.ts";

export type Person = Pick<typeof founders.$inferSelect, "name" | "bio" | "socials"> & { title: string | null };

export const snapshotOf = (listing: Listing, people: Person[]): Snapshot => ({
  ...pick(listing, ...CONTENT, "profile", "url"),
  people: people.map(({ name, title, bio }) => ({ name, title, bio })),
  founderSocials: people[0]?.socials ?? {},
});

export type ListedListing = Pick<
  Listing,
  "id" | "slug" | "name" | "domain" | "logoUrl" | "status" | "plan" | "updatedAt"
>;

export type VotedListing = Pick<Listing, "id" | "slug" | "name" | "votes" | "isDemo">;

export const rowReads = (db: Db) => {
  const owned = statement(({ id, accountId }: { id: number; accountId: string }) =>
    db
      .select({ listing: listings })
      .from(listings)
      .innerJoin(listingMembers, eq(listingMembers.listingId, listings.id))
      .where(and(eq(listings.id, id), eq(listingMembers.accountId, accountId))),
  );
  const peopleOf = statement(({ id }: { id: number }) =>
    db
      .select({ name: founders.name, title: listingFounders.title, bio: founders.bio, socials: founders.socials })
      .from(listingFounders)
      .innerJoin(founders, eq(founders.id, listingFounders.founderId))
      .where(eq(listingFounders.listingId, id))
      .orderBy(asc(listingFounders.position)),
  );
  /** No condition on status: SQLite would read all live listings. */
  const voted = statement(({ slugs }: { slugs: readonly string[] }) =>
    db
      .select({
        ...pick(listings, "id", "slug", "name"),
        ...pick(listings, "votes", "isDemo", "status"),
      })
      .from(listings)
      .where(isOneOfFew(db, listings.slug, slugs)),
  );

  return {
    beside: besideById(db),
    looks: looksBySlug(db.$client),
    ownValues: ownValuesBySlug(db.$client),
    countWithOwn: countWithOwn(db.$client),
    statements: statementsBySlug(db.$client),
    find: statement((id: number) => db.select().from(listings).where(eq(listings.id, id))).get,
    findLive: statement((slug: string) =>
      db
        .select()
        .from(listings)
        .where(has(listings, { slug, status: "live" })),
    ).get,
    async findVoted(slugs: readonly string[]): Promise<Map<string, VotedListing>> {
      const found = await voted.all({ slugs });
      return new Map(found.filter(({ status }) => status === "live").map((listing) => [listing.slug, listing]));
    },
    findComing: statement((slug: string) =>
      db
        .select()
        .from(listings)
        .where(and(eq(listings.slug, slug), inArray(listings.status, [...COMING]))),
    ).get,
    findForBadge: statement((slug: string) =>
      db
        .select(pick(listings, "id", "slug", "name", "status", "launchedAt", "claimedMethod", "url"))
        .from(listings)
        .where(and(eq(listings.slug, slug), ne(listings.status, "removed"))),
    ).get,
    async findClaimable(slug: string): Promise<Listing | undefined> {
      return db
        .select()
        .from(listings)
        .where(and(eq(listings.slug, slug), inArray(listings.status, [...CLAIMABLE])))
        .get();
    },
    /** The listing that has the website: it was published or proven. */
    findBySite: statement((siteKey: string) =>
      db
        .select()
        .from(listings)
        .where(
          and(
            eq(listings.siteKey, siteKey),
            sql`${listings.siteHeldAt} is not null`,
            sql`${listings.status} != 'removed'`,
          ),
        ),
    ).get,
    async findOwned(id: number, accountId: string): Promise<Listing | undefined> {
      return (await owned.get({ id, accountId }))?.listing;
    },
    async listOwned(accountId: string, request: PageRequest): Promise<Page<Listing>> {
      const mine = eq(listingMembers.accountId, accountId);
      const rows = db
        .select({ listing: listings })
        .from(listings)
        .innerJoin(listingMembers, eq(listingMembers.listingId, listings.id))
        .where(mine)
        .orderBy(desc(listings.createdAt), desc(listings.id));
      const { items, total } = await pageOf(db.$count(listingMembers, mine), request, rows);
      return { items: items.map(({ listing }) => listing), total };
    },
    async snapshot(listing: Listing): Promise<Snapshot> {
      return snapshotOf(listing, await peopleOf.all({ id: listing.id }));
    },
    async people(id: number): Promise<Person[]> {
      return peopleOf.all({ id });
    },
    /** Newest first. One extra row means there are more. */
    async listAll(filter: ListingsFilter, { page, perPage }: PageRequest): Promise<ListedListing[]> {
      const where = chosenBy(db, filter);
      // Skipped rows are only ids in a narrow index.
      const narrow = where ? undefined : db.$dialect.indexedBy("listings_sorting");
      const ids = sql`(select ${listings.id} from ${listings} ${narrow} where ${where ?? sql`true`}
        order by ${listings.id} desc limit ${perPage + 1} offset ${(page - 1) * perPage})`;
      return db
        .select(pick(listings, "id", "slug", "name", "domain", "logoUrl", "status", "plan", "updatedAt"))
        .from(listings)
        .where(sql`${listings.id} in ${ids}`)
        .orderBy(desc(listings.id));
    },
    countAll: async (filter: ListingsFilter): Promise<number> => db.$count(listings, chosenBy(db, filter)),
    async idsOfAll(filter: ListingsFilter, limit: number): Promise<number[]> {
      const rows = await db
        .select(pick(listings, "id"))
        .from(listings)
        .where(chosenBy(db, filter))
        .orderBy(asc(listings.id))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    members: statement((listingId: number) =>
      db
        .select()
        .from(listingMembers)
        .where(eq(listingMembers.listingId, listingId))
        .orderBy(asc(listingMembers.createdAt)),
    ).all,
    async team(listingId: number) {
      return db
        .select({ role: listingMembers.role, account: accounts })
        .from(listingMembers)
        .innerJoin(accounts, eq(accounts.id, listingMembers.accountId))
        .where(and(eq(listingMembers.listingId, listingId), ne(accounts.status, "deleted")))
        .orderBy(asc(listingMembers.createdAt));
    },
  };
};

/** `reasons` for listings without the typed words; `related` of the total are not matches. */
type SearchedPage = Page<ListingInList> & Pick<FoundPage, "related" | "reasons" | "isLoose">;

/** Read this many extra rows, because most fit. */
const SPARE = 3;

/** Searches read committed rows, so they are unavailable inside a change. */
const searches = (db: Db) => {
  const index = listingSearch(db.$client);
  const inOrder = listedInOrder(db);
  const liveId = statement(({ slug }: { slug: string }) =>
    db
      .select({ id: listings.id })
      .from(listings)
      .where(has(listings, { slug, status: "live" })),
  );

  const named = db.$client
    .prepare<[names: string, limit: number], number>(
      "select listing_id from listing_texts where name in (select value from json_each(?)) order by listing_id limit ?",
    )
    .pluck();

  async function search(filter: ListingFilter, page: PageRequest): Promise<SearchedPage> {
    const { ids, ...found } = await index.search(filter, page);
    return { items: await inOrder(ids), ...found };
  }
  const matches = async (filter: ListingFilter, page: PageRequest): Promise<ListingInList[]> =>
    inOrder((await index.matches(filter, page)).ids);

  return {
    /**
     * Matches in the given order. Relevance: exact name, name prefix, then score. Followed by
     * related listings if few.
     */
    search,
    /** Without long texts. */
    async findLiveInList(slug: string): Promise<ListingInList | undefined> {
      const found = await liveId.get({ slug });
      return found && (await inOrder([found.id])).find(({ status }) => status === "live");
    },
    async nearestFitting(
      id: number,
      category: string,
      limit: number,
      fits: (listing: ListingInList) => boolean,
    ): Promise<ListingInList[]> {
      const ids = await index.nearest(id, category, 2 * limit);
      const found: ListingInList[] = [];
      for (let read = 0; read < ids.length && found.length < limit; ) {
        const next = ids.slice(read, read + limit - found.length + SPARE);
        found.push(...(await inOrder(next)).filter(fits));
        read += next.length;
      }
      return found.slice(0, limit);
    },
    /** Live listings with the same name, ignoring spelling and words such as "app". */
    async namesakes(name: string, limit: number): Promise<ListingInList[]> {
      return (await inOrder(named.all(JSON.stringify(sameNames(name)), limit))).filter(
        ({ status }) => status === "live",
      );
    },
    /** Most similar categories, without ancestors and descendants. */
    similarCategories: index.similarCategories,
    /** Likely categories of a text, best first. */
    likelyCategories: async (text: string, limit: number): Promise<string[]> =>
      (await index.categoriesOf(text, limit)).map(({ name }) => name),
    replaced: index.replaced,
    searchLeadsTo: index.pathOf,
    async mostVotedOf(ids: readonly number[], page: PageRequest): Promise<Page<ListingInList>> {
      return { items: await inOrder(await index.mostVoted(ids, page)), total: ids.length };
    },
    counts: index.counts,
    holds: index.holds,
    wordedFields: index.wordedFields,
    fitting: index.fitting,
    warmSearch: index.warm,
    /** Live slugs with a prefix, or else similar ones. */
    async slugsLike(typed: string, limit: number): Promise<string[]> {
      const text = slugify(typed, "");
      if (!text) return [];
      const merged = await db.all<{ slug: string }>(
        sql`select stays.slug from listings join listings stays on stays.id = listings.merged_into where listings.slug = ${text}`,
      );
      if (merged.length) return merged.map(({ slug }) => slug);
      const starting = await db.all<{ slug: string }>(
        sql`select listings.slug from listings
          cross join listings figures ${db.$dialect.indexedBy("listings_sorting")}
          where figures.id = listings.id and figures.status = 'live' and listings.slug >= ${text} and listings.slug < ${`${text}~`}
          order by figures.votes desc, listings.slug limit ${limit}`,
      );
      if (starting.length >= limit) return starting.map((row) => row.slug);
      const words = text.split("-");
      const like = (q: string) => matches({ status: "live", sort: "relevance", q }, { page: 1, perPage: limit });
      const same = words.length > 1 ? (await like(words.join(""))).filter(({ slug }) => isSpelledAs(slug, text)) : [];
      let near = await like(words.join(" "));
      if (!near.length && words.length > 1) near = await like(words[0] ?? "");
      return [...new Set([...same, ...starting, ...near].map((row) => row.slug))].slice(0, limit);
    },
  };
};

export const listingReads = (db: Db) => ({ ...rowReads(db), ...searches(db) });
