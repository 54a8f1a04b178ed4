import type { Block, PageLink, RepeatItem, SitePage } from "#domain/drafts/site.ts";
import { onceEach } from "#domain/text/once.ts";
import { pattern } from "#domain/text/pattern.ts";
import { isHeading } from "./candidate.ts";
import { isPerson } from "./claims/people.ts";
import { repeatsOf } from "./repeats.ts";
import { isSentence, isTold, wordsOf } from "./text.ts";

/** One card, row or entry among siblings. Texts are verbatim, quoted by their block. */
export type PageRecord = {
  heading: Said | null;
  sentences: Said[];
  items: Said[];
  /** The first short text with an amount. */
  price: Said | null;
  person: { name: Said; role: Said } | null;
  /** Target of a text that is entirely a link. */
  link: PageLink | null;
  isDated: boolean;
  place: { page: SitePage; from: number; to: number };
};
export type Said = { text: string; quote: string };

/** Siblings with the heading above. */
export type RecordGroup = {
  title: string | null;
  /** Short texts directly above, of any tag: web builders write headings as paragraphs. */
  above: string[];
  isOrdered: boolean;
  records: PageRecord[];
};

/**
 * A page's repeated structures as records, in any language. Cached, because several fields need
 * them.
 */
export const recordsOf = onceEach((page: SitePage): RecordGroup[] =>
  repeatsOf(page).map(({ items, isOrdered }) => ({
    title: titleAbove(page, items[0]),
    above: textsAbove(page, items[0]),
    isOrdered: isOrdered ?? false,
    records: items.map((item) => recordOf(page, item)),
  })),
);

const ABOVE = 4;

function titleAbove({ blocks }: SitePage, { from, to }: RepeatItem): string | null {
  const own = blocks.slice(from, to).find(isHeading)?.tag ?? "h7";
  return (
    blocks.slice(Math.max(0, from - ABOVE), from).findLast(({ tag }) => isHeading({ tag }) && tag < own)?.text ?? null
  );
}

const LABELS = 3;
const MOST_LABEL = 40;
const textsAbove = ({ blocks }: SitePage, { from }: RepeatItem): string[] =>
  blocks
    .slice(Math.max(0, from - LABELS), from)
    .map(({ text }) => text)
    .filter((text) => text.length <= MOST_LABEL);

const MOST_SHORT = 80;
const isShort = (text: string): boolean => text.length <= MOST_SHORT && wordsOf(text).length <= 12;
const saysSomething = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= 2;
/** A currency beside a number. */
export const AMOUNT = pattern("u")`
    (?:\p{Sc}|\b(?:USD|EUR|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|BRL|JPY|INR|MAD|IDR|HUF|RON)|R\$|kr|zł|
    Kč|Rp\.?)\s?\d|\d\s?(?:\p{Sc}|(?:USD|EUR|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|BRL|JPY|INR|MAD|IDR|
    HUF|RON|kr|zł|Kč|DHS?|Ft|lei|TL|درهم|грн|руб|euros?|円|元|원)(?!\p{L}))`;

function recordOf(page: SitePage, { from, to, isDated }: RepeatItem): PageRecord {
  const leads = page.shape?.leads ?? {};
  const parts = page.blocks.slice(from, to).map((block, at) => ({ block, at: from + at, text: block.text }));
  const told = parts.filter(({ text }) => saysSomething(text));
  const head = headOf(told.slice(0, 4), leads);
  const rest = told.filter(({ at }) => at !== head?.at);
  const isLinked = (at: number): boolean => linkAt(page, at) !== undefined;
  const plain = rest.filter(({ block, at, text }) => block.tag !== "button" && !(isLinked(at) && !isTold(text)));
  const said = ({ text }: { text: string }): Said => ({ text, quote: text });
  const items = plain.filter(({ block }) => block.tag === "li");
  // A list of one is a paragraph.
  const sentences = plain
    .filter(({ block, text }) => !isHeading(block) && (block.tag !== "li" || items.length === 1) && isTold(text))
    .map(said);
  const role = plain.find(({ at }) => head && at > head.at);
  return {
    heading: head && { text: head.text, quote: head.quote },
    sentences: head?.rest ? [{ text: head.rest, quote: head.quote }, ...sentences] : sentences,
    items: items.map(said),
    price: parts.filter(({ text }) => text.length <= MOST_SHORT && AMOUNT.test(text)).map(said)[0] ?? null,
    person: head && role && isPersonWithRole(head.text, role.text) ? { name: head, role: said(role) } : null,
    link: parts.map(({ at }) => linkAt(page, at)).find((link) => link !== undefined) ?? null,
    isDated: isDated ?? false,
    place: { page, from, to },
  };
}

/** A number with its unit. */
const COUNT = /^[~≈+<>]?\s?\d[\d.,\s]*[万億千%+kKM]*\s?\p{L}{0,12}\+?$/u;

type Part = { block: Block; at: number; text: string };
type Head = Said & { at: number; rest: string };

/** A card's heading; else its first block's lead-in; else a short text before a longer one. */
function headOf(parts: Part[], leads: Record<number, number>): Head | null {
  const marked = parts.find(({ block }) => isHeading(block));
  if (marked) return isShort(marked.text) ? { at: marked.at, text: marked.text, quote: marked.text, rest: "" } : null;
  // "6.3万団体" above "業界団体" counts what the next line names.
  const [first, second] = parts;
  if (!first) return null;
  if (second && COUNT.test(first.text) && isShort(second.text) && !isTold(second.text))
    return headOf(parts.slice(1), leads);
  const length = leads[first.at];
  if (length !== undefined) {
    const text = first.text.slice(0, length);
    const rest = first.text.slice(length).replace(/^[\s:.–—-]+/u, "");
    return isShort(text) ? { at: first.at, text, quote: first.text, rest: isTold(rest) ? rest : "" } : null;
  }
  return isShort(first.text) && parts.length > 1
    ? { at: first.at, text: first.text, quote: first.text, rest: "" }
    : null;
}

export function linkAt({ links, shape }: SitePage, at: number): PageLink | undefined {
  const place = shape?.linked[at];
  return place === undefined ? undefined : links[place];
}

const UNSPACED_ROLE =
  /CEO|CTO|COO|代表|創業|取締役|社長|役員|エンジニア|デザイナー|担当|创始|创办|经理|工程师|设计师|대표|창업|개발자|디자이너/;

/** "Ana Ruiz" with "Diseñadora" below. Scripts without capitals need a known role. */
function isPersonWithRole(name: string, role: string): boolean {
  if (!isPerson(name) || !isShort(role) || isSentence(role) || AMOUNT.test(role)) return false;
  return /\p{Lu}/u.test(name) ? wordsOf(role).length <= 8 : UNSPACED_ROLE.test(role);
}
