import { byName, keysOf } from "#domain/text/keys.ts";
import { fold } from "#domain/text/text.ts";
import { languageOf } from "#domain/text/written-language.ts";
import { blocksOf, type FinderContext, isHeading } from "../candidate.ts";
import { parentOf, topicsIn, withoutInterface } from "../category-topics.ts";
import { categoryWordsIn } from "../category-words.ts";
import { isOfPublication } from "../claims/about-others.ts";
import { isUnsupported } from "../claims/categories.ts";
import type { Corpus } from "../corpus.ts";
import { nodesOf, stringsOf } from "../json-ld.ts";
import { listen, type Phrase, phraseOf, type Spot, spotsOf } from "../phrases.ts";
import { wordsOf } from "../text.ts";
import type { Measures } from "./measures.ts";
import { isOtherLabel } from "./sections.ts";

/** Where a website describes its field, with weights. The first ones may be quoted. */
const PLACES = {
  title: 3,
  description: 2.5,
  h1: 3,
  intro: 1.5,
  headings: 1,
  keywords: 2,
  pages: 0.7,
  body: 0.5,
} as const;
type Place = keyof typeof PLACES;
const NAMES = keysOf(PLACES);
export const QUOTED: readonly Place[] = ["title", "description", "h1", "intro", "headings"];

const MOST = { headings: 60, body: 300, pageHeadings: 20, letters: 1_000 };
export const GENERAL_AI = "ai-and-machine-learning";

/** What a place says about a category: distinct words, number of texts, and the texts. */
type Heard = { roots: Set<string>; texts: string[]; hasWord: boolean };
type Hearing = Record<Place, Map<string, Heard>>;

function textsOf(corpus: Corpus): Record<Place, string[]> {
  const { home } = corpus;
  if (!home) return { title: [], description: [], h1: [], intro: [], headings: [], keywords: [], pages: [], body: [] };
  const blocks = blocksOf(home);
  const headings = blocks.filter(isHeading);
  const nodes = nodesOf(home);
  return {
    title: [home.title ?? "", home.meta["og:title"] ?? ""],
    description: [
      home.meta.description ?? "",
      home.meta["og:description"] ?? "",
      ...nodes.flatMap((node) => stringsOf(node.description)).slice(0, 3),
    ],
    h1: headings
      .filter(({ tag }) => tag === "h1")
      .slice(0, 3)
      .map(({ text }) => text),
    intro: blocks
      .filter(({ tag, text }) => tag === "p" && wordsOf(text).length >= 5)
      .slice(0, 4)
      .map(({ text }) => text),
    headings: headings
      .filter(({ tag, text }) => tag !== "h1" && !isOtherLabel(text))
      .slice(0, MOST.headings)
      .map(({ text }) => text),
    keywords: [
      home.meta.keywords ?? "",
      ...nodes.flatMap((node) =>
        [node.applicationCategory, node.applicationSubCategory, node.keywords, node.serviceType].flatMap((value) =>
          stringsOf(value),
        ),
      ),
    ],
    pages: corpus.pages
      .filter((page) => page !== home && page.kind !== "blog" && page.kind !== "changelog")
      .flatMap(({ title, blocks: own }) => [
        title ?? "",
        ...own
          .filter(({ tag }) => tag === "h1" || tag === "h2")
          .slice(0, MOST.pageHeadings)
          .map(({ text }) => text),
      ]),
    body: blocks
      .filter((block) => !isHeading(block))
      .slice(0, MOST.body)
      .map(({ text }) => text),
  };
}

const englishPhrases = ({ categories, categoryWords, categorySlugs }: FinderContext): Map<string, Phrase[]> =>
  new Map(
    categories.map((name) => [
      categorySlugs[name] ?? name,
      [name.replace(/(?: and |, ).*/, ""), ...(categoryWords[name] ?? [])].map((text) => phraseOf(text, "en")),
    ]),
  );

const silence = (): Hearing => byName(NAMES, () => new Map());

const without = (spots: Spot[], text: string): string =>
  spots.reduce((rest, { start, end }) => rest.slice(0, start) + "-".repeat(end - start) + rest.slice(end), text);

/**
 * What each place says about each category. Empty for publications, which write about what they
 * name.
 */
function hear(corpus: Corpus, context: FinderContext): Hearing {
  const texts = textsOf(corpus);
  const english = englishPhrases(context);
  const own = [...texts.title, ...texts.description, ...texts.h1].join("\n");
  const language = corpus.home?.language ?? languageOf(own) ?? null;
  const hearing = silence();
  for (const place of NAMES)
    for (const text of new Set(texts[place].map((whole) => whole.slice(0, MOST.letters)).filter(Boolean))) {
      const field = withoutInterface(text);
      const heardIn = (slug: string): Heard => {
        const heard = hearing[place].get(slug) ?? { roots: new Set(), texts: [], hasWord: false };
        hearing[place].set(slug, heard);
        if (heard.texts.at(-1) !== text) heard.texts.push(text);
        return heard;
      };
      const spoken = languageOf(field, language);
      for (const [slug, roots] of topicsIn(field, spoken)) for (const root of roots) heardIn(slug).roots.add(root);
      if (place === "pages" || place === "body") continue;
      const words = categoryWordsIn(spoken);
      const listened = spoken !== undefined && words.size > 0 ? listen(field, spoken) : null;
      const named: Spot[] = [];
      for (const [slug, phrases] of words)
        for (const phrase of phrases) {
          if (!listened) continue;
          const spots = spotsOf(phrase, listened);
          named.push(...spots);
          if (spots.some((spot) => !isUnsupported(listened, spot))) heardIn(slug).roots.add(`=${phrase.compact}`);
        }
      if (place === "title" && isOfPublication(without(named, listened?.text ?? fold(field)))) return silence();
      const inEnglish = listen(field, "en");
      for (const [slug, phrases] of english)
        for (const phrase of phrases)
          if (spotsOf(phrase, inEnglish).length > 0) {
            // Single English words, such as "data" or "events", occur on any page.
            if (phrase.stems.length > 1) heardIn(slug).roots.add(`=${phrase.compact}`);
            else if (spoken === undefined || spoken === "en") heardIn(slug).hasWord = true;
          }
    }
  return hearing;
}

/** A category with its measures and number of places. */
export type CategoryExample = {
  slug: string;
  measures: Measures;
  places: number;
  /** Quotable texts, best first. */
  texts: string[];
  /** All texts about it. */
  heard: string[];
};

export function categoryExamples(corpus: Corpus, context: FinderContext): CategoryExample[] {
  const hearing = hear(corpus, context);
  const score = new Map<string, number>();
  for (const place of NAMES)
    for (const [slug, { roots, hasWord }] of hearing[place])
      score.set(
        slug,
        (score.get(slug) ?? 0) + PLACES[place] * (Math.log2(1 + roots.size) + (hasWord ? WORD_SHARE : 0)),
      );
  const total = [...score.values()].reduce((sum, value) => sum + value, 0);
  const [top = 0, next = 0] = [...score.values()].sort((a, b) => b - a);
  const most = byName(NAMES, (place) => {
    const heard = [...hearing[place].values()];
    return {
      roots: Math.max(1, ...heard.map(({ roots }) => roots.size)),
      texts: Math.max(1, ...heard.map(({ texts }) => texts.length)),
    };
  });
  const ofTop = (isKin: (other: string) => boolean): number =>
    Math.max(0, ...[...score].flatMap(([other, value]) => (isKin(other) ? [value / top] : [])));
  return [...score].map(([slug, own]) => {
    const parent = parentOf(slug);
    const measures: Measures = {
      score: Math.log2(1 + own) / 2,
      share: (own / total) * 3,
      "of top": own / top,
      first: own === top ? 1 : 0,
      lead: own === top ? Math.min(1, ((top - next) / top) * 2) : 0,
      "of parent": ofTop((other) => other === parent),
      "of child": ofTop((other) => parentOf(other) === slug),
      "of sibling": parent === undefined ? 0 : ofTop((other) => other !== slug && parentOf(other) === parent),
      general: parent === undefined ? 1 : 0,
      others: Math.log2(1 + score.size) / 4,
      ai: slug.startsWith("ai-") ? 1 : 0,
      "any ai": slug === GENERAL_AI ? 1 : 0,
    };
    for (const place of NAMES) {
      const heard = hearing[place].get(slug);
      if (!heard) continue;
      if (heard.hasWord) measures[`word in ${place}`] = 1;
      if (heard.roots.size === 0) continue;
      measures[`in ${place}`] = 1;
      measures[`much in ${place}`] = Math.log2(heard.roots.size);
      measures[`most in ${place}`] = heard.roots.size === most[place].roots ? 1 : 0;
      if (place !== "body" && place !== "headings" && place !== "pages") continue;
      measures[`often in ${place}`] = Math.log2(heard.texts.length) / 2;
      measures[`oftenest in ${place}`] = heard.texts.length === most[place].texts ? 1 : 0;
    }
    const textsIn = (of: readonly Place[]) => of.flatMap((place) => hearing[place].get(slug)?.texts ?? []);
    // The first paragraphs are part of the body, too.
    const places = Math.min(NAMES.filter((place) => hearing[place].has(slug)).length, new Set(textsIn(NAMES)).size);
    return { slug, measures, places, texts: textsIn(QUOTED), heard: textsIn(NAMES) };
  });
}
/** Weight of a single English word relative to a category's own word. */
const WORD_SHARE = 0.3;
