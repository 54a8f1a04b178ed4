import { hostileSite, many, sameEverywhere } from "./hostile-site.ts";

export const pricePages = hostileSite(
  "Websites of 6 pages with 50,000 short price paragraphs each",
  sameEverywhere(many(50_000, (nth) => `<p>From $${nth} a month</p>`)),
);
