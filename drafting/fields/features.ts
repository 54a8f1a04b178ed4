import type { Block, SitePage } from "../../domain/site.ts";
import { type Candidate, type Finder, isBody, isHeading, quoteAround, unique } from "../candidate.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";
import { plansOf } from "../plans.ts";
import { isCallToAction, isNaming, isTestimonial, kindOf } from "../record-kinds.ts";
import { AMOUNT, linkAt, type PageRecord, recordsOf } from "../records.ts";
import { bare, cleanValue, fold, isSentence, wordsOf } from "../text.ts";
import { FEATURE_SECTION, isFeatureName, isOtherSection } from "./sections.ts";

const MAX = 20;
const isTitle = (text: string): boolean => {
  const words = wordsOf(text).length;
  return (
    words >= 1 &&
    words <= 12 &&
    text.length <= 100 &&
    text.length >= 3 &&
    isFeatureName(text) &&
    !/^\d/.test(text) &&
    !/\p{Sc}\s?\d|\d\s?\p{Sc}|@|https?:|©/u.test(text)
  );
};

/** So many adjacent cards with a sentence each are features; fewer may be anything. */
const LEAST_RECORDS = 3;
/** Records that fill a list need no help from the words around headings. */
const ENOUGH = 5;

/** Cards of a heading and a sentence, by the structure of the page; where it has few, headings and lists by their words. */
export const findFeatures: Finder = (corpus, { name }) => {
  const pages = [...corpus.pages]
    .filter((page) => /^(home|features|services|llms|pricing)$/.test(page.kind))
    .sort((a, b) => order(a) - order(b));
  const stated = pages.flatMap((page) =>
    nodesOf(page)
      .filter((node) => isA(node, PRODUCT))
      .flatMap((node) =>
        stringsOf(node.featureList).flatMap((text) =>
          text.split(/[,;\n]/).map((part) => ({ value: part.trim(), page: page.id, quote: text.slice(0, 380) })),
        ),
      ),
  );
  const read = pages
    .filter(({ kind }) => kind !== "pricing")
    .map((page) => ({ page, structure: structureOf(page) }));
  const records = read.map(({ structure }) => structure.features);
  const isEnough = records.flat().length >= ENOUGH;
  const byWords = read.flatMap(({ page, structure }) => [
    ...(isEnough ? [] : [fromHeadings(page, structure)]),
    fromLists(page, structure),
  ]);
  // The names of the product and its plans are no features.
  const names = new Set([name ?? "", ...pages.flatMap(plansOf).map((plan) => plan.name.text)].map(bare));
  const all = shares([stated, ...records, ...byWords]).filter(
    (item) => item.value.length >= 2 && !names.has(bare(item.value)),
  );
  return unique(all, (item) => fold(item.value)).slice(0, MAX);
};

/** What the records of a page are: features, and the places of those that are something else. */
type Structure = { features: Candidate[]; others: Set<Block> };

function structureOf(page: SitePage): Structure {
  const structure: Structure = { features: [], others: new Set() };
  const putAside = (records: readonly PageRecord[]): void => {
    for (const { place } of records)
      for (const block of page.blocks.slice(place.from, place.to)) structure.others.add(block);
  };
  for (const group of recordsOf(page)) {
    const kind = kindOf(group);
    const { records, title } = group;
    if (kind === "other") continue;
    if (kind !== "features" || (title !== null && isOtherSection(title))) {
      putAside(records);
      continue;
    }
    putAside(records.filter((record) => isTestimonial(record) || isCallToAction(record, group) || isOffer(record)));
    const named = records.filter((record) => namesFeature(record) && !structure.others.has(firstOf(record)));
    if (named.length >= LEAST_RECORDS)
      for (const { heading } of named) structure.features.push(candidate(heading!.text, heading!.quote, page));
  }
  return structure;
}

/** A section with a list and a button: a checklist to download, a trial to begin. */
const isOffer = ({ heading, items, place: { page, from, to } }: PageRecord): boolean =>
  items.length > 0 &&
  !FEATURE_SECTION.test(heading?.text ?? "") &&
  page.blocks.slice(from, to).some(({ tag, text }) => tag === "button" && text !== heading?.text);

const firstOf = ({ place: { page, from } }: PageRecord): Block => page.blocks[from]!;

const namesFeature = (record: PageRecord): boolean =>
  record.heading !== null &&
  isBody(firstOf(record)) &&
  isExplained(record) &&
  record.price === null &&
  record.person === null &&
  isNaming(record.heading.text) &&
  isFeatureName(record.heading.text) &&
  !isOtherSection(record.heading.text);

/** Among siblings with sentences, a few words below a heading explain it too. */
const isExplained = ({ heading, sentences, items, link, place: { page, from, to } }: PageRecord): boolean =>
  sentences.length > 0 ||
  items.length >= 2 ||
  (link === null &&
    page.blocks
      .slice(from, to)
      .some((block) => !isHeading(block) && block.text !== heading?.text && wordsOf(block.text).length >= 3));

/** Headings with a sentence in a section that announces features, where no structure says that they are something else. */
const fromHeadings = (page: SitePage, { others }: Structure): Candidate[] =>
  cardsOf(page.blocks.filter((block) => isBody(block) && !others.has(block))).map((block) => feature(block, page));

function fromLists(page: SitePage, { others }: Structure): Candidate[] {
  const leads = new Map(
    Object.entries(page.shape?.leads ?? {}).map(([at, length]) => [page.blocks[Number(at)], length]),
  );
  // An entry of a table of contents is a link.
  const isOpen = (block: Block, at: number): boolean => isBody(block) && !others.has(block) && !linkAt(page, at);
  return listsOf(page, isOpen).map((block) => candidate(block.text.slice(0, leads.get(block)), block.text, page));
}

const order = (page: SitePage): number => ["home", "features", "services", "llms", "pricing"].indexOf(page.kind);

/** The first sources may fill half the list; the next get the rest, and what they leave goes back to the first. */
function shares(sources: Candidate[][]): Candidate[] {
  const filled = sources.filter((source) => source.length > 0);
  const first = filled.map((source, at) => source.slice(0, at === 0 ? 12 : Math.max(4, Math.ceil(10 / filled.length))));
  const rest = filled.map((source, at) => source.slice(first[at]!.length));
  return [...first.flat(), ...rest.flat()];
}

const feature = ({ text }: Block, page: SitePage): Candidate => candidate(text, text, page);

const TICK = /^[✅✓✔☑]/u;
const BULLET = /^[✅✓✔☑•·–→\ufe0f\s-]+/u;

const candidate = (text: string, quote: string, page: SitePage): Candidate => ({
  value: cleanValue(text)
    .replace(/[\s.:;✅✓✔☑→]+$/u, "")
    .replace(BULLET, "")
    .replace(/\s*(?:\p{Extended_Pictographic}|\ufe0f)+$/u, ""),
  page: page.id,
  quote: quoteAround(quote, text),
});

const TITLE_TAGS = /^(h[2-6]|dt|summary|button|label)$/;

/** Headings that are followed by a sentence, below a larger one that announces features. */
function cardsOf(blocks: Block[]): Block[] {
  let announced: number | null = null;
  return blocks.filter((block, at) => {
    const level = isHeading(block) ? Number(block.tag[1]) : null;
    if (level !== null && (announced === null || level <= announced)) {
      announced = announces(block.text) ? level : null;
      return false;
    }
    const next = blocks[at + 1];
    if (announced === null || !next || !TITLE_TAGS.test(block.tag) || !isTitle(block.text)) return false;
    const words = wordsOf(next.text).length;
    const isExplanation = !isHeading(next) && words >= 5 && (isSentence(next.text) || words >= 7);
    return isExplanation || (next.tag === "li" && words >= 4);
  });
}

const announces = (text: string): boolean => FEATURE_SECTION.test(text) && !isOtherSection(text);

/** Lists in a section that announces features, before all sections, or marked with ticks. */
function listsOf(page: SitePage, isOpen: (block: Block, at: number) => boolean): Block[] {
  const found: Block[] = [];
  const isAbout = page.kind === "services" || announces(page.title ?? "");
  for (const { heading, announced, from, to } of sectionsOf(page.blocks)) {
    const section = page.blocks.slice(from, to);
    if (section.some(({ tag, text }) => tag !== "li" && text.length <= 80 && AMOUNT.test(text))) continue;
    const isOther = heading !== null && isOtherSection(heading.text) && !announced;
    const isWanted = announced || (!isOther && isAbout);
    for (const list of runsOf(page.blocks, from, to, isOpen)) {
      const [first] = list;
      const isTicked = list.every(({ text }) => TICK.test(text));
      const isFirst = heading === null || heading.tag === "h1";
      const isEntry = first!.tag === "li" || isTicked;
      const isBelow = page.blocks[from + 1] === first && isWanted && list.length > LEAST_RECORDS;
      const least = announced ? 1 : LEAST_RECORDS;
      if (isOther && !isTicked) continue;
      if (isEntry ? list.length >= least && (isWanted || isFirst || isTicked) && isPlain(list) : isBelow && isPlain(list))
        found.push(...list.filter(({ text }) => isTitle(text.replace(BULLET, ""))));
    }
  }
  return found;
}

/** Questions, specifications ("Volume: 2 l") and the words of tabs are no features. */
function isPlain(list: Block[]): boolean {
  const most = (test: (text: string) => boolean): boolean =>
    list.filter(({ text }) => test(text)).length * 2 > list.length;
  return (
    !list.some(({ text }) => /[?？]$/.test(text)) &&
    !most((text) => /[:：].*\d/.test(text)) &&
    !(list.length > 1 && list.every(({ text }) => wordsOf(text).length === 1))
  );
}

type Section = { heading: Block | null; announced: boolean; from: number; to: number };

/** From heading to heading. Smaller ones divide the section that was announced; they do not end it. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let section: Section = { heading: null, announced: false, from: 0, to: 0 };
  let level = 0;
  blocks.forEach((block, at) => {
    section.to = at + 1;
    if (!isHeading(block)) return;
    sections.push({ ...section, to: at });
    const own = Number(block.tag[1]);
    const isPart = level > 0 && own > level && !isOtherSection(block.text);
    if (!isPart) level = announces(block.text) ? own : 0;
    section = { heading: block, announced: level > 0, from: at, to: at + 1 };
  });
  return [...sections, section];
}

/** Neighbours of one tag that are short enough for a list. */
function runsOf(
  blocks: readonly Block[],
  from: number,
  to: number,
  isOpen: (block: Block, at: number) => boolean,
): Block[][] {
  const runs: Block[][] = [];
  let last: Block | null = null;
  for (let at = from; at < to; at++) {
    const block = blocks[at]!;
    const isItem =
      isOpen(block, at) && !isHeading(block) && block.tag !== "button" && (block.tag === "li" || !isSentence(block.text));
    if (isItem && last?.tag === block.tag && last.region === block.region) runs.at(-1)!.push(block);
    else if (isItem) runs.push([block]);
    last = isItem ? block : null;
  }
  return runs;
}

const WHY =
  /\bwhy\b|what makes .* (different|special|great)|what sets|benefits|advantages|reasons to|our promise|our values|vorteile|pourquoi|por qué/i;

/** The site's reasons to choose it: titles or items right under a heading that says so. */
export const findUsps: Finder = (corpus: Corpus) => {
  const found: Candidate[] = [];
  for (const page of corpus.pages.filter((page) => /^(home|features|about|services)$/.test(page.kind))) {
    const blocks = page.blocks.filter(isBody);
    blocks.forEach((block, at) => {
      if (!isHeading(block) || block.text.length > 80 || !WHY.test(block.text)) return;
      const level = Number(block.tag[1]);
      for (const next of blocks.slice(at + 1, at + 40)) {
        if (isHeading(next) && Number(next.tag[1]) <= level) break;
        const titled =
          (isHeading(next) || next.tag === "dt" || next.tag === "li") &&
          isTitle(next.text) &&
          wordsOf(next.text).length >= 2;
        if (titled) found.push(feature(next, page));
      }
    });
  }
  return unique(found, (item) => fold(item.value)).slice(0, 8);
};
