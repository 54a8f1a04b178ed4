import type { Block, SitePage } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { onceEach } from "#domain/text/once.ts";
import { isBody, isHeading } from "../candidate.ts";
import { linkAt, type PageRecord, type RecordGroup, recordsOf } from "../records.ts";
import { isSentence, isTold, wordsOf } from "../text.ts";

/** A possible feature: heading of a card, list item, heading with a sentence below. */
export type FeatureItem = {
  text: string;
  quote: string;
  /** Its block and those that belong to it. */
  at: number;
  from: number;
  to: number;
  record: PageRecord | null;
};

export const FORMS = ["cards", "list", "lines", "headings"] as const;

/** Items that are all features or none. */
export type FeatureGroup = {
  form: (typeof FORMS)[number];
  page: SitePage;
  /** Index of the heading above, and of the larger one above that. */
  titles: number[];
  records: RecordGroup | null;
  items: [FeatureItem, ...FeatureItem[]];
};

/** All groups of a page. Cached, because measures compare all pages. */
export const featureGroupsOf = onceEach((page: SitePage): FeatureGroup[] => {
  const cards = recordsOf(page).flatMap((records) => cardsOf(page, records) ?? []);
  const taken = new Set(cards.flatMap(({ items }) => items.map(({ at }) => at)));
  return [...cards, ...listsOf(page, taken), ...headingsOf(page, taken)];
});

const LEAST_CARDS = 2;
const LEAST_LIST = 2;
const LEAST_LINES = 3;
const MOST_NAME = 100;
const MOST_WORDS = 12;

const isName = (text: string): boolean =>
  text.length >= 2 && text.length <= MOST_NAME && wordsOf(text).length <= MOST_WORDS && /\p{L}{2}|[\p{Lo}]/u.test(text);

function cardsOf(page: SitePage, records: RecordGroup): FeatureGroup | null {
  const items = records.records.flatMap((record): FeatureItem[] => {
    const { heading, place } = record;
    if (!heading || !isName(heading.text) || !isBody(given(page.blocks[place.from]))) return [];
    const at = page.blocks.findIndex(({ text }, index) => index >= place.from && text === heading.quote);
    return [{ ...heading, at, from: place.from, to: place.to, record }];
  });
  const [first, ...others] = items;
  if (!first || items.length < LEAST_CARDS) return null;
  const own = given(page.blocks[first.at]);
  return { form: "cards", page, titles: titlesAbove(page, first.from, own), records, items: [first, ...others] };
}

/** Headings above a block: the nearest larger than `own`, and the next larger one. */
function titlesAbove({ blocks }: SitePage, from: number, own: Block | null): number[] {
  const titles: number[] = [];
  let level = own && isHeading(own) ? own.tag : "h7";
  for (let at = from - 1; at >= 0 && titles.length < 2; at--) {
    const block = given(blocks[at]);
    if (isHeading(block) && block.tag < level) {
      titles.push(at);
      level = block.tag;
    }
  }
  return titles;
}

/** List items and consecutive short lines. */
function listsOf(page: SitePage, taken: Set<number>): FeatureGroup[] {
  const groups: FeatureGroup[] = [];
  let run: number[] = [];
  const end = () => {
    const [first] = run;
    const isList = first !== undefined && page.blocks[first]?.tag === "li";
    if (first !== undefined && run.length >= (isList ? LEAST_LIST : LEAST_LINES)) {
      const leads = page.shape?.leads ?? {};
      const items = run.flatMap((at): FeatureItem[] => {
        const { text } = given(page.blocks[at]);
        const name = text.slice(0, leads[at]);
        return isName(name) ? [{ text: name, quote: text, at, from: at, to: at + 1, record: null }] : [];
      });
      const [one, ...others] = items;
      if (one && items.length >= LEAST_LIST)
        groups.push({
          form: isList ? "list" : "lines",
          page,
          titles: titlesAbove(page, first, null),
          records: null,
          items: [one, ...others],
        });
    }
    run = [];
  };
  page.blocks.forEach((block, at) => {
    const isItem =
      isBody(block) &&
      !taken.has(at) &&
      !linkAt(page, at) &&
      !isHeading(block) &&
      block.tag !== "button" &&
      (block.tag === "li" || (!isSentence(block.text) && isName(block.text)));
    const last = page.blocks[run.at(-1) ?? -1];
    if (!isItem || (last && (last.tag !== block.tag || last.region !== block.region))) end();
    if (isItem) run.push(at);
  });
  end();
  return groups;
}

/** Same-level headings with a sentence each, outside of repeated structures. */
function headingsOf(page: SitePage, taken: Set<number>): FeatureGroup[] {
  const groups = new Map<string, FeatureGroup>();
  page.blocks.forEach((block, at) => {
    const next = page.blocks[at + 1];
    const isCard = isHeading(block) && block.tag !== "h1" && isBody(block) && !taken.has(at) && isName(block.text);
    if (!isCard || !next || isHeading(next) || !(isTold(next.text) || next.tag === "li")) return;
    const titles = titlesAbove(page, at, block);
    const key = `${titles[0]} ${block.tag}`;
    let to = at + 1;
    while (to < page.blocks.length && to - at < 12 && !isHeading(given(page.blocks[to]))) to++;
    const item = { text: block.text, quote: block.text, at, from: at, to, record: null };
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { form: "headings", page, titles, records: null, items: [item] });
  });
  return [...groups.values()];
}
