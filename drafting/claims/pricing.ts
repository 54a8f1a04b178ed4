import {
  ASK,
  COMMISSION,
  COST_DEPENDS,
  FREE_ALONE,
  ONE_TIME,
  OTHER_SECTIONS,
  PRICE_WORD,
  TEST_PHASE,
  TRIAL,
  UNWANTED,
  WRITE_TO_US,
} from "#core/prices/payment-words.ts";
import { isRepeating, periodsIn } from "#core/prices/periods.ts";
import { quantitiesIn } from "#core/prices/quantities.ts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import type { PRICING_MODELS } from "#domain/listings/fields.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { Corpus, Reading } from "../corpus.ts";
import { priceCardsOf } from "../fields/price-cards.ts";
import { sentencesOf } from "../text.ts";
import { clausesOf } from "./clauses.ts";
import type { Context } from "./context.ts";
import { sectionsOf } from "./other-sections.ts";
import { AMOUNT, asksOnce, labelBefore, sellsOnce } from "./paid-once.ts";
import { statesFreePlan } from "./plans.ts";
import { OTHERWISE, turnsAround } from "./polarity.ts";
import { isOthers, namesUs, OTHERS_PRICE, otherPrice } from "./subject.ts";
import { isUnrealised } from "./unrealised.ts";

const phrases = phrasesIn("pricing");

type PricingModel = (typeof PRICING_MODELS)[number];

/** Pricing model statements, also used by the finder. */
export const FREE_PLAN = new RegExp(phrases("free plan"), "iu");
/** Could mean a free plan or a free trial. */
export const FREE_START = /\bget started (for )?free\b|\bstart (for )?free\b|\bfree to (use|start)\b/iu;
/** Invitations to start for free, in other languages. */
export const FREE_BEGIN = new RegExp(phrases("free begin"), "iu");
/** Free services before a sale. */
const FIRST_TALK = new RegExp(phrases("first talk"), "iu");
const NOTHING_FREE = new RegExp(phrases("nothing free"), "iu");
/** "Free" in another sense: a trial, free shipping. */
export const NOT_FREE = new RegExp(`${NOTHING_FREE.source}|${FIRST_TALK.source}|${TRIAL.source}`, "iu");
/** Says that everything is free. */
export const ALL_FREE = new RegExp(phrases("all free"), "iu");
export const OPEN = new RegExp(phrases("open"), "iu");
export const OTHERS_OPEN = new RegExp(phrases("others open"), "iu");
/** "bei jährlicher Vorauszahlung": billed per period, without a price. */
export const BILLED = new RegExp(phrases("billed"), "iu");
const SUBSCRIPTION = new RegExp(phrases("subscription"), "iu");
const SUBSCRIBED = new RegExp(`${BILLED.source}|${SUBSCRIPTION.source}`, "iu");
const NO_SUBSCRIPTION = new RegExp(
  `${/newsletter|unsubscri|subscribers?\b|our (?:blog|list|feed|channel|podcast)|\d (?:users|updates)/u.source}|${UNWANTED.source}`,
  "iu",
);
/** Paid editions of something free. */
export const PAID_VERSION = new RegExp(phrases("paid version"), "iu");
export const PAID_WORDS = new RegExp(`${PAID_VERSION.source}|${phrases("paid")}`, "iu");

export const FREE_WORD = new RegExp(phrases("free word"), "iu");

/** Words of open-source statements that a negation would deny. */
const OPEN_CORE = /open[- ]?source|licen[cs]e\w*|quelloffen|logiciel libre|código \p{L}+|a?gpl|mit|apache|bsd|mpl/iu;

/** Whether a text affirms a pattern's match; `core` are its words that count. */
export function affirms(pattern: RegExp, text: string, except?: RegExp, core?: RegExp): boolean {
  const all = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return [...text.matchAll(all)].some(({ 0: match }) => {
    const clause = clausesOf(text).find((part) => part.includes(match)) ?? text;
    return (
      !except?.test(clause) && !turnsAround(core?.exec(match)?.[0] ?? match, text) && !isUnrealised(match, text, "")
    );
  });
}

/** Prices of this product in a text, each with its first period. */
function pricesIn(text: string, corpus: Corpus): { amount: number | string; period: string | undefined }[] {
  return text.split(/;|\.\s(?!\d)/).flatMap((clause) =>
    otherPrice(clause, corpus) !== null
      ? []
      : quantitiesIn(clause)
          .filter(({ currency }) => currency !== null)
          .map(({ amount, periods }) => ({ amount, period: periods[0] })),
  );
}

/** Pricing pages, or all pages if there are none. */
function priced({ pages }: Corpus): SitePage[] {
  const own = pages.filter(({ kind }) => kind === "pricing");
  return own.length > 0 ? own : pages;
}

const namesAmounts = (pages: SitePage[]): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => quantitiesIn(text).some(({ currency }) => currency !== null)));

/** "Our prices are fair", or price words on the pricing page, if no price recurs. */
const saysThatItCosts = (text: string, page: SitePage, { pages }: Corpus): boolean =>
  (page.kind === "pricing" || OUR_PRICES.test(text) || isLabelledPrice(text, page)) &&
  affirms(PRICE_WORD, text) &&
  !FREE_WORD.test(text) &&
  !/[?？]/.test(text) &&
  !pages.some(({ blocks }) =>
    blocks.some((block) => quantitiesIn(block.text).some(({ periods: [period] }) => isRepeating(period))),
  );
const OUR_PRICES = new RegExp(
  `(?<!\\p{L})(?:our|unsere?|nos|notre|nuestr[oa]s?|nostr[ieoa]|noss[oa]s?|onze|vår[at]?|` +
    `vore|våre|nasz[ea]?|naš[ei]|наш[аиі]|bizim)\\s(?:${PRICE_WORD.source})`,
  "iu",
);

const speaksOfSubscriptions = ({ pages }: Corpus): boolean =>
  pages.some(({ blocks }) => blocks.some(({ text }) => affirms(SUBSCRIBED, text, NO_SUBSCRIPTION)));

/** A separate legal statement, required in some countries: "Price: as shown with each product". */
export const isLabelledPrice = (text: string, page: SitePage): boolean => PRICE_LABEL.test(labelBefore(text, page));
const PRICE_LABEL = new RegExp(
  `^(?:販売|商品|판매|상품|销售|(?:our|regular|retail|list|base|full) )?(?:${PRICE_WORD.source})$`,
  "iu",
);

/** Whether sentences begin with titles of two plans on the pricing page, one of them free. */
function namesFreeAndPaid(text: string, { kind, blocks }: SitePage): boolean {
  const isNamed = ({ text: title }: { text: string }): boolean =>
    new RegExp(`(?:^|[.!?;。\\n]\\s*)${RegExp.escape(title)}(?!\\p{Ll})`, "u").test(text);
  const isTrial = (at: number): boolean => blocks.slice(at + 1, at + 4).some((next) => NOT_FREE.test(next.text));
  return (
    kind === "pricing" &&
    !NOT_FREE.test(text) &&
    !turnsAround(text, text) &&
    blocks.some((block, at) => FREE_ALONE.test(block.text) && isNamed(block) && !isTrial(at)) &&
    blocks.some((block) => /^(?:pro|premium|plus|business)$/i.test(block.text) && isNamed(block))
  );
}

const isAsked = (amount: number | string): boolean => typeof amount === "number" && amount > 0;

/** Whether a quote in its context states this pricing model. */
const STATED: Record<PricingModel, (text: string, corpus: Corpus, page: SitePage) => boolean> = {
  open_source: (text) =>
    affirms(OPEN, text, OTHERS_OPEN, OPEN_CORE) || affirms(/\bopen[- ]source\b/iu, text, OTHERS_OPEN),
  free: (text) =>
    statesFreePlan(text) ||
    affirms(ALL_FREE, text, NOT_FREE) ||
    affirms(FREE_PLAN, text, NOT_FREE) ||
    affirms(FREE_WORD, text, NOT_FREE),
  freemium: (text, _, page) =>
    affirms(/\bfreemium/iu, text) ||
    statesFreePlan(text) ||
    affirms(FREE_PLAN, text, NOT_FREE) ||
    affirms(ALL_FREE, text, NOT_FREE) ||
    (affirms(FREE_WORD, text, NOT_FREE) && affirms(PAID_WORDS, text)) ||
    namesFreeAndPaid(text, page),
  subscription: (text, corpus) =>
    pricesIn(text, corpus).some(({ amount, period }) => isAsked(amount) && isRepeating(period)) ||
    affirms(SUBSCRIBED, text, NO_SUBSCRIPTION),
  paid: (text, corpus, page) =>
    pricesIn(text, corpus).some(({ amount }) => isAsked(amount)) ||
    saysThatItCosts(text, page, corpus) ||
    affirms(COMMISSION, text, undefined, /\p{L}+$/u) ||
    affirms(
      /\bpaid (?:app|plan|version|product|licen[cs]e|download)\b|\b(?:buy|purchase) (?:a |your )?licen[cs]e\b|\btrial\b/iu,
      text,
    ),
  one_time: (text, corpus, page) =>
    (affirms(AMOUNT, text) && !FREE_WORD.test(text) && asksOnce(text, corpus) && !speaksOfSubscriptions(corpus)) ||
    (isLabelledPrice(text, page) &&
      saysThatItCosts(text, page, corpus) &&
      sellsOnce(corpus) &&
      !speaksOfSubscriptions(corpus)) ||
    ((affirms(ONE_TIME, text) ||
      pricesIn(text, corpus).some(({ amount, period }) => isAsked(amount) && period === "once")) &&
      !(periodsIn(text).some((period) => period !== "once") && !/\bonce\b|one[- ]time|lifetime/iu.test(text))),
  contact: (text, corpus, page) =>
    affirms(ASK, text) ||
    affirms(/\b(?:contact|talk to|speak to) (?:our )?sales\b/iu, text) ||
    // Mentions the price, but no amount anywhere on the website.
    (affirms(PRICE_WORD, text) && !namesAmounts(corpus.pages)) ||
    // "There is no price list: write to us", if the pricing page has none either.
    (PRICE_WORD.test(text) &&
      affirms(WRITE_TO_US, text) &&
      !affirms(FREE_WORD, text) &&
      !namesAmounts(priced(corpus))) ||
    (affirms(WRITE_TO_US, text) && dependsAround(text, page, corpus) && !namesAmounts(priced(corpus))),
};

/** Whether the block says that the cost depends on something; "Contact us" follows later. */
const dependsAround = (text: string, { blocks }: SitePage, corpus: Corpus): boolean =>
  blocks.some(
    (block) =>
      block.text.includes(text) &&
      !FREE_WORD.test(block.text) &&
      sentencesOf(block.text).some(
        (sentence) => COST_DEPENDS.test(sentence) && otherPrice(sentence, corpus) !== OTHERS_PRICE,
      ),
  );

/** Whether a text by itself states a pricing model. */
export const statesModel = (model: string, text: string, corpus: Corpus, page: SitePage): boolean =>
  Object.entries(STATED).some(([name, states]) => name === model && states(text, corpus, page));

const OTHER_AMOUNT = inEnglish(t`amount is not a price`);

/** Whether an amount is in a calculator, an example or somebody else's section. */
const isInOtherSection = ({ text, block }: Context, { page }: Reading): boolean =>
  block !== undefined &&
  sectionsOf(page).others.has(block) &&
  quantitiesIn(text).some(({ currency }) => currency !== null);

/** "Free" as the title of a plan, without a price. */
const isFreeTitle = (model: PricingModel, quote: string, { block }: Context): boolean =>
  (model === "free" || model === "freemium") &&
  FREE_ALONE.test(quote) &&
  block?.text === quote &&
  /^(h[2-6]|th|dt)$/.test(block.tag);

/** A card that is free beside one with a price. */
const isFreeCard = (quote: string, { page }: Reading): boolean =>
  priceCardsOf(page)
    .free.values()
    .some(({ text }) => quote.includes(text));

/** "Free for one person. $5 per month for families." */
export const costsBeside = (text: string, corpus: Corpus): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      !isOthers(sentence, corpus) &&
      !OTHER_SECTIONS.test(sentence) &&
      quantitiesIn(sentence).some(
        ({ amount, currency, periods }) => currency !== null && Number(amount) > 0 && periods.length > 0,
      ),
  );

/** Why a text does not state this pricing model, or null. */
export function pricingFault(
  model: PricingModel,
  quote: string,
  context: Context,
  reading: Reading,
  corpus: Corpus,
): string | null {
  const { text } = context;
  // A quote over several blocks lacks their borders; the context has them.
  if (isFreeTitle(model, quote, context) || (model === "freemium" && isFreeCard(quote, reading))) return null;
  if ((model === "free" || model === "freemium") && TEST_PHASE.test(text)) return OTHERWISE;
  if (!STATED[model](text.includes("\n") ? text : quote, corpus, reading.page))
    return inEnglish(t`quote does not state the pricing model`);
  if (!STATED[model](text, corpus, reading.page)) return OTHERWISE;
  if (model === "free" && costsBeside(text, corpus)) return OTHERWISE;
  if (isInOtherSection(context, reading)) return OTHER_AMOUNT;
  if (isOthers(text, corpus) && !namesUs(text, corpus)) return inEnglish(t`about someone else`);
  return null;
}

/** Why amounts in a summary are not the product's prices, or null. */
export function priceFault(value: string, context: Context, reading: Reading, corpus: Corpus): string | null {
  if (isInOtherSection(context, reading)) return OTHER_AMOUNT;
  const amounts = new Set(quantitiesIn(value).flatMap(({ amount, currency }) => (currency === null ? [] : [amount])));
  for (const clause of context.text.split(/;|\.\s(?!\d)|\n/)) {
    if (!quantitiesIn(clause).some(({ amount, currency }) => currency !== null && amounts.has(amount))) continue;
    const fault = otherPrice(clause, corpus);
    if (fault !== null) return fault;
  }
  return null;
}
