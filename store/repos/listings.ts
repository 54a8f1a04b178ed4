import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { DraftFounder } from "../../domain/draft.ts";
import type {
  Listing,
  ListingCategory,
  ListingContent,
  ListingFilter,
  ListingFounder,
  Page,
  PageRequest,
  Socials,
} from "../../domain/listing.ts";
import { matchExpression, searchWords } from "../../domain/search-text.ts";
import { freeSlug, slugify } from "../../domain/slug.ts";
import type { Db } from "../sqlite/open.ts";
import {
  founders,
  listingCategories,
  listingFounders,
  listingMembers,
  listings,
  listingVersions,
} from "../sqlite/tables.ts";

export type ListingReads = ReturnType<typeof listingReads>;
export type ListingWrites = ReturnType<typeof listingWrites>;

type Row = typeof listings.$inferSelect;
const toListing = (row: Row): Listing => row as unknown as Listing;

/** Who changed a listing, and through which client. */
export type Author = { accountId: string | null; client: string | null };

const ORDER: Record<ListingFilter["sort"], SQL[]> = {
  relevance: [desc(listings.votes), desc(listings.id)],
  newest: [desc(listings.launchedAt), desc(listings.id)],
  votes: [desc(listings.votes), desc(listings.id)],
  trending: [desc(listings.trending), desc(listings.id)],
  most_viewed: [desc(listings.views), desc(listings.id)],
  most_followed: [desc(listings.followers), desc(listings.id)],
};

export const listingReads = (db: Db) => {
  const bySlug = db
    .select()
    .from(listings)
    .where(and(eq(listings.slug, sql.placeholder("slug")), eq(listings.status, "live")))
    .prepare();

  const conditions = (filter: ListingFilter): SQL[] => {
    const all: SQL[] = [
      filter.status === "live"
        ? eq(listings.status, "live")
        : inArray(listings.status, ["scheduled", "awaiting_badge"]),
    ];
    if (filter.stage) all.push(eq(listings.stage, filter.stage));
    if (filter.country) all.push(eq(listings.country, filter.country));
    if (filter.pricingModel) all.push(eq(listings.pricingModel, filter.pricingModel));
    if (filter.domain) all.push(eq(listings.domain, filter.domain));
    if (filter.categories) {
      all.push(
        sql`${listings.id} in (select ${listingCategories.listingId} from ${listingCategories} where ${inArray(listingCategories.categorySlug, filter.categories)})`,
      );
    }
    return all;
  };

  return {
    async find(id: number): Promise<Listing | undefined> {
      const row = db.select().from(listings).where(eq(listings.id, id)).get();
      return row && toListing(row);
    },
    async findLive(slug: string): Promise<Listing | undefined> {
      const row = bySlug.get({ slug });
      return row && toListing(row);
    },
    async findBySite(siteKey: string): Promise<Listing | undefined> {
      const row = db
        .select()
        .from(listings)
        .where(and(eq(listings.siteKey, siteKey), sql`${listings.status} != 'removed'`))
        .get();
      return row && toListing(row);
    },
    /** A listing that this account may edit. */
    async findOwned(id: number, accountId: string): Promise<Listing | undefined> {
      const row = db
        .select({ listing: listings })
        .from(listings)
        .innerJoin(listingMembers, eq(listingMembers.listingId, listings.id))
        .where(and(eq(listings.id, id), eq(listingMembers.accountId, accountId)))
        .get();
      return row && toListing(row.listing);
    },
    async listOwned(accountId: string, { page, perPage }: PageRequest): Promise<Page<Listing>> {
      const mine = eq(listingMembers.accountId, accountId);
      const total = db.select({ count: sql<number>`count(*)` }).from(listingMembers).where(mine).get()?.count ?? 0;
      const rows = db
        .select({ listing: listings })
        .from(listings)
        .innerJoin(listingMembers, eq(listingMembers.listingId, listings.id))
        .where(mine)
        .orderBy(desc(listings.createdAt), desc(listings.id))
        .limit(perPage)
        .offset((page - 1) * perPage)
        .all();
      return { items: rows.map((row) => toListing(row.listing)), total };
    },
    /** Matches in the order asked for; with q, relevance puts an exact name first, then the best text match. */
    async search(filter: ListingFilter, { page, perPage }: PageRequest): Promise<Page<Listing>> {
      const all = conditions(filter);
      const match = filter.q === undefined ? undefined : matchExpression(filter.q);
      if (filter.q !== undefined && match === undefined && filter.q.trim() !== "") return { items: [], total: 0 };
      const searched = match !== undefined;
      if (searched) all.push(sql`listing_search match ${match}`);
      const from = searched
        ? sql`listing_search join ${listings} on ${listings.id} = listing_search.rowid`
        : sql`${listings}`;
      const exact = filter.q ? sql`${listings.name} = ${filter.q.trim()} collate nocase` : sql`0`;
      const order =
        searched && filter.sort === "relevance"
          ? [desc(exact), sql`bm25(listing_search, 10, 5, 4, 1)`, desc(listings.id)]
          : ORDER[filter.sort];
      const where = and(...all);
      const total = db.get<{ count: number }>(sql`select count(*) as count from ${from} where ${where}`)?.count ?? 0;
      const ids = db
        .all<{ id: number }>(
          sql`select ${listings.id} as id from ${from} where ${where} order by ${sql.join(order, sql`, `)} limit ${perPage} offset ${(page - 1) * perPage}`,
        )
        .map((row) => row.id);
      const rows = ids.length ? db.select().from(listings).where(inArray(listings.id, ids)).all() : [];
      const byId = new Map(rows.map((row) => [row.id, toListing(row)]));
      return { items: ids.map((id) => byId.get(id)!), total };
    },
    /** Live slugs that begin with, or else contain, what was typed; for completion and for hints in errors. */
    async slugsLike(typed: string, limit: number): Promise<string[]> {
      const text = slugify(typed, "");
      if (!text) return [];
      const starting = db.all<{ slug: string }>(
        sql`select slug from listings where status = 'live' and slug >= ${text} and slug < ${`${text}~`} order by votes desc, slug limit ${limit}`,
      );
      const words = searchWords(typed).filter((word) => word.length > 2);
      if (starting.length >= limit || !words.length) return starting.map((row) => row.slug);
      const near = db.all<{ slug: string }>(
        sql`select listings.slug from listing_search join listings on listings.id = listing_search.rowid
            where listings.status = 'live' and listing_search match ${words.map((word) => `name : "${word.slice(0, 5)}"*`).join(" OR ")} order by rank limit ${limit}`,
      );
      return [...new Set([...starting, ...near].map((row) => row.slug))].slice(0, limit);
    },
    async members(listingId: number) {
      return db
        .select()
        .from(listingMembers)
        .where(eq(listingMembers.listingId, listingId))
        .orderBy(asc(listingMembers.createdAt))
        .all();
    },
  };
};

export type NewListing = Pick<Listing, "url" | "domain" | "siteKey" | "status"> &
  Partial<Omit<Listing, "id" | "slug" | "profile">>;

export const listingWrites = (db: Db) => {
  const reads = listingReads(db);
  const isSlugTaken = async (slug: string) =>
    db.select({ id: listings.id }).from(listings).where(eq(listings.slug, slug)).get() !== undefined;
  const isFounderSlugTaken = async (slug: string) =>
    db.select({ id: founders.id }).from(founders).where(eq(founders.slug, slug)).get() !== undefined;

  /** The search index beside the row, in the same transaction. Only what the public may find is in it. */
  function index(row: Row, profile: Listing["profile"]): void {
    db.run(sql`delete from listing_search where rowid = ${row.id}`);
    if (!["live", "scheduled", "awaiting_badge"].includes(row.status)) return;
    const keywords = [
      ...profile.keywords,
      ...profile.tags,
      ...profile.categories.map((category) => category.name),
    ].join(" ");
    const description = [profile.shortDescription, profile.description].filter(Boolean).join(" ");
    db.run(
      sql`insert into listing_search(rowid, name, tagline, keywords, description) values (${row.id}, ${row.name}, ${row.tagline ?? ""}, ${keywords}, ${description})`,
    );
  }

  async function linkCategories(id: number, categories: ListingCategory[]): Promise<void> {
    await db.delete(listingCategories).where(eq(listingCategories.listingId, id));
    for (const [position, { slug }] of categories.entries()) {
      await db.insert(listingCategories).values({ listingId: id, categorySlug: slug, position });
    }
  }

  /** A person of the same account and name stays the same founder across listings. */
  async function linkFounders(
    id: number,
    people: DraftFounder[],
    ownerId: string | null,
    socials: Socials,
    isDemo: boolean,
  ): Promise<ListingFounder[]> {
    await db.delete(listingFounders).where(eq(listingFounders.listingId, id));
    const linked: ListingFounder[] = [];
    for (const [position, person] of people.entries()) {
      const known = ownerId
        ? db
            .select()
            .from(founders)
            .where(and(eq(founders.accountId, ownerId), sql`${founders.name} = ${person.name} collate nocase`))
            .get()
        : undefined;
      const facts = { name: person.name, bio: person.bio, ...(position === 0 ? { socials } : {}) };
      const founder = known
        ? db.update(founders).set(facts).where(eq(founders.id, known.id)).returning().get()
        : db
            .insert(founders)
            .values({
              socials: {},
              ...facts,
              slug: await freeSlug(slugify(person.name, "founder"), isFounderSlugTaken),
              accountId: ownerId,
              isDemo,
            })
            .returning()
            .get();
      if (!founder || linked.some(({ slug }) => slug === founder.slug)) continue;
      await db.insert(listingFounders).values({ listingId: id, founderId: founder.id, title: person.title, position });
      linked.push({
        slug: founder.slug,
        name: founder.name,
        title: person.title,
        avatarUrl: founder.avatarUrl,
        primary: position === 0,
      });
    }
    return linked;
  }

  async function writeVersion(row: Row, author: Author): Promise<void> {
    await db.insert(listingVersions).values({
      listingId: row.id,
      version: row.version,
      accountId: author.accountId,
      client: author.client,
      at: row.updatedAt,
      snapshot: row,
    });
  }

  return {
    ...reads,
    /** A new listing with its categories (primary first), founders and first version. `ownerId` becomes its owner. */
    async add(
      listing: NewListing,
      content: ListingContent,
      links: {
        categories: ListingCategory[];
        founders: DraftFounder[];
        founderSocials: Socials;
        ownerId: string | null;
      },
      author: Author,
      now: Date,
    ): Promise<Listing> {
      const slug = await freeSlug(slugify(content.name), isSlugTaken);
      const empty = { ...content.profile, categories: links.categories, founders: [] };
      const { profile: _, ...columns } = content;
      const row = db
        .insert(listings)
        .values({
          unlocked: [],
          createdAt: now,
          updatedAt: now,
          ...listing,
          ...columns,
          slug,
          primaryCategory: links.categories[0]?.slug ?? null,
          profile: empty,
        })
        .returning()
        .get();
      await linkCategories(row.id, links.categories);
      const people = await linkFounders(row.id, links.founders, links.ownerId, links.founderSocials, row.isDemo);
      const profile = { ...empty, founders: people };
      const saved = db.update(listings).set({ profile }).where(eq(listings.id, row.id)).returning().get()!;
      if (links.ownerId)
        await db
          .insert(listingMembers)
          .values({ accountId: links.ownerId, listingId: row.id, role: "owner", createdAt: now });
      index(saved, profile);
      await writeVersion(saved, author);
      return toListing(saved);
    },
    /** Lets an account edit the listing; the owner stays the owner. */
    async addEditor(listingId: number, accountId: string, now: Date): Promise<void> {
      await db
        .insert(listingMembers)
        .values({ accountId, listingId, role: "editor", createdAt: now })
        .onConflictDoNothing();
    },
    /** New content for a listing: row, links, search index and version history together. */
    async update(
      listing: Listing,
      content: ListingContent,
      links: {
        categories?: ListingCategory[];
        founders?: DraftFounder[];
        founderSocials?: Socials;
        ownerId?: string | null;
      },
      author: Author,
      now: Date,
    ): Promise<Listing> {
      const categories = links.categories ?? listing.profile.categories;
      if (links.categories) await linkCategories(listing.id, links.categories);
      const people = links.founders
        ? await linkFounders(
            listing.id,
            links.founders,
            links.ownerId ?? null,
            links.founderSocials ?? {},
            listing.isDemo,
          )
        : listing.profile.founders;
      const { profile: texts, ...columns } = content;
      const profile = { ...texts, categories, founders: people };
      const row = db
        .update(listings)
        .set({
          ...columns,
          profile,
          primaryCategory: categories[0]?.slug ?? null,
          version: sql`${listings.version} + 1`,
          updatedAt: now,
        })
        .where(eq(listings.id, listing.id))
        .returning()
        .get()!;
      index(row, profile);
      await writeVersion(row, author);
      return toListing(row);
    },
  };
};
