import type { Noun } from "#languages/language.ts";
import { NounWords, plural, type Text, t, type Words, wordsBy } from "#languages/words.ts";

// English alone: translations choose whole phrases, as {nouns, select, tool {Tools} other {Produkte}}.
const ONE: Record<Noun, string> = {
  ...{ product: "product", listing: "listing", tool: "tool", place: "place" },
  ...{ shop: "shop", game: "game", project: "project", app: "app" },
};
const each = (form: (noun: string) => string) => new Map(Object.entries(ONE).map(([noun, word]) => [noun, form(word)]));

/** "a tool", in sentences of `withNoun`. */
export const aNoun = NounWords.of(each((word) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`));
/** "tool" */
export const oneNoun = NounWords.of(each((word) => word));
/** "tools" */
export const nouns = NounWords.of(each((word) => `${word}s`));

/** A sentence about products, and the same with what the site calls them. */
export const withNoun = (ofProducts: Text, ofNoun: Text): Words =>
  wordsBy(({ noun = "product" }) => (noun === "product" ? ofProducts : ofNoun));

const COUNTED: Record<Noun, (count: number) => Words> = {
  product: (count) => plural(count, "product"),
  listing: (count) => plural(count, "listing"),
  tool: (count) => plural(count, "tool"),
  place: (count) => plural(count, "place"),
  shop: (count) => plural(count, "shop"),
  game: (count) => plural(count, "game"),
  project: (count) => plural(count, "project"),
  app: (count) => plural(count, "app"),
};
/** "3 tools" */
export const countOfNoun = (count: number): Words => wordsBy(({ noun = "product" }) => COUNTED[noun](count));

export const SEARCH_LABEL = withNoun(t`Search products`, t`Search ${nouns}`);
export const SUBMIT_LABEL = withNoun(t`Submit a product`, t`Submit ${aNoun}`);
