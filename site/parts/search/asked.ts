import type { Request } from "express";
import { LISTING_SORTS, type ListingSort } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { quotedValue, readWhere, sortableKeys, writeWhere } from "#domain/listings/own-filter.ts";
import {
  addressQuery,
  joinValues,
  normalWords,
  SEARCH_FILTERS,
  type SearchFilter,
  type SearchWords,
} from "#domain/search/saved-search.ts";
import { queryOf } from "../../kit/table.ts";

/** What an address asks. `sort` is an order of all sites, or a field of this one with "-" for descending. */
export type Asked = SearchWords & { sort?: string | undefined; view?: "table" | undefined };

/** A box or bound of a form has its condition as its name: "country:DE", "stars>=". */
const CONDITION = /^([a-z][a-zA-Z0-9_]*)(:|>=|<=)(.*)$/s;
type Condition = { key: string; sign: string; value: string };

export function conditionsOf({ query }: Pick<Request, "query">): Condition[] {
  return Object.entries(query).flatMap(([name, typed]) => {
    const [, key, sign, boxed] = CONDITION.exec(name) ?? [];
    if (!key || !sign || boxed === undefined || typeof typed !== "string") return [];
    return [{ key, sign, value: sign === ":" ? boxed : typed.trim() }];
  });
}

/** Conditions that the site does not know, such as those of a field that is gone, are not among them. */
export function askedOf(req: Request, fields: readonly OwnField[]): Asked & { unknown?: string } {
  const boxes = conditionsOf(req);
  const own = boxes.filter(({ key, value }) => !isFilter(key) && value !== "");
  const [values, bounds] = [own.filter(({ sign }) => sign === ":"), own.filter(({ sign }) => sign !== ":")];
  const conditions = [
    ...[...Map.groupBy(values, ({ key }) => key)].map(
      ([key, some]) => `${key}:${some.map(({ value }) => quotedValue(value)).join("|")}`,
    ),
    ...bounds.map(({ key, sign, value }) => `${key}${sign}${quotedValue(value)}`),
  ];
  const words: SearchWords = {
    q: queryOf(req, "q"),
    ...Object.fromEntries(
      SEARCH_FILTERS.map((name) => [
        name,
        joinValues([queryOf(req, name) ?? "", ...boxes.flatMap(({ key, value }) => (key === name ? value : []))]),
      ]),
    ),
    where: [queryOf(req, "where"), ...conditions].filter(Boolean).join(" "),
  };
  const { where, ...normal } = normalWords(words);
  const sort = queryOf(req, "sort") ?? "";
  const read = where === undefined ? undefined : readWhere(where, fields);
  return {
    ...normal,
    ...(where !== undefined &&
      (read && "filter" in read ? { where: writeWhere(read.filter, fields) } : { unknown: where })),
    // An order that is gone is none, so that nobody makes up addresses.
    ...(isOrder(sort, fields) && { sort }),
    ...(queryOf(req, "view") === "table" && { view: "table" as const }),
  };
}

const isFilter = (key: string): key is SearchFilter => SEARCH_FILTERS.some((name) => name === key);

const isOrder = (sort: string, fields: readonly OwnField[]): boolean =>
  LISTING_SORTS.some((name) => name === sort) || sortableKeys(fields).includes(sort.replace(/^-/, ""));

/** As the operations take it: fields of the site are their `order`. */
export function sortOf(sort: string): { sort: ListingSort } | { order: string } {
  const known = LISTING_SORTS.find((name) => name === sort);
  return known === undefined ? { order: sort } : { sort: known };
}

export function addressOf(path: string, asked: Asked, page = 1): string {
  const query = addressQuery({ ...asked, ...(page > 1 && { page: String(page) }) });
  return query ? `${path}?${query}` : path;
}
