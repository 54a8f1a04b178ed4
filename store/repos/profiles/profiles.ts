import type { SQL } from "drizzle-orm";
import { hashToken } from "#core/credentials/tokens.ts";
import { skeletonOf } from "#domain/profiles/handle.ts";
import type { PublicPerson } from "#domain/profiles/profile.ts";
import type { PageAddress, Shard } from "#domain/site/sitemap.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, isNull, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { handles, profileFounders, profileHiddenVotes, profiles } from "../../sqlite/profile-tables.ts";
import { accounts, founders, listings } from "../../sqlite/tables.ts";
import { SHARD_SIZE } from "../site/sitemap.ts";
import { profileSections } from "./profile-sections.ts";

export type Profile = typeof profiles.$inferSelect;
/** A profile that everybody sees, with the name of its account. */
export type PublicProfile = Profile & { name: string | null; since: Date };
type Saved = Omit<Profile, "hiddenAt" | "avatarUrl" | "createdAt" | "updatedAt">;

/** Whether a profile is public. Joins must include its account. */
const isSeen = (): SQL | undefined =>
  and(sql`${profiles.isPublic} = 1`, isNull(profiles.hiddenAt), sql`${accounts.status} = 'active'`);

/** Whether a profile has more than a picture and a name. */
const isFilled = sql`(profiles.bio is not null or profiles.links_json <> '[]'
  or (profiles.shows_json like '%"products"%' and (
    exists (select 1 from listing_members member join listings on listings.id = member.listing_id
      where member.account_id = profiles.account_id and listings.status = 'live')
    or exists (select 1 from profile_founders merged join founders on founders.id = merged.founder_id
      where merged.account_id = profiles.account_id and founders.live_listings > 0)))
  or (profiles.shows_json like '%"reviews"%' and exists (
    select 1 from reviews join listings on listings.id = reviews.listing_id
    where reviews.account_id = profiles.account_id and reviews.status = 'published' and listings.status = 'live'))
  or (profiles.shows_json like '%"comments"%' and exists (
    select 1 from comments join listings on listings.id = comments.listing_id
    where comments.account_id = profiles.account_id and comments.status = 'published' and listings.status = 'live'))
  or (profiles.shows_json like '%"votes"%' and exists (
    select 1 from votes join listings on listings.id = votes.listing_id
    where votes.account_id = profiles.account_id and votes.withdrawn_at is null and listings.status = 'live'
      and not exists (select 1 from profile_hidden_votes hidden
        where hidden.account_id = votes.account_id and hidden.listing_id = votes.listing_id))))`;

/** Equal for lookalikes, and reveals nothing. */
const keyOf = (handle: string): string => hashToken(`handle:${skeletonOf(handle)}`);

const size = sql.raw(String(SHARD_SIZE));

export const profileReads = (db: Db) => {
  const byAccount = statement(({ accountId }: { accountId: string }) =>
    db.select().from(profiles).where(eq(profiles.accountId, accountId)),
  );
  const seenByHandle = statement(({ handle }: { handle: string }) =>
    db
      .select({ profile: profiles, name: accounts.name, since: accounts.createdAt })
      .from(profiles)
      .innerJoin(accounts, eq(accounts.id, profiles.accountId))
      .where(and(eq(profiles.handle, handle), isSeen())),
  );
  const seenByFormer = statement(({ handle }: { handle: string }) =>
    db
      .select({ handle: profiles.handle })
      .from(handles)
      .innerJoin(profiles, eq(profiles.accountId, handles.accountId))
      .innerJoin(accounts, eq(accounts.id, profiles.accountId))
      .where(and(eq(handles.handle, handle), isSeen())),
  );
  const shown = sql<boolean>`${isSeen()}`.mapWith(Boolean);
  const people = statement(({ ids }: { ids: readonly string[] }) =>
    db
      .select({
        id: accounts.id,
        name: accounts.name,
        handle: profiles.handle,
        avatarUrl: profiles.avatarUrl,
        isShown: shown,
      })
      .from(accounts)
      .leftJoin(profiles, eq(profiles.accountId, accounts.id))
      .where(isOneOf(accounts.id, ids)),
  );
  const ofFounders = statement(({ slugs }: { slugs: readonly string[] }) =>
    db
      .select({ slug: founders.slug, handle: profiles.handle })
      .from(founders)
      .innerJoin(profileFounders, eq(profileFounders.founderId, founders.id))
      .innerJoin(profiles, eq(profiles.accountId, profileFounders.accountId))
      .innerJoin(accounts, eq(accounts.id, profiles.accountId))
      .where(and(isOneOf(founders.slug, slugs), isSeen())),
  );
  const handlesOf = async (accountId: string): Promise<{ handle: string | null; at: Date }[]> =>
    db
      .select({ handle: handles.handle, at: handles.at })
      .from(handles)
      .where(eq(handles.accountId, accountId))
      .orderBy(asc(handles.at), sql`${handles.handle} nulls first`);

  return {
    ...profileSections(db),
    async find(accountId: string): Promise<Profile | undefined> {
      return byAccount.get({ accountId });
    },
    /** Undefined unless public. */
    async findPublic(handle: string): Promise<PublicProfile | undefined> {
      const row = await seenByHandle.get({ handle });
      return row && { ...row.profile, name: row.name, since: row.since };
    },
    /** The current handle for a former one, if public. */
    async presentHandle(former: string): Promise<string | undefined> {
      return (await seenByFormer.get({ handle: former }))?.handle;
    },
    async people(ids: readonly string[]): Promise<Map<string, PublicPerson>> {
      const rows = ids.length > 0 ? await people.all({ ids: [...new Set(ids)] }) : [];
      return new Map(
        rows.map(({ id, name, handle, avatarUrl, isShown }) => [
          id,
          { name, handle: isShown ? handle : null, avatarUrl: isShown ? avatarUrl : null },
        ]),
      );
    },
    async handlesOfFounders(slugs: readonly string[]): Promise<Map<string, string>> {
      const rows = slugs.length > 0 ? await ofFounders.all({ slugs }) : [];
      return new Map(rows.map(({ slug, handle }) => [slug, handle]));
    },
    /** Whether another account has or had this or a lookalike handle. */
    async isTaken(handle: string, accountId: string): Promise<boolean> {
      const row = await db
        .select({ id: handles.id })
        .from(handles)
        .where(and(eq(handles.key, keyOf(handle)), sql`${handles.accountId} is distinct from ${accountId}`))
        .limit(1)
        .get();
      return row !== undefined;
    },
    handlesOf,
    async everything(accountId: string) {
      const profile = await byAccount.get({ accountId });
      const merged = await db
        .select({ slug: founders.slug, name: founders.name, since: profileFounders.at })
        .from(profileFounders)
        .innerJoin(founders, eq(founders.id, profileFounders.founderId))
        .where(eq(profileFounders.accountId, accountId));
      const hiddenVotes = await db
        .select({ slug: listings.slug })
        .from(profileHiddenVotes)
        .innerJoin(listings, eq(listings.id, profileHiddenVotes.listingId))
        .where(eq(profileHiddenVotes.accountId, accountId));
      return { ...profile, names: await handlesOf(accountId), founders: merged, hiddenVotes };
    },

    /** Sitemap files of public, filled profiles, numbered from 1. */
    async profileShards(): Promise<Shard[]> {
      const rows = await db.all<{ number: number }>(
        sql`select distinct (profiles.rowid - 1) / ${size} + 1 as number from profiles
            join accounts on accounts.id = profiles.account_id where ${isSeen()} and ${isFilled} order by number`,
      );
      return rows.map(({ number }) => ({ number, updatedAt: null }));
    },
    async profileAddresses(shard: number): Promise<PageAddress[]> {
      const first = (shard - 1) * SHARD_SIZE + 1;
      const rows = await db.all<{ handle: string }>(
        sql`select profiles.handle as handle from profiles join accounts on accounts.id = profiles.account_id
            where ${isSeen()} and ${isFilled} and profiles.rowid between ${first} and ${first + SHARD_SIZE - 1}
            order by profiles.rowid`,
      );
      return rows.map(({ handle }) => ({ slug: handle, updatedAt: null }));
    },
  };
};

export const profileWrites = (db: Db) => ({
  ...profileReads(db),
  /** Assigns a free handle permanently. */
  async takeHandle(accountId: string, handle: string, at: Date): Promise<void> {
    await db
      .insert(handles)
      .values({ key: keyOf(handle), handle, accountId, at })
      .onConflictDoUpdate({ target: handles.handle, set: { at } });
  },
  async save(profile: Saved, at: Date): Promise<void> {
    const { accountId: _, ...changed } = profile;
    await db
      .insert(profiles)
      .values({ ...profile, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({ target: profiles.accountId, set: { ...changed, updatedAt: at } });
  },
  async setAvatar(accountId: string, avatarUrl: string | null, at: Date): Promise<void> {
    await db.update(profiles).set({ avatarUrl, updatedAt: at }).where(eq(profiles.accountId, accountId));
  },
  async setHidden(accountId: string, hiddenAt: Date | null): Promise<void> {
    await db.update(profiles).set({ hiddenAt }).where(eq(profiles.accountId, accountId));
  },
  /** Adds a founder to a profile, unless already in one. */
  async addFounder(accountId: string, founderId: number, at: Date): Promise<void> {
    await db.insert(profileFounders).values({ accountId, founderId, at }).onConflictDoNothing();
  },
  async removeFounder(founderId: number): Promise<void> {
    await db.delete(profileFounders).where(eq(profileFounders.founderId, founderId));
  },
  async setVoteHidden(accountId: string, slug: string, isHidden: boolean): Promise<void> {
    const listing = await db.select({ id: listings.id }).from(listings).where(eq(listings.slug, slug)).get();
    if (!listing) return;
    const which = { accountId, listingId: listing.id };
    if (isHidden) await db.insert(profileHiddenVotes).values(which).onConflictDoNothing();
    else await db.delete(profileHiddenVotes).where(has(profileHiddenVotes, { accountId, listingId: listing.id }));
  },
  async remove(accountId: string): Promise<void> {
    await db.delete(profileFounders).where(eq(profileFounders.accountId, accountId));
    await db.delete(profileHiddenVotes).where(eq(profileHiddenVotes.accountId, accountId));
    await db.delete(profiles).where(eq(profiles.accountId, accountId));
  },
  /** Keeps only digests of handles, so that nobody can take them. */
  async erase(accountId: string): Promise<void> {
    await profileWrites(db).remove(accountId);
    await db.update(handles).set({ handle: null, accountId: null }).where(eq(handles.accountId, accountId));
  },
});
