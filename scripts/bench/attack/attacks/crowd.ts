import { callOf } from "../client.ts";
import type { Attack, Shot } from "../stranger.ts";
import { wordsOf } from "./searches.ts";

/** Quotas and usage count by address, so neither stops these. */
export const crowd: Attack = {
  title: "40 clients that search by page, REST and MCP, each request from a new address",
  run: ({ flood, send }) =>
    flood(40, (nth) => {
      const q = wordsOf(nth);
      const query = new URLSearchParams({ q });
      const shots: Shot[] = [
        { path: `/search?${query}` },
        { path: `/api/v1/listings?${query}` },
        callOf("search_listings", { q }) as Shot,
      ];
      return send({ ...shots[nth % shots.length]!, from: "new" });
    }),
};
