import { hostileSite, many, sameEverywhere } from "./hostile-site.ts";

export const headings = hostileSite(
  "Websites with 60,000 h1, nested lists and questions",
  sameEverywhere(
    many(60_000, (nth) => `<h1>Tool ${nth}</h1>`) +
      many(5_000, (nth) => `<details><summary>What is ${nth}?</summary><p>It is ${nth}.</p></details>`),
  ),
);
