import { pick } from "#domain/text/pick.ts";
import { and, asc, eq, exists, isNotNull } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  accounts,
  categories,
  categoryFollows,
  digestAsks,
  digestCategories,
  digestSubscribers,
} from "../../sqlite/tables.ts";

type Person = { accountId: string; emailFolded: string };

const isProven = (db: Db, accountId: string) =>
  exists(
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNotNull(accounts.emailVerifiedAt))),
  );
const isTheirs = (db: Db, table: typeof digestSubscribers | typeof digestAsks, { accountId, emailFolded }: Person) =>
  and(eq(table.emailFolded, emailFolded), isProven(db, accountId));

/** A person's digest data, for export and deletion, including that without an account. */
export async function digestDataOf(db: Db, person: Person) {
  const subscriber = await db
    .select()
    .from(digestSubscribers)
    .where(isTheirs(db, digestSubscribers, person))
    .get();
  const chosen = subscriber
    ? await db.select().from(digestCategories).where(eq(digestCategories.subscriberId, subscriber.id))
    : [];
  return {
    categoriesFollowed: await db
      .select({ slug: categories.slug, name: categories.name, at: categoryFollows.at })
      .from(categoryFollows)
      .innerJoin(categories, eq(categories.slug, categoryFollows.category))
      .where(eq(categoryFollows.accountId, person.accountId))
      .orderBy(asc(categoryFollows.at)),
    weeklyDigest: subscriber && {
      zone: subscriber.zone,
      withSearches: subscriber.withSearches,
      askedAt: subscriber.askedAt,
      confirmedAt: subscriber.confirmedAt,
      nextAt: subscriber.dueAt,
      lastWeek: subscriber.lastWeek,
      categories: chosen.map(({ category }) => category),
    },
    weeklyDigestAsked: await db
      .select(pick(digestAsks, "categories", "zone", "askedAt"))
      .from(digestAsks)
      .where(isTheirs(db, digestAsks, person))
      .orderBy(asc(digestAsks.askedAt)),
  };
}

export async function eraseDigestData(db: Db, person: Person): Promise<void> {
  await db.delete(categoryFollows).where(eq(categoryFollows.accountId, person.accountId));
  await db.delete(digestSubscribers).where(isTheirs(db, digestSubscribers, person));
  await db.delete(digestAsks).where(isTheirs(db, digestAsks, person));
}
