import type Database from "better-sqlite3";
import { type FollowedRank, followRank } from "./follow-rank.ts";

/** Figures that order live listings, highest or latest first. */
export type ListingFigure = "listed_at" | "votes" | "trending" | "views" | "followers" | "domain_rating";

export const LISTING_CHANGES = {
  newest: "select coalesce(max(seq), 0) from listing_changes",
  // Id 0 stands for categories and for the race, which every vote changes.
  since: `select seq, iif(slug like '%/%', 0, (select id from listings where listings.slug = listing_changes.slug))
    from listing_changes where seq > ? order by seq limit ?`,
};

export const listingOrder = (figure: ListingFigure): string[] =>
  figure === "listed_at" ? ["listed_at desc", "id"] : [`${figure} desc`, "listed_at", "id"];

const ranks = new WeakMap<Database.Database, (figure: ListingFigure) => FollowedRank>();

/** Live listings by each figure, shared by all repositories of a connection. */
export function listingRanks(client: Database.Database): (figure: ListingFigure) => FollowedRank {
  const known = ranks.get(client);
  if (known) return known;
  const made = new Map<ListingFigure, FollowedRank>();
  function rankBy(figure: ListingFigure): FollowedRank {
    const rank =
      made.get(figure) ??
      followRank(client, LISTING_CHANGES, {
        table: "listings",
        keys: "listings indexed by listings_sorting",
        shown: figure === "domain_rating" ? "status = 'live' and domain_rating is not null" : "status = 'live'",
        by: listingOrder(figure),
      });
    made.set(figure, rank);
    return rank;
  }
  ranks.set(client, rankBy);
  return rankBy;
}
