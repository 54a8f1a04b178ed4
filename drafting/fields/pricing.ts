import type { Block, SitePage } from "../../domain/site.ts";
import { blocksOf, type Candidate, type Finder, isHeading, quoteAround, unique } from "../candidate.ts";
import { ALL_FREE, ASK, FREE_PLAN, NOT_FREE, ONE_TIME, OPEN, OTHERS_OPEN, TRIAL } from "../claims/pricing.ts";
import { type Corpus, pathOf, speaksOfItself } from "../corpus.ts";
import { isA, listOf, nodesOf, PRODUCT } from "../json-ld.ts";
import { bare, cleanValue, sentencesOf, wholeSentences, wordsOf } from "../text.ts";

const MONEY =
  /(?:US?\$|A\$|C\$|[$€£¥₹]|\b(?:USD|EUR|GBP|CHF)\s)\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|£|\bUSD\b|\bEUR\b|\bGBP\b|\bCHF\b|\beuros?\b|\bdollars?\b)/i;
const PERIOD =
  /(?:\/|\bper\b|\ba\b|\beach\b|\bpro\b|\bpar\b|\bal\b|\bpor\b|\bal?la?\b)\s*(?:(?:user|seat|member|agent|site|editor|host)\s*(?:\/|per)?\s*)?(?:month|mo\b|year|yr\b|annum|week|monat|jahr|mois|an\b|mes\b|año|mese|anno|user|seat|member)|\bmonthly\b|\bannually\b|\byearly\b|\bmonatlich\b|\bjährlich\b|\bmensuel|\bbilled\b/i;
type Hit = { page: SitePage; block: Block; quote: string };
/** `before` is the block above the price. */
type Price = Hit & { before: Block | undefined };

const isPricing = (page: SitePage): boolean =>
  page.kind === "pricing" || /pric|preis|tarif|precio|prezz|plans|\bbuy\b/.test(pathOf(page));
/** Sponsorships and gifts have prices too, and comparison pages show other products' prices. */
const isOther = (page: SitePage): boolean =>
  /sponsor|donat|compar|-vs-|\/vs|alternative|blog|changelog|news/.test(pathOf(page)) ||
  page.kind === "blog" ||
  page.kind === "changelog";

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

/** Amounts with a period, in the same block or the next two: "$9" then "/month". */
function prices(corpus: Corpus): { periodic: Price[]; plain: Price[] } {
  const periodic: Price[] = [];
  const plain: Price[] = [];
  for (const page of [...corpus.pages].sort((a, b) => Number(isPricing(b)) - Number(isPricing(a)))) {
    if (isOther(page) || !(isPricing(page) || page === corpus.home)) continue;
    const blocks = blocksOf(page);
    blocks.forEach((block, at) => {
      if (block.text.length > 300 || !MONEY.test(block.text) || NOT_A_PRICE.test(block.text)) return;
      const price = { page, block, before: blocks[at - 1] };
      if (PERIOD.test(block.text)) periodic.push({ ...price, quote: block.text });
      else if (block.text.length < 40) {
        const next = blocks.slice(at + 1, at + 3).map((other) => other.text);
        const until = next.findIndex((text) => text.length < 60 && PERIOD.test(text));
        if (until >= 0) periodic.push({ ...price, quote: [block.text, ...next.slice(0, until + 1)].join(" ") });
        else plain.push({ ...price, quote: block.text });
      }
    });
  }
  return { periodic, plain };
}
const NOT_A_PRICE =
  /\b(save|saved|saves|million|billion|revenue|funding|raised|worth|discount|off\b|additional|extra|overage|refund|instead of|compared|competitor|vs\.?\s|others|MRR|ARR|salary|earn|donat|sponsor|fine|budget|spend)/i;

/** How the product is paid for, by the strongest statement on the site itself. */
export const findPricingModel: Finder = (corpus, { name }) => {
  const pages = corpus.pages.filter((page) => !isOther(page));
  const { home } = corpus;
  const core = pages.filter((page) => page === home || isPricing(page));
  const wide = [
    ...core,
    ...pages.filter((page) => !core.includes(page) && /^(about|features|faq|services|llms)$/.test(page.kind)),
  ];
  const { periodic, plain } = prices(corpus);
  const paying = periodic.filter((hit) => !/[$€£]\s?0(?![\d.,]*[1-9])/.test(hit.quote));
  const freePlan = hits(core, FREE_PLAN, NOT_FREE).filter(
    ({ page, block }) => isPricing(page) || block.text !== "Free" || paying.length > 0,
  );
  const open = openSource(corpus, wide, name);
  const free = freely(corpus, core);
  const once = hits(core, ONE_TIME);
  const trial = hits(core, TRIAL);
  const ask = hits(core, ASK);
  const offers = offersOf(corpus);

  const found: Candidate[] = [];
  const say = (value: string, evidence: Hit | undefined): void => {
    if (evidence) found.push({ value, page: evidence.page.id, quote: evidence.quote });
  };
  const premium = hits(
    core,
    /\b(pro|premium|plus) (version|plan|upgrade|subscription|features)\b|\bupgrade to (pro|premium|plus)\b|\bin-app purchases?\b/i,
  );
  if (paying.length) {
    if (freePlan.length) say("freemium", freePlan[0]);
    if (once.length && !freePlan.length && paying.every((hit) => !isPricing(hit.page))) say("one_time", once[0]);
    say("subscription", paying[0]);
  }
  if (once.length && !paying.length) say("one_time", once[0]);
  if (premium.length && (freePlan.length || free.length)) say("freemium", freePlan[0] ?? free[0]);
  say("open_source", open[0]);
  if (plain.length && plain.some((hit) => isPricing(hit.page)) && !free.length)
    say(
      "paid",
      plain.find((hit) => isPricing(hit.page)),
    );
  if (trial.length && hits(core, /\bsubscri|\bplans?\b|\bbilled\b|\bcancel (at )?any ?time\b/i).length && !free.length)
    say("subscription", trial[0]);
  say("free", free[0] ?? (plain.length ? undefined : freePlan[0]));
  if (plain.length && !free.length) say("paid", plain[0]);
  say("contact", ask[0]);
  for (const candidate of offers) found.push(candidate);
  return unique(found, (item) => item.value);
};

/** Statements that this very product is open source. */
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
    .map((block) => ({ page: home!, block, quote: quoteAround(block.text, "open") }));
  const own = said.filter(({ quote, page, block }) =>
    page === home && isHeading(block) ? true : speaksOfItself(quote, corpus, name) || block.text.length <= 90,
  );
  return [...own, ...meta, ...footer];
}

function freely(corpus: Corpus, core: SitePage[]): Hit[] {
  const { home } = corpus;
  const said = hits(core, ALL_FREE, NOT_FREE).filter(
    ({ quote }) => !/\bfree (for|from|up)\b/i.test(quote) || /\bfree for (every|all)/i.test(quote),
  );
  const meta = (home ? [home.title, home.meta.description, home.meta["og:description"]] : [])
    .filter((text) => text !== undefined && text !== null)
    .filter(
      (text) =>
        /\bfree\b|\bkostenlos|\bgratuit|\bgratis\b/i.test(text) && !NOT_FREE.test(text) && !/\b\w+-free\b/i.test(text),
    )
    .map((text) => ({ page: home!, block: { text, tag: "meta", region: "main" as const }, quote: text.slice(0, 380) }));
  return [...meta, ...said];
}

/** Prices in structured data: zero means free. Other amounts lack their billing period. */
function offersOf(corpus: Corpus): Candidate[] {
  return corpus.pages.flatMap((page) =>
    nodesOf(page)
      .filter((node) => isA(node, PRODUCT))
      .flatMap((node) => listOf(node.offers))
      .filter(
        (offer): offer is Record<string, unknown> =>
          typeof offer === "object" && offer !== null && !Array.isArray(offer),
      )
      .filter(
        (offer) =>
          /^0(\.0+)?$/.test(String(offer.price)) &&
          typeof offer.description === "string" &&
          /free/i.test(offer.description),
      )
      .map((offer) => ({ value: "free", page: page.id, quote: String(offer.description) })),
  );
}

const MAX_PARTS = 4;

/** The prices as the site writes them, with their plan; without prices, the sentence that says it is free. */
export const findPricingSummary: Finder = (corpus, context) => {
  const { periodic, plain } = prices(corpus);
  const listed = periodic.length ? periodic : plain.filter((hit) => isPricing(hit.page));
  const main = listed.filter((hit) => hit.page === listed[0]?.page);
  const parts: Candidate[] = unique(
    main.map((hit) => withPlan(hit)),
    (part) => bare(part.value),
  ).slice(0, MAX_PARTS);
  const trial = listed.length
    ? hits([listed[0]!.page], TRIAL).find((hit) => wordsOf(hit.quote).length >= 4 && hit.quote.length <= 120)
    : undefined;
  const isSaid = trial && parts.some(({ value }) => bare(value).includes(bare(trial.quote)));
  if (trial && !isSaid) parts.push({ value: cleanValue(trial.quote), page: trial.page.id, quote: trial.quote });
  if (parts.length) return parts;
  const stated = findPricingModel(corpus, context)[0];
  if (!stated || !/^(free|open_source|freemium|contact|one_time)$/.test(stated.value)) return [];
  const sentence = wholeSentences(stated.quote, 200);
  return wordsOf(sentence).length >= 4 ? [{ value: cleanValue(sentence), page: stated.page, quote: sentence }] : [];
};

function withPlan({ page, before, quote }: Price): Candidate {
  const named =
    before !== undefined &&
    before.text.length <= 30 &&
    /^\p{Lu}[^\d%$€£.!?]*$/u.test(before.text) &&
    !/^(free|price|pricing|prices|monthly|yearly|annual(ly)?|save|from|only|now|term|billed|most popular|popular|best value|recommended)\b/i.test(
      before.text,
    );
  const whole = named ? `${before.text} ${quote}` : quote;
  return { value: cleanValue(whole), page: page.id, quote: whole };
}
