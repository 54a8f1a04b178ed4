import { LRUCache } from "lru-cache";
import { byLanguage, type Html, html, type Part } from "#core/text/html.ts";
import { mainLanguageOf } from "#domain/text/written-language.ts";
import { type Language, PSEUDO } from "#languages/language.ts";

type Tag = string | null | undefined;

const baseOf = (tag: string): string => tag.split("-", 1)[0] ?? tag;
const isOther = ({ tag: page }: Language, tag: Tag): boolean =>
  Boolean(tag) && (page === PSEUDO || baseOf(page) !== baseOf(tag ?? ""));

/** A line that people wrote, like a name: it keeps its direction, and its language if the page has another. */
export const theirs = (text: string | null, language?: Tag): Html =>
  byLanguage((page) =>
    isOther(page, language) ? html`<bdi lang="${language}">${text}</bdi>` : html`<bdi>${text}</bdi>`,
  );

const texts = new LRUCache<string, { tag: string | undefined }>({ max: 2000 });
/** Pages show the same comments again and again. */
function languageOfText(text: string): string | undefined {
  const known = texts.get(text) ?? { tag: mainLanguageOf(text) };
  texts.set(text, known);
  return known.tag;
}

/** The same as attributes, for an element with a longer text. Without a language, its words tell it. */
export const asTheirs = (text: Part, language?: Tag): Html | false =>
  typeof text === "string" &&
  byLanguage((page) => {
    const tag = language ?? languageOfText(text);
    return isOther(page, tag) ? html` lang="${tag}" dir="auto"` : html` dir="auto"`;
  });
