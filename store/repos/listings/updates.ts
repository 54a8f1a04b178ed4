import type { Listing, ListingUpdate, Page, PageRequest } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { keptCounts } from "../../sqlite/counts.ts";
import { and, asc, desc, eq, exists, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, follows, listings, listingUpdates, updateMails } from "../../sqlite/tables.ts";

/** A follower with unread updates: those after `afterId` since they followed. */
export type Follower = { accountId: string; email: string; name: string | null; since: Date; afterId: number };

const newestFirst = [desc(listingUpdates.publishedAt), desc(listingUpdates.id)];
const columns = {
  ...pick(listingUpdates, "id", "title", "body", "publishedAt"),
};

/** Ids continue from the highest, so imported ids must leave room. */
const MOST_KEPT_ID = 2 ** 40;

export type ImportedUpdate = Omit<ListingUpdate, "id"> & { id?: number | undefined };

/** Updates of listings, and which followers received them. */
export const updateReads = (db: Db) => {
  const count = keptCounts(db);
  const lastId = sql<number>`coalesce(${updateMails.updateId}, 0)`;
  /** Active, confirmed followers with unreceived updates. */
  const untold = (listingId: number) =>
    and(
      eq(follows.listingId, listingId),
      has(accounts, { status: "active", isDemo: false }),
      isNotNull(accounts.emailVerifiedAt),
      exists(
        db
          .select({ id: listingUpdates.id })
          .from(listingUpdates)
          .where(
            and(
              eq(listingUpdates.listingId, listingId),
              gt(listingUpdates.id, lastId),
              gte(listingUpdates.publishedAt, follows.at),
            ),
          ),
      ),
    );
  const lastMail = has(updateMails, { accountId: follows.accountId, listingId: follows.listingId });

  return {
    ofListing: statement((listingId: number, limit: number) =>
      db
        .select(columns)
        .from(listingUpdates)
        .where(eq(listingUpdates.listingId, listingId))
        .orderBy(desc(listingUpdates.id))
        .limit(limit),
    ).all,
    async find(listingId: number, id: number): Promise<ListingUpdate | undefined> {
      const isWanted = has(listingUpdates, { listingId, id });
      return db.select(columns).from(listingUpdates).where(isWanted).get();
    },
    async latest({ page, perPage }: PageRequest): Promise<Page<{ update: ListingUpdate; listing: Listing }>> {
      const ids = db
        .select({ id: listingUpdates.id })
        .from(listingUpdates)
        .crossJoin(listings)
        .where(has(listings, { id: listingUpdates.listingId, status: "live" }))
        .orderBy(...newestFirst)
        .limit(perPage)
        .offset((page - 1) * perPage);
      const items = await db
        .select({ update: columns, listing: listings })
        .from(listingUpdates)
        .innerJoin(listings, eq(listings.id, listingUpdates.listingId))
        .where(inArray(listingUpdates.id, ids))
        .orderBy(...newestFirst);
      return { items, total: await count("updates") };
    },
    /** Followers whose last email about this listing was before `mailedBefore`. */
    async followersToTell(listingId: number, mailedBefore: Date, limit: number): Promise<Follower[]> {
      return db
        .select({
          accountId: accounts.id,
          email: accounts.email,
          name: accounts.name,
          since: follows.at,
          afterId: lastId,
        })
        .from(follows)
        .innerJoin(accounts, eq(accounts.id, follows.accountId))
        .leftJoin(updateMails, lastMail)
        .where(and(untold(listingId), or(isNull(updateMails.at), lte(updateMails.at, mailedBefore))))
        .orderBy(asc(accounts.id))
        .limit(limit);
    },
    async firstWaiting(listingId: number, mailedBefore: Date): Promise<Date | undefined> {
      return (
        await db
          .select({ at: updateMails.at })
          .from(follows)
          .innerJoin(accounts, eq(accounts.id, follows.accountId))
          .innerJoin(updateMails, lastMail)
          .where(and(untold(listingId), gt(updateMails.at, mailedBefore)))
          .orderBy(asc(updateMails.at))
          .limit(1)
          .get()
      )?.at;
    },
  };
};

export const updateWrites = (db: Db) => ({
  ...updateReads(db),
  async add(update: Omit<ListingUpdate, "id"> & { listingId: number; accountId: string }): Promise<ListingUpdate> {
    return db.insert(listingUpdates).values(update).returning(columns).get();
  },
  async edit({ id, title, body }: Pick<ListingUpdate, "id" | "title" | "body">): Promise<void> {
    await db.update(listingUpdates).set({ title, body }).where(eq(listingUpdates.id, id));
  },
  /** Imported updates, newest first. Ids are kept if all are free. */
  async addImported(listingId: number, newestFirst: ImportedUpdate[]): Promise<void> {
    if (newestFirst.length === 0) return;
    const ids = newestFirst.flatMap(({ id }) => id ?? []);
    const isOrdered = ids.every((id, index) => id < (ids[index - 1] ?? MOST_KEPT_ID));
    const taken = await db.select(columns).from(listingUpdates).where(inArray(listingUpdates.id, ids)).limit(1);
    const isKept = ids.length === newestFirst.length && isOrdered && taken.length === 0;
    for (const { id, ...update } of newestFirst.toReversed())
      await db.insert(listingUpdates).values({ listingId, ...update, ...(isKept && { id }) });
  },
  /** Records the last update a follower received. */
  async told(mail: { accountId: string; listingId: number; updateId: number; at: Date }): Promise<void> {
    const { updateId, at } = mail;
    const target = [updateMails.accountId, updateMails.listingId];
    await db.insert(updateMails).values(mail).onConflictDoUpdate({ target, set: { updateId, at } });
  },
});
