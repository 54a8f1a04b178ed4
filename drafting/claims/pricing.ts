import type { PRICING_MODELS } from "../../domain/fields.ts";
import type { Corpus } from "../corpus.ts";
import { clausesOf } from "./clauses.ts";
import { turnsAround } from "./polarity.ts";
import { periodsIn, quantitiesIn } from "./quantities.ts";
import { isOthers, namesUs, otherPrice } from "./subject.ts";
import { isUnrealised } from "./unrealised.ts";

type PricingModel = (typeof PRICING_MODELS)[number];

/** The words of pricing in the languages that the finder reads. The finder and the check share them. */
export const FREE_PLAN =
  /\bfree[- ](plan|tier|forever|account|version|edition|package)\b|\bforever free\b|\bfree for (personal|individuals?|small|up to|hobby|students|one)\b|^free$|(?:^|\s)[$€£]\s?0(?![\d.,]*[1-9])\b|\b0\s?(€|\/ ?mo)|\bkostenlos(e[rs]?)? (plan|tarif|version|konto)|\b(?:plan|offre|version|compte|formule) gratuite?\b|\b(?:plan|versi[óo]n|cuenta|piano|versione|plano|versão|conta) gr[aá]tis\b|\bplan gratuito\b|\bpiano gratuito\b|\bplano gratuito\b|\bgratis[- ](?:plan|versie|account|abonnement)\b|\bget started (for )?free\b|\bfree (?:to (use|start)|up to)\b|無料プラン|免费版|무료 플랜/iu;
export const NOT_FREE =
  /free trial|\btrial\b|\bdemo\b|(don't|do not|doesn't|no|isn't a|not a|without a) (have )?(a |any )?free\b|risk[- ]free|hassle[- ]free|toll[- ]free|feel free|free shipping|free (migration|consultation|training|onboarding|support|setup|month|days|returns)|months? free|\bfree for \d+ days\b|[\p{L}]-free\b|free of (ads|tracking|bugs)|paid vs/iu;
export const ALL_FREE =
  /\b(100%|completely|totally|entirely|always|absolutely|forever) free\b|\bis free\b(?! (trial|of|from))|\bfree (and|&) open[- ]source\b|\bfree of charge\b|\bfree software\b|\bfree (app|tool|extension|plugin|game|service|download)\b|\bfor free\b|\bkostenlos\b|\bkostenfrei\b|\bgratuit(e|ement)?\b|\bgr[aá]tis\b|\bgratuit[oa]\b|\bno cost\b|\bfree,? (simple|fast|easy|private|online|self-hosted)\b|無料|免费|무료/iu;
export const OPEN =
  /\b(is|are|fully|100%|completely|free and|free &|an?|our|as|the|truly)\s+(?:[\w-]+[,]?\s){0,3}open[- ]?source(d)?\b|^(free (and|&) )?open[- ]source\b|\bopen[- ]source (software|project|app|platform|tool|and free|&|product|alternative|server|core|under)|\blicensed under\b|\b(released|distributed|available|published|open[- ]sourced?) under (the )?[\w .()-]{0,30}(licen[cs]e|a?gpl|mit|apache|bsd|mpl)|\b(mit|a?gpl(v\d)?|apache( 2\.0)?|bsd|mpl)[- ]licen[cs]ed?\b|\bis (the )?mit license|\b(?:ist|sind|est|es|è|é|är|er|jest)\s(?:\p{L}+\s){0,2}open[- ]?source\b|\bquelloffen|\blogiciel libre\b|\bcódigo (?:abierto|aberto)\b|\bsoftware libero\b|オープンソース|开源|오픈 ?소스/iu;
export const OTHERS_OPEN =
  /(powered by|built (on|with)|thanks to|using|based on|support(s|ing)?|love|contribut\w+ to|discount|non-?profits?|for|other|many|alternative to|libraries|popular) ((the|an?) )?([\w-]+ ){0,2}open[- ]source|open[- ]source (projects|libraries|maintainers|organi[sz]ations|communit(y|ies)|software we|components|framework|alternatives?\b(?= to us)|discounts?|models?|llms?|contributors|sponsors|tools\b)/iu;
export const ONE_TIME =
  /\bone[- ]time (payment|purchase|fee|price|cost|licen[cs]e|charge)|\bpay (?:[$€£]\s?\d[\d.,]* )?once\b|\bbuy (?:it )?once\b|\blifetime (licen[cs]e|access|deal|updates)|\bperpetual licen[cs]e|\bone[- ]off (payment|purchase|fee)|\bno subscriptions?\b|\beinmal(ige|zahlung|kauf|ig)|\bpaiement unique\b|\bpago único\b|\bpagamento (?:único|unico)\b|\buna tantum\b|\beenmalig|買い切り|买断/iu;
export const TRIAL =
  /\b(\d+|\w+)[- ]?days?[\w -]{0,20}\btrial\b|\bfree (\d+[- ]day )?trial\b|\btry (it )?(for )?free\b/i;
export const ASK =
  /\b(contact|talk to|speak (to|with)|call) (us|sales|our sales( team)?) (for|to (get|discuss|learn about)|about) (a |custom |our |your )?(pric|quote|plan)|\b(request|get) (a |your )?(custom |free )?(quote|pricing|offer)\b|\bpric(e|es|ing) (on|upon) request\b|\bcustom pricing\b|\bpreise? auf anfrage\b|\bsur devis\b|\b(?:precio|precios) a (?:consultar|medida)\b|\bbajo (?:demanda|presupuesto)\b|\bsu richiesta\b|\bsob consulta\b|\bop aanvraag\b|要問い合わせ|お見積|询价|가격 문의/iu;
const SUBSCRIBED =
  /\bsubscriptions?\b(?! (?:box|form|to our newsletter))|\bbilled (?:monthly|yearly|annually)\b|\b(?:monthly|yearly|annual) (?:plans?|billing|fee|price)\b|\bcancel (?:at )?any ?time\b|\btrial\b|\babo(?:nnement)?s?\b|\babonnements?\b|\bsuscripci[óo]n|\babbonament|\bassinatura|サブスク|月額|订阅|구독/iu;
const NO_SUBSCRIPTION =
  /newsletter|unsubscri|subscribers?\b|our (?:blog|list|feed|channel|podcast)|\d (?:users|updates)/iu;
const PAID_WORDS =
  /\b(?:pro|premium|plus|business|enterprise|team|paid) (?:version|plan|upgrade|subscription|features|tier)\b|\bupgrade to\b|\bin-app purchases?\b/iu;

const isFreeWord = /\bfree\b|\bdonat/iu;

/** The words of open-source statements that a negation would deny. */
const OPEN_CORE = /open[- ]?source|licen[cs]e\w*|quelloffen|logiciel libre|código \p{L}+|a?gpl|mit|apache|bsd|mpl/iu;

/** Whether a text affirms what a pattern finds in it; `core` are the words of the match that count. */
function affirms(pattern: RegExp, text: string, except?: RegExp, core?: RegExp): boolean {
  const all = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  return [...text.matchAll(all)].some(({ 0: match }) => {
    const clause = clausesOf(text).find((part) => part.includes(match)) ?? text;
    return (
      !except?.test(clause) && !turnsAround(core?.exec(match)?.[0] ?? match, text) && !isUnrealised(match, text, "")
    );
  });
}

/** Prices of this product that a text states, each with its period if it has one. */
function pricesIn(text: string, corpus: Corpus): { amount: number | string; isPeriodic: boolean }[] {
  return text.split(/;|\.\s/).flatMap((clause) =>
    otherPrice(clause, corpus) !== null
      ? []
      : quantitiesIn(clause)
          .filter(({ currency }) => currency !== null)
          .map(({ amount, periods }) => ({ amount, isPeriodic: (periods[0] ?? "once") !== "once" })),
  );
}

const isAsked = (amount: number | string): boolean => typeof amount === "number" && amount > 0;

/** Whether the words of a quote, read where they stand, say that the product is paid for so. */
const STATED: Record<PricingModel, (text: string, corpus: Corpus) => boolean> = {
  open_source: (text) =>
    affirms(OPEN, text, OTHERS_OPEN, OPEN_CORE) || affirms(/\bopen[- ]source\b/iu, text, OTHERS_OPEN),
  free: (text) =>
    affirms(ALL_FREE, text, NOT_FREE) || affirms(FREE_PLAN, text, NOT_FREE) || affirms(isFreeWord, text, NOT_FREE),
  freemium: (text) =>
    affirms(FREE_PLAN, text, NOT_FREE) ||
    affirms(ALL_FREE, text, NOT_FREE) ||
    (affirms(isFreeWord, text, NOT_FREE) && affirms(PAID_WORDS, text)),
  subscription: (text, corpus) =>
    pricesIn(text, corpus).some(({ amount, isPeriodic }) => isAsked(amount) && isPeriodic) ||
    affirms(SUBSCRIBED, text, NO_SUBSCRIPTION),
  paid: (text, corpus) =>
    pricesIn(text, corpus).some(({ amount }) => isAsked(amount)) ||
    affirms(
      /\bpaid (?:app|plan|version|product|licen[cs]e|download)\b|\b(?:buy|purchase) (?:a |your )?licen[cs]e\b|\btrial\b/iu,
      text,
    ),
  one_time: (text) =>
    affirms(ONE_TIME, text) &&
    !(periodsIn(text).some((period) => period !== "once") && !/\bonce\b|one[- ]time|lifetime/iu.test(text)),
  contact: (text) => affirms(ASK, text) || affirms(/\b(?:contact|talk to|speak to) (?:our )?sales\b/iu, text),
};

/** Why a text does not state this pricing model of the product; null if it does. */
export function pricingFault(model: PricingModel, quote: string, text: string, corpus: Corpus): string | null {
  if (!STATED[model](quote, corpus)) return "quote does not state the pricing model";
  if (!STATED[model](text, corpus)) return "the page says otherwise around the quote";
  if (isOthers(text, corpus) && !namesUs(text, corpus)) return "said of somebody else";
  return null;
}

/** Why the amounts of a summary are not what this product costs; null if they are. */
export function priceFault(value: string, text: string, corpus: Corpus): string | null {
  const amounts = new Set(quantitiesIn(value).flatMap(({ amount, currency }) => (currency === null ? [] : [amount])));
  for (const clause of text.split(/;|\.\s/)) {
    if (!quantitiesIn(clause).some(({ amount, currency }) => currency !== null && amounts.has(amount))) continue;
    const fault = otherPrice(clause, corpus);
    if (fault !== null) return fault;
  }
  return null;
}
