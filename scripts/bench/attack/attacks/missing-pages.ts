import type { Attack } from "../stranger.ts";

export const missingPages: Attack = {
  title: "Pages, listings, twins and pictures that do not exist",
  run: ({ flood, send }) =>
    flood(64, (nth) => {
      const word = `no-such-thing-${nth}`;
      const paths = [
        `/listings/${word}`,
        `/${word}`,
        `/listings/${word}.md`,
        `/previews/listings/${word}.png`,
        `/api/v1/listings/${word}`,
        `/pictures/${"x".repeat(27)}/64`,
        `/blog/${word}`,
        `/founders/${word}`,
      ];
      return send({ path: paths[nth % paths.length]!, method: nth % 7 === 0 ? "HEAD" : "GET" });
    }),
};
