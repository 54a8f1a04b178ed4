import type { Attack } from "../stranger.ts";

export const documents: Attack = {
  title: "Feeds, sitemaps, Markdown twins, the API document",
  run: ({ stage: { slugs }, flood, send }) =>
    flood(48, (nth) => {
      const paths = [
        "/sitemap.xml",
        "/sitemaps/listings-1.xml",
        "/feeds/launches.atom",
        "/feeds/updates.atom",
        `/listings/${slugs[nth % slugs.length]}.md`,
        "/index.md",
        "/api/v1/openapi.json",
        "/llms-full.txt",
        `/api/v1/compare?a=${slugs[nth % slugs.length]}&b=${slugs[(nth * 5 + 1) % slugs.length]}`,
        `/api/v1/listings?per_page=100&page=${1 + (nth % 1000)}&sort=trending`,
      ];
      return send({ path: paths[nth % paths.length]!, headers: { "accept-encoding": "br, gzip" } });
    }),
};
