import type { DraftFounder } from "#domain/drafts/draft.ts";
import type { ClaimMethod } from "#domain/listings/claim.ts";
import {
  CONTENT,
  type Listing,
  type ListingCategory,
  type ListingContent,
  type ListingStatus,
  type Profile,
  type Socials,
  type Website,
} from "#domain/listings/listing.ts";
import { languageFor } from "#domain/listings/listing-language.ts";
import type { Snapshot } from "#domain/listings/listing-version.ts";
import { sameValue } from "#domain/listings/shared-facts.ts";
import type { ListingTerms } from "#domain/orders/fulfil.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import { given } from "#domain/text/given.ts";
import { pick } from "#domain/text/pick.ts";
import { slugOf } from "#domain/text/slug.ts";
import { searchIndex } from "../../search/listing-index.ts";
import { statement } from "../../sql/statement.ts";
import { and, eq, sql } from "../../sqlite/drizzle.ts";
import { bringFounderNamesUpToDate } from "../../sqlite/founder-names.ts";
import { insertInto, reservations } from "../../sqlite/insert.ts";
import type { Db } from "../../sqlite/open.ts";
import { listingCategories, listingFounders, listingMembers, listings, listingVersions } from "../../sqlite/tables.ts";

import { asShown, founderWrites, type NewFounder } from "../profiles/founder-writes.ts";
import { type Person, rowReads, snapshotOf } from "./listings.ts";
import { EMPTY_PROFILE } from "./no-content.ts";

/** Who changed a listing, by which client, and which version they restored. */
export type Author = { accountId: string | null; client: string | null; restored?: number };

/** `slug` is preferred; by default it derives from the name, or the domain. */
export type NewListing = Pick<Listing, "url" | "domain" | "siteKey" | "status"> &
  Partial<Omit<Listing, "id" | "profile">> & {
    /** What approving it makes it. */
    statusBefore?: ListingStatus | null;
    listedAt?: Date | null;
  };

export type NewLinks = {
  categories: ListingCategory[];
  founders: NewFounder[];
  founderSocials: Socials;
  ownerId: string | null;
};

/** Listings that hold no website yet. Others are added published, or by the site team. */
const UNPROVEN: readonly Listing["status"][] = ["draft", "awaiting_badge"];

export type NewEntry = { listing: NewListing; content: ListingContent; links: NewLinks; now: Date };

export const listingWrites = (db: Db) => {
  const reads = rowReads(db);
  const index = searchIndex(db.$client);
  index.bringUpToDate();
  if (!db.$client.readonly) bringFounderNamesUpToDate(db.$client);
  const founderRows = founderWrites(db);
  const startReserving = reservations(db, "listings");
  const insertListings = insertInto(db, listings);
  const insertCategories = insertInto(db, listingCategories);
  const insertMembers = insertInto(db, listingMembers);
  const insertVersions = insertInto(db, listingVersions);

  type Edit = Pick<Listing, "id" | "profile" | "updatedAt"> &
    Omit<ListingContent, "profile"> & { primaryCategory: string | null };
  const edit = statement(({ id, ...columns }: Edit) =>
    db
      .update(listings)
      .set({ ...columns, version: sql`${listings.version} + 1` })
      .where(eq(listings.id, id))
      .returning(),
  );

  const categoryRows = (listingId: number, categories: ListingCategory[]) =>
    categories.map(({ slug }, position) => ({ listingId, categorySlug: slug, position }));

  async function linkCategories(id: number, categories: ListingCategory[]): Promise<void> {
    await db.delete(listingCategories).where(eq(listingCategories.listingId, id));
    await insertCategories(categoryRows(id, categories));
  }

  const versionOf = (
    { id, version, updatedAt }: Pick<Listing, "id" | "version" | "updatedAt">,
    snapshot: Snapshot,
    author: Author,
  ) => ({ listingId: id, version, at: updatedAt, snapshot, ...author });

  /** Adds many listings with batched writes. */
  async function addAll(entries: NewEntry[], author: Author): Promise<Listing[]> {
    const teams = await founderRows.save(
      entries.map(({ listing, links: { founders: people, founderSocials: socials, ownerId } }) => ({
        ...{ people, socials, ownerId },
        isDemo: listing.isDemo ?? false,
      })),
    );
    const reserve = await startReserving();
    const rows = [];
    for (const [index, { listing, content, links, now }] of entries.entries()) {
      const { profile, ...columns } = content;
      const { categories } = links;
      rows.push({
        unlocked: [],
        siteHeldAt: UNPROVEN.includes(listing.status) ? null : now,
        listedAt: listing.status === "live" ? (listing.launchedAt ?? now) : null,
        createdAt: now,
        updatedAt: now,
        ...listing,
        ...columns,
        language: languageFor(content),
        ...(await reserve(listing.slug ?? slugOf(content.name, listing.domain))),
        primaryCategory: categories[0]?.slug ?? null,
        profile: { ...profile, categories, founders: given(teams[index]).map(asShown) },
      });
    }
    await insertListings(rows);
    const linked = rows.map(({ id }, index) => ({ id, people: given(teams[index]), ...given(entries[index]) }));
    await insertCategories(linked.flatMap(({ id, links }) => categoryRows(id, links.categories)));
    await founderRows.link(linked);
    await insertMembers(
      linked.flatMap(({ id, links: { ownerId }, now }) =>
        ownerId ? [{ accountId: ownerId, listingId: id, role: "owner" as const, createdAt: now }] : [],
      ),
    );
    const added = await Promise.all(linked.map(async ({ id }) => given(await reads.find(id))));
    await insertVersions(
      added.map((listing, index) => {
        const team = given(teams[index]).map(({ title, row }) => ({ title, ...row }));
        return versionOf(listing, snapshotOf(listing, team), author);
      }),
    );
    index.add(added);
    return added;
  }

  return {
    ...reads,
    /**
     * Moves a listing to a free slug, or to one that it had. The old one leads to it as that of a merged
     * listing does.
     */
    async rename({ id, slug: old, ...listing }: Listing, slug: string, now: Date): Promise<Listing> {
      const set = (rowId: number, to: string) =>
        db.update(listings).set({ slug: to, updatedAt: now }).where(eq(listings.id, rowId)).returning().get();
      const former = await db.select(pick(listings, "id")).from(listings).where(eq(listings.slug, slug)).get();
      if (former) await set(former.id, `~${former.id}`);
      const renamed = given(await set(id, slug));
      if (former) await set(former.id, old);
      else {
        const { name, url, domain, siteKey, createdAt } = listing;
        const reserve = await startReserving();
        const row = { ...(await reserve(old)), ...{ name, url, domain, siteKey, createdAt, updatedAt: now } };
        await insertListings([{ ...row, profile: EMPTY_PROFILE, unlocked: [], status: "removed", mergedInto: id }]);
      }
      return renamed;
    },
    /** Merges some segments; returns whether more remain. */
    mergeSearchIndex: index.mergeSegments,
    /** Computes some missing vectors; returns where to continue, if needed. */
    makeVectors: index.vectors.putMissing,
    /** Whether listings wait until search knows a changed field. Never on PostgreSQL: processes follow by themselves. */
    isFilingOwn: index.own.isWaiting,
    /** Files some of them; returns whether more remain. */
    fileOwn: index.own.putSome,
    /**
     * Adds a listing with categories (primary first), founders and first version, owned by
     * `ownerId`.
     */
    async add(
      listing: NewListing,
      content: ListingContent,
      links: NewLinks,
      author: Author,
      now: Date,
    ): Promise<Listing> {
      const [added] = await addAll([{ listing, content, links, now }], author);
      return given(added);
    },
    addAll,
    async addEditor(listingId: number, accountId: string, now: Date): Promise<void> {
      await db
        .insert(listingMembers)
        .values({ accountId, listingId, role: "editor", createdAt: now })
        .onConflictDoNothing();
    },
    async setOwner(listingId: number, accountId: string, now: Date): Promise<void> {
      await db
        .insert(listingMembers)
        .values({ accountId, listingId, role: "owner", createdAt: now })
        .onConflictDoUpdate({ target: [listingMembers.accountId, listingMembers.listingId], set: { role: "owner" } });
    },
    async clearTeam(listingId: number): Promise<void> {
      await db.delete(listingMembers).where(eq(listingMembers.listingId, listingId));
    },
    async setHue(logoUrl: string, hue: Hue): Promise<void> {
      await db
        .update(listings)
        .set({ hue })
        .where(and(eq(listings.logoUrl, logoUrl), sql`${listings.hue} is distinct from ${hue}`));
    },
    setFace: founderRows.setFace,
    /** How ownership was proved; null if it no longer is. */
    async setClaimed(listingId: number, method: ClaimMethod | null, now: Date): Promise<Listing> {
      const row = await db
        .update(listings)
        .set({ claimedMethod: method, updatedAt: now })
        .where(eq(listings.id, listingId))
        .returning()
        .get();
      return given(row);
    },
    /** Updates quote times after a reading. Not an edit, so the version stays. */
    async setEvidence(listing: Listing, evidence: Profile["evidence"], checkedAt: Date): Promise<void> {
      await db
        .update(listings)
        .set({ profile: { ...listing.profile, evidence }, evidenceCheckedAt: checkedAt })
        .where(eq(listings.id, listing.id));
    },
    /** Saves status, plan, launch and purchases as a new version. */
    async setTerms(
      listing: Listing,
      { categories, ...terms }: ListingTerms,
      author: Author,
      now: Date,
    ): Promise<Listing> {
      await linkCategories(listing.id, categories);
      const row = given(
        await db
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
          .get(),
      );
      index.put(row);
      await insertVersions([versionOf(row, await reads.snapshot(row), author)]);
      return row;
    },
    /**
     * Saves content: row, links, search index and version. No-op edits create no version. `listing`
     * and `people` must be read in the same change.
     */
    async update(
      listing: Listing,
      content: ListingContent,
      links: {
        people?: Person[];
        categories?: ListingCategory[];
        founders?: DraftFounder[];
        founderSocials?: Socials;
        ownerId?: string | null;
        website?: Website | undefined;
      },
      author: Author,
      now: Date,
    ): Promise<Listing> {
      const people = links.people ?? (await reads.people(listing.id));
      const before = snapshotOf(listing, people);
      const categories = links.categories ?? listing.profile.categories;
      if (links.categories) await linkCategories(listing.id, links.categories);
      let founders = listing.profile.founders;
      if (links.founders) {
        const { founderSocials: socials = {}, ownerId = null } = links;
        const [team] = await founderRows.save([{ people: links.founders, socials, ownerId, isDemo: listing.isDemo }]);
        await db.delete(listingFounders).where(eq(listingFounders.listingId, listing.id));
        await founderRows.link([{ id: listing.id, people: given(team) }]);
        founders = given(team).map(asShown);
      }
      const { profile: texts, ...columns } = { ...content, language: languageFor(content, listing) };
      const profile = { ...texts, categories, founders };
      const peopleAfter = links.founders ? await reads.people(listing.id) : people;
      const after = snapshotOf({ ...listing, ...columns, ...links.website, profile }, peopleAfter);
      if (sameValue(before, after)) return listing;
      if (links.website) await db.update(listings).set(links.website).where(eq(listings.id, listing.id));
      const primaryCategory = categories[0]?.slug ?? null;
      const version = listing.version + 1;
      const [row] = await Promise.all([
        edit.get({
          ...{ id: listing.id, ...pick(columns, ...CONTENT) },
          ...{ profile, primaryCategory, updatedAt: now },
        }),
        insertVersions([versionOf({ id: listing.id, version, updatedAt: now }, after, author)]),
      ]);
      if (row?.version !== version) throw new Error("A listing is read in the change that edits it.");
      index.put(row);
      return row;
    },
  };
};
