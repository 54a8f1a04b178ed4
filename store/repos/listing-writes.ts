import type { ClaimMethod } from "../../domain/claim.ts";
import type { DraftFounder } from "../../domain/draft.ts";
import type { ListingTerms } from "../../domain/fulfil.ts";
import type { Listing, ListingCategory, ListingContent, ListingFounder, Socials } from "../../domain/listing.ts";
import type { Snapshot } from "../../domain/listing-version.ts";
import { sameValue } from "../../domain/shared-facts.ts";
import { freeSlug, slugify } from "../../domain/slug.ts";
import { sortName } from "../../domain/sort-name.ts";
import { listingIndex } from "../search/listing-index.ts";
import { and, eq, sql } from "../sqlite/drizzle.ts";
import { bringFounderNamesUpToDate } from "../sqlite/founder-names.ts";
import type { Db } from "../sqlite/open.ts";
import {
  founders,
  listingCategories,
  listingFounders,
  listingMembers,
  listings,
  listingVersions,
} from "../sqlite/tables.ts";

import { rowReads } from "./listings.ts";

/** Who changed a listing, with which client, and which version they restored, if any. */
export type Author = { accountId: string | null; client: string | null; restored?: number };

/** `slug` is the preferred slug; by default it is made from the name. */
export type NewListing = Pick<Listing, "url" | "domain" | "siteKey" | "status"> &
  Partial<Omit<Listing, "id" | "profile">>;

/** An imported founder: their slug and page there, or the matching founder of this site. */
export type NewFounder = DraftFounder & {
  slug?: string | undefined;
  sameAs?: string | undefined;
  page?: Partial<Pick<typeof founders.$inferInsert, "name" | "bio" | "avatarUrl" | "country" | "socials">> | undefined;
};

export const listingWrites = (db: Db) => {
  const reads = rowReads(db);
  const index = listingIndex(db.$client);
  index.bringUpToDate();
  bringFounderNamesUpToDate(db.$client);
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

  /** The same account and name is the same founder across listings. */
  async function linkFounders(
    id: number,
    people: NewFounder[],
    ownerId: string | null,
    socials: Socials,
    isDemo: boolean,
  ): Promise<ListingFounder[]> {
    await db.delete(listingFounders).where(eq(listingFounders.listingId, id));
    const linked: ListingFounder[] = [];
    for (const [position, person] of people.entries()) {
      const isSame = person.sameAs
        ? eq(founders.slug, person.sameAs)
        : ownerId && and(eq(founders.accountId, ownerId), sql`${founders.name} = ${person.name} collate nocase`);
      const known = isSame ? db.select().from(founders).where(isSame).get() : undefined;
      const facts = {
        name: person.name,
        sortName: sortName(person.name),
        bio: person.bio,
        ...(position === 0 ? { socials } : {}),
        ...person.page,
      };
      const founder = known
        ? db.update(founders).set(facts).where(eq(founders.id, known.id)).returning().get()
        : db
            .insert(founders)
            .values({
              socials: {},
              ...facts,
              slug: await freeSlug(person.slug ?? slugify(person.name, "founder"), isFounderSlugTaken),
              accountId: ownerId,
              isDemo,
            })
            .returning()
            .get();
      if (!founder || linked.some(({ slug }) => slug === founder.slug)) continue;
      await db.insert(listingFounders).values({ listingId: id, founderId: founder.id, title: person.title, position });
      linked.push({
        slug: founder.slug,
        name: person.name,
        title: person.title,
        avatarUrl: founder.avatarUrl,
        primary: position === 0,
      });
    }
    return linked;
  }

  async function writeVersion(row: Listing, snapshot: Snapshot, author: Author): Promise<void> {
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
    /** Merges some of the search index; returns whether there is more to merge. */
    mergeSearchIndex: index.mergeSegments,
    /** A new listing with its categories (primary first), founders and first version. `ownerId` becomes its owner. */
    async add(
      listing: NewListing,
      content: ListingContent,
      links: {
        categories: ListingCategory[];
        founders: NewFounder[];
        founderSocials: Socials;
        ownerId: string | null;
      },
      author: Author,
      now: Date,
    ): Promise<Listing> {
      const slug = await freeSlug(listing.slug ?? slugify(content.name), isSlugTaken);
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
      index.put(saved);
      await writeVersion(saved, await reads.snapshot(saved), author);
      return saved;
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
    /** How the team proved that it owns the listing, or null if it no longer can. */
    async setClaimed(listingId: number, method: ClaimMethod | null, now: Date): Promise<Listing> {
      const row = db
        .update(listings)
        .set({ claimedMethod: method, updatedAt: now })
        .where(eq(listings.id, listingId))
        .returning()
        .get();
      return row!;
    },
    /** Saves status, plan, launch and purchases of a listing, as a new version. */
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
      index.put(row);
      await writeVersion(row, await reads.snapshot(row), author);
      return row;
    },
    /** Saves a listing's content: row, links, search index and version. No-op edits create no version. */
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
      index.put(row);
      await writeVersion(row, after, author);
      return row;
    },
  };
};
