import { getHostname } from "tldts";
import { quantitiesIn, quantityFault } from "#core/prices/quantities.ts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import { looksLikeInstruction } from "#domain/drafts/instruction-like.ts";
import { fieldOf, isFieldName } from "#domain/listings/fields.ts";
import type { FieldKind } from "#domain/listings/profile-field.ts";
import { cleanLine, fold, lengthOf } from "#domain/text/text.ts";
import { inEnglish } from "#languages/words.ts";
import { type Context, contextsOf, indexOfWords } from "./claims/context.ts";
import { OWN_RULES, type Said } from "./claims/field-rules.ts";
import { sectionsOf } from "./claims/other-sections.ts";
import { OTHERWISE, turnsAround } from "./claims/polarity.ts";
import { isDoneElsewhere } from "./claims/subject.ts";
import { isUnrealised } from "./claims/unrealised.ts";
import type { Corpus, Reading } from "./corpus.ts";
import { type Fact, type FactField, GROUNDING, type Known, type Verdict } from "./fact.ts";
import { overlap, sentencesOf } from "./text.ts";

const phrases = phrasesIn("negation");

const MAX_QUOTE = 400;
const INSTRUCTION = "reads like an instruction";

/**
 * Every drafted value passes here: its quote must be on a crawled page and support it there. Proves
 * that the site says so, not that it is true.
 */
export function ground(fact: Fact, corpus: Corpus, known: Known = { categories: [] }): Verdict {
  const value = cleanLine(fact.value);
  const quote = fact.quote.trim();
  const reading = corpus.readings.find(({ page }) => page.id === fact.page);
  if (!reading) return { kept: false, reason: "unknown page" };
  const reason =
    quoteFault(quote, reading) ??
    shapeFault(fact.field, value) ??
    (looksLikeInstruction(quote) || looksLikeInstruction(value) ? INSTRUCTION : null) ??
    ruleFault(fact.field, value, quote);
  if (reason !== null) return { kept: false, reason };
  const evidence = { quote, url: reading.page.url };
  const fault = claimFault({ field: fact.field, value, quote }, reading, corpus, known);
  if (fault === null) return { kept: true, value, evidence };
  return { kept: false, ...fault, ...(fault.reason !== INSTRUCTION && { evidence }) };
}

function quoteFault(quote: string, { folded }: Reading): string | null {
  const text = fold(quote);
  if (text.length < 2) return "quote is too short";
  if (quote.length > MAX_QUOTE) return "quote is too long";
  return indexOfWords(folded, text) >= 0 ? null : "quote is not on the page";
}

function shapeFault(field: FactField, value: string): string | null {
  if (!value) return "value is empty";
  if (lengthOf(value) > GROUNDING[field].max) return "value is too long";
  if (GROUNDING[field].rule === "address")
    return /^https?:\/\/\S+$/i.test(value) && getHostname(value) ? null : "value is not a web address";
  if (/https?:\/\/|\bwww\.|<\/?[a-z!]|javascript:/i.test(value)) return "value contains an address or markup";
  if (!isFieldName(field)) return null;
  const { kind, options, label } = fieldOf(field);
  const [shape, noun] = SHAPES[kind] ?? [];
  if (shape && !shape.test(value)) return `value is not ${noun}`;
  return !options || options.includes(value) ? null : `value is not a ${inEnglish(label).toLowerCase()}`;
}

/** How a drafted value of some kinds looks. */
const SHAPES: Partial<Record<FieldKind, [RegExp, string]>> = {
  year: [/^(18|19|20)\d\d$/, "a year"],
  country: [/^[A-Z]{2}$/, "a country code"],
  email: [/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[a-z]{2,}$/i, "an email address"],
};

/** How near the value must be to its quote. */
function ruleFault(field: FactField, value: string, quote: string): string | null {
  const { rule } = GROUNDING[field];
  if (rule === "address") return null;
  if (rule === "copied" && !fold(quote).includes(fold(value))) return "value is not in the quote";
  if (typeof rule === "object" && sharedWords(value, quote) < rule.worded) return "quote says something else";
  const seen = new Set(quantitiesIn(quote).map(({ amount }) => amount));
  return quantitiesIn(value).every(({ amount }) => seen.has(amount)) ? null : "a number is not in the quote";
}

/** Numbers are compared separately, because 20k equals 20,000. */
const sharedWords = (value: string, quote: string): number =>
  Math.max(overlap(value, quote), overlap(value.replace(NUMBERS, " "), quote));
const NUMBERS = /\d[\d.,]*\p{L}?\b/gu;

type ClaimFault = { reason: string; isDoubtful: boolean };

/** Why no occurrence of the quote supports the value, or null. */
function claimFault(said: Said, reading: Reading, corpus: Corpus, known: Known): ClaimFault | null {
  const faults: ClaimFault[] = [];
  for (const context of contextsOf(fold(said.quote), reading)) {
    const general = contextFault(said, context, corpus, reading);
    const reason = general ?? OWN_RULES[said.field]?.(said, context, reading, corpus, known) ?? null;
    if (reason === null) return null;
    faults.push({ reason, isDoubtful: general === null && reason !== OTHERWISE });
  }
  return faults[0] ?? { reason: "quote is not in one place of the page", isDoubtful: false };
}

/** What a section of plans does not state. */
const TOLD: FactField[] = ["description", "short_description", "pricing_model", "pricing_summary", "features", "usps"];

/** Kinds with a fixed set of values, which say nothing by themselves. */
const isChosen = (field: FactField): boolean =>
  isFieldName(field) && (fieldOf(field).options !== undefined || /^(categories|country)$/.test(fieldOf(field).kind));

/** Why the place of a quote supports no value of this kind, or null. */
function contextFault({ field, value }: Said, { text, block, after }: Context, corpus: Corpus, { page }: Reading) {
  const { language } = page;
  const { rule, isNotAsserted } = GROUNDING[field];
  if (rule === "address" || (isFieldName(field) && fieldOf(field).kind === "email")) return null;
  if (block?.region === "quote") return "words of a testimonial";
  if (looksLikeInstruction(block?.text ?? text)) return INSTRUCTION;
  if (block && TOLD.includes(field) && sectionsOf(page).planned.has(block)) return "a plan or the past";
  if (!isNotAsserted && isOnlyAsked(value, text, after)) return "a question states nothing";
  if (field !== "faq_question" && !isChosen(field)) {
    const said = field === "pricing_summary" ? linesWithAmounts(text) : throughLineOf(value, text);
    if (turnsAround(value, said, language)) return "the page denies it";
    if (!isNotAsserted && isUnrealised(value, text, after)) return "a plan or the past";
    if (!isNotAsserted && isDoneElsewhere(text, corpus)) return "said of somebody else";
    return quantityFault(value, text);
  }
  return null;
}

/** Lines without amounts may list what a plan lacks. */
const linesWithAmounts = (text: string): string => {
  const lines = text.split("\n").filter((line) => quantitiesIn(line).length > 0);
  return lines.length > 0 ? lines.join("\n") : text;
};

/** The line after a title may negate it: "Second opinions / Not one answer, but eight experts". */
function throughLineOf(value: string, text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => fold(line).includes(fold(value)));
  return at < 0 ? text : lines.slice(0, at + 1).join("\n");
}

const YES = new RegExp(phrases("yes"), "iu");

/** Whether the value's words occur only in questions not answered with yes. */
function isOnlyAsked(value: string, text: string, after: string): boolean {
  const sentences = sentencesOf(text);
  const told = sentences.filter(
    (sentence, at) => !/[?？]["'”’)]?$/.test(sentence) || YES.test(sentences[at + 1] ?? after),
  );
  if (told.length === sentences.length) return false;
  return told.length === 0 || overlap(value, told.join(" ")) < overlap(value, text);
}
