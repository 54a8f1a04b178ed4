/** How drafted values are compared with true ones: strictly, so that a lucky part of a value is no hit. */

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** Lower-case words, without punctuation and trademark signs. Japanese and Chinese are segmented. */
export const wordsOf = (text: string): string[] =>
  [...segmenter.segment(text.replace(/[®™©]/g, "").normalize("NFKC").toLowerCase())]
    .filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
    .flatMap(({ segment }) => segment.split(/[^\p{L}\p{N}\p{M}]+/u))
    .filter(Boolean);

const plain = (text: string): string => wordsOf(text).join(" ");

export const isEqual = (one: string, other: string): boolean => plain(one) === plain(other);

const holds = (text: string, part: string): boolean => part !== "" && ` ${text} `.includes(` ${part} `);

/** The same line, or most of it: a slogan with or without the name of the product. */
export function isNear(one: string, other: string): boolean {
  const [short = "", long = ""] = [plain(one), plain(other)].sort((a, b) => a.length - b.length);
  return short === long || (holds(long, short) && short.length >= long.length * 0.6);
}

/** Whether a text makes a statement: it holds it, or is most of it. */
export const states = (text: string, statement: string): boolean =>
  holds(plain(text), plain(statement)) || isNear(text, statement);

const PRICE = /\p{Sc}\s?\d|\d\s?\p{Sc}|(?<!\p{L})(?:EUR|USD|GBP|CHF|BRL)(?!\p{L})|\d\s?(?:руб|円|元|원)/u;

/** "Exports: as CSV and PDF" is "Exports", too. */
const titleOf = (text: string): string => /^(.+?)(?:\s[–—-]\s|[:：。!?]|\.\s)/u.exec(text)?.[1] ?? text;

/** Whether a drafted line is this feature: the same words, or at least half of the longer one. */
const isSameFeature = (drafted: string, feature: string): boolean =>
  [drafted, titleOf(drafted)].some((text) => {
    const [short = "", long = ""] = [plain(text), plain(feature)].sort((a, b) => a.length - b.length);
    return short === long || (holds(long, short) && short.length * 2 >= long.length);
  });

/** Whether a drafted line is one of these features. A line with a price is none. */
export const isFeature = (drafted: string, features: string[]): boolean =>
  !PRICE.test(drafted) && features.some((feature) => isSameFeature(drafted, feature));

/** Whether a drafted line tells of a feature: all of its words are there, whatever their ending. */
export function tellsOf(drafted: string, feature: string): boolean {
  const stems = (text: string) => wordsOf(text).map((word) => word.replace(/(?:s|ed|ing)$/, ""));
  const told = new Set(stems(drafted));
  return isSameFeature(drafted, feature) || stems(feature).every((word) => told.has(word));
}

const SPACED = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u;

/**
 * Whether a text has these words or this amount, signs included. Amounts end where their digits end;
 * words start at their first letter, and with `whole` end at their last.
 */
export function has(text: string, wanted: string, { whole = false } = {}): boolean {
  const fold = (line: string) => line.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const sought = fold(wanted);
  const before = /^\d/.test(sought) ? "(?<![\\d.,])" : SPACED.test(sought[0] ?? "") ? "(?<!\\p{L})" : "";
  const end = sought.at(-1) ?? "";
  const after = /\d/.test(end) ? "(?!\\d|[.,]\\d)" : whole && SPACED.test(end) ? "(?!\\p{L})" : "";
  return new RegExp(before + RegExp.escape(sought) + after, "u").test(fold(text));
}

/** An address of a profile as it is compared. */
export const profileOf = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/^twitter\.com/, "x.com")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "");
