import type { ListingStatus, Plan } from "#domain/listings/listing.ts";
import type { OwnFilter, OwnWish } from "#domain/listings/own-filter.ts";
import { filedAs } from "#domain/listings/price-fields.ts";
import { and, eq, or, sql } from "../../sqlite/drizzle.ts";
import { asJson, isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { listings } from "../../sqlite/tables.ts";

/** Which listings an admin looks for, in any status. `q` is in names, slugs and domains. */
export type ListingsFilter = {
  q: string;
  status?: ListingStatus | undefined;
  plan?: Plan | undefined;
  /** Any of these. */
  categories?: readonly string[] | undefined;
  own?: OwnFilter | undefined;
};

/** The condition of a filter; undefined for all listings. */
export function chosenBy(db: Db, { q, status, plan, categories, own = {} }: ListingsFilter) {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const columns = [listings.name, listings.slug, listings.domain];
  return and(
    status && eq(listings.status, status),
    plan && eq(listings.plan, plan),
    q ? or(...columns.map((column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`)) : undefined,
    categories &&
      sql`${listings.id} in (select listing_id from listing_categories
        where category_slug in (select value from json_each(${asJson(categories)})))`,
    ...Object.entries(own).map(([field, wish]) => isOneOf(listings.id, idsWith(db, field, wish))),
  );
}

/** From the local file, which has the values of fields of the site with both engines. */
function idsWith({ $client }: Db, field: string, wish: OwnWish): number[] {
  const select = "select distinct listing_id from listing_values where field in (select value from json_each(?))";
  const fields = JSON.stringify(filedAs(field));
  if ("any" in wish)
    return $client
      .prepare<[string, string], number>(`${select} and value in (select value from json_each(?))`)
      .pluck()
      .all(fields, JSON.stringify(wish.any));
  const { from = -Number.MAX_VALUE, to = Number.MAX_VALUE } = wish;
  return $client
    .prepare<[string, number, number], number>(`${select} and num between ? and ?`)
    .pluck()
    .all(fields, from, to);
}
