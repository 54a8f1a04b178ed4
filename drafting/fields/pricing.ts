import { ASK, FREE_ALONE, ONE_TIME, TRIAL } from "#core/prices/payment-words.ts";
import { isRepeating } from "#core/prices/periods.ts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { cleanLine } from "#domain/text/text.ts";
import { blocksOf, type Candidate, type Finder, isHeading, quoteAround, unique } from "../candidate.ts";
import {
  ALL_FREE,
  affirms,
  BILLED,
  costsBeside,
  FREE_BEGIN,
  FREE_PLAN,
  FREE_START,
  FREE_WORD,
  NOT_FREE,
  OPEN,
  OTHERS_OPEN,
  PAID_VERSION,
  PAID_WORDS,
} from "../claims/pricing.ts";
import { namesUs } from "../claims/subject.ts";
import { type Corpus, speaksOfItself } from "../corpus.ts";
import { bare, sentencesOf, wholeSentences, wordsOf } from "../text.ts";
import { isFactual, isOther, isPricing, onePerPlan, type Price, pricesOf, sameAmounts } from "./prices.ts";

const phrases = phrasesIn("pricing");

/** "Acme is free", beside prices for more of it. */
const IS_FREE = new RegExp(phrases("is free"), "iu");

/** "Kostenlos für eine Person. 4,99 € pro Monat für Familien." */
const FREE_FOR = new RegExp(phrases("free for some"), "iu");

type Hit = { page: SitePage; block: Block; quote: string };

function hits(pages: SitePage[], pattern: RegExp, not?: RegExp): Hit[] {
  const found: Hit[] = [];
  for (const page of pages)
    for (const block of blocksOf(page)) {
      if (block.text.length > 1_500 || !pattern.test(block.text)) continue;
      const sentence =
        block.text.length <= 160
          ? block.text
          : sentencesOf(block.text).find((part) => pattern.test(part) && !not?.test(part));
      if (sentence === undefined || not?.test(sentence) || sentence.length > 380) continue;
      found.push({ page, block, quote: sentence });
    }
  return found;
}

/** The pricing model: by all plans together, or else by the site's strongest statement. */
export const findPricingModel: Finder = (corpus, { name }) => {
  const pages = corpus.pages.filter((page) => !isOther(page));
  const { home } = corpus;
  const core = pages.filter((page) => page === home || isPricing(page));
  const wide = [
    ...core,
    ...pages.filter((page) => !core.includes(page) && /^(about|features|faq|services|llms)$/.test(page.kind)),
  ];
  const told = [...wide, ...pages.filter((page) => !wide.includes(page) && isFactual(page))];
  const prices = pricesOf(corpus);
  const asked = prices.filter(({ kind }) => kind === "asked");
  const free = freely(corpus, core);
  const freePlans = [
    ...prices.filter(({ kind }) => kind === "plan").flatMap(evidenceOfFree),
    ...hits(told, FREE_PLAN, NOT_FREE).filter(({ quote }) => !/[?？]$/.test(quote)),
    ...hits(core, IS_FREE, NOT_FREE).filter(({ quote }) => namesUs(quote, corpus)),
    ...hits(core, FREE_FOR, NOT_FREE).filter(({ quote }) => costsBeside(quote, corpus) && !TRIAL.test(quote)),
  ];
  const trial = hits(core, TRIAL);
  const found: Candidate[] = [];
  const say = (value: string, evidence: { page: SitePage; quote: string } | undefined): void => {
    if (evidence) found.push({ value, page: evidence.page.id, quote: evidence.quote });
  };

  if (asked.length > 0) {
    // Plans decide; another model would contradict them.
    if (freePlans.length === 0 && isDoubtful(prices, startsOf(core), trial)) return [];
    for (const plan of freePlans) say("freemium", plan);
    for (const [model, evidence] of freePlans.length > 0 ? [] : paidFor(asked, hits(core, ONE_TIME)))
      say(model, evidence);
    return found;
  }
  const [billed] = freePlans.length > 0 ? [] : hits(core.filter(isPricing), BILLED);
  say("subscription", billed);
  const premium = hits(told, PAID_VERSION).filter(({ quote }) => affirms(PAID_VERSION, quote));
  if (premium.length && (freePlans.length || free.length)) say("freemium", freePlans[0] ?? free[0]);
  say("open_source", openSource(corpus, wide, name)[0]);
  for (const { page, quote } of hits(core, FREE_WORD, NOT_FREE))
    if (PAID_WORDS.test(quote) || costsBeside(quote, corpus)) say("freemium", { page, quote });
  // A question may contain its answer.
  for (const hit of [...free.slice(0, MOST_TRIED), ...freePlans.slice(0, 2)]) say("free", hit);
  for (const hit of [...asking(core), ...asking(pages)].slice(0, MOST_TRIED)) say("contact", hit);
  return unique(found, ({ value, quote }) => `${value}\n${quote}`);
};

const MOST_TRIED = 4;
/** Offers on request, including in menus: "Demander un devis". */
const asking = (pages: SitePage[]): Hit[] =>
  pages.flatMap((page) =>
    page.blocks
      .filter(({ region, text }) => region !== "quote" && region !== "footer" && text.length <= 160 && ASK.test(text))
      .map((block) => ({ page, block, quote: block.text })),
  );

/** A free plan is stated below its title, or by it. */
const evidenceOfFree = ({ page, title, summary }: Price): { page: SitePage; quote: string }[] => [
  { page, quote: summary.quote },
  ...(title !== null && FREE_ALONE.test(title) ? [{ page, quote: title }] : []),
];

/**
 * Unclear: zero may be a fee or a plan, or a free start beside a single price. The owner is asked.
 */
function isDoubtful(prices: Price[], starts: Hit[], trial: Hit[]): boolean {
  if (prices.some(({ kind }) => kind === "doubtful")) return true;
  return starts.length > 0 && trial.length === 0 && onePerPlan(prices).length < 2;
}

const startsOf = (core: SitePage[]): Hit[] => hits(core, FREE_START, NOT_FREE);

/** Both answers: statements of a free start, and the model without it. */
export function doubtfulModel(corpus: Corpus): { free: Candidate; paid: Candidate[] } | undefined {
  const core = corpus.pages.filter((page) => !isOther(page) && (page === corpus.home || isPricing(page)));
  const prices = pricesOf(corpus);
  const [start] = startsOf(core);
  const hasPlan = prices.some(({ kind }) => kind !== "asked") || hits(core, FREE_PLAN, NOT_FREE).length > 0;
  if (!start || hasPlan || !isDoubtful(prices, [start], hits(core, TRIAL))) return undefined;
  const paid = paidFor(prices, hits(core, ONE_TIME)).map(([value, { page, quote }]) => ({
    value,
    page: page.id,
    quote,
  }));
  return { free: { value: "free", page: start.page.id, quote: start.quote }, paid };
}

/** The pricing model of all prices. Without a period they are one-time only if the site says so. */
function paidFor(asked: Price[], once: Hit[]): [model: string, evidence: { page: SitePage; quote: string }][] {
  const repeated = asked.filter(({ period }) => isRepeating(period));
  if (repeated.length > 0) return repeated.map((price) => ["subscription", price]);
  const single = [...asked.filter(({ period, isLabelled }) => period === "once" || isLabelled), ...once];
  return [
    ...single.map((evidence): ["one_time", Price | Hit] => ["one_time", evidence]),
    ...asked.map((price): ["paid", Price] => ["paid", price]),
  ];
}

function openSource(corpus: Corpus, pages: SitePage[], name: string | null): Hit[] {
  const meta: Hit[] = [];
  const { home } = corpus;
  // A title over an empty page proves nothing.
  const isShell = home === undefined || wordsOf(home.blocks.map((block) => block.text).join(" ")).length < 30;
  for (const text of home && !isShell ? [home.title, home.meta.description, home.meta["og:description"]] : []) {
    if (home && text && OPEN.test(` ${text}`) && !OTHERS_OPEN.test(text))
      meta.push({ page: home, block: { text, tag: "meta", region: "main" }, quote: text.slice(0, 380) });
    else if (home && text && /\bopen[- ]source\b/i.test(text) && !OTHERS_OPEN.test(text))
      meta.push({ page: home, block: { text, tag: "meta", region: "main" }, quote: text.slice(0, 380) });
  }
  const said = hits(pages, OPEN, OTHERS_OPEN);
  const footer = (home?.blocks ?? [])
    .filter(
      (block) =>
        block.region === "footer" &&
        block.text.length <= 1_500 &&
        /\b(is|an?)\b.*\bopen[- ]source\b|\bopen[- ]source (project|software)\b|\blicensed under\b/i.test(block.text) &&
        !/powered by/i.test(block.text),
    )
    .flatMap((block) => (home ? [{ page: home, block, quote: quoteAround(block.text, "open") }] : []));
  const own = said.filter(({ quote, page, block }) =>
    page === home && isHeading(block) ? true : speaksOfItself(quote, corpus, name) || block.text.length <= 90,
  );
  return [...own, ...meta, ...footer];
}

/** "Free, open …" and "… for free": about the product. "Free music and courses" is content. */
const FREE_FIRST = new RegExp(phrases("free first"), "i");

function freely(corpus: Corpus, core: SitePage[]): Hit[] {
  const { home } = corpus;
  const said = hits(core, ALL_FREE, NOT_FREE).filter(
    ({ quote }) =>
      (!FREE_BEGIN.test(quote) && !/\bfree (for|from|up)\b/i.test(quote)) || /\bfree for (every|all)/i.test(quote),
  );
  const meta: Hit[] = [];
  for (const text of home ? [home.title, home.meta.description, home.meta["og:description"]] : [])
    if (home && text && (ALL_FREE.test(text) || FREE_FIRST.test(text)) && !NOT_FREE.test(text))
      meta.push({ page: home, block: { text, tag: "meta", region: "main" }, quote: text.slice(0, 380) });
  return [...meta, ...said];
}

const MAX_PARTS = 4;
/** Sentences that repeat a plan's price add nothing. */
const isSaidAgain = ({ summary, quote }: Price, plans: Price[]): boolean =>
  summary.value.length > 40 && plans.some((plan) => plan.title !== null && sameAmounts(plan.quote, quote));

/** GitHub Pages says this below every page. */
const ITS_PAGES = /^this (?:web)?site is open source/i;

/** Prices as written, with their plans; without prices, the sentence that says it is free. */
export const findPricingSummary: Finder = (corpus, context) => {
  const prices = pricesOf(corpus).filter(({ kind }) => kind !== "doubtful");
  const asked = prices.filter(({ kind }) => kind === "asked");
  const repeated = asked.some(({ period }) => period !== undefined && period !== "hour");
  const priced = (asked.find(({ period }) => period !== undefined && period !== "hour") ?? asked[0])?.page;
  const listed = prices.filter(
    (price) => price.page === priced && (!repeated || price.period !== undefined || price.kind === "plan"),
  );
  const plans = onePerPlan(listed);
  const parts: Candidate[] = unique(
    plans.filter((price) => price.title !== null || !isSaidAgain(price, plans)).map(({ summary }) => summary),
    (part) => bare(part.value),
  ).slice(0, MAX_PARTS);
  const trial = priced
    ? hits([priced], TRIAL).find((hit) => wordsOf(hit.quote).length >= 4 && hit.quote.length <= 120)
    : undefined;
  const isSaid = trial && parts.some(({ value }) => bare(value).includes(bare(trial.quote)));
  if (trial && !isSaid) parts.push({ value: cleanLine(trial.quote), page: trial.page.id, quote: trial.quote });
  if (parts.length) return parts;
  const stated = findPricingModel(corpus, context)[0];
  if (!stated || !/^(free|open_source|freemium|one_time)$/.test(stated.value) || ITS_PAGES.test(stated.quote))
    return [];
  const page = corpus.pages.find(({ id }) => id === stated.page);
  const sentence = page && isFactual(page) ? "" : wholeSentences(stated.quote, 200);
  return wordsOf(sentence).length >= 4 ? [{ value: cleanLine(sentence), page: stated.page, quote: sentence }] : [];
};
