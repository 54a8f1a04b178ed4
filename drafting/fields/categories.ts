import { type Finder, unique } from "../candidate.ts";
import { topicsIn } from "../category-topics.ts";
import { categoryWordsIn } from "../category-words.ts";
import { isOfPublication } from "../claims/about-others.ts";
import { isFamily, isUnsupported, namePhrases } from "../claims/categories.ts";
import { type Introduction, introduction, type Place } from "../introduction.ts";
import { languageOf } from "../language.ts";
import { type Listened, listen, type Spot, spotsOf } from "../phrases.ts";
import { contentWords, fold, root, sentencesOf, stem, wordsOf } from "../text.ts";

const MAX_CATEGORIES = 3;

/** By the words of the site's language; by English words if there are none, as many sites use those. */
export const findCategories: Finder = (corpus, context) => {
  const found = findInItsLanguage(corpus, context);
  if (found.length > 0) return found;
  const english = findInEnglish(corpus, context);
  return english.length > 0 ? english : findByTopics(corpus, context);
};

/** The field whose words the first texts have most of, clearly before the next, when no phrase names a category. */
const findByTopics: Finder = (corpus, { categories, categorySlugs }) => {
  const nameOf = new Map(categories.map((category) => [categorySlugs[category] ?? "", category]));
  const fields = new Map<string, { score: number; best: Introduction }>();
  for (const said of unique(introduction(corpus), ({ text }) => fold(text)))
    for (const [slug, count] of topicsIn(said.text)) {
      if (!nameOf.has(slug)) continue;
      const field = fields.get(slug) ?? { score: 0, best: said };
      field.score += said.weight * Math.min(MOST_COUNTED, count);
      fields.set(slug, field);
    }
  const [first, second] = [...fields].sort((one, other) => other[1].score - one[1].score);
  if (!first) return [];
  const [slug, { score, best }] = first;
  if (score < LEAST_TOPIC || score < (second?.[1].score ?? 0) * CLEARLY) return [];
  return [{ value: nameOf.get(slug)!, page: best.page.id, quote: quoteOf(best.text) }];
};
const MOST_COUNTED = 2;
/** Two words in the title are enough, one there and one in a paragraph, too. */
const LEAST_TOPIC = 4;
const CLEARLY = 1.2;

/** A phrase of a category in one of the first texts. */
type Mention = Spot & { category: string };

/**
 * Categories that at least two places of the home page name, such as its title and a heading. The
 * same text in two places says it once.
 */
const findInItsLanguage: Finder = (corpus, { categories, categorySlugs }) => {
  const keywords = corpus.home?.meta.keywords;
  const texts = unique<Introduction>(
    [
      ...introduction(corpus),
      ...(corpus.home && keywords
        ? [{ page: corpus.home, text: keywords, weight: 1.5, place: "keywords" as const }]
        : []),
    ],
    ({ text }) => fold(text),
  );
  const siteLanguage = corpus.home?.language ?? languageOf(texts.map(({ text }) => text).join("\n")) ?? null;
  const voices = new Map<string, Map<Place, Introduction>>();
  for (const said of texts) {
    const language = languageOf(said.text, siteLanguage);
    const words = categoryWordsIn(language);
    if (language === undefined || words.size === 0) continue;
    const listened = listen(said.text, language);
    const mentions = categories.flatMap((category) =>
      (words.get(categorySlugs[category] ?? "") ?? []).flatMap((phrase) =>
        spotsOf(phrase, listened).map((spot) => ({ ...spot, category })),
      ),
    );
    if (said.place === "title" && isOfPublication(without(mentions, listened.text))) return [];
    for (const category of supported(mentions, listened)) {
      const places = voices.get(category) ?? new Map<Place, Introduction>();
      voices.set(category, places);
      if ((places.get(said.place)?.weight ?? 0) < said.weight) places.set(said.place, said);
    }
  }
  const scored = [...voices]
    .map(([category, places]) => {
      const heard = [...places.values()].sort((a, b) => b.weight - a.weight);
      const score = heard.reduce((sum, { weight }) => sum + weight, 0);
      return { category, heard, score: score * fieldShare(category, categorySlugs) };
    })
    .filter(({ heard, score }) => heard.length >= 2 && score >= LEAST)
    .sort((a, b) => b.score - a.score);
  const top = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= top * NEAR)
    .slice(0, MAX_CATEGORIES)
    .map(({ category, heard }) => ({ value: category, page: heard[0]!.page.id, quote: quoteOf(heard[0]!.text) }));
};

const without = (spots: Spot[], text: string): string =>
  spots.reduce((rest, { start, end }) => rest.slice(0, start) + "-".repeat(end - start) + rest.slice(end), text);

const familyOf = (text: string): string => wordsOf(text).map(root).join(" ");

/** How a product is made says less of what it is than its field does: much of it "uses AI". */
const fieldShare = (category: string, slugs: Record<string, string>): number =>
  slugs[category] === "ai-and-machine-learning" ? 0.6 : 1;

/** A title and the keywords are enough, a subheading and a paragraph are not. */
const LEAST = 4;
/** Further categories are named nearly as often as the first. */
const NEAR = 0.7;

/** Categories of mentions that neither lie inside a longer one nor name something besides the product. */
const supported = (mentions: Mention[], listened: Listened): Set<string> =>
  new Set(
    mentions
      .filter(
        ({ start, end }) =>
          !mentions.some((other) => other.start <= start && other.end >= end && other.end - other.start > end - start),
      )
      .filter((mention) => !isUnsupported(listened, mention))
      .map(({ category }) => category),
  );

const QUOTE = 380;
const quoteOf = (text: string): string =>
  text.length <= QUOTE ? text : (sentencesOf(text)[0] ?? text).slice(0, QUOTE);

/**
 * Categories whose name, or a phrase that suggests them, is in the first texts of the home page. Two
 * such matches are needed, or one that is a name; no category is better than a wrong one.
 */
const findInEnglish: Finder = (corpus, { categories, categoryWords, categorySlugs }) => {
  const texts = introduction(corpus).map((item) => ({
    ...item,
    stems: wordsOf(item.text).map(stem),
    joined: ` ${wordsOf(item.text).map(stem).join(" ")} `,
    roots: new Set(wordsOf(item.text).map(root)),
  }));
  const scored = categories.map((category) => {
    const phrases = [
      ...namePhrases(category).map((text) => ({ text, weight: 1.4 })),
      ...(categoryWords[category] ?? []).map((text) => ({ text, weight: contentWords(text).length > 1 ? 1 : 0.45 })),
    ];
    let score = 0;
    let statements = 0;
    let proof: { page: string; quote: string; weight: number } | null = null;
    // "Invoice" and "invoicing" say the same once.
    for (const { text, weight } of unique(phrases, (phrase) => familyOf(phrase.text))) {
      const parts = wordsOf(text);
      const wanted = ` ${parts.map(stem).join(" ")} `;
      if (wanted.trim().length < 3) continue;
      // A name is meant as it stands; "invoices" are no invoicing.
      const family = weight < 1 && isFamily(parts) ? root(parts[0]!) : null;
      const best = texts
        .filter((item) => !/alternative to|instead of|vs\.? /i.test(item.text) || item.weight < 3)
        .filter((item) => item.joined.includes(wanted) || (family !== null && item.roots.has(family)))
        .sort((a, b) => b.weight - a.weight)[0];
      if (!best) continue;
      score += weight * best.weight;
      // The category's own name is enough; other phrases need two matches.
      statements += weight > 1 ? 2 : 1;
      if (!proof || weight * best.weight > proof.weight)
        proof = { page: best.page.id, quote: best.text.slice(0, 380), weight: weight * best.weight };
    }
    return { category, score: score * fieldShare(category, categorySlugs), statements, proof };
  });
  const best = scored
    .filter((item) => item.score >= 2.4 && item.statements >= 2 && item.proof !== null)
    .sort((a, b) => b.score - a.score);
  const top = best[0]?.score ?? 0;
  return best
    .filter((item) => item.score >= top * 0.55)
    .slice(0, MAX_CATEGORIES)
    .map(({ category, proof }) => ({ value: category, page: proof!.page, quote: proof!.quote }));
};
