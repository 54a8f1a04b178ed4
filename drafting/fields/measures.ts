import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { stem } from "#domain/text/text.ts";
import { isHeading } from "../candidate.ts";
import { isPerson } from "../claims/people.ts";
import { denies } from "../claims/polarity.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";
import { isNaming, kindOf } from "../record-kinds.ts";
import { AMOUNT } from "../records.ts";
import { bare, contentWords, isSentence, isTold, wordsOf } from "../text.ts";
import { type FeatureGroup, type FeatureItem, featureGroupsOf } from "./feature-groups.ts";
import { plansOn } from "./prices.ts";
import {
  FEATURE_SECTION,
  isAudience,
  isFeatureName,
  isOtherLabel,
  isOtherSection,
  isPlanned,
  isProblemSection,
} from "./sections.ts";
import { topicsOf } from "./topics.ts";

const phrases = phrasesIn("headings");

/** Measures of an item and its group by name; mostly 0 or 1, all at most about 1. */
export type Measures = Record<string, number>;

/** What all groups are compared with. */
export type Surroundings = {
  name: string;
  /** Words of titles, descriptions, metadata and structured features. */
  told: Set<string>;
  listed: Set<string>;
  /** Menu texts, and counts of headings and lines. */
  menu: Set<string>;
  seen: Map<string, number>;
  /** Names of plans: "Everything in Starter" is not a feature. */
  plans: string[];
};

export function surroundingsOf(corpus: Corpus, name: string | null): Surroundings {
  const { pages } = corpus;
  const told = pages.flatMap(({ title, meta }) => [title ?? "", meta.description ?? "", meta["og:description"] ?? ""]);
  const products = pages.flatMap((page) => nodesOf(page).filter((node) => isA(node, PRODUCT)));
  const listed = products.flatMap((node) => stringsOf(node.featureList));
  const seen = new Map<string, number>();
  for (const page of pages)
    for (const text of new Set(featureGroupsOf(page).flatMap(({ items }) => items.map((item) => bare(item.text)))))
      seen.set(text, (seen.get(text) ?? 0) + 1);
  return {
    name: bare(name ?? ""),
    told: new Set(
      [...told, ...products.flatMap((node) => stringsOf(node.description))].flatMap(contentWords).map(stem),
    ),
    listed: new Set(listed.flatMap((text) => text.split(/[,;\n]/)).map(bare)),
    menu: new Set(
      pages.flatMap(({ links }) =>
        links.filter(({ region }) => region === "nav" || region === "footer").map(({ text }) => bare(text)),
      ),
    ),
    seen,
    plans: pages
      .flatMap((page) => plansOn(page, corpus))
      .map((plan) => wordsOf(plan).join(" "))
      .filter((plan) => plan.length > 2),
  };
}

const flag = (is: boolean): number => (is ? 1 : 0);
const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
const capped = (value: number): number => Math.min(1, value);

const WHY = new RegExp(phrases("reasons for measures"), "iu");
const ASKS = /[?？][^\p{L}\p{N}]*$/u;
const EXCLAIMS = /[!！]\s*$/u;
const FIGURE = /^\W*\d[\d.,']*\s?(?:[kmx]?\+|%|[kmx]\b|\/\d)|^0\D/iu;
const TIME = /\b\d{1,2}[:h.]\d\d\b/;
const ICON = /^(?:\p{Extended_Pictographic}|[✅✓✔☑•·])/u;
const toldOf = (text: string, { told }: Surroundings): number =>
  mean(contentWords(text).map((word) => flag(told.has(stem(word)))));
const isUpper = (text: string): boolean => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
function sdOf(numbers: number[]): number {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((one) => (one - middle) ** 2)));
}

/** Shared by all items of a group. */
type Common = {
  words: number;
  explained: number;
  buttons: number;
  marks: Set<string>;
  topics: Set<string>[];
  denied: number[];
};

export function measuresOf(
  page: SitePage,
  around: Surroundings,
): { group: FeatureGroup; item: FeatureItem; measures: Measures }[] {
  const groups = featureGroupsOf(page);
  return groups.flatMap((group, rank) => {
    const { items } = group;
    const common: Common = {
      words: mean(items.map(({ text }) => wordsOf(text).length)),
      explained: mean(items.map((item) => flag(explanationOf(item, page) !== ""))),
      buttons: mean(items.map((item) => flag(hasButton(item, page)))),
      marks: marksOf(page, (from, to) => from <= items[0].from && to >= (items.at(-1)?.from ?? 0) + 1),
      topics: items.map(({ text }) => topicsOf(text)),
      denied: items.map(({ text }) => flag(denies(text, page.language))),
    };
    const shared = ofGroup(group, common, rank, groups, around);
    return items.map((item, at) => ({
      group,
      item,
      measures: { ...shared, ...ofItem(item, at, group, common, around) },
    }));
  });
}

function ofGroup(
  group: FeatureGroup,
  common: Common,
  rank: number,
  groups: FeatureGroup[],
  around: Surroundings,
): Measures {
  const { page, items, form, titles, records } = group;
  const share = (test: (item: FeatureItem) => boolean): number => mean(items.map((item) => flag(test(item))));
  const words = items.map(({ text }) => wordsOf(text).length);
  const [first] = items;
  const last = items.at(-1) ?? first;
  const [title, larger] = titles.map((at) => page.blocks[at]);
  const measures: Measures = {
    [`form ${form}`]: 1,
    [`page ${page.kind}`]: 1,
    [`tag ${page.blocks[first.at]?.tag}`]: 1,
    size: capped(Math.log2(items.length) / 5),
    pair: flag(items.length === 2),
    many: flag(items.length > 9),
    words: capped(common.words / 10),
    "words differ": capped(sdOf(words) / 4),
    "one word": share(({ text }) => wordsOf(text).length === 1),
    sentences: share(({ text }) => isSentence(text)),
    digits: share(({ text }) => /\d/.test(text)),
    capitals: share(({ text }) => isUpper(text)),
    explained: common.explained,
    explanation: capped(mean(items.map((item) => wordsOf(explanationOf(item, page)).length)) / 40),
    pictured: share((item) => pictured(item, page)),
    linked: share((item) => item.record?.link !== null && item.record?.link !== undefined),
    buttons: common.buttons,
    lists: share((item) => (item.record?.items.length ?? 0) > 1),
    quotes: share((item) => page.blocks.slice(item.from, item.to).some(({ text }) => /^["“„«「]/u.test(text))),
    amounts: share((item) => page.blocks.slice(item.from, item.to).some(({ text }) => AMOUNT.test(text))),
    questions: share(({ text }) => ASKS.test(text)),
    figures: share(({ text }) => FIGURE.test(text)),
    persons: share(({ text }) => isPerson(text)),
    times: share(({ text }) => TIME.test(text)),
    denied: mean(common.denied),
    "explanations deny": share((item) => denies(explanationOf(item, page), page.language)),
    exclaimed: share(({ text }) => EXCLAIMS.test(text)),
    told: mean(items.map(({ text }) => toldOf(text, around))),
    again: share(({ text }) => (around.seen.get(bare(text)) ?? 0) > 1),
    place: first.at / Math.max(1, page.blocks.length),
    rank: capped(rank / 10),
    manual: flag(groups.reduce((sum, { items: all }) => sum + all.length, 0) > 80),
    untitled: flag(!title),
    ordered: flag(records?.isOrdered ?? false),
  };
  if (records) measures[`kind ${kindOf(records)}`] = 1;
  for (const [at, item] of items.entries()) {
    for (const topic of common.topics[at] ?? []) add(measures, `of ${topic}`, 1 / items.length);
    for (const topic of topicsOf(explanationOf(item, page))) add(measures, `told of ${topic}`, 1 / items.length);
  }
  for (const [key, block] of [
    ["title", title],
    ["larger", larger],
  ] as const)
    if (block) Object.assign(measures, ofTitle(key, block.text, block.tag));
  for (const text of records?.above ?? []) if (isOtherLabel(text) || isOtherSection(text)) measures["label other"] = 1;
  for (const name of common.marks) measures[`in ${name}`] = 1;
  if (form === "list" || form === "lines") {
    const outer = groups.find(
      ({ items: cards, form: other }) =>
        other === "cards" && cards.some(({ from, to }) => from < first.at && last.at < to),
    );
    if (outer?.records) measures[`inside ${kindOf(outer.records)}`] = 1;
    const before = page.blocks.slice(Math.max(0, first.at - 4), first.at);
    measures["below price"] = flag(before.some(({ text }) => text.length < 60 && AMOUNT.test(text)));
    measures.introduced = flag(/[:：]$/.test(before.at(-1)?.text ?? ""));
  }
  return measures;
}

function add(measures: Measures, name: string, value: number): void {
  measures[name] = (measures[name] ?? 0) + value;
}

function ofTitle(key: string, text: string, tag: string): Measures {
  return {
    [`${key} features`]: flag(FEATURE_SECTION.test(text)),
    [`${key} other`]: flag(isOtherSection(text)),
    [`${key} label`]: flag(isOtherLabel(text)),
    [`${key} problem`]: flag(isProblemSection(text)),
    [`${key} planned`]: flag(isPlanned(text)),
    [`${key} why`]: flag(WHY.test(text)),
    [`${key} asks`]: flag(ASKS.test(text)),
    [`${key} price`]: flag(AMOUNT.test(text)),
    [`${key} digits`]: flag(/\d/.test(text)),
    [`${key} ${tag}`]: 1,
    [`${key} words`]: capped(wordsOf(text).length / 12),
    ...Object.fromEntries([...topicsOf(text)].map((topic) => [`${key} of ${topic}`, 1])),
  };
}

function ofItem(item: FeatureItem, at: number, group: FeatureGroup, common: Common, around: Surroundings): Measures {
  const { page, items } = group;
  const { text, record } = item;
  const words = wordsOf(text);
  const isButton = hasButton(item, page);
  const explanation = explanationOf(item, page);
  const known = bare(text);
  const measures: Measures = {
    "own words": capped(words.length / 10),
    "own one word": flag(words.length === 1),
    "own letters": capped(text.length / 80),
    "own sentence": flag(isSentence(text)),
    "own colon": flag(/[:：]$/.test(text.trim())),
    "own asks": flag(ASKS.test(text)),
    "own digits": flag(/\d/.test(text)),
    "own starts with digit": flag(/^\W*\d/.test(text)),
    "own amount": flag(AMOUNT.test(text)),
    "own time": flag(TIME.test(text)),
    "own denied": given(common.denied[at]),
    "own exclaimed": flag(EXCLAIMS.test(text)),
    "own quote": flag(/^["“„«「]/u.test(text)),
    "own icon": flag(ICON.test(text)),
    "own capitals": flag(isUpper(text)),
    "own person": flag(isPerson(text)),
    "own audience": flag(isAudience(text)),
    "own naming": flag(isNaming(text)),
    "own feature name": flag(isFeatureName(text)),
    "own other": flag(isOtherSection(text)),
    "own product": flag(around.name.length > 2 && known.includes(around.name)),
    "own told": toldOf(text, around),
    "own figure": flag(FIGURE.test(text)),
    "own more": flag(/(?:\.\.\.|…)\s*$/.test(text)),
    "own plan": flag(around.plans.some((plan) => ` ${words.join(" ")} `.includes(` ${plan} `))),
    "own listed": flag(around.listed.has(known)),
    "own menu": flag(around.menu.has(known)),
    "own again": flag((around.seen.get(known) ?? 0) > 1),
    "own explained": flag(explanation !== ""),
    "own explanation": capped(wordsOf(explanation).length / 40),
    "own explained by sentence": flag(isSentence(explanation)),
    "own explanation asks": flag(/[?？]/.test(explanation)),
    "own price": flag(record?.price !== null && record?.price !== undefined),
    "own role": flag(record?.person !== null && record?.person !== undefined),
    "own dated": flag(record?.isDated ?? false),
    "own link": flag(record?.link !== null && record?.link !== undefined),
    "own button": flag(isButton),
    "own picture": flag(pictured(item, page)),
    "own list": flag((record?.items.length ?? 0) > 1),
    "own length differs": capped(Math.abs(words.length - common.words) / 6),
    "own shape differs": flag(common.explained > 0.5 && explanation === ""),
    "own button differs": flag(isButton) * (1 - common.buttons),
    "own first": flag(at === 0),
    "own last": flag(at === items.length - 1),
  };
  for (const topic of common.topics[at] ?? []) measures[`own of ${topic}`] = 1;
  for (const name of marksOf(page, (from, to) => from >= item.from && to <= item.to && from <= item.at && to > item.at))
    if (!common.marks.has(name)) measures[`own ${name}`] = 1;
  return measures;
}

function explanationOf({ from, to, at, text, quote, record }: FeatureItem, page: SitePage): string {
  if (record) return record.sentences[0]?.text ?? "";
  if (quote !== text) return quote.slice(text.length);
  const next = page.blocks[at + 1];
  return to > from + 1 && next && !isHeading(next) && isTold(next.text) ? next.text : "";
}

const hasButton = ({ from, to }: FeatureItem, { blocks }: SitePage): boolean =>
  blocks.slice(from, to).some(({ tag }) => tag === "button");

const pictured = ({ from, to, text }: FeatureItem, { shape, blocks }: SitePage): boolean =>
  ICON.test(text) ||
  ICON.test(blocks[from]?.text ?? "") ||
  (shape?.pictures?.some((place) => place >= from && place < to) ?? false);

const marksOf = ({ shape }: SitePage, test: (from: number, to: number) => boolean): Set<string> =>
  new Set((shape?.marks ?? []).flatMap(({ name, from, to }) => (test(from, to) ? [name] : [])));
