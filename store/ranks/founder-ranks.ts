import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { IdSet } from "../search/id-set.ts";
import { follow } from "./follow.ts";
import { followRank } from "./follow-rank.ts";
import type { Slice, Some } from "./rank.ts";

const CHANGES = {
  newest: "select coalesce(max(seq), 0) from founder_changes",
  since: "select seq, founder_id from founder_changes where seq > ? order by seq limit ?",
};
const MOST_COUNTRIES = 50;

/** Founders of live listings from a country: their own, or that of one of their listings. */
const FROM_COUNTRY = `live_listings > 0 and country = ?
  union all
  select founders.id from listings indexed by listings_in_country
  cross join listing_founders link on link.listing_id = listings.id
  cross join founders on founders.id = link.founder_id
  where listings.status = 'live' and listings.country = ? and founders.country is null`;
const IS_FROM = `live_listings > 0 and (country = ? or (country is null and exists (
  select 1 from listing_founders link cross join listings on listings.id = link.listing_id
  where link.founder_id = founders.id and listings.status = 'live' and listings.country = ?)))`;

export function founderRanks(client: Database.Database) {
  const byName = followRank(client, CHANGES, {
    table: "founders",
    keys: "founders",
    shown: "live_listings > 0",
    by: ["sort_name", "id"],
  });
  const isFrom = client
    .prepare<[string, string, string], number>(
      `select id from founders where id in (select value from json_each(?)) and ${IS_FROM}`,
    )
    .pluck();
  const countries = new LRUCache<string, ReturnType<typeof followCountry>>({ max: MOST_COUNTRIES });

  const followCountry = (country: string) =>
    follow<IdSet, [id: number]>(client, CHANGES, {
      rows: `select id from founders where ${FROM_COUNTRY}`,
      values: [country, country],
      create: () => new IdSet(),
      read(set, rows) {
        for (const [id] of rows) set.add(id);
      },
      apply(set, ids) {
        const found = new Set(isFrom.all(JSON.stringify(ids), country, country));
        for (const id of ids) {
          if (found.has(id)) set.add(id);
          else set.delete(id);
        }
      },
    });

  async function from(country: string): Promise<Some> {
    const followed = countries.get(country) ?? followCountry(country);
    countries.set(country, followed);
    const set = await followed.get();
    return { count: set.count(), has: (id) => set.has(id), ids: () => set };
  }

  return {
    from,
    ids: (slice: Slice, some?: Some): Promise<number[]> => byName.ids(slice, some),
  };
}
