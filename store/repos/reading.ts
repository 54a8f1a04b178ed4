import type { SQL } from "drizzle-orm";
import type { Listing, ListingCard, Page, PageRequest } from "../../domain/listing.ts";
import type {
  Founder,
  FounderFilter,
  InterviewQuestion,
  PageAddress,
  Post,
  Product,
  Shard,
} from "../../domain/reading.ts";
import { statement } from "../sql/statement.ts";
import { and, asc, desc, eq, inArray, not, sql } from "../sqlite/drizzle.ts";
import { isOneOf } from "../sqlite/one-of.ts";
import type { Db } from "../sqlite/open.ts";
import {
  categories,
  founders,
  interviewQuestions,
  listingAlternatives,
  listingFounders,
  listings,
  posts,
  products,
} from "../sqlite/tables.ts";
import { tieOrder } from "../sqlite/tie-order.ts";

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

/** Maximum URLs in one sitemap file. */
export const SHARD_SIZE = 5_000;
/** Inlined, so that SQLite divides integers. */
const size = sql.raw(String(SHARD_SIZE));

export type ProductRow = Product & { active: boolean };

const allProducts = async (db: Db): Promise<ProductRow[]> =>
  (await db.select().from(products).orderBy(asc(products.position), asc(products.product)).all()).map(
    ({ position: _, ...row }) => row,
  );

/**
 * Public content besides listings: founders, posts, questions, products, alternatives, sitemaps.
 */
export const readingReads = (db: Db) => {
  const approvedOf = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ listing: listings })
      .from(listingAlternatives)
      .innerJoin(listings, eq(listings.id, listingAlternatives.alternativeId))
      .where(and(eq(listingAlternatives.listingId, listingId), isLive))
      .orderBy(asc(listingAlternatives.position), asc(listings.id)),
  );
  const mostVoted = statement(
    ({ category, known, limit }: { category: string; known: readonly number[]; limit: number }) =>
      db
        .select()
        .from(listings)
        .where(and(isLive, eq(listings.primaryCategory, category), not(isOneOf(listings.id, known))))
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
    db
      .select(card)
      .from(listings)
      .where(and(isLive, eq(listings.primaryCategory, category)))
      .orderBy(desc(listings.votes), ...tieOrder)
      .limit(limit),
  );

  async function withCompanies(rows: FounderRow[]): Promise<Founder[]> {
    const links = rows.length
      ? await db
          .select({ founderId: listingFounders.founderId, title: listingFounders.title, listing: listings })
          .from(listingFounders)
          .innerJoin(listings, eq(listings.id, listingFounders.listingId))
          .where(
            and(
              inArray(
                listingFounders.founderId,
                rows.map(({ id }) => id),
              ),
              isLive,
            ),
          )
          .orderBy(desc(listings.votes), ...tieOrder)
          .all()
      : [];
    const linksOf = Map.groupBy(links, ({ founderId }) => founderId);
    return rows.map(({ accountId: _account, isDemo: _demo, liveListings: _live, sortName: _sort, ...founder }) => {
      const own = linksOf.get(founder.id) ?? [];
      return { ...founder, title: own[0]?.title ?? null, companies: own.map(({ listing }) => listing) };
    });
  }

  return {
    /** Founders of live listings by name; with q, the exact name first and then the best match. */
    async founders({ q, country }: FounderFilter, { page, perPage }: PageRequest): Promise<Page<Founder>> {
      const match = q === undefined ? undefined : matchOf(q);
      if (q !== undefined && q.trim() !== "" && match === undefined) return { items: [], total: 0 };
      const where: SQL[] = [isShown];
      if (match) where.push(sql`founder_search match ${match}`);
      if (country) {
        where.push(sql`(${founders.country} = ${country} or (${founders.country} is null and ${founders.id} in (
          select link.founder_id from listings join listing_founders link on link.listing_id = listings.id
          where listings.status = 'live' and listings.country = ${country})))`);
      }
      const from = match
        ? sql`founder_search join ${founders} on ${founders.id} = founder_search.rowid`
        : sql`${founders}`;
      const order = match
        ? sql`${founders.name} = ${q!.trim()} collate nocase desc, rank, ${founders.id}`
        : sql`${founders.sortName}, ${founders.id}`;
      const condition = sql.join(where, sql` and `);
      const total =
        (await db.get<{ count: number }>(sql`select count(*) as count from ${from} where ${condition}`))?.count ?? 0;
      const ids = (
        await db.all<{ id: number }>(
          sql`select ${founders.id} as id from ${from} where ${condition} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
        )
      ).map(({ id }) => id);
      const rows = ids.length ? await db.select().from(founders).where(inArray(founders.id, ids)).all() : [];
      const byId = new Map((await withCompanies(rows)).map((founder) => [founder.id, founder]));
      return { items: ids.map((id) => byId.get(id)!), total };
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
        await db.all<{ slug: string }>(
          sql`select founders.slug from founder_search join founders on founders.id = founder_search.rowid
              where founders.live_listings > 0 and founder_search match ${match} order by rank, founders.id limit ${limit}`,
        )
      ).map(({ slug }) => slug);
    },

    /** Posts published by then, the newest first; with q the best match first. */
    async posts({ q, now }: { q?: string; now: Date }, { page, perPage }: PageRequest): Promise<Page<Post>> {
      const match = q === undefined ? undefined : matchOf(q);
      if (q !== undefined && q.trim() !== "" && match === undefined) return { items: [], total: 0 };
      const published = sql`${posts.publishedAt} is not null and ${posts.publishedAt} <= ${now.getTime()}`;
      const from = match ? sql`post_search join ${posts} on ${posts.slug} = post_search.slug` : sql`${posts}`;
      const where = match ? sql`post_search match ${match} and ${published}` : published;
      const order = match
        ? sql`bm25(post_search, 0, 10, 4, 4, 1), ${posts.slug}`
        : sql`${posts.publishedAt} desc, ${posts.slug}`;
      const total =
        (await db.get<{ count: number }>(sql`select count(*) as count from ${from} where ${where}`))?.count ?? 0;
      const slugs = (
        await db.all<{ slug: string }>(
          sql`select ${posts.slug} as slug from ${from} where ${where} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
        )
      ).map(({ slug }) => slug);
      const rows = slugs.length ? await db.select().from(posts).where(inArray(posts.slug, slugs)).all() : [];
      const bySlug = new Map(rows.flatMap(asPublished).map((post) => [post.slug, post]));
      return { items: slugs.map((slug) => bySlug.get(slug)!), total };
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
      return (await allProducts(db)).flatMap(({ active, ...product }) => (active ? [product] : []));
    },
    /** What is or was on sale. */
    async allProducts(): Promise<ProductRow[]> {
      return allProducts(db);
    },
    /** What listings of these categories are compared by, each attribute once. */
    async compareAttributes(slugs: string[]): Promise<string[]> {
      const rows = await db.select().from(categories).where(inArray(categories.slug, slugs)).all();
      return [...new Set(slugs.flatMap((slug) => rows.find((row) => row.slug === slug)?.compare ?? []))];
    },

    /** Approved live listings in order, then the most voted of the same primary category. */
    async alternatives(listing: Listing, limit: number): Promise<{ approved: Listing[]; others: Listing[] }> {
      const approved = (await approvedOf.all({ listingId: listing.id })).map(({ listing }) => listing);
      const category = primaryOf(listing);
      const known = [listing.id, ...approved.map(({ id }) => id)];
      const others = category ? await mostVoted.all({ category, known, limit }) : [];
      return { approved, others };
    },

    /** The first of `alternatives`, as cards. */
    async alternativeCards(listing: Listing, limit: number): Promise<ListingCard[]> {
      const approved = await approvedCards.all({ id: listing.id, limit });
      const category = primaryOf(listing);
      if (approved.length === limit || category === undefined) return approved;
      const known = new Set([listing.id, ...approved.map(({ id }) => id)]);
      const others = await mostVotedCards.all({ category, limit: limit + 1 });
      return [...approved, ...others.filter(({ id }) => !known.has(id))].slice(0, limit);
    },

    /**
     * External pictures on pages: logos and pictures of listings, portraits, and pictures of posts.
     */
    async pictureAddresses(): Promise<{ url: string; shape: "square" | "wide" }[]> {
      const logos = await db
        .select({ url: listings.logoUrl })
        .from(listings)
        .where(sql`${listings.logoUrl} is not null and ${listings.status} in ('live', 'scheduled', 'awaiting_badge')`)
        .all();
      const portraits = await db
        .select({ url: founders.avatarUrl })
        .from(founders)
        .where(sql`${founders.avatarUrl} is not null and ${founders.liveListings} > 0`)
        .all();
      // Owners see those of a listing before its launch.
      const shown = await db.all<{ url: string }>(
        sql`select item.value ->> '$.url' as url from listings, json_each(listings.profile_json, '$.media') item
            where listings.status not in ('rejected', 'suspended', 'removed')`,
      );
      const written = await db.select({ cover: posts.coverUrl, text: posts.bodyMarkdown }).from(posts).all();
      const square = [...logos, ...portraits].map(({ url }) => url!);
      const wide = [
        ...shown.map(({ url }) => url),
        ...written.flatMap(({ cover, text }) => [...(cover ? [cover] : []), ...picturesIn(text)]),
      ];
      return [
        ...[...new Set(square)].map((url) => ({ url, shape: "square" as const })),
        ...[...new Set(wide)].map((url) => ({ url, shape: "wide" as const })),
      ].filter(({ url }) => /^https?:/i.test(url));
    },
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
      return (
        await db.all<{ number: number; at: number }>(
          sql`select (id - 1) / ${size} + 1 as number, max(updated_at) as at from listings indexed by listings_addresses
              where status = 'live' group by number order by number`,
        )
      ).map(({ number, at }) => ({ number, updatedAt: new Date(at) }));
    },
    async listingAddresses(shard: number): Promise<PageAddress[]> {
      const first = (shard - 1) * SHARD_SIZE + 1;
      return (
        await db.all<{ slug: string; at: number }>(
          sql`select slug, updated_at as at from listings indexed by listings_addresses
              where status = 'live' and id between ${first} and ${first + SHARD_SIZE - 1} order by id`,
        )
      ).map(({ slug, at }) => ({ slug, updatedAt: new Date(at) }));
    },
    async founderShards(): Promise<Shard[]> {
      return (
        await db.all<{ number: number }>(
          sql`select distinct (id - 1) / ${size} + 1 as number from founders where live_listings > 0 order by number`,
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

const primaryOf = ({ profile }: Listing): string | undefined => profile.categories.find(({ primary }) => primary)?.slug;

/** Addresses of the pictures of a Markdown text. */
const picturesIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(\s*<?(https?:[^\s)>]+)/gi)].map((match) => match[1]!);
