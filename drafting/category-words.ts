import { readShippedText } from "#core/runtime/shipped.ts";
import { type Phrase, phraseOf } from "./phrases.ts";

const LANGUAGES = new Set(["de", "fr", "es", "it", "pt", "nl", "ru", "ja", "zh", "ko"]);
const read = new Map<string, ReadonlyMap<string, readonly Phrase[]>>();

/** Phrases for categories in a language, by slug. Loaded on first use. */
export function categoryWordsIn(language: string | undefined): ReadonlyMap<string, readonly Phrase[]> {
  if (language === undefined || !LANGUAGES.has(language)) return new Map();
  const known = read.get(language) ?? parse(readShippedText(`./data/category-words/${language}.txt`), language);
  read.set(language, known);
  return known;
}

const parse = (text: string, language: string): Map<string, Phrase[]> =>
  new Map(
    text
      .trim()
      .split("\n")
      .map((line) => {
        const [slug = "", phrases = ""] = line.split(": ", 2);
        return [slug, phrases.split("; ").map((phrase) => phraseOf(phrase, language))];
      }),
  );
