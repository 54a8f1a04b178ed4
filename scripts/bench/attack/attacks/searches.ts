import type { Attack } from "../stranger.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Words that many listings have, with typing errors, so that each search has to look at much; never the same one twice. */
export const wordsOf = (nth: number): string =>
  [
    "analytics",
    "teams",
    "customers",
    "automation",
    "invoice",
    "marketing",
    "developer",
    "platform",
    "design",
    "software",
    "without",
    "calendar",
  ]
    .map((word, at) => {
      const place = (nth + at) % word.length;
      return word.slice(0, place) + LETTERS[(nth * 7 + at) % 26] + word.slice(place + 1);
    })
    .join(" ")
    .slice(0, 200);

export const searches: Attack = {
  title: "Searches that cost much, by page, REST and MCP",
  run: ({ flood, send }) =>
    flood(32, (nth) => {
      const q = nth % 4 === 0 ? `${LETTERS[nth % 26]} ${LETTERS[(nth * 3) % 26]}` : wordsOf(nth);
      const query = new URLSearchParams({ q });
      return send({
        path: nth % 2 ? `/search?${query}&page=${1 + (nth % 50)}` : `/api/v1/listings?${query}&per_page=100`,
      });
    }),
};
