import { collectionSlug, ENOUGH_PRODUCTS } from "#domain/community/collection.ts";
import type { ListingInList, Page, PageRequest } from "#domain/listings/listing.ts";
import type { PageAddress } from "#domain/site/sitemap.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, inArray, isNotNull, notInArray, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, collectionFollows, collectionItems, collections, listings } from "../../sqlite/tables.ts";
import { listedInOrder } from "../listings/listing-rows.ts";
import { SHARD_SIZE } from "../site/sitemap.ts";
import { collectionsOf, eraseCollections } from "./own-collections.ts";

export type Collection = typeof collections.$inferSelect;
export type CountedCollection = { collection: Collection; count: number };
export type CollectionEntry = { listing: ListingInList; note: string | null; addedAt: Date };
export type CollectionText = Pick<Collection, "title" | "description" | "isPublic">;

/** More than a collection can have. */
const ALL = 2 ** 31 - 1;
const isLive = sql`${listings.status} = 'live'`;
/** Public collections. Inlined, because partial indexes need literals. */
const isShown = sql`${collections.isPublic} = 1 and ${collections.hiddenAt} is null
  and ${collections.heldAt} is null and ${accounts.status} = 'active'`;

export const collectionReads = (db: Db) => {
  const countOf = sql<number>`(select count(*) from ${collectionItems}
    join ${listings} on ${listings.id} = ${collectionItems.listingId} and ${isLive}
    where ${collectionItems.collectionId} = ${collections.id})`;
  const counted = () =>
    db
      .select({ collection: collections, count: countOf.as("products") })
      .from(collections)
      .innerJoin(accounts, eq(accounts.id, collections.accountId));
  const isEnough = sql`${countOf} >= ${sql.raw(String(ENOUGH_PRODUCTS))}`;
  const savedAmong = statement(({ accountId, slugs }: { accountId: string; slugs: readonly string[] }) =>
    db
      .select({ slug: listings.slug })
      .from(listings)
      .innerJoin(collections, and(eq(collections.accountId, accountId), sql`${collections.kind} = 'saved'`))
      .innerJoin(collectionItems, has(collectionItems, { collectionId: collections.id, listingId: listings.id }))
      .where(isOneOf(listings.slug, slugs)),
  );
  const peopleWith = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ count: sql<number>`count(distinct ${collectionItems.shownBy})` })
      .from(collectionItems)
      .where(and(eq(collectionItems.listingId, listingId), isNotNull(collectionItems.shownBy))),
  );
  const entriesOf = statement(({ id, limit, offset }: { id: string; limit: number; offset: number }) =>
    db
      .select(pick(collectionItems, "listingId", "note", "addedAt"))
      .from(collectionItems)
      .innerJoin(listings, and(eq(listings.id, collectionItems.listingId), isLive))
      .where(eq(collectionItems.collectionId, id))
      .orderBy(asc(collectionItems.place))
      .limit(limit)
      .offset(offset),
  );
  const inOrder = listedInOrder(db);

  type Row = { listingId: number; note: string | null; addedAt: Date };
  async function withListings(rows: readonly Row[]): Promise<CollectionEntry[]> {
    const found = await inOrder(rows.map(({ listingId }) => listingId));
    const byId = new Map(found.map((listing) => [listing.id, listing]));
    return rows.flatMap(({ listingId, ...entry }) => {
      const listing = byId.get(listingId);
      return listing ? [{ listing, ...entry }] : [];
    });
  }

  async function pageOf(
    where: ReturnType<typeof and>,
    order: ReturnType<typeof desc>[],
    { page, perPage }: PageRequest,
  ) {
    const all = db
      .select({ total: sql<number>`count(*)` })
      .from(collections)
      .innerJoin(accounts, eq(accounts.id, collections.accountId));
    const total = (await all.where(where).get())?.total ?? 0;
    const items = await counted()
      .where(where)
      .orderBy(...order)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .all();
    return { items, total };
  }
  const waitingFirst = [desc(isNotNull(collections.heldAt)), desc(collections.updatedAt), desc(collections.id)];
  const newestFirst = [desc(collections.updatedAt), desc(collections.id)];

  return {
    async findOwn(accountId: string, id: string): Promise<CountedCollection | undefined> {
      return counted().where(has(collections, { id, accountId })).get();
    },
    async find(id: string): Promise<CountedCollection | undefined> {
      return counted().where(eq(collections.id, id)).get();
    },
    findShown: statement((key: string) => counted().where(and(eq(collections.key, key), isShown))).get,
    async findByKey(key: string): Promise<Collection | undefined> {
      return db.select().from(collections).where(eq(collections.key, key)).get();
    },
    /** The private list of saved listings, created on first use. */
    saved: statement((accountId: string) =>
      db
        .select()
        .from(collections)
        .where(and(eq(collections.accountId, accountId), sql`${collections.kind} = 'saved'`)),
    ).get,
    async ofAccount(accountId: string): Promise<CountedCollection[]> {
      return counted()
        .where(eq(collections.accountId, accountId))
        .orderBy(desc(collections.kind), sql`lower(${collections.title})`, asc(collections.id))
        .all();
    },
    async savedAmong(accountId: string, slugs: readonly string[]): Promise<string[]> {
      return (await savedAmong.all({ accountId, slugs })).map(({ slug }) => slug);
    },
    async with(accountId: string, listingId: number): Promise<string[]> {
      const rows = await db
        .select({ id: collections.id })
        .from(collections)
        .innerJoin(collectionItems, eq(collectionItems.collectionId, collections.id))
        .where(and(eq(collections.accountId, accountId), eq(collectionItems.listingId, listingId)));
      return rows.map(({ id }) => id);
    },
    async order(id: string): Promise<number[]> {
      const rows = await db
        .select({ listingId: collectionItems.listingId })
        .from(collectionItems)
        .where(eq(collectionItems.collectionId, id))
        .orderBy(asc(collectionItems.place));
      return rows.map(({ listingId }) => listingId);
    },
    async shownOrder(id: string): Promise<number[]> {
      const rows = await entriesOf.all({ id, limit: ALL, offset: 0 });
      return rows.map(({ listingId }) => listingId);
    },
    async entries(id: string, { page, perPage }: PageRequest): Promise<CollectionEntry[]> {
      return withListings(await entriesOf.all({ id, limit: perPage, offset: (page - 1) * perPage }));
    },
    async newestEntries(id: string, limit: number): Promise<CollectionEntry[]> {
      const rows = await db
        .select(pick(collectionItems, "listingId", "note", "addedAt"))
        .from(collectionItems)
        .innerJoin(listings, and(eq(listings.id, collectionItems.listingId), isLive))
        .where(eq(collectionItems.collectionId, id))
        .orderBy(desc(collectionItems.addedAt), asc(collectionItems.place))
        .limit(limit);
      return withListings(rows);
    },
    async notes(id: string): Promise<string[]> {
      const rows = await db
        .select({ note: collectionItems.note })
        .from(collectionItems)
        .where(and(eq(collectionItems.collectionId, id), isNotNull(collectionItems.note)))
        .orderBy(asc(collectionItems.place));
      return rows.flatMap(({ note }) => note ?? []);
    },
    async peopleWith(listingId: number): Promise<number> {
      return (await peopleWith.get({ listingId }))?.count ?? 0;
    },
    async shown(request: PageRequest): Promise<Page<CountedCollection>> {
      return pageOf(and(isShown, isEnough), newestFirst, request);
    },
    async shownWith(listingId: number, request: PageRequest): Promise<Page<CountedCollection>> {
      const having = db
        .select({ id: collectionItems.collectionId })
        .from(collectionItems)
        .where(and(eq(collectionItems.listingId, listingId), isNotNull(collectionItems.shownBy)));
      return pageOf(and(inArray(collections.id, having), isShown), newestFirst, request);
    },
    async addresses(): Promise<PageAddress[]> {
      const { items } = await pageOf(and(isShown, isEnough), newestFirst, { page: 1, perPage: SHARD_SIZE });
      return items.map(({ collection }) => ({ slug: collectionSlug(collection), updatedAt: collection.updatedAt }));
    },
    async shownOf(accountId: string, limit: number): Promise<CountedCollection[]> {
      const { items } = await pageOf(and(eq(collections.accountId, accountId), isShown), newestFirst, {
        page: 1,
        perPage: limit,
      });
      return items;
    },
    /** For the site team: public and hidden collections, held ones first. */
    async published(request: PageRequest): Promise<Page<CountedCollection & { email: string }>> {
      const { items, total } = await pageOf(sql`${collections.isPublic} = 1`, waitingFirst, request);
      const emails = await db
        .select({ id: accounts.id, email: accounts.email })
        .from(accounts)
        .where(
          inArray(
            accounts.id,
            items.map(({ collection }) => collection.accountId),
          ),
        );
      const byId = new Map(emails.map(({ id, email }) => [id, email]));
      return { items: items.map((item) => ({ ...item, email: byId.get(item.collection.accountId) ?? "" })), total };
    },
    everythingOf: (accountId: string) => collectionsOf(db, accountId),
    async isFollowing(accountId: string, id: string): Promise<boolean> {
      const row = await db
        .select({ at: collectionFollows.at })
        .from(collectionFollows)
        .where(has(collectionFollows, { collectionId: id, accountId }))
        .get();
      return row !== undefined;
    },
    async followedBy(accountId: string): Promise<CountedCollection[]> {
      return counted()
        .innerJoin(collectionFollows, eq(collectionFollows.collectionId, collections.id))
        .where(and(eq(collectionFollows.accountId, accountId), isShown))
        .orderBy(sql`lower(${collections.title})`, asc(collections.id))
        .all();
    },
    async followers(id: string, { after, limit }: { after: string; limit: number }) {
      return db
        .select({ accountId: collectionFollows.accountId, since: collectionFollows.at })
        .from(collectionFollows)
        .innerJoin(accounts, has(accounts, { id: collectionFollows.accountId, status: "active" }))
        .where(and(eq(collectionFollows.collectionId, id), sql`${collectionFollows.accountId} > ${after}`))
        .orderBy(asc(collectionFollows.accountId))
        .limit(limit);
    },
  };
};

type Member = { id: string; listingId: number };
const isMember = ({ id, listingId }: Member) => has(collectionItems, { collectionId: id, listingId });

export const collectionWrites = (db: Db) => {
  const reads = collectionReads(db);

  async function arrange(id: string, order: readonly number[]): Promise<void> {
    await db.run(sql`update collection_items
      set place = (select cast(key as bigint) + 1 from json_each(${JSON.stringify(order)})
        where cast(value as bigint) = listing_id)
      where collection_id = ${id}`);
  }

  return {
    ...reads,
    async add(collection: Omit<Collection, "hiddenAt" | "hiddenReason" | "heldAt">): Promise<void> {
      await db.insert(collections).values({ ...collection, hiddenAt: null, hiddenReason: null, heldAt: null });
    },
    async edit(id: string, text: CollectionText, at: Date): Promise<void> {
      await db
        .update(collections)
        .set({
          ...text,
          updatedAt: at,
          publishedAt: text.isPublic ? sql`coalesce(${collections.publishedAt}, ${at.getTime()})` : sql`published_at`,
        })
        .where(eq(collections.id, id));
    },
    async touch(id: string, at: Date): Promise<void> {
      await db.update(collections).set({ updatedAt: at }).where(eq(collections.id, id));
    },
    eraseOf: (accountId: string) => eraseCollections(db, accountId),
    async remove(id: string): Promise<void> {
      await db.delete(collections).where(eq(collections.id, id));
    },
    /** Appends or prepends a listing. False if present. */
    async addItem({ id, listingId }: Member, at: Date, isFirst = false): Promise<boolean> {
      const order = await reads.order(id);
      if (order.includes(listingId)) return false;
      const item = { collectionId: id, listingId, place: order.length + 1, note: null, addedAt: at };
      await db.insert(collectionItems).values(item);
      if (isFirst) await arrange(id, [listingId, ...order]);
      return true;
    },
    async removeItem(member: Member): Promise<void> {
      await db.delete(collectionItems).where(isMember(member));
    },
    async removeUnseen(id: string): Promise<void> {
      const live = db.select({ id: listings.id }).from(listings).where(isLive);
      await db
        .delete(collectionItems)
        .where(and(eq(collectionItems.collectionId, id), notInArray(collectionItems.listingId, live)));
    },
    async setNote(member: Member, note: string | null): Promise<void> {
      await db.update(collectionItems).set({ note }).where(isMember(member));
    },
    arrange,
    /** Replaces a duplicate by the kept listing, once, at the first position of both. */
    async unite(fromId: number, intoId: number): Promise<void> {
      const rows = await db
        .select({ id: collectionItems.collectionId })
        .from(collectionItems)
        .where(eq(collectionItems.listingId, fromId));
      for (const { id } of rows) {
        const order = await reads.order(id);
        const united = [...new Set(order.map((listingId) => (listingId === fromId ? intoId : listingId)))];
        if (order.includes(intoId)) {
          const lost = await db
            .select()
            .from(collectionItems)
            .where(isMember({ id, listingId: fromId }))
            .get();
          await db
            .update(collectionItems)
            .set({ note: sql`coalesce(${collectionItems.note}, ${lost?.note ?? null})` })
            .where(isMember({ id, listingId: intoId }));
          await db.delete(collectionItems).where(isMember({ id, listingId: fromId }));
        } else
          await db
            .update(collectionItems)
            .set({ listingId: intoId })
            .where(isMember({ id, listingId: fromId }));
        await arrange(id, united);
      }
    },
    async hide(id: string, hidden: { at: Date; reason: string } | null): Promise<void> {
      await db
        .update(collections)
        .set({ hiddenAt: hidden?.at ?? null, hiddenReason: hidden?.reason ?? null })
        .where(eq(collections.id, id));
    },
    /** Hides a collection while its texts are held for review. */
    async hold(id: string, at: Date | null): Promise<void> {
      await db.update(collections).set({ heldAt: at }).where(eq(collections.id, id));
    },
    async follow(accountId: string, id: string, at: Date): Promise<void> {
      await db.insert(collectionFollows).values({ accountId, collectionId: id, at }).onConflictDoNothing();
    },
    async unfollow(accountId: string, id: string): Promise<void> {
      const isTheirs = eq(collectionFollows.accountId, accountId);
      await db.delete(collectionFollows).where(and(isTheirs, eq(collectionFollows.collectionId, id)));
    },
  };
};
