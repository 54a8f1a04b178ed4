import { hostileSite, many, sameEverywhere } from "./hostile-site.ts";

/** Beginnings of what patterns look for, again and again, and never an end of it. */
const RUNS = [
  "founded by ",
  "Founded in 19",
  "$1,",
  "1.",
  "€ 1 ",
  "www.",
  "https://",
  "(c) ",
  "© 20",
  "Ann Miller, ",
  "CEO of ",
  "VAT DE",
  "from $",
  "per month per ",
  "free for ",
  "  ",
  "-",
  "–",
  "a ",
  "A. ",
  "#",
  "\u00ad",
  "\u200d",
  "é",
  "&amp;",
  "<br>",
  "Q: ",
  "? ",
  "Q? A! ",
  "what is ",
];

export const hostilePatterns = hostileSite(
  "Websites with texts that are hard on patterns, in every field",
  sameEverywhere(
    RUNS.map(
      (run) =>
        `<h2>${run.repeat(Math.ceil(10_000 / run.length))}</h2><p>${run.repeat(Math.ceil(30_000 / run.length))}</p>`,
    ).join("") +
      many(
        50,
        (nth) =>
          `<p>${RUNS[nth % RUNS.length]!.repeat(1000)}</p><ul><li>${RUNS[(nth * 7) % RUNS.length]!.repeat(1000)}</li></ul>`,
      ),
    {
      head: `<meta name="description" content="${"a ".repeat(100_000)}"><meta property="og:site_name" content="${"A. ".repeat(50_000)}"><meta property="og:title" content="${" | - ".repeat(30_000)}">`,
    },
  ),
);
