import { pattern } from "#domain/text/pattern.ts";
import { isHeading } from "./candidate.ts";
import { FEATURE_SECTION, isAudience, isOtherLabel, isOtherSection, isProblemSection } from "./fields/sections.ts";
import { isFiller } from "./filler.ts";
import type { PageRecord, RecordGroup } from "./records.ts";
import { isSentence } from "./text.ts";

export type RecordKind =
  | "features"
  | "plans"
  | "products"
  | "people"
  | "questions"
  | "testimonials"
  | "posts"
  | "steps"
  | "contacts"
  | "manual"
  | "form"
  | "template"
  | "problems"
  | "audiences"
  | "other section"
  | "other";

/** What a group's records are, mostly by structure rather than words. */
export function kindOf(group: RecordGroup): RecordKind {
  const { records, above } = group;
  const most = (test: (record: PageRecord) => boolean): boolean => records.filter(test).length * 2 > records.length;
  if (most(isTestimonial)) return "testimonials";
  if (most(({ price }) => price !== null)) return "plans";
  if (most(({ heading }) => heading !== null && /[?？]$/.test(heading.text))) return "questions";
  if (most(({ person }) => person !== null) || most(hasInitials)) return "people";
  if (most(isPost)) return "posts";
  if (most(isSold)) return "products";
  if (most(isCrossed) || above.some(isProblemSection)) return "problems";
  if (areSteps(group)) return "steps";
  if (most(isFigure) || above.some(isOtherLabel)) return "other section";
  if (most(({ link }) => /^(mailto|tel):/.test(link?.href ?? ""))) return "contacts";
  if (hasTag(records, /^pre$/)) return "manual";
  if (hasTag(records, /^(label|legend)$/)) return "form";
  if (records.filter(isChapter).length >= LEAST_CHAPTERS) return "manual";
  const names = records.flatMap(({ heading }) => heading?.text ?? []);
  if (names.length >= 3 && new Set(names).size * 2 <= names.length) return "template";
  if (isTemplate(records)) return "template";
  if (names.length > 1 && names.filter(isAudience).length * 2 > records.length) return "audiences";
  return most((record) => record.heading !== null && (record.sentences.length > 0 || isListed(record)))
    ? "features"
    : "other";
}

/** Lists with this many items explain the heading above. */
const LEAST_ITEMS = 3;
const isListed = (record: PageRecord): boolean =>
  record.items.length >= LEAST_ITEMS && blocksOf(record).slice(0, 2).some(isHeading);

const hasTag = (records: PageRecord[], tags: RegExp): boolean =>
  records.some((record) => blocksOf(record).some(({ tag }) => tags.test(tag)));

const blocksOf = ({ place: { page, from, to } }: PageRecord) => page.blocks.slice(from, to);

const QUOTED = /^["“„«‹「『]/u;

/** Quotes of others: marked up, in quotation marks, or signed by a person. */
export function isTestimonial(record: PageRecord): boolean {
  const blocks = blocksOf(record);
  const [first] = blocks;
  if (!first) return false;
  return (
    blocks.some(({ region }) => region === "quote") ||
    blocks.some(({ text }) => QUOTED.test(text) && text.length > 40) ||
    blocks.some(({ text }) => /^[★⭐]{3}/u.test(text))
  );
}

const DAY = pattern("u")`
    \b(19|20)\d\d[-/.](0?[1-9]|1[0-2])[-/.]\d{1,2}\b|\b\d{1,2}[-/.](0?[1-9]|1[0-2])[-/.](19|20)\d\d\b|
    \b\d{1,2}\.?\s(?:de\s)?\p{L}{3,9}\.?,?\s(?:de\s)?20\d\d\b|\b\p{Lu}\p{L}{2,8}\.?\s\d{1,2},\s20\d\d\b|
    20\d\d年\d{1,2}月|20\d\d년\s?\d{1,2}월`;
const POST_PATH = /\/(blog|news|posts?|articles?|artikel|noticias|actualites|aktuelles|stories|press|changelog)\/./i;

const isPost = (record: PageRecord): boolean =>
  record.isDated ||
  POST_PATH.test(record.link?.href ?? "") ||
  blocksOf(record).some(({ text }) => text.length <= 80 && DAY.test(text));

/** Shop items: own page and price, which may be a bare number beside a currency icon. */
const isSold = (record: PageRecord): boolean =>
  record.link !== null &&
  (SHOP_PATH.test(record.link.href) ||
    blocksOf(record).some(({ text }) => text !== record.heading?.text && text.length <= 40 && BARE_PRICE.test(text)));
const BARE_PRICE = /^\D{0,12}\d{1,3}([ .,]?\d{3})*([.,]\d\d)?(\s\D{0,20})?$/u;
const SHOP_PATH =
  /\/(shop|store|cart|basket|warenkorb|panier|boutique|tienda|carrito|catalog(ue?)?|katalog)\b|add[-_]to[-_]cart/i;

/** "MK" above "Markus K.", "田" above "田中 美由紀": a person without a picture. */
function hasInitials(record: PageRecord): boolean {
  const [first, second] = blocksOf(record);
  if (!first || !second || !/^(?:\p{L}|\p{Lu}{2})$/u.test(first.text)) return false;
  const initials = second.text.split(/\s+/).map((word) => word[0] ?? "");
  return second.text.startsWith(first.text) || first.text.toUpperCase() === initials.slice(0, 2).join("").toUpperCase();
}

/** "500+ stores", "99% faster": statistics. */
const isFigure = ({ heading }: PageRecord): boolean =>
  /^[+~≈<>-]?\s?\d[\d.,]*\s?(?:[kmb万億]?\+|%|x(?!\p{L})|[km](?!\p{L}))/iu.test(heading?.text ?? "");

/** Rows of the same shape may follow, so each card is also judged alone. */
export const isSomethingElse = (record: PageRecord): boolean =>
  isCrossed(record) ||
  hasInitials(record) ||
  (isFigure(record) && !/^100\s?%/.test(record.heading?.text ?? "")) ||
  isAudience(record.heading?.text ?? "");

/** A manual has at least this many chapters. */
const LEAST_CHAPTERS = 8;
const isChapter = ({ heading }: PageRecord): boolean => /^\d{1,2}[.)]\s/.test(heading?.text ?? "");

const CROSS = /^[✕✗✘✖❌❎×]\ufe0f?(?:\s|$|\p{L})/u;
/** Crossed items are problems or exclusions. */
const isCrossed = (record: PageRecord): boolean => CROSS.test(blocksOf(record)[0]?.text ?? "");

/** Unfinished template cards. */
const isTemplate = (records: PageRecord[]): boolean =>
  records.some((record) => blocksOf(record).some(({ text }) => isFiller(text)));

/** Longer numbered rows are not steps. */
const MOST_STEPS = 5;
const areSteps = ({ records, isOrdered, title }: RecordGroup): boolean => {
  if (isOrdered) return true;
  if (!areNumbered(records)) return false;
  if (title !== null && isOtherSection(title)) return true;
  // Numbered items below "Why us" are reasons.
  return records.length <= MOST_STEPS && !(title !== null && FEATURE_SECTION.test(title));
};

/** "1", "2", "3" with any word: "Step 1", "Schritt 1", "第1步". */
function areNumbered(records: PageRecord[]): boolean {
  const isNth = (texts: string[], at: number): boolean =>
    texts.some((text) => text.length <= 80 && ordinalOf(text) === at + 1);
  return (
    records.length >= 2 &&
    (records.every((record, at) =>
      isNth(
        blocksOf(record)
          .slice(0, 2)
          .map(({ text }) => text),
        at,
      ),
    ) ||
      records.every(({ place: { page, from } }, at) => isNth([page.blocks[from - 1]?.text ?? ""], at)))
  );
}

const ordinalOf = (text: string): number | null => {
  const [, digits] = /^(?:\p{L}{1,12}\s?)?0?(\d{1,2})(?:\s?\p{L}?\s?[.:)、–-]|\s?[步歩]|\s|$)/u.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** Whether a section with a button that its siblings lack is a call to action: "Ready to start?" */
export function isCallToAction(record: PageRecord, { records }: RecordGroup): boolean {
  const asks = (one: PageRecord): boolean =>
    blocksOf(one).some(({ tag }) => tag === "button") || (one.link !== null && !/^(mailto|tel):/.test(one.link.href));
  return asks(record) && record.sentences.length <= 1 && records.filter(asks).length * 3 <= records.length;
}

/** A heading that names something rather than asks, counts or greets. */
export const isNaming = (text: string): boolean =>
  !/[?？:：]$/.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) >= 2 && !(isSentence(text) && text.length > 60);
