import { and, asc, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { ClaimMethod } from "../../domain/claim.ts";
import type { DraftFounder } from "../../domain/draft.ts";
import type { ListingTerms } from "../../domain/fulfil.ts";
import {
  CLAIMABLE,
  type Listing,
  type ListingCategory,
  type ListingContent,
  type ListingFilter,
  type ListingFounder,
  type ListingStatus,
  type Page,
  type PageRequest,
  type Socials,
} from "../../domain/listing.ts";
import type { Snapshot } from "../../domain/listing-version.ts";
import { sameValue } from "../../domain/shared-facts.ts";
import { freeSlug, slugify } from "../../domain/slug.ts";
import { clientOf } from "../search/client.ts";
import { listingIndex } from "../search/listing-index.ts";
import { listingSearch } from "../search/listing-search.ts";
import type { Db } from "../sqlite/open.ts";
import {
  accounts,
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

/** Who changed a listing, through which client, and which old version they put back, if any. */
export type Author = { accountId: string | null; client: string | null; restored?: number };

/** A listing in the list for the people who run the site. */
export type ListedListing = Pick<Listing, "id" | "slug" | "name" | "domain" | "status" | "plan" | "updatedAt">;

const rowReads = (db: Db) => {
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
      const row = db.select().from(listings).where(eq(listings.id, id)).get();
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
    /** A listing that the owner of its website may ask for: public, on its way to be, or taken down by its owner or for want of its badge. */
    async findClaimable(slug: string): Promise<Listing | undefined> {
      const row = db
        .select()
        .from(listings)
        .where(and(eq(listings.slug, slug), inArray(listings.status, [...CLAIMABLE])))
        .get();
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
    /** What a listing says, in the form that its history keeps. */
    async snapshot({ id, name, tagline, stage, pricingModel, country, logoUrl, profile }: Listing): Promise<Snapshot> {
      const people = db
        .select({ name: founders.name, title: listingFounders.title, bio: founders.bio, socials: founders.socials })
        .from(listingFounders)
        .innerJoin(founders, eq(founders.id, listingFounders.founderId))
        .where(eq(listingFounders.listingId, id))
        .orderBy(asc(listingFounders.position))
        .all();
      return {
        ...{ name, tagline, stage, pricingModel, country, logoUrl, profile },
        people: people.map(({ socials: _, ...person }) => person),
        founderSocials: people[0]?.socials ?? {},
      };
    },
    /** Listings in any status whose name, slug or domain has `q` in it, newest first; one more than asked for says that there is more. */
    async listAll(
      { q, status }: { q: string; status: ListingStatus | undefined },
      { page, perPage }: PageRequest,
    ): Promise<ListedListing[]> {
      const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
      const columns = [listings.name, listings.slug, listings.domain];
      const rows = db
        .select({
          id: listings.id,
          slug: listings.slug,
          name: listings.name,
          domain: listings.domain,
          status: listings.status,
          plan: listings.plan,
          updatedAt: listings.updatedAt,
        })
        .from(listings)
        .where(
          and(
            status && eq(listings.status, status),
            q ? or(...columns.map((column) => sql`${column} like ${pattern} escape '\\'`)) : undefined,
          ),
        )
        .orderBy(desc(listings.id))
        .limit(perPage + 1)
        .offset((page - 1) * perPage)
        .all();
      return rows as ListedListing[];
    },
    async members(listingId: number) {
      return db
        .select()
        .from(listingMembers)
        .where(eq(listingMembers.listingId, listingId))
        .orderBy(asc(listingMembers.createdAt))
        .all();
    },
    /** The team with its accounts, without accounts that were deleted. */
    async team(listingId: number) {
      return db
        .select({ role: listingMembers.role, account: accounts })
        .from(listingMembers)
        .innerJoin(accounts, eq(accounts.id, listingMembers.accountId))
        .where(and(eq(listingMembers.listingId, listingId), ne(accounts.status, "deleted")))
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

  async function writeVersion(row: Row, snapshot: Snapshot, author: Author): Promise<void> {
    await db.insert(listingVersions).values({
      listingId: row.id,
      version: row.version,
      accountId: author.accountId,
      client: author.client,
      at: row.updatedAt,
      snapshot,
      restored: author.restored ?? null,
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
      await writeVersion(saved, await reads.snapshot(toListing(saved)), author);
      return toListing(saved);
    },
    /** Lets an account edit the listing; the owner stays the owner. */
    async addEditor(listingId: number, accountId: string, now: Date): Promise<void> {
      await db
        .insert(listingMembers)
        .values({ accountId, listingId, role: "editor", createdAt: now })
        .onConflictDoNothing();
    },
    /** The account owns the listing; the rest of the team stays. */
    async setOwner(listingId: number, accountId: string, now: Date): Promise<void> {
      await db
        .insert(listingMembers)
        .values({ accountId, listingId, role: "owner", createdAt: now })
        .onConflictDoUpdate({ target: [listingMembers.accountId, listingMembers.listingId], set: { role: "owner" } });
    },
    async clearTeam(listingId: number): Promise<void> {
      await db.delete(listingMembers).where(eq(listingMembers.listingId, listingId));
    },
    /** How the team has proven that the listing is theirs, or null when the proof is gone. */
    async setClaimed(listingId: number, method: ClaimMethod | null, now: Date): Promise<Listing> {
      const row = db
        .update(listings)
        .set({ claimedMethod: method, updatedAt: now })
        .where(eq(listings.id, listingId))
        .returning()
        .get();
      return toListing(row!);
    },
    /** Where a listing stands: its status, plan, launch and what was bought for it. A version like every other change. */
    async setTerms(
      listing: Listing,
      { categories, ...terms }: ListingTerms,
      author: Author,
      now: Date,
    ): Promise<Listing> {
      await linkCategories(listing.id, categories);
      const row = db
        .update(listings)
        .set({
          ...terms,
          profile: { ...listing.profile, categories },
          primaryCategory: categories[0]?.slug ?? null,
          version: sql`${listings.version} + 1`,
          updatedAt: now,
        })
        .where(eq(listings.id, listing.id))
        .returning()
        .get()!;
      index.put(toListing(row));
      await writeVersion(row, await reads.snapshot(toListing(row)), author);
      return toListing(row);
    },
    /** New content for a listing: row, links, search index and version history together. What changes nothing is no version. */
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
      const before = await reads.snapshot(listing);
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
      const after = await reads.snapshot({ ...listing, ...columns, profile });
      if (sameValue(before, after)) return listing;
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
      await writeVersion(row, after, author);
      return toListing(row);
    },
  };
};
