/**
 * `node scripts/train-features.ts --sites FOLDER…`: learns from truth files which items are features, and writes
 * feature-weights.json. Prints how weights judge websites they were not learned from; none enters the project.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readSite } from "../drafting/corpus.ts";
import type { FeatureGroup, FeatureItem } from "../drafting/fields/feature-groups.ts";
import { examplesOf, likelihood, withGroups } from "../drafting/fields/feature-model.ts";
import { FEATURE_PAGES } from "../drafting/fields/features.ts";
import { findName } from "../drafting/fields/name.ts";
import { draftSite, endDrafting } from "./eval/draft-site.ts";
import { type Example, learn } from "./eval/logistic.ts";
import { isFeature } from "./eval/match.ts";
import { readTruth, sitesIn } from "./eval/truth.ts";

const OUT = join(import.meta.dirname, "../drafting/fields/feature-weights.json");
/** A measure of fewer websites says more of them than of features. */
const LEAST_SITES = 4;
const FOLDS = 12;

const { values: options } = parseArgs({ options: { sites: { type: "string", multiple: true, default: [] } } });
const examples: (Example & { site: string; group: FeatureGroup; item: FeatureItem })[] = [];
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
for (const folder of options.sites.map((name) => resolve(name)))
  for (const site of sitesIn(folder)) {
    const truth = readTruth(join(folder, site));
    if (!truth.features || !truth.more_features) continue;
    const all = [...truth.features, ...truth.more_features];
    const { crawled } = await draftSite(join(folder, site), truth.url);
    const corpus = readSite(crawled);
    const name =
      findName(corpus, { name: null, categories: [], categoryWords: {}, categorySlugs: {} })[0]?.value ?? null;
    const pages = corpus.pages.filter(({ kind }) => FEATURE_PAGES.includes(kind));
    const skipped = truth.doubtful_features ?? [];
    for (const { group, item, measures } of examplesOf(corpus, pages, name))
      if (!isFeature(item.text, skipped))
        examples.push({
          site,
          group,
          item,
          measures,
          isTrue: isFeature(item.text, all),
          weight: 1 / Math.sqrt(group.items.length),
        });
  }
await endDrafting();

// Neither long lists nor large websites decide alone.
const sites = [...new Set(examples.map(({ site }) => site))].sort();
for (const site of sites) {
  const own = examples.filter((example) => example.site === site);
  const total = own.reduce((sum, { weight }) => sum + weight, 0);
  for (const example of own) example.weight *= Math.sqrt(10 / Math.max(1, total));
}
const seen = new Map<string, Set<string>>();
for (const { site, measures } of examples)
  for (const [name, value] of Object.entries(measures))
    if (value) seen.set(name, (seen.get(name) ?? new Set()).add(site));
const names = [...seen].flatMap(([name, on]) => (on.size >= LEAST_SITES ? [name] : [])).sort();

const weights = learn(examples, names);
console.log(`${sites.length} websites, ${examples.length} items, ${names.length} measures`);
const judged = Array.from({ length: FOLDS }, (_, fold) => {
  const isOut = ({ site }: { site: string }) => sites.indexOf(site) % FOLDS === fold;
  const others = learn(
    examples.filter((example) => !isOut(example)),
    names,
  );
  return examples.filter(isOut).map((example) => ({ example, own: likelihood(example.measures, others) }));
}).flat();
for (const least of THRESHOLDS) {
  const kept = withGroups(judged).filter(({ score }) => score >= least);
  const right = kept.filter(({ example }) => example.isTrue).length;
  const all = judged.filter(({ example }) => example.isTrue).length;
  console.log(`${least}: precision ${(right / kept.length).toFixed(2)}, recall ${(right / all).toFixed(2)}`);
}

const rounded = (value: number) => Number(value.toFixed(3));
const measures = Object.fromEntries(names.map((name) => [name, rounded(weights.measures[name] ?? 0)]));
writeFileSync(OUT, `${JSON.stringify({ bias: rounded(weights.bias), measures }, null, 2)}\n`);
