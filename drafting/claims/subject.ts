import { phrasesIn } from "#core/runtime/phrases.ts";
import { fold } from "#domain/text/text.ts";
import { inEnglish, t } from "#languages/words.ts";
import { type Corpus, labelsOf } from "../corpus.ts";
import { bare } from "../text.ts";

const subjects = phrasesIn("subjects");

const phrases = phrasesIn("pricing");

const PRONOUN = new RegExp(subjects("pronoun"), "u");
const ADVERBS = new Set(
  (
    "and so now currently still originally first proudly initially already only just today here hello hi " +
    "officially finally also all nur ab schon jetzt aujourd'hui hoy dès from plans plan prices price " +
    "pricing preis preise prix precio precios"
  ).split(" "),
);
const AUXILIARY = new RegExp(subjects("auxiliary"), "u");

const ADVERB = /\s(?:\p{L}+ly|also|now|first|still|just)$/u;
const STARTS_WITH_US = new RegExp(subjects("starts with us"), "iu");

/** Whether the words before a verb mean the product or its makers. `before` is verbatim. */
export function isOurs(before: string, corpus: Corpus): boolean {
  let text = ` ${fold(before)
    .replace(/[^\p{L}\p{N}'$€£%]+/gu, " ")
    .trim()}`;
  for (let last = ""; last !== text; ) {
    last = text;
    text = text.replace(AUXILIARY, "").replace(ADVERB, "");
  }
  text = text.trim();
  if (namesUs(text, corpus)) return true;
  if (PRONOUN.test(text)) return true;
  // "We are a small company" and then "based in Porto", but not "We love how Zapier".
  if (STARTS_WITH_US.test(before) && !/\s\p{Lu}\p{L}/u.test(before.trim())) return true;
  return text.split(" ").every((word) => word === "" || ADVERBS.has(word));
}

/** Whether a text contains a self-name of the site. */
export function namesUs(text: string, corpus: Corpus): boolean {
  const { selfNames, owners } = corpus;
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  const own = labelsOf(corpus).map(bare);
  if (own.some((one) => one.length >= 2 && (words.includes(one) || (one.length >= 4 && bare(text).includes(one)))))
    return true;
  const padded = ` ${words.join(" ")} `;
  return [...selfNames, ...owners].some((name) => name !== "" && padded.includes(` ${name} `));
}

const OTHERS = new RegExp(subjects("others"), "iu");
const OTHER_MONEY = new RegExp(subjects("other money"), "iu");
/** "Zapier costs …", "Notion starts at …": a named subject. */
const NAMED_SUBJECT = new RegExp(subjects("named subject"), "gu");
const PLAN = new RegExp(phrases("plans of others"), "iu");

/** "With Rival you can sign": another product is named first. */
const WITH_NAMED = new RegExp(subjects("with another product"), "giu");

/** Whether a clause describes another named product. */
export const isDoneElsewhere = (clause: string, corpus: Corpus): boolean =>
  [...clause.matchAll(WITH_NAMED)].some(([, name = ""]) => /^\p{Lu}/u.test(name) && !namesUs(name, corpus));

const PRICING_WORD = new RegExp(phrases("pricing word"), "iu");

export const OTHERS_PRICE = inEnglish(t`someone else's price`);

/** "Free shipping over $49" */
const FREE_SHIPPING = new RegExp(phrases("free shipping"), "iu");

/** Why an amount in a clause is not this product's price, or null. */
export function otherPrice(clause: string, corpus: Corpus): string | null {
  if (OTHERS.test(clause)) return OTHERS_PRICE;
  if (OTHER_MONEY.test(clause) || FREE_SHIPPING.test(clause)) return inEnglish(t`amount is not a price`);
  if (isOthers(clause, corpus)) return OTHERS_PRICE;
  const words = clause.match(/\p{L}{2,}/gu)?.length ?? 0;
  return words > 8 && !PRICING_WORD.test(clause) ? inEnglish(t`amount is not a price`) : null;
}

/** Whether a clause is about another named product or person. */
export function isOthers(clause: string, corpus: Corpus): boolean {
  return [...clause.matchAll(NAMED_SUBJECT)].some(
    ([, name = ""]) =>
      !namesUs(name, corpus) && !name.split(" ").every((word) => PLAN.test(word)) && !corpus.headings.has(fold(name)),
  );
}
