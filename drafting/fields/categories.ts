import { fold } from "#domain/text/text.ts";
import { type Finder, unique } from "../candidate.ts";
import { hasTopics } from "../category-topics.ts";
import { sentencesOf } from "../text.ts";
import { findByKeywords } from "./category-keywords.ts";
import { type CategoryExample, categoryExamples, GENERAL_AI } from "./category-measures.ts";
import weights from "./category-weights.json" with { type: "json" };
import { likelihood } from "./feature-model.ts";

const MAX_CATEGORIES = 3;
/** No category is better than a wrong one, so further ones must be very likely. */
const LIKELY = 0.6;
const VERY_LIKELY = 0.8;
/**
 * Enough together with a keyword of the directory, or for custom categories, which have no weights.
 */
const FAIR = 0.4;
/** A title alone may be a slogan. */
const LEAST_PLACES = 2;
/** Technology says less about a product than its field: many "use AI". */
const AI_SHARE = 0.6;

/** Categories by likelihood, from learned weights, most likely first. */
export const judgedCategories = (examples: CategoryExample[]): (CategoryExample & { score: number })[] =>
  examples
    .map((example) => ({
      ...example,
      score: likelihood(example.measures, weights) * (example.slug === GENERAL_AI ? AI_SHARE : 1),
    }))
    .sort((one, other) => other.score - one.score);

export const findCategories: Finder = (corpus, context) => {
  const { home } = corpus;
  if (!home) return [];
  const nameOf = new Map(context.categories.map((name) => [context.categorySlugs[name] ?? name, name]));
  const judged = judgedCategories(categoryExamples(corpus, context)).flatMap((example) => {
    const name = nameOf.get(example.slug);
    return name === undefined ? [] : [{ ...example, name }];
  });
  const likely = judged
    .filter(({ places, score }, at) => places >= LEAST_PLACES && score >= (at === 0 ? LIKELY : VERY_LIKELY))
    .slice(0, MAX_CATEGORIES)
    .flatMap(({ name, texts }) =>
      unique(texts, fold).map((text) => ({ value: name, page: home.id, quote: quoteOf(text) })),
    );
  if (likely.length > 0) return likely;
  const fair = new Set(judged.flatMap(({ name, score }) => (score >= FAIR ? [name] : [])));
  return findByKeywords(corpus, context).filter(
    ({ value }) => fair.has(value) || !hasTopics(context.categorySlugs[value]),
  );
};

const QUOTE = 380;
const quoteOf = (text: string): string =>
  text.length <= QUOTE ? text : (sentencesOf(text)[0] ?? text).slice(0, QUOTE);
