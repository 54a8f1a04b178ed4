import type { Attack } from "../stranger.ts";

export const pictures: Attack = {
  title: "Previews of every listing, and badges in every form",
  run: ({ stage: { slugs }, flood, send }) =>
    flood(32, (nth) => {
      const slug = slugs[nth % slugs.length]!;
      const forms = ["standard", "outline", "pill", "banner", "square"];
      return send({
        path:
          nth % 2
            ? `/previews/listings/${slug}.png`
            : `/badges/${slug}/listed/${forms[nth % forms.length]}-${nth % 3 ? "auto" : "dark"}-l.svg`,
      });
    }),
};
