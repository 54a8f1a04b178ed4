import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, PageKind, SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { cleanLine, fold } from "#domain/text/text.ts";
import { type Candidate, type Finder, isBody, isHeading, quoteAround, unique } from "../candidate.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";
import { isCallToAction, isNaming, isSomethingElse, isTestimonial, kindOf } from "../record-kinds.ts";
import { linkAt, type PageRecord, recordsOf } from "../records.ts";
import { bare, isSentence, wordsOf } from "../text.ts";
import { announces, BULLET, isTitle, LEAST_RECORDS, listsOf } from "./feature-lists.ts";
import { byText, judged } from "./feature-model.ts";
import { plansOn } from "./prices.ts";
import { FEATURE_SECTION, isFeatureName, isOtherLabel, isOtherSection } from "./sections.ts";

const phrases = phrasesIn("headings");

export const MOST_FEATURES = 20;
export const FEATURE_PAGES: PageKind[] = ["home", "features", "services", "llms", "pricing"];
/** Items found by rules need at least this; tuned on websites not used for training. */
const LEAST_LIKELY = 0.5;
/** Maximum distance from the website's most likely feature. */
const MOST_BELOW = 0.35;
/** Items set aside by rules are added from this likelihood. */
const SURE = 0.75;
/** Bonus on the home page, which shows the most important features. */
const ON_HOME = 0.2;
/** Minimum for cards between prices. */
const LIKELY = 0.7;
/** Pages with more are manuals or specifications; ignored if others have features. */
const MOST_SELECTED = 2 * MOST_FEATURES;

/** Cards of heading and sentence by structure; if few, headings and lists by their words. */
export const findFeatures: Finder = (corpus, { name }) => {
  const pages = [...corpus.pages]
    .filter(({ kind }) => FEATURE_PAGES.includes(kind))
    .sort((a, b) => order(a) - order(b));
  const stated = pages.flatMap((page) =>
    nodesOf(page)
      .filter((node) => isA(node, PRODUCT))
      .flatMap((node) => statedIn(stringsOf(node.featureList), page)),
  );
  const structures = pages.map((page) => ({ page, structure: structureOf(page) }));
  const selections = structures.filter(({ structure }) => structure.features.length <= MOST_SELECTED);
  const read = selections.some(({ structure }) => structure.features.length > 0) ? selections : structures;
  const byRecords = read.map(({ structure }) => structure.features);
  const byWords = read.flatMap(({ page, structure }) => [fromHeadings(page, structure), fromLists(page, structure)]);
  // Names of the product and plans, buttons and the top of the site are no features.
  const names = new Set(
    [name ?? "", ...pages.flatMap((page) => plansOn(page, corpus)), ...pages.flatMap(calls)].map(bare),
  );
  const items = judged(corpus, pages, name);
  const likely = byText(items);
  const least = items.reduce((most, { score }) => Math.max(most, score - MOST_BELOW), LEAST_LIKELY);
  const priced = new Set(pages.filter(({ kind }) => kind === "pricing").map(({ id }) => id));
  const scoreOf = ({ value, page }: Candidate): number => likely.get(bare(value)) ?? (priced.has(page) ? 0 : 1);
  const isLikely = (found: Candidate): boolean =>
    scoreOf(found) >= (priced.has(found.page) ? Math.max(least, LIKELY) : least);
  const isOwn = ({ value }: Candidate): boolean => value.length >= 2 && !names.has(bare(value));
  const all = shares([stated, ...[...byRecords, ...byWords].map((found) => found.filter(isLikely))]).filter(isOwn);
  const own = unique(all, ({ value }) => fold(value));
  const sure = items
    .filter(({ score }) => score >= SURE)
    .map(({ item, group }) => candidate(item.text, item.quote, group.page))
    .filter(isOwn);
  const found = withoutLonger(unique([...own, ...sure], ({ value }) => bare(value)));
  // If there are too many, keeps the home page's and most likely ones, in order.
  const rankOf = (one: Candidate): number => scoreOf(one) + (one.page === corpus.home?.id ? ON_HOME : 0);
  const best = new Set([...found].sort((a, b) => rankOf(b) - rankOf(a)).slice(0, MOST_FEATURES));
  return found.filter((one) => best.has(one));
};

/** "Cupping scores with your team" says "Cupping scores" again. */
const withoutLonger = (found: Candidate[]): Candidate[] =>
  found.filter(
    ({ value }) =>
      !found.some(
        ({ value: shorter }) =>
          fold(value).startsWith(`${fold(shorter)} `) &&
          wordsOf(shorter).length >= 2 &&
          wordsOf(value).length - wordsOf(shorter).length >= 2,
      ),
  );

/** List entries are one feature each, with their own commas; a text may contain several. */
const statedIn = (texts: string[], page: SitePage): Candidate[] =>
  texts.flatMap((text) =>
    (texts.length > 1 ? [text] : text.split(/[,;\n]/)).map((part) => ({
      value: part.trim(),
      page: page.id,
      quote: text.slice(0, 380),
    })),
  );

/** Slogans and repeated buttons. Tabs and accordions have each button once. */
const calls = ({ blocks, kind }: SitePage): string[] => {
  const once = new Set<string>();
  const repeated = blocks.flatMap(({ tag, text }) => {
    if (tag !== "button") return [];
    const isRepeated = once.has(text);
    once.add(text);
    return isRepeated ? [text] : [];
  });
  const slogans = kind === "home" ? blocks.filter(({ tag }) => tag === "h1").map(({ text }) => text) : [];
  return [...repeated, ...slogans];
};

/** The records of a page: features, and blocks of other kinds. */
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
    if (kind !== "features" || (title !== null && isOtherSection(title)) || isOutline(records)) {
      putAside(records);
      continue;
    }
    const isSmall = records.length < LEAST_RECORDS;
    putAside(
      records.filter(
        (record) => isTestimonial(record) || isCallToAction(record, group) || (isSmall && isOffer(record)),
      ),
    );
    const named = equalSections(records).filter(
      (record) => namesFeature(record) && !structure.others.has(firstOf(record)),
    );
    if (named.length >= LEAST_RECORDS)
      for (const { heading } of named)
        if (heading) structure.features.push(candidate(heading.text, heading.quote, page));
  }
  return structure;
}

/** "Installation", "FAQ" and "Licence" among siblings: the chapters of a page. */
const isOutline = (records: PageRecord[]): boolean =>
  records.filter(({ heading }) => heading !== null && isOtherLabel(heading.text)).length >= 2;

/** Sections are features only if most look alike; cards may differ. */
function equalSections(records: PageRecord[]): PageRecord[] {
  const shapeOf = ({ place: { page, from, to } }: PageRecord): string =>
    [...new Set(page.blocks.slice(from, to).map(({ tag }) => tag))].join(" ");
  if (!records.every((record) => shapeOf(record).startsWith("h2"))) return records;
  const ofShape = Map.groupBy(records, shapeOf);
  return [...ofShape.values()].find(({ length }) => length * 2 > records.length) ?? [];
}

/** A section with a list and a button: a download or a trial. */
const isOffer = ({ heading, items, place: { page, from, to } }: PageRecord): boolean =>
  items.length > 0 &&
  !FEATURE_SECTION.test(heading?.text ?? "") &&
  page.blocks.slice(from, to).some(({ tag, text }) => tag === "button" && text !== heading?.text);

const firstOf = ({ place: { page, from } }: PageRecord): Block => given(page.blocks[from]);

const namesFeature = (record: PageRecord): boolean =>
  record.heading !== null &&
  !isSomethingElse(record) &&
  isBody(firstOf(record)) &&
  isExplained(record) &&
  record.price === null &&
  record.person === null &&
  isNaming(record.heading.text) &&
  isFeatureName(record.heading.text) &&
  !isOtherSection(record.heading.text);

/** Among siblings with sentences, a few words below a heading are an explanation too. */
const isExplained = ({ heading, sentences, items, link, place: { page, from, to } }: PageRecord): boolean =>
  sentences.length > 0 ||
  items.length >= 2 ||
  (link === null &&
    page.blocks
      .slice(from, to)
      .some((block) => !isHeading(block) && block.text !== heading?.text && wordsOf(block.text).length >= 3));

/** Headings with a sentence in a features section, unless the structure says otherwise. */
const fromHeadings = (page: SitePage, { others }: Structure): Candidate[] =>
  cardsOf(
    page,
    page.blocks.filter((block) => isBody(block) && !others.has(block)),
  ).map((block) => feature(block, page));

function fromLists(page: SitePage, { others }: Structure): Candidate[] {
  const leads = new Map(
    Object.entries(page.shape?.leads ?? {}).map(([at, length]) => [page.blocks[Number(at)], length]),
  );
  // A link is a table-of-contents entry.
  const isOpen = (block: Block, at: number): boolean => isBody(block) && !others.has(block) && !linkAt(page, at);
  return listsOf(page, isOpen).map((block) => candidate(block.text.slice(0, leads.get(block)), block.text, page));
}

const order = (page: SitePage): number => FEATURE_PAGES.indexOf(page.kind);

/**
 * The first sources may fill half the list, the next the rest; leftover places return to the first.
 */
function shares(sources: Candidate[][]): Candidate[] {
  const filled = sources.filter((source) => source.length > 0);
  const share = Math.max(4, Math.ceil(10 / filled.length));
  const mostOf = (at: number) => (at === 0 ? 12 : share);
  return [
    ...filled.flatMap((source, at) => source.slice(0, mostOf(at))),
    ...filled.flatMap((source, at) => source.slice(mostOf(at))),
  ];
}

const feature = ({ text }: Block, page: SitePage): Candidate => candidate(text, text, page);

const candidate = (text: string, quote: string, page: SitePage): Candidate => ({
  value: cleanLine(text)
    .replace(/^\d{1,2}[.)]\s+(?=\p{L})/u, "")
    .replace(/[\s.:;✅✓✔☑→]+$/u, "")
    .replace(BULLET, "")
    .replace(/\s*(?:\p{Extended_Pictographic}|\ufe0f)+$/u, ""),
  page: page.id,
  quote: quoteAround(quote, text),
});

const TITLE_TAGS = /^(h[2-6]|dt|summary|button|label)$/;

/** Headings followed by a sentence, below a larger one that announces features. */
function cardsOf(page: SitePage, blocks: Block[]): Block[] {
  let announced: number | null = null;
  let cardTag: string | null = null;
  return blocks.filter((block, at) => {
    const level = isHeading(block) ? Number(block.tag[1]) : null;
    if (level !== null && (announced === null || level <= announced)) {
      announced = announces(page, block) ? level : null;
      cardTag = null;
      return false;
    }
    const next = blocks[at + 1];
    if (announced === null || !next || !TITLE_TAGS.test(block.tag) || !isTitle(block.text)) return false;
    const words = wordsOf(next.text).length;
    const isExplanation = !isHeading(next) && words >= 5 && (isSentence(next.text) || words >= 7);
    if (!isExplanation && (next.tag !== "li" || words < 4)) return false;
    cardTag ??= block.tag;
    return block.tag === cardTag;
  });
}

const WHY = new RegExp(phrases("reasons"), "i");

/** Reasons to choose the product: items directly under such a heading. */
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
