import type { CrawledSite } from "./site.ts";

const LINES = {
  h1: "Know the tide before you sail",
  p: "Tidepool was founded in 2019 by Maren Voss in Kiel, Germany. It shows tide tables for 4,000 harbours, also offline.",
  h2: "Features",
  li: "Tables for a whole year on your phone",
  h3: "Skipper: €4 per month",
  address: "hello@tidepool.example",
};

/** An invented website to try a model with. */
export const sampleSite = (fetchedAt: Date): CrawledSite => ({
  url: "https://tidepool.example/",
  pages: [
    {
      ...{ id: "p1", url: "https://tidepool.example/", kind: "home", title: "Tidepool: tide tables", language: "en" },
      blocks: Object.entries(LINES).map(([tag, text]) => ({ tag, text, region: "main" })),
      ...{ meta: {}, jsonLd: [], links: [], images: [], scripts: 0 },
    },
  ],
  ...{ robots: "allowed", error: null, needsJavascript: false, requests: 1, fetchedAt },
});
