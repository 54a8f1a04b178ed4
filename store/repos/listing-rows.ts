import type { Listing } from "../../domain/listing.ts";
import { statement } from "../sql/statement.ts";
import { isOneOf } from "../sqlite/one-of.ts";
import type { Db } from "../sqlite/open.ts";
import { listings } from "../sqlite/tables.ts";

/** Reads listings by their ids; the caller knows their order. */
export function listingRows(db: Db) {
  const byIds = statement(({ ids }: { ids: readonly number[] }) =>
    db.select().from(listings).where(isOneOf(listings.id, ids)),
  );
  return async (ids: readonly number[]): Promise<Map<number, Listing>> =>
    new Map(ids.length ? (await byIds.all({ ids })).map((row) => [row.id, row]) : []);
}

/** Reads listings by their ids, in the order of these. */
export function listingsInOrder(db: Db) {
  const rowsOf = listingRows(db);
  return async (ids: readonly number[]): Promise<Listing[]> => {
    const byId = await rowsOf(ids);
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}
