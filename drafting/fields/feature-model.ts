import type { SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import type { Corpus } from "../corpus.ts";
import { isNaming, isSomethingElse, kindOf, type RecordKind } from "../record-kinds.ts";
import { AMOUNT } from "../records.ts";
import { bare } from "../text.ts";
import type { FeatureGroup, FeatureItem } from "./feature-groups.ts";
import weights from "./feature-weights.json" with { type: "json" };
import { type Measures, measuresOf, type Surroundings, surroundingsOf } from "./measures.ts";
import { isExcluded, isFeatureName, isOtherSection } from "./sections.ts";

export type Weights = { bias: number; measures: Measures };

/** Likelihood (0 to 1) that an item is a feature, by logistic regression. */
export function likelihood(given: Measures, { bias, measures }: Weights = weights): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(measures)) sum += weight * (given[name] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Every item that may name a feature on these pages, with its measures. */
export function examplesOf(corpus: Corpus, pages: SitePage[], name: string | null) {
  const around: Surroundings = surroundingsOf(corpus, name);
  return pages.flatMap((page) =>
    measuresOf(page, around)
      .filter(({ group, item }) => isPossible(item, group))
      .map((example) => ({ page, ...example })),
  );
}

/** Kinds of groups that are never features, by structure. */
const NEVER: RecordKind[] = [
  "plans",
  "products",
  "people",
  "questions",
  "testimonials",
  "posts",
  "contacts",
  "form",
  "template",
  "problems",
  "audiences",
];

function isPossible({ text, record }: FeatureItem, { records, page, titles: [title] }: FeatureGroup): boolean {
  if (title !== undefined && isExcluded(given(page.blocks[title]).text)) return false;
  if (records && NEVER.includes(kindOf(records))) return false;
  if (record && (isSomethingElse(record) || record.price !== null || record.person !== null)) return false;
  return isNaming(text) && isFeatureName(text) && !isOtherSection(text) && !AMOUNT.test(text);
}

/** Averages an item's likelihood with its group's. */
export function withGroups<Example extends { group: FeatureGroup }>(
  scored: { example: Example; own: number }[],
): { example: Example; score: number }[] {
  return [...Map.groupBy(scored, ({ example }) => example.group).values()].flatMap((items) => {
    const average = items.reduce((sum, { own }) => sum + own, 0) / items.length;
    return items.map(({ example, own }) => ({ example, score: (own + average) / 2 }));
  });
}

export type Judged = { item: FeatureItem; group: FeatureGroup; score: number };

/** Likelihood of each item; empty for pages without marks, which say too little. */
export function judged(corpus: Corpus, pages: SitePage[], name: string | null): Judged[] {
  const marked = pages.filter(({ shape }) => shape?.marks?.length);
  const own = examplesOf(corpus, marked, name).map((example) => ({ example, own: likelihood(example.measures) }));
  return withGroups(own).map(({ example: { item, group }, score }) => ({ item, group, score }));
}

/** Highest likelihood of each text, by its letters. */
export function byText(items: Judged[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { item, score } of items) {
    const key = bare(item.text);
    found.set(key, Math.max(score, found.get(key) ?? 0));
  }
  return found;
}
