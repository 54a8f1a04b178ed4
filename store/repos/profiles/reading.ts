import type { Listing, ListingCard, ListingInList, Page, PageRequest } from "../../../domain/listings/listing.ts";
import type {
  Founder,
  FounderFilter,
  InterviewQuestion,
  PageAddress,
  Post,
  Product,
  Shard,
} from "../../../domain/profiles/reading.ts";
import { beginningOf, stemOf, tellingWords } from "../../../domain/search/question-words.ts";
import { founderRanks } from "../../ranks/founder-ranks.ts";
import { statement } from "../../sql/statement.ts";
import { keptCounts } from "../../sqlite/counts.ts";
import { and, asc, desc, eq, inArray, not, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  categories,
  founders,
  interviewQuestions,
  listingAlternatives,
  listingFounders,
  listings,
  posts,
  products,
} from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import { besideById } from "../listings/beside.ts";
import { listedInOrder } from "../listings/listing-rows.ts";
import { looksBySlug } from "../listings/looks.ts";
import { statementsBySlug } from "../listings/statements.ts";
import { pictureAddresses } from "../pictures/picture-addresses.ts";

type FounderRow = typeof founders.$inferSelect;
/** A post without a date is a draft. */
const asPublished = ({ publishedAt, ...post }: typeof posts.$inferSelect): Post[] =>
  publishedAt ? [{ ...post, publishedAt }] : [];

/** Inlined, because partial indexes do not work with bound parameters. */
const isLive = sql`${listings.status} = 'live'`;
const isShown = sql`${founders.liveListings} > 0`;

/**
 * The words of a query. The index folds case and accents. Quoted later, so that input has no
 * operators.
 */
const wordsOf = (typed: string): string[] =>
  typed
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, 8);

/** Every query word must be a prefix in the text. Undefined if the query has no words. */
function matchOf(q: string): string | undefined {
  const words = wordsOf(q);
  return words.length ? words.map((word) => `"${word}"*`).join(" ") : undefined;
}

/** Any of the words that say what is asked for may occur, in any form. Undefined if the query has none. */
function looseMatchOf(q: string): string | undefined {
  const beginnings = new Set(tellingWords(q).map((word) => beginningOf(stemOf(word))));
  return beginnings.size ? [...beginnings].map((beginning) => `"${beginning}"*`).join(" OR ") : undefined;
}

/** Maximum URLs in one sitemap file. */
export const SHARD_SIZE = 5_000;
/** Inlined, so that SQLite divides integers. */
const size = sql.raw(String(SHARD_SIZE));

export type ProductRow = Product & { active: boolean };

/**
 * Public content besides listings: founders, posts, questions, products, alternatives, sitemaps.
 */
export const readingReads = (db: Db) => {
  const beside = besideById(db);
  const approvedOf = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ id: listings.id })
      .from(listingAlternatives)
      // A cross join begins with the alternatives: SQLite would begin with all live listings.
      .crossJoin(listings)
      .where(
        and(eq(listingAlternatives.listingId, listingId), eq(listings.id, listingAlternatives.alternativeId), isLive),
      )
      .orderBy(asc(listingAlternatives.position), asc(listings.id)),
  );
  // By the index of votes, which is where searches are: on PostgreSQL in the file of the process.
  const mostVoted = statement(
    ({ category, without, limit }: { category: string; without: readonly number[]; limit: number }) =>
      db.$local
        .select({ id: listings.id })
        .from(listings)
        .where(and(isLive, eq(listings.primaryCategory, category), not(isOneOf(listings.id, without))))
        .orderBy(desc(listings.votes), ...tieOrder)
        .limit(limit),
  );
  const card = {
    id: listings.id,
    slug: listings.slug,
    name: listings.name,
    tagline: listings.tagline,
    logoUrl: listings.logoUrl,
    plan: listings.plan,
  };
  const approvedCards = statement(({ id, limit }: { id: number; limit: number }) =>
    db
      .select(card)
      .from(listingAlternatives)
      .innerJoin(listings, eq(listings.id, listingAlternatives.alternativeId))
      .where(and(eq(listingAlternatives.listingId, id), isLive))
      .orderBy(asc(listingAlternatives.position), asc(listings.id))
      .limit(limit),
  );
  const mostVotedCards = statement(({ category, limit }: { category: string; limit: number }) =>
    db.$local
      .select(card)
      .from(listings)
      .where(and(isLive, eq(listings.primaryCategory, category)))
      .orderBy(desc(listings.votes), ...tieOrder)
      .limit(limit),
  );

  const everyProduct = statement((_: Record<never, never>) =>
    db.select().from(products).orderBy(asc(products.position), asc(products.product)),
  );
  const allProducts = async (): Promise<ProductRow[]> =>
    (await everyProduct.all({})).map(({ position: _, ...row }) => row);

  const linksTo = statement(({ ids }: { ids: readonly number[] }) =>
    db
      .select({ founderId: listingFounders.founderId, title: listingFounders.title, listing: listings })
      .from(listingFounders)
      // A cross join begins with the links: SQLite would begin with all live listings.
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
  const inOrder = listedInOrder(db);
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

  /** The numbers of all shards from 0, as JSON. */
  async function shardsUpTo(table: "listings" | "founders"): Promise<string> {
    const last = (await db.get<{ id: number | null }>(sql`select max(id) as id from ${sql.raw(table)}`))?.id ?? 0;
    return JSON.stringify([...Array(Math.ceil(last / SHARD_SIZE)).keys()]);
  }

  async function postsIn(match: string | undefined, now: Date, { page, perPage }: PageRequest): Promise<Page<Post>> {
    const published = sql`${posts.publishedAt} is not null and ${posts.publishedAt} <= ${now.getTime()}`;
    const from = match ? sql`post_search join ${posts} on ${posts.slug} = post_search.slug` : sql`${posts}`;
    const where = match ? sql`post_search match ${match} and ${published}` : published;
    const order = match
      ? sql`bm25(post_search, 0, 10, 4, 4, 1), ${posts.slug}`
      : sql`${posts.publishedAt} desc, ${posts.slug}`;
    const total =
      (await db.$local.get<{ count: number }>(sql`select count(*) as count from ${from} where ${where}`))?.count ?? 0;
    const slugs = (
      await db.$local.all<{ slug: string }>(
        sql`select ${posts.slug} as slug from ${from} where ${where} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
      )
    ).map(({ slug }) => slug);
    const rows = slugs.length ? await db.select().from(posts).where(inArray(posts.slug, slugs)).all() : [];
    const bySlug = new Map(rows.flatMap(asPublished).map((post) => [post.slug, post]));
    return { items: slugs.map((slug) => bySlug.get(slug)!), total };
  }

  return {
    /** The founders of live listings, in the order of these; those from a country, if one is given. */
    async foundersOfListings(listingIds: readonly number[], country: string | undefined): Promise<Founder[]> {
      const links = await foundersBehind.all({ listingIds });
      const some = country === undefined ? undefined : await ranks.from(country);
      const ordered = links.toSorted((a, b) => listingIds.indexOf(a.listingId) - listingIds.indexOf(b.listingId));
      const ids = new Set(ordered.map(({ founderId }) => founderId).filter((id) => some?.has(id) ?? true));
      return foundersOf([...ids]);
    },
    /** Founders of live listings by name; with q, the exact name first and then the best match. */
    async founders({ q, country }: FounderFilter, { page, perPage }: PageRequest): Promise<Page<Founder>> {
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
            order by ${founders.name} = ${q!.trim()} collate nocase desc, rank, ${founders.id}`,
      );
      const found = matching.flatMap(({ id }) => (some && !some.has(id) ? [] : [id]));
      return { items: await foundersOf(found.slice(slice.offset, slice.offset + perPage)), total: found.length };
    },
    /** A founder with a live listing. */
    async findFounder(slug: string): Promise<Founder | undefined> {
      const row = await db
        .select()
        .from(founders)
        .where(and(eq(founders.slug, slug), isShown))
        .get();
      return row && (await withCompanies([row]))[0];
    },
    /** Slugs of founders whose names match a prefix, for hints in errors. */
    async founderSlugsLike(typed: string, limit: number): Promise<string[]> {
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

    /** Posts published by then, the newest first; with q the best match first, and if none has all words, those with some. */
    async posts({ q, now }: { q?: string; now: Date }, page: PageRequest): Promise<Page<Post>> {
      if (q === undefined || q.trim() === "") return postsIn(undefined, now, page);
      for (const match of [matchOf(q), looseMatchOf(q)]) {
        const found = match === undefined ? undefined : await postsIn(match, now, page);
        if (found && found.total > 0) return found;
      }
      return { items: [], total: 0 };
    },
    async findPost(slug: string, now: Date): Promise<Post | undefined> {
      const rows = await db
        .select()
        .from(posts)
        .where(and(eq(posts.slug, slug), sql`${posts.publishedAt} <= ${now.getTime()}`))
        .all();
      return rows.flatMap(asPublished)[0];
    },

    async interviewQuestions(): Promise<InterviewQuestion[]> {
      return (
        await db
          .select()
          .from(interviewQuestions)
          .where(eq(interviewQuestions.active, true))
          .orderBy(asc(interviewQuestions.position), asc(interviewQuestions.id))
          .all()
      ).map(({ id, position, question, hint }) => ({ id, position, question, hint }));
    },
    /** What is on sale. */
    async products(): Promise<Product[]> {
      return (await allProducts()).flatMap(({ active, ...product }) => (active ? [product] : []));
    },
    /** What is or was on sale. */
    allProducts,
    /** What listings of these categories are compared by, each attribute once. */
    async compareAttributes(slugs: string[]): Promise<string[]> {
      const rows = await db.select().from(categories).where(inArray(categories.slug, slugs)).all();
      return [...new Set(slugs.flatMap((slug) => rows.find((row) => row.slug === slug)?.compare ?? []))];
    },

    /** The approved live alternatives of a listing, in order. */
    async approvedAlternatives(listingId: number): Promise<ListingInList[]> {
      if (!(await beside(listingId)).alternatives) return [];
      return inOrder((await approvedOf.all({ listingId })).map(({ id }) => id));
    },
    /** The most voted live listings of a primary category but some. */
    mostVoted: async (category: string, without: readonly number[], limit: number): Promise<ListingInList[]> =>
      inOrder((await mostVoted.all({ category, without, limit })).map(({ id }) => id)),

    /** The approved alternatives of a listing, as cards. */
    approvedCards: (id: number, limit: number): Promise<ListingCard[]> => approvedCards.all({ id, limit }),
    /** The most voted live listings of a primary category, as cards. */
    mostVotedCards: (category: string, limit: number): Promise<ListingCard[]> =>
      mostVotedCards.all({ category, limit }),

    /**
     * External pictures on pages: logos and pictures of listings, portraits, and pictures of posts.
     */
    pictureAddresses: () => pictureAddresses(db),
    /** What lists show of listings beside their facts, by slug. */
    looks: looksBySlug(db.$client),
    statements: statementsBySlug(db.$client),
    beside,
    /** When the first listing that is live launched. */
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
    /** Live listings that launched from `startsAt` on and before `endsAt`, the latest first. */
    async launchedBetween(startsAt: Date, endsAt: Date, limit: number): Promise<Listing[]> {
      return db
        .select()
        .from(listings)
        .where(
          sql`${isLive} and ${listings.launchedAt} >= ${startsAt.getTime()} and ${listings.launchedAt} < ${endsAt.getTime()}`,
        )
        .orderBy(desc(listings.launchedAt), asc(listings.id))
        .limit(limit)
        .all();
    },

    /** The sitemap files that live listings fill, by number from 1. */
    async listingShards(): Promise<Shard[]> {
      const shards = await db.$local.all<{ number: number; at: number | null }>(
        sql`select value /*integer*/ + 1 as number, (select max(updated_at) from listings
                where status = 'live' and (id - 1) / ${size} = value /*integer*/) as at
              from json_each(${await shardsUpTo("listings")}) order by value /*integer*/`,
      );
      return shards.flatMap(({ number, at }) => (at === null ? [] : [{ number, updatedAt: new Date(at) }]));
    },
    async listingAddresses(shard: number): Promise<PageAddress[]> {
      const first = (shard - 1) * SHARD_SIZE + 1;
      return (
        await db.$local.all<{ slug: string; at: number }>(
          sql`select slug, updated_at as at from listings indexed by listings_addresses
              where status = 'live' and id between ${first} and ${first + SHARD_SIZE - 1} order by id`,
        )
      ).map(({ slug, at }) => ({ slug, updatedAt: new Date(at) }));
    },
    async founderShards(): Promise<Shard[]> {
      return (
        await db.all<{ number: number }>(
          sql`select value /*integer*/ + 1 as number from json_each(${await shardsUpTo("founders")})
              where exists (select 1 from founders
                where live_listings > 0 and id between value /*integer*/ * ${size} + 1 and (value /*integer*/ + 1) * ${size})
              order by value /*integer*/`,
        )
      ).map(({ number }) => ({ number, updatedAt: null }));
    },
    async founderAddresses(shard: number): Promise<PageAddress[]> {
      const first = (shard - 1) * SHARD_SIZE + 1;
      return (
        await db.all<{ slug: string }>(
          sql`select slug from founders where live_listings > 0 and id between ${first} and ${first + SHARD_SIZE - 1} order by id`,
        )
      ).map(({ slug }) => ({ slug, updatedAt: null }));
    },
    async postAddresses(now: Date): Promise<PageAddress[]> {
      return (
        await db.all<{ slug: string; at: number }>(
          sql`select slug, updated_at as at from posts where published_at is not null and published_at <= ${now.getTime()}
              order by published_at desc, slug limit ${SHARD_SIZE}`,
        )
      ).map(({ slug, at }) => ({ slug, updatedAt: new Date(at) }));
    },
  };
};

export const readingWrites = (db: Db) => ({
  ...readingReads(db),
  /** Saves what an admin may change of a product. */
  async saveProduct({ product, priceCents, options, active }: ProductRow): Promise<void> {
    await db.update(products).set({ priceCents, options, active }).where(eq(products.product, product));
  },
  /** Replaces the approved alternatives in order, without the listing itself and duplicates. */
  async approveAlternatives(listingId: number, alternativeIds: number[], now: Date): Promise<void> {
    await db.delete(listingAlternatives).where(eq(listingAlternatives.listingId, listingId));
    const others = [...new Set(alternativeIds)].filter((id) => id !== listingId);
    for (const [position, alternativeId] of others.entries())
      await db.insert(listingAlternatives).values({ listingId, alternativeId, position, approvedAt: now });
  },
});
