import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { collectionFollows, collectionItems, collections, listings } from "../../sqlite/tables.ts";

export async function collectionsOf(db: Db, accountId: string) {
  const own = await db
    .select()
    .from(collections)
    .where(eq(collections.accountId, accountId))
    .orderBy(asc(collections.createdAt), asc(collections.id));
  const items = await db
    .select({
      collectionId: collectionItems.collectionId,
      ...{ slug: listings.slug, name: listings.name, place: collectionItems.place },
      ...{ note: collectionItems.note, addedAt: collectionItems.addedAt },
    })
    .from(collectionItems)
    .innerJoin(collections, eq(collections.id, collectionItems.collectionId))
    .innerJoin(listings, eq(listings.id, collectionItems.listingId))
    .where(eq(collections.accountId, accountId))
    .orderBy(asc(collectionItems.place));
  const itemsOf = Map.groupBy(items, ({ collectionId }) => collectionId);
  return {
    collections: own.map(({ id, accountId: _, ...collection }) => ({
      ...collection,
      items: (itemsOf.get(id) ?? []).map(({ collectionId: __, ...item }) => item),
    })),
    collectionsFollowed: await db
      .select({ title: collections.title, key: collections.key, at: collectionFollows.at })
      .from(collectionFollows)
      .innerJoin(collections, eq(collections.id, collectionFollows.collectionId))
      .where(eq(collectionFollows.accountId, accountId))
      .orderBy(asc(collectionFollows.at)),
  };
}

export async function eraseCollections(db: Db, accountId: string): Promise<void> {
  await db.delete(collectionFollows).where(eq(collectionFollows.accountId, accountId));
  await db.delete(collections).where(eq(collections.accountId, accountId));
}
