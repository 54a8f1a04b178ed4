import { callOf } from "../client.ts";
import type { Attack, Shot } from "../stranger.ts";

/** The quickest responses there are, by REST and by MCP: each takes a turn too. */
export const keptReads: Attack = {
  title: "Floods of the same few profiles, from memory",
  run: ({ stage: { slugs }, flood, send }) =>
    flood(64, (nth) => {
      const slug = slugs[(nth >> 1) % Math.min(slugs.length, 10)]!;
      const headers = { "accept-encoding": "gzip, br" };
      return send(nth % 2 ? { path: `/api/v1/listings/${slug}`, headers } : (callOf("get_listing", { slug }) as Shot));
    }),
};
