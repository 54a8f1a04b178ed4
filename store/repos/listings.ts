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
import { freeSlug, slugify } from "../../domain/slug.ts";
import { clientOf } from "../search/client.ts";
import { listingIndex } from "../search/listing-index.ts";
import { listingSearch } from "../search/listing-search.ts";
import { and, asc, desc, eq, inArray, ne, sql } from "../sqlite/drizzle.ts";
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

const rowReads = (db: Db) => {
  const byId = db
    .select()
    .from(listings)
    .where(eq(listings.id, sql.placeholder("id")))
    .prepare();

  const bySlug = db
    .select()
    .from(listings)
    .where(and(eq(listings.slug, sql.placeholder("slug")), eq(listings.status, "live")))
    .prepare();

  const forBadge = db
    .select({
      id: listings.id,
      slug: listings.slug,
      name: listings.name,
      status: listings.status,
      launchedAt: listings.launchedAt,
      claimedMethod: listings.claimedMethod,
    })
    .from(listings)
    .where(and(eq(listings.slug, sql.placeholder("slug")), ne(listings.status, "removed")))
    .prepare();

  return {
    async find(id: number): Promise<Listing | undefined> {
      const row = byId.get({ id });
      return row && toListing(row);
    },
    async findLive(slug: string): Promise<Listing | undefined> {
      const row = bySlug.get({ slug });
      return row && toListing(row);
    },
    /** What badges depend on, whatever the status of the listing, unless it was removed. */
    async findForBadge(
      slug: string,
    ): Promise<Pick<Listing, "id" | "slug" | "name" | "status" | "launchedAt" | "claimedMethod"> | undefined> {
      const row = forBadge.get({ slug });
      return row && { ...row, status: row.status as Listing["status"] };
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

/** Searches answer from committed rows: they are not offered inside a change. */
const searches = (db: Db) => {
  const index = listingSearch(clientOf(db));

  async function search(filter: ListingFilter, page: PageRequest): Promise<Page<Listing>> {
    const { ids, total } = await index.search(filter, page);
    const rows = ids.length ? db.select().from(listings).where(inArray(listings.id, ids)).all() : [];
    const byId = new Map(rows.map((row) => [row.id, toListing(row)]));
    return { items: ids.flatMap((id) => byId.get(id) ?? []), total };
  }

  return {
    /** Matches in the order asked for. With q, relevance puts the name as typed first, then names that begin so, then the best text. */
    search,
    /** Reads into memory what searches need, so that the first one need not wait. */
    warmSearch: index.warm,
    /** Live slugs that begin with what was typed, or else are nearest to it; for completion and for hints in errors. */
    async slugsLike(typed: string, limit: number): Promise<string[]> {
      const text = slugify(typed, "");
      if (!text) return [];
      const starting = db.all<{ slug: string }>(
        sql`select slug from listings where status = 'live' and slug >= ${text} and slug < ${`${text}~`} order by votes desc, slug limit ${limit}`,
      );
      if (starting.length >= limit) return starting.map((row) => row.slug);
      const words = text.split("-");
      const asked = { status: "live", sort: "relevance" } as const;
      let near = await search({ ...asked, q: words.join(" ") }, { page: 1, perPage: limit });
      if (!near.items.length && words.length > 1)
        near = await search({ ...asked, q: words[0]! }, { page: 1, perPage: limit });
      return [...new Set([...starting, ...near.items].map((row) => row.slug))].slice(0, limit);
    },
  };
};

export const listingReads = (db: Db) => ({ ...rowReads(db), ...searches(db) });

export type NewListing = Pick<Listing, "url" | "domain" | "siteKey" | "status"> &
  Partial<Omit<Listing, "id" | "slug" | "profile">>;

export const listingWrites = (db: Db) => {
  const reads = rowReads(db);
  const index = listingIndex(clientOf(db));
  index.bringUpToDate();
  const isSlugTaken = async (slug: string) =>
    db.select({ id: listings.id }).from(listings).where(eq(listings.slug, slug)).get() !== undefined;
  const isFounderSlugTaken = async (slug: string) =>
    db.select({ id: founders.id }).from(founders).where(eq(founders.slug, slug)).get() !== undefined;

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
      index.put(toListing(saved));
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
      index.put(toListing(row));
      await writeVersion(row, author);
      return toListing(row);
    },
  };
};
