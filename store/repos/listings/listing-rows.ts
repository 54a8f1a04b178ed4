import { LISTED, type Listing, type ListingInList } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { statement } from "../../sql/statement.ts";
import { eq } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { categories, listings } from "../../sqlite/tables.ts";
import { keptRows } from "./kept-rows.ts";

export function listingRows(db: Db) {
  const byIds = statement(({ ids }: { ids: readonly number[] }) =>
    db.select().from(listings).where(isOneOf(listings.id, ids)),
  );
  return async (ids: readonly number[]): Promise<Map<number, Listing>> =>
    new Map(ids.length ? (await byIds.all({ ids })).map((row) => [row.id, row]) : []);
}

export function listingsInOrder(db: Db) {
  const rowsOf = listingRows(db);
  return async (ids: readonly number[]): Promise<Listing[]> => {
    const byId = await rowsOf(ids);
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}

export function listedInOrder(db: Db) {
  const byIds = statement(({ ids }: { ids: readonly number[] }) =>
    db
      .select({
        ...pick(listings, ...LISTED),
        category: { slug: categories.slug, name: categories.name },
      })
      .from(listings)
      .leftJoin(categories, eq(categories.slug, listings.primaryCategory))
      .where(isOneOf(listings.id, ids)),
  );
  const read = async (ids: number[]) => new Map((await byIds.all({ ids })).map((row) => [row.id, row]));
  const rowsOf = keptRows(db.$client);
  return async (ids: readonly number[]): Promise<ListingInList[]> => {
    const byId: ReadonlyMap<number, ListingInList> = ids.length ? await rowsOf(ids, read) : new Map();
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}
