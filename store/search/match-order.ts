import type Database from "better-sqlite3";
import type { ListingFilter, ListingSort } from "#domain/listings/listing.ts";
import { type ListingFigure, listingOrder, listingRanks } from "../ranks/listing-ranks.ts";
import type { KnownSets } from "./known-sets.ts";
import type { Matches } from "./matches.ts";

/** Up to this many matches are sorted by the database. */
const FEW_TO_SORT = 200;
/** The same before the order is in memory, which takes longer to read. */
const FEW_AT_START = 20_000;

export type Part = { offset: number; limit: number };

export const FIGURES: Record<ListingSort, ListingFigure> = {
  relevance: "votes",
  newest: "listed_at",
  votes: "votes",
  trending: "trending",
  most_viewed: "views",
  most_followed: "followers",
};

export function matchOrder(client: Database.Database, sets: KnownSets) {
  const rankBy = listingRanks(client);
  const sorted = new Map<ListingFigure, Database.Statement<[string, number, number], number>>();
  function sortBy(figure: ListingFigure) {
    const known =
      sorted.get(figure) ??
      client
        .prepare<[string, number, number], number>(
          `select id from listings indexed by listings_sorting where id in (select value from json_each(?))
           order by ${listingOrder(figure)} limit ? offset ?`,
        )
        .pluck();
    sorted.set(figure, known);
    return known;
  }

  return async function ordered(
    matches: Matches,
    { sort, status }: Pick<ListingFilter, "sort" | "status">,
    { offset, limit }: Part,
    without?: ReadonlySet<number>,
  ): Promise<number[]> {
    if (offset >= matches.count || limit < 1) return [];
    const figure = FIGURES[sort];
    const few = rankBy(figure).isReady() ? FEW_TO_SORT : FEW_AT_START;
    if (status === "upcoming" || matches.count <= few) {
      const ids = without ? [...matches.ids()].filter((id) => !without.has(id)) : [...matches.ids()];
      return sortBy(figure).all(JSON.stringify(ids), limit, offset);
    }
    const isAll = matches.count === (await sets.get("status:live")).count();
    return rankBy(figure).ids({ offset, limit }, isAll ? undefined : matches, without);
  };
}

export type MatchOrder = ReturnType<typeof matchOrder>;
