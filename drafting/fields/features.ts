import type { Block, SitePage } from "../../domain/site.ts";
import { type Candidate, type Finder, isBody, isHeading, quoteAround, unique } from "../candidate.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";
import { plansOf } from "../plans.ts";
import { isCallToAction, isNaming, isTestimonial, kindOf } from "../record-kinds.ts";
import { linkAt, type PageRecord, recordsOf } from "../records.ts";
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
  const read = pages.map((page) => ({ page, structure: structureOf(page) }));
  const records = read.map(({ page, structure }) => (page.kind === "pricing" ? [] : structure.features));
  const isEnough = records.flat().length >= ENOUGH;
  const byWords = read.flatMap(({ page, structure }) =>
    isEnough
      ? page.kind === "pricing"
        ? []
        : [fromLists(page, structure)]
      : [fromHeadings(page, structure), fromLists(page, structure)],
  );
  // The names of the product and its plans are no features.
  const names = new Set([name ?? "", ...pages.flatMap(plansOf).map((plan) => plan.name.text)].map(bare));
  const all = shares([stated, ...records, ...byWords]).filter(
    (item) => item.value.length >= 2 && !names.has(bare(item.value)),
  );
  return unique(all, (item) => fold(item.value)).slice(0, MAX);
};

/** What the records of a page are: features, and the places of those that are something else. */
type Structure = { features: Candidate[]; others: Set<Block>; plans: Set<Block> };

function structureOf(page: SitePage): Structure {
  const structure: Structure = { features: [], others: new Set(), plans: new Set() };
  const put = (records: readonly PageRecord[], into: Set<Block>): void => {
    for (const { place } of records) for (const block of page.blocks.slice(place.from, place.to)) into.add(block);
  };
  for (const group of recordsOf(page)) {
    const kind = kindOf(group);
    const { records, title } = group;
    if (kind === "other") continue;
    if (kind !== "features" || (title !== null && isOtherSection(title))) {
      put(records, kind === "plans" ? structure.plans : structure.others);
      continue;
    }
    put(
      records.filter((record) => isTestimonial(record) || isCallToAction(record, group)),
      structure.others,
    );
    const named = records.filter((record) => namesFeature(record) && !structure.others.has(firstOf(record)));
    if (named.length >= LEAST_RECORDS)
      for (const { heading } of named) structure.features.push(candidate(heading!.text, heading!.quote, page));
  }
  return structure;
}

const firstOf = ({ place: { page, from } }: PageRecord): Block => page.blocks[from]!;

const namesFeature = (record: PageRecord): boolean =>
  record.heading !== null &&
  isBody(firstOf(record)) &&
  (record.sentences.length > 0 || record.items.length >= 2) &&
  record.price === null &&
  record.person === null &&
  isNaming(record.heading.text) &&
  isFeatureName(record.heading.text) &&
  !isOtherSection(record.heading.text);

/** Headings with a sentence, where no structure says that they are something else. */
function fromHeadings(page: SitePage, { others, plans }: Structure): Candidate[] {
  if (page.kind === "pricing") return [];
  const blocks = page.blocks.filter((block) => isBody(block) && !others.has(block) && !plans.has(block));
  return cardsOf(blocks).map((block) => feature(block, page));
}

/** Items of lists, which a plan may have too. An entry of a table of contents is a link. */
function fromLists(page: SitePage, { others }: Structure): Candidate[] {
  const leads = new Map(
    Object.entries(page.shape?.leads ?? {}).map(([at, length]) => [page.blocks[Number(at)], length]),
  );
  const blocks = page.blocks.filter(
    (block, at) => isBody(block) && !others.has(block) && linkAt(page, at) === undefined,
  );
  return listsOf(blocks, page.kind).map((block) => candidate(block.text.slice(0, leads.get(block)), block.text, page));
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

const candidate = (text: string, quote: string, page: SitePage): Candidate => ({
  value: cleanValue(text)
    .replace(/[\s.:;✅✓✔☑→]+$/u, "")
    .replace(/^[✅✓✔☑•·–→\s-]+/u, "")
    .replace(/\s*(?:\p{Extended_Pictographic}|\ufe0f)+$/u, ""),
  page: page.id,
  quote: quoteAround(quote, text),
});

const TITLE_TAGS = /^(h[2-6]|dt|summary|button|label)$/;

/** Headings that are followed by a sentence. A page needs two of one kind: a single one is a slogan. */
function cardsOf(blocks: Block[]): Block[] {
  const found: { block: Block; weight: number }[] = [];
  let skip: number | null = null;
  blocks.forEach((block, at) => {
    const level = isHeading(block) ? Number(block.tag[1]) : null;
    if (level !== null) {
      if (skip !== null && level <= skip) skip = null;
      if (skip === null && level >= 2 && level <= 3 && isOtherSection(block.text)) skip = level;
    }
    if (skip !== null || !TITLE_TAGS.test(block.tag) || !isTitle(block.text)) return;
    const next = blocks[at + 1];
    if (!next || next.region === "quote") return;
    const explained =
      !/^h[12]$/.test(next.tag) &&
      wordsOf(next.text).length >= 5 &&
      (isSentence(next.text) || wordsOf(next.text).length >= 7);
    const list = block.tag !== "h2" && next.tag === "li" && wordsOf(next.text).length >= 4;
    if (explained || list) found.push({ block, weight: 1 });
  });
  const counts = new Map<string, number>();
  for (const { block } of found) counts.set(block.tag, (counts.get(block.tag) ?? 0) + 1);
  const kept = found.filter(({ block }) => (counts.get(block.tag) ?? 0) >= 2).map(({ block }) => block);
  // Smaller headings are the cards; the larger ones above them are sections.
  const cards = kept.filter((block) => block.tag !== "h2");
  const sections = kept.filter((block) => block.tag === "h2");
  return cards.length >= 4 ? [...cards, ...sections] : kept;
}

/** Short list items: under a heading that announces features, in plans, or marked with a tick. */
function listsOf(blocks: Block[], kind: string): Block[] {
  const found: Block[] = [];
  let wanted = kind === "features";
  let wantedLevel = 0;
  let skip = false;
  let beforeHeading = true;
  for (const block of blocks) {
    if (isHeading(block)) {
      beforeHeading = beforeHeading && block.tag === "h1";
      skip = isOtherSection(block.text) && !FEATURE_SECTION.test(block.text) && !/plan|pricing/i.test(block.text);
      const level = Number(block.tag[1]);
      // Smaller headings divide the section that was announced; they do not end it.
      if (wanted && wantedLevel > 0 && level > wantedLevel && !skip) continue;
      wanted =
        kind === "features" ||
        kind === "pricing" ||
        FEATURE_SECTION.test(block.text) ||
        /^(starter|growth|business|enterprise|pro|basic|free|premium|hobby|team|plus|standard)\b/i.test(block.text);
      wantedLevel = FEATURE_SECTION.test(block.text) ? level : 0;
      continue;
    }
    const ticked = /^[✅✓✔☑]/u.test(block.text);
    if (skip && !ticked) continue;
    if ((block.tag === "li" && (wanted || beforeHeading)) || ticked) {
      const text = block.text.replace(/^[✅✓✔☑•·–→\s-]+/u, "");
      if (isTitle(text) && (wordsOf(text).length >= 2 || kind !== "pricing")) found.push(block);
    }
  }
  return found;
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
