import type { Block, CrawledSite, PageKind } from "./site.ts";

const page = (id: string, kind: PageKind, title: string, blocks: [tag: string, text: string][]) => ({
  ...{ id, kind, title, language: "en", url: `https://tidepool.example/${kind === "home" ? "" : kind}` },
  blocks: blocks.map(([tag, text]): Block => ({ tag, text, region: "main" })),
  ...{ meta: {}, jsonLd: [], links: [], images: [], scripts: 0 },
});

/** An invented website with facts for most fields, to try a model with. */
export const sampleSite = (fetchedAt: Date): CrawledSite => ({
  url: "https://tidepool.example/",
  pages: [
    page("p1", "home", "Tidepool: tide tables for small boats", [
      ["h1", "Know the tide before you sail"],
      ["p", "Tidepool shows tide tables and currents for 4,000 harbours, also without a connection."],
      ["h2", "Features"],
      ["h3", "Offline tables"],
      ["p", "Every table is stored on your phone for a year."],
      ["h3", "Current arrows"],
      ["p", "See where the water flows in each hour of the day."],
      ["h3", "Passage planner"],
      ["p", "Finds the hour at which you clear the bar with water under the keel."],
    ]),
    page("p2", "pricing", "Pricing", [
      ["h1", "Pricing"],
      ["h2", "Skipper"],
      ["p", "€4 per month"],
      ["p", "All harbours on one phone. Cancel at any time."],
    ]),
    page("p3", "about", "About us", [
      ["h1", "About us"],
      ["p", "Tidepool was founded in 2019 by Maren Voss in Kiel, Germany."],
      ["p", "Write to hello@tidepool.example."],
    ]),
  ],
  ...{ robots: "allowed", error: null, needsJavascript: false, requests: 3, fetchedAt },
});
