import type { SitePage } from "../../domain/site.ts";
import { blocksOf, type Candidate, type Finder, isHeading, unique } from "../candidate.ts";
import { namePhrases } from "../claims/categories.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";
import { cleanValue, contentWords, fold, stem, wordsOf } from "../text.ts";

/** Keywords that the page states. */
export const findKeywords: Finder = (corpus) => {
  const { home } = corpus;
  if (!home) return [];
  const stated = [home.meta.keywords, ...nodesOf(home).flatMap((node) => stringsOf(node.keywords))].filter(
    (text) => text !== undefined,
  );
  const found = stated.flatMap((text) =>
    text
      .split(/[,;]/)
      .map((part) => ({ value: cleanValue(part), page: home.id, quote: text.length <= 380 ? text : cleanValue(part) })),
  );
  return unique(
    found.filter((item) => item.value.length >= 2 && item.value.length <= 60),
    (item) => fold(item.value),
  ).slice(0, 20);
};

/** Common words that describe software. A tag is drafted only if the site uses the word. */
const TAGS =
  "open source|self-hosted|privacy|privacy-friendly|no-code|low-code|AI|machine learning|API|browser extension|mobile app|iOS|Android|macOS|Windows|Linux|command line|WordPress|Shopify|Slack|GDPR|end-to-end encryption|offline|real-time|collaboration|automation|analytics|dashboards|reporting|newsletter|email marketing|CRM|e-commerce|developers|startups|small businesses|freelancers|agencies|nonprofits|remote teams|kanban|project management|task management|time tracking|invoicing|accounting|note-taking|bookmarks|monitoring|observability|database|SQL|data visualization|web server|authentication|password manager|VPN|backup|RSS|live chat|podcast|SEO|social media|surveys|translation|e-learning|recruiting|payments".split(
    "|",
  );

/** Tags from the title, description and headings of the home page. */
export const findTags: Finder = (corpus) => {
  const found: Candidate[] = [];
  for (const { page, text, weight } of introduction(corpus))
    for (const tag of weight >= 2 ? TAGS : []) {
      const said = new RegExp(
        `(?<![\\p{L}\\p{N}])${RegExp.escape(tag).replace(/\\x2d|\\x20|[ -]/g, "[ -]")}(?![\\p{L}\\p{N}])`,
        tag === tag.toUpperCase() ? "u" : "iu",
      ).exec(text);
      if (said)
        found.push({
          value:
            said[0].includes("-") === tag.includes("-") && tag !== tag.toLowerCase()
              ? tag
              : said[0].toLowerCase() === tag.toLowerCase()
                ? tag
                : said[0],
          page: page.id,
          quote: text.slice(0, 380),
        });
    }
  const { home } = corpus;
  if (home)
    for (const node of nodesOf(home))
      if (isA(node, PRODUCT))
        for (const category of stringsOf(node.applicationCategory)) {
          const words = category.replace(/Application$/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
          if (fold(category).includes(fold(words))) found.push({ value: words, page: home.id, quote: category });
        }
  return unique(found, (item) => fold(item.value)).slice(0, 12);
};

/** Texts in which a home page says what the product is, most reliable first. */
function introduction(corpus: Corpus): { page: SitePage; text: string; weight: number }[] {
  const { home } = corpus;
  if (!home) return [];
  const texts = [
    { text: home.title, weight: 3 },
    { text: home.meta.description, weight: 3 },
    { text: home.meta["og:title"], weight: 2 },
    { text: home.meta["og:description"], weight: 2 },
    ...blocksOf(home)
      .filter((block) => isHeading(block) && /h[12]/.test(block.tag))
      .slice(0, 6)
      .map((block) => ({ text: block.text, weight: block.tag === "h1" ? 3 : 1.5 })),
    ...blocksOf(home)
      .filter((block) => block.tag === "p" && wordsOf(block.text).length >= 5)
      .slice(0, 2)
      .map((block) => ({ text: block.text, weight: 2 })),
  ];
  return texts.flatMap(({ text, weight }) => (text ? [{ page: home, text, weight }] : []));
}

const MAX_CATEGORIES = 3;

/**
 * Categories whose name, or a phrase that suggests them, is in the first texts of the home page. Two
 * such matches are needed, or one that is a name; no category is better than a wrong one.
 */
export const findCategories: Finder = (corpus, { categories, categoryWords }) => {
  const texts = introduction(corpus).map((item) => ({
    ...item,
    stems: wordsOf(item.text).map(stem),
    joined: ` ${wordsOf(item.text).map(stem).join(" ")} `,
  }));
  const scored = categories.map((category) => {
    const phrases = [
      ...namePhrases(category).map((text) => ({ text, weight: 1.4 })),
      ...(categoryWords[category] ?? []).map((text) => ({ text, weight: contentWords(text).length > 1 ? 1 : 0.45 })),
    ];
    let score = 0;
    let statements = 0;
    let proof: { page: string; quote: string; weight: number } | null = null;
    for (const { text, weight } of unique(phrases, (phrase) => fold(phrase.text))) {
      const wanted = ` ${wordsOf(text).map(stem).join(" ")} `;
      if (wanted.trim().length < 3) continue;
      const best = texts
        .filter((item) => !/alternative to|instead of|vs\.? /i.test(item.text) || item.weight < 3)
        .filter((item) => item.joined.includes(wanted))
        .sort((a, b) => b.weight - a.weight)[0];
      if (!best) continue;
      score += weight * best.weight;
      // The category's own name is enough; other phrases need two matches.
      statements += weight > 1 ? 2 : 1;
      if (!proof || weight * best.weight > proof.weight)
        proof = { page: best.page.id, quote: best.text.slice(0, 380), weight: weight * best.weight };
    }
    return { category, score, statements, proof };
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
