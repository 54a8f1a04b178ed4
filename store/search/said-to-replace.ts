import { REPLACED_IN_TEXT, replaces } from "#domain/listings/alternative-to.ts";
import type { Profile } from "#domain/listings/listing.ts";
import { foldName, searchWords } from "#domain/search/search-text.ts";
import { type KnownProduct, productAt } from "./known-products.ts";

type Saying = { name: string; tagline: string | null; profile: Profile };

/** Lists of alternatives are about others, and "replaced by" says the reverse. */
const OF_OTHERS = /^(?:alternativ(?:es|en|as|os)|alternatieven|substitutes|replacements|replaced)$/;
const NOT = /^(?:no|not|isnt|never|without|keine?|nicht|pas|sans|non|sin|нет|не)$/;
const AND = /^(?:and|or|und|oder|et|ou|y|o|e|en|of|и|или|the)$/;
const VERB = /^(?:replac(?:e|es|ing)|ersetzt?|ersetzen|remplace[rz]?|reemplaza|sostituisce|substitui|vervangt?)$/;
/** Words between "alternative" and a name, like "to the"; a keyword has few others at all. */
const [BETWEEN, IN_KEYWORD] = [2, 4];
const SENTENCE_END = /(?<=[.!?。！？])\s+|[\n;|]+/;
const SPACED = /[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Of scripts with spaces between words. */
const LETTER = "[^\\P{L}\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]|\\p{N}";

/** A name as it is written, not a word like it: "Front", but neither "front" nor "Front Desk". */
function isWritten(word: string, { name }: KnownProduct, text: string): boolean {
  const first = /^\p{Lu}/u.test(name) ? word.charAt(0).toUpperCase() : word.charAt(0);
  const end = `(?!${LETTER}| (?!(?:And|Or|For|With)\\b)\\p{Lu})`;
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(first)}(?i:${RegExp.escape(word.slice(1))})${end}`, "u").test(
    text,
  );
}

/** Known products that one sentence says its product replaces. */
function replacedIn(text: string, isKeyword: boolean): KnownProduct[] {
  const words = searchWords(text);
  const isName = (from: number, to: number, product: KnownProduct) =>
    isKeyword ? words.length - (to - from) <= IN_KEYWORD : to > from + 1 || isWritten(words[from] ?? "", product, text);
  const nameAt = (from: number) => {
    const found = productAt(words, from);
    return found && isName(from, found.to, found.product) ? found : undefined;
  };
  const said: KnownProduct[] = [];
  for (const [at, word] of words.entries()) {
    if (!replaces(word) || OF_OTHERS.test(word) || words.slice(Math.max(0, at - 3), at).some((one) => NOT.test(one)))
      continue;
    const isVerb = VERB.test(word);
    let isList = false;
    for (let next = at + 1, skipped = 0; next < words.length && skipped <= (isVerb ? 1 : BETWEEN); ) {
      const found = nameAt(next);
      if (found) {
        said.push(found.product);
        [isList, skipped] = [true, 0];
      } else if (isList && !AND.test(words[next] ?? "")) break;
      else skipped++;
      next = found?.to ?? next + 1;
    }
    if (isVerb) continue;
    // "Notion alternative"; between 代替 and a name are particles.
    for (let from = Math.max(0, at - 4); from < at; from++) {
      const found = nameAt(from);
      if (found && words.slice(found.to, at).every((one) => !SPACED.test(one))) said.push(found.product);
    }
  }
  return said;
}

/** The known products that a listing says it is an alternative to. */
export function saidToReplace({ name, tagline, profile }: Saying): string[] {
  const { shortDescription, description, features, usps, keywords, tags } = profile;
  const texts = [tagline, shortDescription, description, ...features, ...usps].flatMap(
    (text) => text?.split(SENTENCE_END) ?? [],
  );
  const said = [
    ...texts.filter((text) => REPLACED_IN_TEXT.test(text)).flatMap((text) => replacedIn(text, false)),
    ...[...keywords, ...tags].filter((text) => REPLACED_IN_TEXT.test(text)).flatMap((text) => replacedIn(text, true)),
  ];
  const own = foldName(name);
  return [...new Set(said.map((product) => product.name))].filter((other) => !own.startsWith(foldName(other)));
}
