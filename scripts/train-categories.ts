/**
 * `node scripts/train-categories.ts --sites FOLDER…`: learns from truth files which measures tell a category, and
 * writes category-weights.json. Prints how weights judge websites they were not learned from; none enters the project.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import categories from "../data/seed/categories.json" with { type: "json" };
import { knownCategories } from "../domain/drafts/known-categories.ts";
import { readSite } from "../drafting/corpus.ts";
import { categoryExamples } from "../drafting/fields/category-measures.ts";
import { likelihood } from "../drafting/fields/feature-model.ts";
import { draftSite, endDrafting } from "./eval/draft-site.ts";
import { type Example, learn } from "./eval/logistic.ts";
import { readTruth, sitesIn } from "./eval/truth.ts";

const OUT = join(import.meta.dirname, "../drafting/fields/category-weights.json");
/** A measure of fewer websites says more of them than of categories. */
const LEAST_SITES = 4;
const FOLDS = 20;
const THRESHOLDS = [0.4, 0.5, 0.6, 0.7];
/** So that a website which speaks of many categories counts little more than one of few. */
const SITE_WEIGHT = 3;

const { values: options } = parseArgs({ options: { sites: { type: "string", multiple: true, default: [] } } });
const known = knownCategories(categories);
const examples: (Example & { site: string })[] = [];
for (const folder of options.sites.map((name) => resolve(name)))
  for (const site of sitesIn(folder)) {
    const truth = readTruth(join(folder, site));
    if (!truth.categories?.length) continue;
    const accepted = new Set(truth.categories.map((name) => known.categorySlugs[name]));
    const { crawled } = await draftSite(join(folder, site), truth.url);
    const own = categoryExamples(readSite(crawled), { name: null, ...known });
    for (const { slug, measures } of own)
      examples.push({ site, measures, isTrue: accepted.has(slug), weight: SITE_WEIGHT / Math.sqrt(own.length) });
  }
await endDrafting();

const sites = [...new Set(examples.map(({ site }) => site))].sort();
const seen = new Map<string, Set<string>>();
for (const { site, measures } of examples)
  for (const [name, value] of Object.entries(measures))
    if (value) seen.set(name, (seen.get(name) ?? new Set()).add(site));
const names = [...seen].flatMap(([name, on]) => (on.size >= LEAST_SITES ? [name] : [])).sort();

const weights = learn(examples, names);
console.log(`${sites.length} websites, ${examples.length} categories heard, ${names.length} measures`);
const firsts = Array.from({ length: FOLDS }, (_, fold) => {
  const isOut = ({ site }: { site: string }) => sites.indexOf(site) % FOLDS === fold;
  const others = learn(
    examples.filter((example) => !isOut(example)),
    names,
  );
  const judged = examples.filter(isOut).map((example) => ({ ...example, score: likelihood(example.measures, others) }));
  return [...Map.groupBy(judged, ({ site }) => site).values()].map(
    (own) => own.sort((one, other) => other.score - one.score)[0]!,
  );
}).flat();
for (const least of THRESHOLDS) {
  const kept = firsts.filter(({ score }) => score >= least);
  const right = kept.filter(({ isTrue }) => isTrue).length;
  console.log(`${least}: ${right} first categories right, ${kept.length - right} wrong, of ${sites.length}`);
}

const rounded = (value: number) => Number(value.toFixed(3));
const measures = Object.fromEntries(names.map((name) => [name, rounded(weights.measures[name] ?? 0)]));
writeFileSync(OUT, `${JSON.stringify({ bias: rounded(weights.bias), measures }, null, 2)}\n`);
