import type { Listing, Page, PageRequest } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, isNull, ne, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { profileFounders, profileHiddenVotes } from "../../sqlite/profile-tables.ts";
import { founders, listingFounders, listingMembers, listings, reviews, votes } from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";

/** A founder on the account's live listings, or linked to its profile. */
export type KnownFounder = {
  id: number;
  slug: string;
  name: string;
  avatarUrl: string | null;
  /** The account whose profile includes them. */
  claimedBy: string | null;
  /** Whether the account owns a listing with them. */
  isOwned: boolean;
};

const isLive = sql`${listings.status} = 'live'`;
const shownListing = { ...pick(listings, "slug", "name", "tagline", "logoUrl") };

export const profileSections = (db: Db) => {
  type Whose = { accountId: string };
  const standing = (accountId: string) => has(votes, { accountId, withdrawnAt: null });
  const isHidden = sql<boolean>`exists (select 1 from ${profileHiddenVotes} where
    ${profileHiddenVotes.accountId} = ${votes.accountId} and ${profileHiddenVotes.listingId} = ${votes.listingId})`;
  const shownVotes = statement(({ accountId, limit }: Whose & { limit: number }) =>
    db
      .select({ listing: listings })
      .from(votes)
      .innerJoin(listings, and(eq(listings.id, votes.listingId), isLive))
      .where(and(standing(accountId), sql`not ${isHidden}`))
      .orderBy(desc(votes.at), desc(votes.id))
      .limit(limit),
  );
  const countVotes = statement(({ accountId }: Whose) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(votes)
      .innerJoin(listings, and(eq(listings.id, votes.listingId), isLive))
      .where(and(standing(accountId), sql`not ${isHidden}`)),
  );
  const merged = statement(({ accountId }: Whose) =>
    db
      .select({ slug: founders.slug })
      .from(profileFounders)
      .innerJoin(founders, eq(founders.id, profileFounders.founderId))
      .where(and(eq(profileFounders.accountId, accountId), sql`${founders.liveListings} > 0`))
      .orderBy(asc(founders.id)),
  );

  return {
    products: statement((accountId: string) => {
      const isTheirs = sql`${listings.id} in (select listing_id from listing_members where account_id = ${accountId}
      union select link.listing_id from profile_founders merged
      join listing_founders link on link.founder_id = merged.founder_id where merged.account_id = ${accountId})`;
      return (
        db
          .select()
          .from(listings)
          // The cast keeps SQLite from starting with all live listings.
          .where(and(sql`cast(${listings.status} as text) = 'live'`, isTheirs))
          .orderBy(desc(listings.votes), ...tieOrder)
      );
    }).all,
    reviews: statement((accountId: string, limit: number) =>
      db
        .select({ review: reviews, listing: shownListing })
        .from(reviews)
        .innerJoin(listings, and(eq(listings.id, reviews.listingId), isLive))
        .where(has(reviews, { accountId, status: "published" }))
        .orderBy(desc(reviews.updatedAt), desc(reviews.id))
        .limit(limit),
    ).all,
    async shownVotes(accountId: string, limit: number): Promise<{ items: Listing[]; total: number }> {
      const rows = await shownVotes.all({ accountId, limit });
      return {
        items: rows.map(({ listing }) => listing),
        total: (await countVotes.get({ accountId }))?.count ?? 0,
      };
    },
    /** With hidden ones. */
    async everyVote(
      accountId: string,
      { page, perPage }: PageRequest,
    ): Promise<Page<{ slug: string; name: string; at: Date; isHidden: boolean }>> {
      const from = and(standing(accountId), isLive);
      const total =
        (
          await db
            .select({ count: sql<number>`count(*)` })
            .from(votes)
            .innerJoin(listings, eq(listings.id, votes.listingId))
            .where(from)
            .get()
        )?.count ?? 0;
      const items = await db
        .select({ slug: listings.slug, name: listings.name, at: votes.at, isHidden: isHidden.mapWith(Boolean) })
        .from(votes)
        .innerJoin(listings, eq(listings.id, votes.listingId))
        .where(from)
        .orderBy(desc(votes.at), desc(votes.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items, total };
    },
    async founderSlugs(accountId: string): Promise<string[]> {
      return (await merged.all({ accountId })).map(({ slug }) => slug);
    },
    /** Founders the account may link, has linked, or may unlink. */
    async knownFounders(accountId: string): Promise<KnownFounder[]> {
      const isTheirs = sql`${founders.id} in (select link.founder_id from listing_members member
        cross join listings listing cross join listing_founders link where member.account_id = ${accountId}
        and listing.id = member.listing_id and listing.status = 'live' and link.listing_id = listing.id
        union select founder_id from profile_founders where account_id = ${accountId})`;
      const isOwned = sql<boolean>`exists (select 1 from ${listingFounders}
        join ${listingMembers} on ${listingMembers.listingId} = ${listingFounders.listingId}
        where ${listingFounders.founderId} = ${founders.id} and ${listingMembers.accountId} = ${accountId}
          and ${listingMembers.role} = 'owner')`;
      return db
        .select({
          ...pick(founders, "id", "slug", "name", "avatarUrl"),
          claimedBy: profileFounders.accountId,
          isOwned: isOwned.mapWith(Boolean),
        })
        .from(founders)
        .leftJoin(profileFounders, eq(profileFounders.founderId, founders.id))
        .where(isTheirs)
        .orderBy(asc(founders.name), asc(founders.id));
    },
    /** Whether a handle is the name of a live listing or founder unrelated to the account. */
    async isOfOthers(handle: string, accountId: string): Promise<boolean> {
      const listing = await db
        .select({ id: listings.id })
        .from(listings)
        .where(
          and(
            eq(listings.slug, handle),
            isLive,
            sql`not exists (select 1 from listing_members where listing_id = ${listings.id} and account_id = ${accountId})`,
          ),
        )
        .get();
      const founder = await db
        .select({ id: founders.id })
        .from(founders)
        .leftJoin(profileFounders, eq(profileFounders.founderId, founders.id))
        .where(
          and(
            eq(founders.slug, handle),
            sql`${founders.liveListings} > 0`,
            or(isNull(profileFounders.accountId), ne(profileFounders.accountId, accountId)),
            sql`not exists (select 1 from ${listingFounders} join ${listingMembers}
              on ${listingMembers.listingId} = ${listingFounders.listingId}
              where ${listingFounders.founderId} = ${founders.id} and ${listingMembers.accountId} = ${accountId})`,
          ),
        )
        .get();
      return listing !== undefined || founder !== undefined;
    },
  };
};
