import currencyWords from "#domain/text/currency-words.json" with { type: "json" };
import { fold, stem } from "#domain/text/text.ts";
import { inEnglish, t } from "#languages/words.ts";
import { partsIn, phrasesIn } from "../runtime/phrases.ts";
import { EACH_WORDS, FROM_WORDS, TAX_WORDS } from "./payment-words.ts";
import { isPeriodAt, leadingPeriod, periodsIn, startsWithPer } from "./periods.ts";

const phrases = phrasesIn("pricing");

/** A number with its unit. `periods` and `each` are in text order. */
export type Quantity = {
  /** Text if it is not a number, like 1.2.3. */
  amount: number | string;
  currency: string | null;
  /** A known unit: "gb", "minute", "%". */
  unit: string | null;
  /** Words up to the next number: "team", "members". */
  nouns: string[];
  periods: string[];
  /** What is charged per: "user", "team". */
  each: string[];
  bound: "most" | "least" | null;
  /** The words around it, to the next numbers. */
  before: string;
  after: string;
};

const CURRENCIES: Record<string, string> = currencyWords;
const longestFirst = (names: string[]): string =>
  names
    .sort((a, b) => b.length - a.length)
    .map(RegExp.escape)
    .join("|");
export const CURRENCY = longestFirst(Object.keys(CURRENCIES));
const CURRENCY_BEFORE = new RegExp(`(?<!\\p{L})(${CURRENCY})\\.?\\s?$`, "u");
/** Tax words may follow without a space: "9,99 €TTC"; behind 円, any word. */
const CURRENCY_AFTER = new RegExp(
  `^\\s?(${CURRENCY})(?:(?<=[\\p{sc=Han}\\p{sc=Hang}\\p{sc=Kana}ー])|(?!\\p{L})|(?=(?:${TAX_WORDS})(?!\\p{L})))`,
  "u",
);

const MAGNITUDES: [number, RegExp][] = [
  [1e3, /^(?:k|thousand|tausend|tsd\.?|mille|mil|mila|duizend|tusen|ribu|rb|tis)(?!\p{L})/u],
  [1e6, /^(?:mn|mio\.?|million(?:s|en|er)?|millones|milhões|milioni|miljoen|miljoner|mln|juta|jt)(?!\p{L})/u],
  [1e9, /^(?:bn|billion|mrd\.?|milliarden?|milliards?|mil millones)(?!\p{L})/u],
  [1e4, /^[万萬만]/u],
  [1e8, /^[億亿억]/u],
];

/** Units that must match, with their spellings. */
const UNITS = [...partsIn("units")].map(([unit, words]) => [unit, new RegExp(`^(?:${words.join("|")})$`)] as const);

const NUMBER = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[ '’]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)*/gu;

/** 20 000, 20,000 and 20.000 are equal; so are 1.5 and 1,5. */
export function amountOf(text: string): number {
  const plain = text.replace(/[ '’]/g, "");
  const separators = plain.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return Number(plain);
  const [, decimals = ""] = /[.,](\d+)$/.exec(plain) ?? [];
  const grouped =
    decimals.length === 3 &&
    !/^0[.,]/.test(plain) &&
    (separators.length === 1 || separators.every((sign) => sign === last));
  if (grouped) return Number(plain.replace(/[.,]/g, ""));
  if (separators.length > 1 && separators.every((sign) => sign === last)) return Number.NaN;
  return Number(`${plain.slice(0, plain.length - decimals.length - 1).replace(/[.,]/g, "")}.${decimals}`);
}

/** "199,- Kč", and "99:-", used only with crowns. */
const DASH = /^\s?([,.:])[-–—]+/u;

const MOST = new RegExp(phrases("at most"), "iu");
const LEAST = new RegExp(`(?:${FROM_WORDS})\\s*$`, "iu");
const EACH = new RegExp(`(?<!\\p{L})(?:${EACH_WORDS})(?!\\p{L})`, "giu");

const STOP_NOUNS = new Set(
  (
    "a an and are as at be by for from in is it of on or per the to with your you each every und der die " +
    "das für im pro zu von mit et de la le les des par pour en y el los las por con per il di da"
  ).split(" "),
);

export function quantitiesIn(text: string): Quantity[] {
  const folded = fold(text);
  const matches = [...folded.matchAll(NUMBER)].filter(({ index }) => !isPeriodAt(folded, index));
  return matches.map((match, at) => {
    const last = matches[at - 1];
    const before = folded.slice(last ? last.index + last[0].length : 0, match.index);
    const rest = folded.slice(match.index + match[0].length, matches[at + 1]?.index).replace(/[;].*$/su, "");
    const prefix = CURRENCY_BEFORE.exec(before)?.[1];
    let following = rest;
    const value = amountOf(match[0]);
    const scale = MAGNITUDES.find(([, pattern]) =>
      pattern.test(match.input.slice(match.index + match[0].length).trimStart()),
    );
    const isMillions = scale === undefined && prefix !== undefined && /^m(?!\p{L})/u.test(following);
    if (scale) following = following.trimStart().replace(scale[1], "");
    else if (isMillions) following = following.slice(1);
    const amount = Number.isNaN(value) ? match[0] : value * (scale?.[0] ?? (isMillions ? 1e6 : 1));
    const dash = DASH.exec(following);
    if (dash) following = following.slice(dash[0].length);
    const suffix = CURRENCY_AFTER.exec(following)?.[1] ?? (dash?.[1] === ":" ? "kr" : undefined);
    const symbol = prefix ?? suffix;
    if (!prefix && suffix && CURRENCY_AFTER.test(following))
      following = following.replace(/^\s?/, "").slice(suffix.length);
    const words = following.match(/%|[\p{L}\p{N}]+/gu) ?? [];
    const unit = UNITS.find(([, pattern]) => pattern.test(words[0] ?? ""))?.[0] ?? null;
    const window = following.slice(0, 60);
    const early = before.replace(CURRENCY_BEFORE, "").trimEnd();
    const leading = symbol === undefined || startsWithPer(following) ? undefined : leadingPeriod(early);
    return {
      amount,
      currency: symbol === undefined ? null : (CURRENCIES[symbol] ?? null),
      unit: symbol === undefined ? unit : null,
      nouns: words
        .slice(0, 5)
        .filter((word) => !STOP_NOUNS.has(word) && word.length > 1)
        .map(stem),
      periods: symbol === undefined ? [] : [...(leading ? [leading] : []), ...periodsIn(window)],
      each: symbol === undefined ? [] : [...window.matchAll(EACH)].map(([word]) => stem(word)),
      ...{ before: early, after: window },
      bound: MOST.test(early) ? "most" : LEAST.test(early) || /^\+/.test(rest) ? "least" : null,
    };
  });
}

const sameCurrency = (one: string | null, other: string | null): boolean =>
  one === null || one === other || (one === "$" && other === "usd") || (one === "usd" && other === "$");

/** Whether all numbers of a value occur in the text with the same currency, unit and period. */
export function quantityFault(value: string, text: string): string | null {
  const said = quantitiesIn(text);
  for (const wanted of quantitiesIn(value)) {
    const same = said.filter(({ amount }) => amount === wanted.amount);
    if (same.length === 0) return inEnglish(t`a number is not in the quote`);
    if (!same.some((quantity) => agrees(wanted, quantity)))
      return inEnglish(t`a number in the quote counts something else`);
  }
  return null;
}

function agrees(wanted: Quantity, said: Quantity): boolean {
  if (!sameCurrency(wanted.currency, said.currency)) return false;
  if (wanted.unit !== null ? wanted.unit !== said.unit : false) return false;
  if (wanted.bound !== null && said.bound !== null && wanted.bound !== said.bound) return false;
  if (wanted.bound === "least" && said.bound === null && wanted.currency === null) return true;
  if (
    wanted.periods.length > 0 &&
    (wanted.periods[0] !== said.periods[0] || !wanted.periods.every((period) => said.periods.includes(period)))
  )
    return false;
  if (!wanted.each.every((one) => said.each.includes(one))) return false;
  const noun = wanted.currency === null && wanted.unit === null ? wanted.nouns.slice(0, 2) : [];
  return noun.length === 0 || said.nouns.length === 0
    ? said.nouns.length > 0 || noun.length === 0
    : noun.some((word) => said.nouns.includes(word));
}
