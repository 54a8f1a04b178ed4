import {
  BADGES,
  EACH_WORDS,
  FEES,
  FOREVER_WORDS,
  FREE_ALONE,
  FROM_WORDS,
  ONLY_WORDS,
  PER_WORDS,
  PERIODS,
  PLACEHOLDER,
  PRICING_WORDS,
  TAX_WORDS,
  TRIAL,
  TRIAL_DAYS,
  TRIAL_TITLE,
} from "#core/prices/payment-words.ts";
import { periodsIn } from "#core/prices/periods.ts";
import { CURRENCY, type Quantity, quantitiesIn } from "#core/prices/quantities.ts";
import { fold } from "#domain/text/text.ts";

const PERIOD_WORDS = Object.values(PERIODS)
  .flatMap(({ noun, adverb }) => [noun, adverb])
  .filter((words) => words !== undefined)
  .join("|");
const words = (...lists: string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${lists.join("|")})(?!\\p{L})`, "giu");
const HARMLESS = words(PERIOD_WORDS, FOREVER_WORDS, TAX_WORDS, EACH_WORDS, PER_WORDS);
/** Words that are not plan names: "Our prices", "Monthly", "From". */
const UNNAMED = words(
  PRICING_WORDS,
  PERIOD_WORDS,
  FROM_WORDS,
  "our|simple|your|all|choose|compare|select|pick|an?|the|right|unsere|wählen " +
    "sie|nos|choisissez|nuestros|elige|tu|un|i nostri|scegli|os " +
    "nossos|escolha|onze|kies|våra|välj|wybierz",
);
/** Whether a line is only the period of nearby prices: "Monthly", "per user / month". */
export const isPeriodLine = (line: string): boolean =>
  periodsIn(line).some((period) => period !== "once") &&
  !/\p{L}/u.test(
    line
      .replace(HARMLESS, " ")
      .replace(UNNAMED, " ")
      .replace(/(?<!\p{L})pay(?!\p{L})/giu, " "),
  );
const ZERO = new RegExp(
  `(?<![\\p{N}.,])(?:(?:${CURRENCY})\\s?0(?:[.,]0+)?|0(?:[.,]0+)?\\s?(?:${CURRENCY}))(?!\\p{N}|[.,]\\d)`,
  "iu",
);

/** Lines with more numbers are tables or lists. */
const MOST_NUMBERS = 12;

export const pricesIn = (line: string): Quantity[] =>
  /\d/.test(line) && (line.match(/\d+/g)?.length ?? 0) <= MOST_NUMBERS
    ? quantitiesIn(line).filter(({ currency, amount }) => currency !== null && typeof amount === "number")
    : [];

const MOST_TITLE = 40;

export function isTitle(text: string): boolean {
  if (text.length > MOST_TITLE || text.split(/\s+/).length > 5 || !/^[\p{Lu}\p{Lo}\p{N}]/u.test(text)) return false;
  if (/[.!?。！？:：]$/u.test(text) || BADGES.test(text) || PLACEHOLDER.test(text)) return false;
  return /\p{L}/u.test(text.replace(UNNAMED, " ")) && pricesIn(text).length === 0;
}

const LEADS_PRICE = words(FROM_WORDS, ONLY_WORDS, PER_WORDS, TAX_WORDS);
/** "Start from" leads to a price. */
const LEADS_ON = new RegExp(`(?<!\\p{L})(?:${FROM_WORDS}|${ONLY_WORDS}|${PER_WORDS})$`, "iu");

/** A plan's title on its price line: "Plus $ 20"; undefined if there are other words. */
export function titleOnLine(line: string): string | undefined {
  const at = line.search(/\p{Sc}|\d|(?<!\p{L})(?:R\$|[A-Z]{3})\s?\d/u);
  const title = line.slice(0, Math.max(0, at)).replace(/[\s:–—|-]+$/u, "");
  if (!isTitle(title) || title.split(/\s+/).length > 3 || FEES.test(title) || LEADS_ON.test(title)) return undefined;
  return /\p{L}/u.test(title.replace(LEADS_PRICE, " ")) ? title : undefined;
}

/** Maximum distance of a plan's title above its price. */
const MOST_ABOVE = 3;

export function titleAbove(lines: readonly string[], at: number): number | undefined {
  for (let above = at - 1; above >= at - MOST_ABOVE; above--) {
    const line = lines[above];
    if (line === undefined || line.length > 300 || pricesIn(line).length > 0) return undefined;
    if (isTitle(line)) return above;
  }
  return undefined;
}

/**
 * What a zero line refers to: a plan, something else ("€0 setup fee"), or unclear. Undefined if the
 * line charges something.
 */
export function zeroOf(line: string, title: string | undefined): "plan" | "other" | "doubtful" | undefined {
  const text = fold(line);
  const match = ZERO.exec(text);
  if (match === null && !FREE_ALONE.test(text)) return undefined;
  if (FEES.test(text) || TRIAL.test(text) || (title !== undefined && (FEES.test(title) || TRIAL.test(title))))
    return "other";
  if (TRIAL_DAYS.test(text) || (title !== undefined && TRIAL_TITLE.test(title.trim()))) return "other";
  // "$ $0.00" repeats the sign.
  const before = match === null ? "" : text.slice(0, match.index).replace(/[\s:\p{Sc}-]+$/u, "");
  const after = match === null ? "" : text.slice(match.index + match[0].length);
  if (/[\p{L}\p{N}]/u.test(after.replace(HARMLESS, " "))) return "other";
  if (before === "") return title === undefined ? "doubtful" : "plan";
  return isTitle(line.trim().slice(0, before.length)) ? "plan" : "doubtful";
}

/** Whether a text states a titled plan that costs nothing. */
export function statesFreePlan(text: string): boolean {
  const lines = text.split(/\n|;|\.\s/).map((line) => line.trim());
  return lines.some((line, at) => {
    if (line.length > 300) return false;
    const above = titleAbove(lines, at);
    return zeroOf(line, above === undefined ? undefined : lines[above]) === "plan";
  });
}
