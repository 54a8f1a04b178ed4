import { phrasesIn } from "../runtime/phrases.ts";

/** Payment words in all supported languages, shared by finders and claim checks. */
const phrases = phrasesIn("payment");

/** Nouns after "per", "/" or "a", and adverbs: "month" and "monthly". */
const period = (name: string) => ({ noun: phrases(`${name} noun`), adverb: phrases(`${name} adverb`) });
type Period = { noun?: string; adverb: string };
export const PERIODS: Record<string, Period> & { fortnight: Period } = {
  hour: period("hour"),
  day: period("day"),
  week: period("week"),
  fortnight: period("fortnight"),
  month: period("month"),
  quarter: period("quarter"),
  year: period("year"),
  once: { adverb: phrases("once adverb") },
};

/** Between a price and its period. */
export const PER_WORDS = phrases("per");

export const EACH_WORDS = phrases("each");

/** Marks the lowest of several prices. */
export const FROM_WORDS = phrases("from");
export const ONLY_WORDS = phrases("only");

/** Words about taxes after an amount, which change nothing. */
export const TAX_WORDS = phrases("tax");
export const FOREVER_WORDS = phrases("forever");

/** Only the word "free": a plan's title or price. */
export const FREE_ALONE = new RegExp(phrases("free alone"), "iu");

/** Zero amounts that are not plans: "€0 setup fee", "$0 due today". */
export const FEES = new RegExp(phrases("fees"), "iu");

/** Durations of trials, which are not free plans. */
export const TRIAL_DAYS = new RegExp(phrases("trial days"), "iu");
export const TRIAL_TITLE = new RegExp(phrases("trial title"), "iu");

export const TRIAL = new RegExp(phrases("trial"), "iu");

/** Offers on request. */
export const ASK = new RegExp(phrases("ask"), "iu");

export const PRICE_WORD = new RegExp(phrases("price word"), "iu");

/** Costs that vary: "the cost depends on the size". */
const COST = phrases("cost");
const DEPENDS = phrases("depends");
export const COST_DEPENDS = new RegExp(
  `(?<!\\p{L})${COST}(?!\\p{L})[^.;!?。]{0,40}(?<!\\p{Ll})${DEPENDS}|(?<!\\p{L})${DEPENDS}[^.;!?。]{0,12}(?<!\\p{L})${COST}(?!\\p{L})`,
  "iu",
);

/** Invitations to get in touch. */
export const WRITE_TO_US = new RegExp(phrases("write to us"), "iu");

/** Commission on sales: "we charge a commission". */
export const COMMISSION = new RegExp(phrases("commission"), "iu");

/** "No subscription" is a pricing model only beside a price or purchase. */
export const NO_SUBSCRIPTION = new RegExp(phrases("no subscription"), "iu");

/**
 * Statements of a one-time payment that need no price. "Einmalige Erfassung" is no payment: such
 * words need one beside them, or stand alone.
 */
export const PAID_ONCE = new RegExp(`${phrases("paid once")}|${phrases("once alone")}`, "iu");
export const ONE_TIME = new RegExp(`${PAID_ONCE.source}|${NO_SUBSCRIPTION.source}`, "iu");

/** Access to a test, whose price says nothing about the product's. */
export const TEST_PHASE = new RegExp(phrases("test phase"), "iu");

/** Says goodbye to what it names: "never bugs you about subscriptions". */
export const UNWANTED = new RegExp(phrases("unwanted"), "iu");

/** Headings over prices; not titles of plans. */
export const PRICING_WORDS = phrases("pricing");

/** Headings of sections with unrelated amounts. */
export const OTHER_SECTIONS = new RegExp(phrases("other sections"), "iu");

/** Unreplaced template text. */
export const PLACEHOLDER = new RegExp(phrases("placeholder"), "iu");

/** Words that offer something for the price beside them. */
export const OFFERS = new RegExp(phrases("offers"), "iu");

/** Badges on plan cards, which are not titles. */
export const BADGES = new RegExp(phrases("badges"), "iu");
