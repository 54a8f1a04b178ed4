import { EACH_WORDS, FROM_WORDS, ONLY_WORDS, PER_WORDS, PERIODS } from "./payment-words.ts";

const CASED = "\\p{Ll}\\p{Lu}";
const named = (kind: "noun" | "adverb"): string =>
  Object.entries(PERIODS)
    .flatMap(([name, words]) => (words[kind] === undefined ? [] : [`(?<${name}_${kind}>${words[kind]})`]))
    .join("|");
const NOUNS = named("noun");
const ADVERBS = named("adverb");
// Longer words first, because 月額 contains 月.
const PERIOD = new RegExp(`(?<![${CASED}])(?:${ADVERBS}|${NOUNS})(?![${CASED}])`, "giu");
/** "Per", "/" or "a" before a period, with the unit charged: "per user / month", "per host and month". */
const PER = new RegExp(
  `(?:/|(?<!\\p{L})(?:${PER_WORDS})|(?:毎|每|매)|(?<!\\p{L})(?:${EACH_WORDS})|/\\s?\\w+\\s?|` +
    `(?<!\\p{L})(?:${PER_WORDS})\\s\\p{L}+\\s(?:and|und|et|y|e|en|och|i|и))\\s*$`,
  "iu",
);
const LEADING = new RegExp(
  `(?<![${CASED}\\p{N}])(?:${ADVERBS}|(?<month_short>月|월)|(?<year_short>年|연))\\s*[:：]?\\s*(?:(?:${FROM_WORDS}|${ONLY_WORDS})\\s*)?$`,
  "iu",
);
const STARTS_WITH_PER = new RegExp(`^\\s*(?:/|(?:${PER_WORDS}|${EACH_WORDS})(?!\\p{L}))`, "iu");
/** A period with a number: "/15 días". */
const COUNTED = new RegExp(`^(?:${PERIODS.fortnight.noun})(?!\\p{L})`, "iu");

const nameOf = (match: RegExpExecArray): string =>
  Object.keys(match.groups ?? {})
    .find((group) => match.groups?.[group] !== undefined)
    ?.replace(/_.*$/, "") ?? "";

/** The periods in the words after a price. */
export const periodsIn = (text: string): string[] =>
  [...text.matchAll(PERIOD)].flatMap((match) => {
    const isAdverb = Object.entries(match.groups ?? {}).some(
      ([group, found]) => found !== undefined && group.endsWith("_adverb"),
    );
    return isAdverb || PER.test(text.slice(0, match.index)) ? [nameOf(match)] : [];
  });

/** A period directly before a price: 月額980円, "Monthly: $9". */
export function leadingPeriod(before: string): string | undefined {
  const match = LEADING.exec(before.slice(-40));
  return match ? nameOf(match) : undefined;
}

export const startsWithPer = (text: string): boolean => STARTS_WITH_PER.test(text);

/** Whether the number here belongs to a period rather than a quantity. */
export const isPeriodAt = (text: string, at: number): boolean =>
  COUNTED.test(text.slice(at, at + 20)) && PER.test(text.slice(Math.max(0, at - 12), at));

/** Whether a charge recurs automatically. Hourly rates do not. */
export const isRepeating = (period: string | undefined): boolean =>
  period !== undefined && period !== "once" && period !== "hour";
