import type { Block, SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { isHeading } from "../candidate.ts";
import { AMOUNT } from "../records.ts";
import { isSentence, wordsOf } from "../text.ts";
import { FEATURE_SECTION, isExcluded, isFeatureName, isOtherSection } from "./sections.ts";

/** Whether a text is short enough for a feature's name, and neither price nor address. */
export const isTitle = (text: string): boolean => {
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

/** Minimum adjacent cards with a sentence to count as features. */
export const LEAST_RECORDS = 3;
const TICK = /^[✅✓✔☑]/u;
/** Bullets before list items. */
export const BULLET = /^(?:[✅✓✔☑•·–→\s-]|\p{Extended_Pictographic}|\ufe0f)+/u;

const namesFeatures = (text: string): boolean => FEATURE_SECTION.test(text) && !isOtherSection(text);

/** Whether a heading announces features. The first one of the home page is a slogan. */
export const announces = ({ kind }: SitePage, { tag, text }: Block): boolean =>
  (tag !== "h1" || kind !== "home") && namesFeatures(text);

/** Lists in a features section, before all sections, or marked with ticks. */
export function listsOf(page: SitePage, isOpen: (block: Block, at: number) => boolean): Block[] {
  const found: Block[] = [];
  const isAbout = page.kind === "services" || (page.kind === "features" && namesFeatures(page.title ?? ""));
  for (const { heading, announced, from, to } of sectionsOf(page)) {
    const section = page.blocks.slice(from, to);
    const isPriced = section.some(({ tag, text }) => tag !== "li" && text.length <= 80 && AMOUNT.test(text));
    const isOther = heading !== null && (isExcluded(heading.text) || (isOtherSection(heading.text) && !announced));
    if (isPriced || isOther) continue;
    for (const list of runsOf(page.blocks, from, to, isOpen)) {
      const isWanted = announced || isAbout;
      const isTicked = list.every(({ text }) => TICK.test(text));
      const isListed = list[0]?.tag === "li" || isTicked;
      const isKnown = isListed
        ? isWanted || isTicked || heading?.tag === "h1"
        : isWanted &&
          page.blocks[from + 1] === list[0] &&
          list.filter(({ text }) => wordsOf(text).length > 1).length > 3;
      const least = announced && isListed ? 1 : LEAST_RECORDS;
      // A card in a list: its heading is the name, and this explains it.
      const isOfCard = list.length === 1 && page.blocks[from + 1] === list[0] && isSentence(list[0]?.text ?? "");
      if (isOfCard) continue;
      if (isKnown && list.length >= least && isPlain(list))
        found.push(...list.filter(({ text }) => isTitle(text.replace(BULLET, ""))));
    }
  }
  return found;
}

/** Excludes questions, specifications ("Volume: 2 l") and tab labels. */
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

/** Split at headings. Smaller ones subdivide an announced section. */
function sectionsOf(page: SitePage): Section[] {
  const sections: Section[] = [];
  let section: Section = { heading: null, announced: false, from: 0, to: 0 };
  let level = 0;
  page.blocks.forEach((block, at) => {
    section.to = at + 1;
    if (!isHeading(block)) return;
    sections.push({ ...section, to: at });
    const own = Number(block.tag[1]);
    const isPart = level > 0 && own > level && !isOtherSection(block.text);
    if (!isPart) level = announces(page, block) ? own : 0;
    section = { heading: block, announced: level > 0, from: at, to: at + 1 };
  });
  return [...sections, section];
}

/** Consecutive short blocks of one tag. */
function runsOf(
  blocks: readonly Block[],
  from: number,
  to: number,
  isOpen: (block: Block, at: number) => boolean,
): Block[][] {
  const runs: Block[][] = [];
  let last: Block | null = null;
  for (let at = from; at < to; at++) {
    const block = given(blocks[at]);
    const isItem =
      isOpen(block, at) &&
      !isHeading(block) &&
      block.tag !== "button" &&
      (block.tag === "li" || !isSentence(block.text));
    if (isItem && last?.tag === block.tag && last.region === block.region) runs.at(-1)?.push(block);
    else if (isItem) runs.push([block]);
    last = isItem ? block : null;
  }
  return runs;
}
