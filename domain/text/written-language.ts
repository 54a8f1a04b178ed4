import shortWords from "./short-words.json" with { type: "json" };

/** Frequent short words of each language. Words shared by several do not count. */
const MARKS: Record<string, string> = shortWords;
const OWN = new Map<string, string[]>();
for (const [language, words] of Object.entries(MARKS))
  for (const word of words.split(" ")) OWN.set(word, [...(OWN.get(word) ?? []), language]);

/** Scripts with the languages written in them. The first one is taken if no other is declared. */
const SCRIPTS: [script: RegExp, languages: readonly [string, ...string[]]][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, ["ja"]],
  [/\p{sc=Hangul}/u, ["ko"]],
  // A Japanese title may consist of Chinese characters only.
  [/\p{sc=Han}/u, ["zh", "ja"]],
  [/[іїєґ]/iu, ["uk", "be", "kk"]],
  [/\p{sc=Cyrillic}/u, ["ru", "uk", "be", "bg", "sr", "mk", "kk"]],
  [/[پچژگ]/u, ["fa", "ur", "ku", "ps", "ug"]],
  [/\p{sc=Arabic}/u, ["ar", "fa", "ur", "ku", "ps", "ug"]],
  [/\p{sc=Hebrew}/u, ["he", "yi"]],
  [/\p{sc=Thai}/u, ["th"]],
  [/\p{sc=Greek}/u, ["el"]],
  [/\p{sc=Devanagari}/u, ["hi", "mr", "ne"]],
];
/** The languages that texts can be told to be in without a declaration. */
export const TOLD_LANGUAGES = [...new Set([...Object.keys(MARKS), ...SCRIPTS.map(([, [first]]) => first)])];

const LATIN_ALONE = /^[\p{sc=Latin}\P{L}]*$/u;

function byScript(text: string, known: string | undefined): string | undefined {
  if (LATIN_ALONE.test(text)) return undefined;
  const languages = SCRIPTS.find(([script]) => script.test(text))?.[1];
  return languages?.find((language) => language === known) ?? languages?.[0];
}

/** The language of a text by its short words, else the declared one; undefined without either. */
export function languageOf(text: string, declared: string | null = null, least = 0): string | undefined {
  const known = declared?.slice(0, 2).toLowerCase();
  const script = byScript(text, known);
  if (script) return script;
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/(?<![.@/])(?<!\p{L})\p{L}+(?![.@/]\p{L})/gu) ?? [])
    OWN.get(word)?.forEach((language, _, all) => {
      counts.set(language, (counts.get(language) ?? 0) + 1 / all.length);
    });
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] < least || best[1] <= (next?.[1] ?? 0)) return known;
  // One word does not outweigh the declared language.
  return known === undefined || best[1] >= 2 ? best[0] : known;
}

const NOT_LATIN = /(?!\p{sc=Latin})\p{L}/gu;
const LEAST_SHARE = 0.2;
const LEAST_WORDS = 2;

/** The same where nobody declares one: a word or a name of another language or script does not decide. */
export function mainLanguageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const foreign = text.match(NOT_LATIN)?.length ?? 0;
  return languageOf(foreign < LEAST_SHARE * letters ? text.replace(NOT_LATIN, "") : text, null, LEAST_WORDS);
}

/** BCP 47 as it is written there: "de", "pt-BR". */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
