import type { SQL } from "drizzle-orm";
import type { PublicPerson } from "../../domain/profile.ts";
import { statement } from "../sql/statement.ts";
import { and, eq, isNull, sql } from "../sqlite/drizzle.ts";
import { isOneOf } from "../sqlite/one-of.ts";
import type { Db } from "../sqlite/open.ts";
import { handles, profiles } from "../sqlite/profile-tables.ts";
import { accounts } from "../sqlite/tables.ts";

export type Profile = typeof profiles.$inferSelect;
/** A profile that everybody sees, with the name of its account. */
export type PublicProfile = Profile & { name: string | null; since: Date };

/** Whether everybody sees a profile. Joins need its account beside it. */
export const isSeen = (): SQL | undefined =>
  and(sql`${profiles.isPublic} = 1`, isNull(profiles.hiddenAt), sql`${accounts.status} = 'active'`);

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

  return {
    /** The profile of an account, public or not. */
    async find(accountId: string): Promise<Profile | undefined> {
      return byAccount.get({ accountId });
    },
    /** The profile with this name, if everybody sees it. */
    async findPublic(handle: string): Promise<PublicProfile | undefined> {
      const row = await seenByHandle.get({ handle });
      return row && { ...row.profile, name: row.name, since: row.since };
    },
    /** The present name of whoever once had this one, if everybody sees their profile. */
    async presentHandle(former: string): Promise<string | undefined> {
      return (await seenByFormer.get({ handle: former }))?.handle;
    },
    /** How people appear beside what they wrote, by account. */
    async people(ids: readonly string[]): Promise<Map<string, PublicPerson>> {
      const rows = ids.length > 0 ? await people.all({ ids: [...new Set(ids)] }) : [];
      return new Map(
        rows.map(({ id, name, handle, avatarUrl, isShown }) => [
          id,
          { name, handle: isShown ? handle : null, avatarUrl: isShown ? avatarUrl : null },
        ]),
      );
    },
  };
};

export const profileWrites = (db: Db) => ({
  ...profileReads(db),
  /** Hides a profile from everybody else, or shows it again: by the site team alone. */
  async setHidden(accountId: string, hiddenAt: Date | null): Promise<void> {
    await db.update(profiles).set({ hiddenAt }).where(eq(profiles.accountId, accountId));
  },
});
