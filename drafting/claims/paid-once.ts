import { FEES, PER_WORDS, TRIAL } from "#core/prices/payment-words.ts";
import { periodsIn, startsWithPer } from "#core/prices/periods.ts";
import { CURRENCY, quantitiesIn } from "#core/prices/quantities.ts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { fold } from "#domain/text/text.ts";
import type { Corpus } from "../corpus.ts";
import { isPeriodLine, statesFreePlan } from "./plans.ts";
import { otherPrice } from "./subject.ts";
import { isOfAnotherTime } from "./unrealised.ts";

const phrases = phrasesIn("pricing");

/** "€2.50 / km", "€5 per item", "€0.10cm³": charges per unit. */
const RATE = new RegExp(
  `(?:\\d\\s?(?:${CURRENCY})|(?:${CURRENCY})\\s?\\d[\\d.,]*)(?:\\s?(?:/|(?:${PER_WORDS})(?!\\p{L}))\\s?\\p{L}|\\p{L}{1,3}[23²³](?!\\p{L}))`,
  "iu",
);
/** An amount in a text, for checking negation and tense. */
export const AMOUNT = new RegExp(`(?:${CURRENCY})\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:${CURRENCY})(?!\\p{L})`, "iu");
const LEAST_ORDER = new RegExp(phrases("least order"), "iu");

/**
 * Whether a text charges an amount once: no period or rate beside it or any other price of the
 * website.
 */
export const asksOnce = (text: string, corpus: Corpus): boolean =>
  text
    .split(/;|\.\s(?!\d)|\n/)
    .some(
      (clause) =>
        otherPrice(clause, corpus) === null &&
        quantitiesIn(clause).some(
          ({ amount, currency, bound }) =>
            currency !== null && typeof amount === "number" && amount > 0 && bound === null,
        ),
    ) &&
  !FEES.test(text) &&
  !LEAST_ORDER.test(text) &&
  !TRIAL.test(text) &&
  !isOfAnotherTime(text) &&
  periodsIn(text).length === 0 &&
  sellsOnce(corpus);

const MOST_PERIOD = 60;

/** Whether a website has amounts, but no period, rate or free plan. */
export const sellsOnce = ({ pages }: Corpus): boolean => {
  const texts = pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));
  // The period may be the next line of its card, or a column title.
  const below = (at: number): string => (startsWithPer(fold(texts[at + 1] ?? "")) ? ` ${texts[at + 1]}` : "");
  const priced = texts.flatMap((text, at) => (namesAmount(text) ? [text + below(at)] : []));
  return (
    priced.length > 0 &&
    priced.every((text) =>
      quantitiesIn(text).every(({ periods: [period] }) => period === undefined || period === "once"),
    ) &&
    !priced.some((text) => RATE.test(fold(text))) &&
    !texts.some((text) => text.length <= MOST_PERIOD && isPeriodLine(text)) &&
    !pages.some(({ blocks }) => statesFreePlan(blocks.map(({ text }) => text).join("\n")))
  );
};

const namesAmount = (text: string): boolean =>
  /\d/.test(text) && quantitiesIn(text).some(({ currency }) => currency !== null);

/** The label of a table row or list of facts: "Price", "販売価格". */
export function labelBefore(text: string, { blocks }: SitePage): string {
  const at = blocks.findIndex((block) => block.text.includes(text));
  const label = blocks[at - 1];
  return label && /^(?:th|dt)$/.test(label.tag) && /^(?:td|dd)$/.test(blocks[at]?.tag ?? "") ? label.text : "";
}
