import type { Attack } from "../stranger.ts";

export const pages: Attack = {
  title: "Floods of pages: the front page, listings, categories, the calendar",
  run: ({ stage: { slugs }, flood, send }) =>
    flood(64, (nth) => {
      const slug = slugs[nth % slugs.length]!;
      const paths = [
        "/",
        `/listings/${slug}`,
        "/categories",
        `/listings/${slug}/alternatives`,
        "/launches",
        `/compare?a=${slug}&b=${slugs[(nth * 3 + 1) % slugs.length]}`,
      ];
      return send({ path: paths[nth % paths.length]!, headers: { "user-agent": "Mozilla/5.0" } });
    }),
};
