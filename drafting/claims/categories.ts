import type { SitePage } from "#domain/drafts/site.ts";
import { fold, stem } from "#domain/text/text.ts";
import { languageOf } from "#domain/text/written-language.ts";
import { inEnglish, t } from "#languages/words.ts";
import { isHeading } from "../candidate.ts";
import { topicsIn, withoutInterface } from "../category-topics.ts";
import { categoryWordsIn } from "../category-words.ts";
import type { Corpus } from "../corpus.ts";
import type { Known } from "../fact.ts";
import { type Listened, listen, type Phrase, phraseOf, type Spot, spotsOf } from "../phrases.ts";
import { contentWords, root, wordsOf } from "../text.ts";
import { isAboutOthers, isOfPublication } from "./about-others.ts";
import type { Context } from "./context.ts";
import { denies, turnsAround } from "./polarity.ts";
import { namesUs } from "./subject.ts";

/**
 * Either half of "Error tracking and feature flags" matches. A single plain word such as "Legal" is
 * not enough.
 */
export const namePhrases = (category: string): string[] =>
  category.split(/\s+(?:and|&)\s+|,\s+/).filter((part) => contentWords(part).length >= 2 || category === part);

const LEAST_FAMILY = 7;
/** Whether related forms of a single word also count: "encrypted" for "encryption". */
export const isFamily = (parts: readonly string[]): parts is [string] =>
  parts.length === 1 && parts.join().length >= LEAST_FAMILY;

/** The phrase of a category that a text contains: its name or a keyword; undefined if none. */
function phraseIn(text: string, category: string, words: readonly string[]): string | undefined {
  const plain = ` ${wordsOf(text).join(" ")} `;
  const roots = new Set(wordsOf(text).map(root));
  const stems = ` ${wordsOf(text).map(stem).join(" ")} `;
  return [...namePhrases(category), ...words].find((phrase) => {
    const parts = wordsOf(fold(phrase));
    // Single words must be equal or long and related: "notes" suggests note taking, "please note"
    // does not.
    if (words.includes(phrase) && isFamily(parts) && roots.has(root(parts[0]))) return true;
    return parts.length === 1 ? plain.includes(` ${parts[0]} `) : stems.includes(` ${parts.map(stem).join(" ")} `);
  });
}

/** Where phrases of a category occur in a text of their language. */
const spotsIn = (listened: Listened, phrases: readonly Phrase[]): Spot[] =>
  phrases.flatMap((phrase) => spotsOf(phrase, listened));

const SENTENCE_END = /[.!?…|。！？·•](?:\s|$)|[。！？|·•]/u;
const CLAUSE_END = /[.!?…|。！？·•,;、，；:：–—]/u;

/** Whether the words at a spot are negated or refer to others. */
export function isUnsupported({ text, words, language }: Listened, { start, end }: Spot): boolean {
  const before = text.slice(0, start).split(SENTENCE_END).at(-1) ?? "";
  const rest = text.slice(end).split(SENTENCE_END)[0] ?? "";
  if (isAboutOthers(before, rest)) return true;
  const near = [before.split(CLAUSE_END).at(-1), text.slice(start, end), rest.split(CLAUSE_END)[0]].join("");
  // The rest of a compound belongs to the word.
  const surface = words.find((word) => word.start <= start && word.end >= end)?.word ?? text.slice(start, end);
  return turnsAround(surface, near, language) || (!NAMES_SOFTWARE.test(surface) && isOwnOf(surface, near));
}

/** "Notre logiciel de facturation" is a product, "notre facturation" an activity. */
const NAMES_SOFTWARE =
  /soft|progra|syst|logiciel|platt?e?form|plataforma|piattaforma|tool|outil|herramienta|ferramenta|\bapp\b/u;

const OUR = String.raw`\b(?:our|my|unser\w*|notre|nuestr[oa]|nostr[oa]|noss[oa])\s`;
/** "Eleven people are on our payroll." */
const isOwnOf = (phrase: string, text: string): boolean =>
  new RegExp(`${OUR}${RegExp.escape(phrase)}`, "iu").test(text);
/** "Please note our new address" is about the company, "our notes app" about the product. */
const isOfCompany = (text: string): boolean => new RegExp(OUR, "iu").test(text) && !NAMES_SOFTWARE.test(fold(text));

/**
 * Why a quote does not support a category, or null. Without a word of the category, the site must
 * mention its field elsewhere, or the quote must be a heading or begin with the product's name.
 */
export function categoryFault(
  category: string,
  quote: string,
  { text, block }: Context,
  page: SitePage,
  corpus: Corpus,
  { categoryWords, categorySlugs }: Known,
  isHeard: (slug: string) => boolean,
): string | null {
  const language = languageOf(text, page.language) ?? "en";
  const listened = listen(withoutInterface(text), language);
  const spots = spotsIn(listened, categoryWordsIn(language).get(categorySlugs?.[category] ?? "") ?? []);
  if (spots.length > 0 && spots.every((spot) => isUnsupported(listened, spot)))
    return inEnglish(t`about something else`);
  const phrase = phraseIn(withoutInterface(quote), category, categoryWords?.[category] ?? []);
  if (phrase !== undefined && spots.length === 0) {
    if (turnsAround(phrase, text, page.language)) return inEnglish(t`the page denies it`);
    if (isOwnOf(phrase, text)) return inEnglish(t`about the company`);
    const said = listen(text, "en");
    const places = spotsOf(phraseOf(phrase, "en"), said);
    return places.length > 0 && places.every((place) => isUnsupported(said, place))
      ? inEnglish(t`about something else`)
      : null;
  }
  if (spots.length > 0) return null;
  if (denies(text, page.language)) return inEnglish(t`the page denies it`);
  if (!isOfCompany(text) && isHeard(categorySlugs?.[category] ?? "")) return null;
  const isTitle = block === undefined || isHeading(block);
  const introduces = isTitle || namesUs(text.split(/\s+/).slice(0, 3).join(" "), corpus);
  const isOfField = language !== "en" || (isTitle && hasTopic(categorySlugs?.[category] ?? "", quote, language));
  return isOfField && introduces ? null : inEnglish(t`quote does not suggest the category`);
}

/** Whether a title contains a word of the category's field that describes the product. */
function hasTopic(slug: string, title: string, language: string): boolean {
  if (isOfPublication(title)) return false;
  const listened = listen(title, language);
  return [...(topicsIn(title, language).get(slug) ?? [])].some((root) => {
    const start = listened.text.indexOf(root.replace(/[~.].*$/, ""));
    return start >= 0 && !isUnsupported(listened, { start, end: start + root.replace(/[~.]+$/, "").length });
  });
}
