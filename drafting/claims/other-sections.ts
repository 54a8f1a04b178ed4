import { OTHER_SECTIONS, PLACEHOLDER, PRICING_WORDS } from "#core/prices/payment-words.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { PLANS_HEADING } from "./unrealised.ts";

type Kind = "other" | "pricing" | "planned";
type Sections = { others: Set<Block>; pricing: Set<Block>; planned: Set<Block> };

const known = new WeakMap<SitePage, Sections>();
const MOST_HEADING = 120;
const MOST_LABEL = 30;
const PRICING_HEADING = new RegExp(`(?<!\\p{L})(?:${PRICING_WORDS})(?!\\p{L})`, "iu");

/**
 * Blocks by section heading: `others` belong to calculators, examples, customers, rivals or code,
 * `pricing` to prices, `planned` to what is not there yet. On unfinished template pages everything is an example.
 */
export function sectionsOf(page: SitePage): Sections {
  const found = known.get(page) ?? readSections(page);
  known.set(page, found);
  return found;
}

/** Marks of parts whose amounts are illustrative: app mockups, problems. */
const SHOWN = new Set(["mockup", "problem", "testimonial"]);
/** Marks of plans count from this many lines; a single one may contain any amount. */
const LEAST_PLAN = 3;

function readSections({ blocks, shape }: SitePage): Sections {
  const sections: Sections = { others: new Set(), pricing: new Set(), planned: new Set() };
  const marks = shape?.marks ?? [];
  const plans = marks.filter(({ name, from, to }) => name === "plan" && to - from >= LEAST_PLAN);
  const shown = marks.filter(({ name }) => SHOWN.has(name));
  for (const [at, block] of blocks.entries()) {
    const isIn = ({ from, to }: { from: number; to: number }): boolean => from <= at && at < to;
    if (plans.some(isIn)) sections.pricing.add(block);
    else if (shown.some(isIn)) sections.others.add(block);
  }
  const isTemplate = blocks.some(({ text }) => text.length <= 1_000 && PLACEHOLDER.test(text));
  const path: (Kind | undefined)[] = [];
  const title = blocks.find(({ tag }) => tag === "h1");
  for (const [at, block] of blocks.entries()) {
    const level = Number(/^h([1-6])$/.exec(block.tag)?.[1] ?? 0);
    if (level > 0) {
      path.length = level;
      // A few words above a heading belong to it.
      const above = blocks[at - 1];
      const label = above && above.text.length <= MOST_LABEL && !/^h[1-6]$/.test(above.tag) ? above.text : "";
      // "Save 20%" switches billing periods.
      const isOther = block !== title && !/\d/.test(label) && OTHER_SECTIONS.test(label);
      path[level] = isOther
        ? "other"
        : block.text.length > MOST_HEADING
          ? undefined
          : kindOf(block.text, block === title);
    }
    if (path.includes("planned")) sections.planned.add(block);
    if (isTemplate || block.tag === "pre" || path.includes("other")) sections.others.add(block);
    else if (path.includes("pricing") && !sections.others.has(block)) sections.pricing.add(block);
  }
  return sections;
}

/** A page title may name the product: "The savings calculator". */
const kindOf = (heading: string, isTitle: boolean): Kind | undefined =>
  !isTitle && PLANS_HEADING.test(heading)
    ? "planned"
    : !isTitle && OTHER_SECTIONS.test(heading)
      ? "other"
      : PRICING_HEADING.test(heading)
        ? "pricing"
        : undefined;
