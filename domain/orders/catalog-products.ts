import { as, inEnglish, type Words } from "#languages/words.ts";
import type { Product } from "./product.ts";

const plan = as("plan");

/** What the products that Debut comes with are called on a site without launch weeks, by their own name. */
const IN_CATALOG: Record<string, { name?: Words; description: Words }> = {
  Launch: {
    name: plan`Paid listing`,
    description: plan`Your listing is public at once, without a badge on your website. Story, milestones and media are included, and up to three extra categories.`,
  },
  "Featured week": {
    name: plan`Featured placement`,
    description: plan`Your listing is shown in the featured row of the start page for seven days. The row is labelled as paid.`,
  },
  "Founder story and milestones": {
    description: plan`Publishes the founder story and the milestones of one listing. Included in a paid listing.`,
  },
  Pictures: { description: plan`Shows the pictures of one listing, up to eight. Included in a paid listing.` },
};

/** A product that the team renamed keeps its own words. */
export function inCatalog(product: Product): Product {
  const words = IN_CATALOG[product.name];
  if (!words) return product;
  return {
    ...product,
    name: words.name ? inEnglish(words.name) : product.name,
    description: inEnglish(words.description),
    options: product.product === "launch" ? product.options.filter(({ key }) => key !== "week") : product.options,
  };
}
