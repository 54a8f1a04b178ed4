import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { categories, categoryFollows } from "../../sqlite/tables.ts";

type Follow = { accountId: string; category: string };
export type FollowedCategory = { slug: string; name: string };

const isFollow = ({ accountId, category }: Follow) => has(categoryFollows, { accountId, category });

export const categoryFollowReads = (db: Db) => {
  const one = statement((follow: Follow) =>
    db.select({ at: categoryFollows.at }).from(categoryFollows).where(isFollow(follow)),
  );
  return {
    async isFollowing(accountId: string, category: string): Promise<boolean> {
      return (await one.get({ accountId, category })) !== undefined;
    },
    ofAccount: statement((accountId: string) =>
      db
        .select({ slug: categories.slug, name: categories.name })
        .from(categoryFollows)
        .innerJoin(categories, eq(categories.slug, categoryFollows.category))
        .where(eq(categoryFollows.accountId, accountId))
        .orderBy(asc(categories.name)),
    ).all,
  };
};

export const categoryFollowWrites = (db: Db) => ({
  ...categoryFollowReads(db),
  async follow(accountId: string, category: string, at: Date): Promise<void> {
    await db.insert(categoryFollows).values({ accountId, category, at }).onConflictDoNothing();
  },
  async unfollow(accountId: string, category: string): Promise<void> {
    await db.delete(categoryFollows).where(isFollow({ accountId, category }));
  },
});
