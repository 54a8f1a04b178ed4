import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { pattern } from "#domain/text/pattern.ts";
import { inEnglish, t } from "#languages/words.ts";
import { isHeading } from "../candidate.ts";
import { type Corpus, pathOf } from "../corpus.ts";
import type { Context } from "./context.ts";
import { sectionsOf } from "./other-sections.ts";
import { subjectBefore } from "./people.ts";
import { isWhoseItIs } from "./place-lines.ts";
import { LEGAL_FORM } from "./postal.ts";
import { isOurs, namesUs } from "./subject.ts";

const phrases = phrasesIn("times");

export const VERB = new RegExp(phrases("founding verbs"), "giu");
/** "2024: Acme is born", with the verb first. */
const BORN = new RegExp(phrases("is born"), "iu");
const SINCE = /(?<!\p{L})(?:منذ(?:\sعام)?|since|seit|depuis|desde|dal|sinds|sedan|od)\s(?:the year\s)?$/iu;
const NOT_FOUNDING = new RegExp(phrases("not founding"), "iu");
/** Between the verb and the year: when, where and by whom, but no other launch. */
const BETWEEN = new RegExp(phrases("before a year"), "iu");

/** "Acme Co., Ltd." ends no sentence. */
const FORM_STOP = /((?<!\p{L})(?:Co|Ltd|Inc|Corp))\./gu;

/** "Founding date: August 10, 2017", "設立 2020年3月18日", also in two cells. */
const LABELLED = new RegExp(phrases("founding labels"), "imu");
const DATE = pattern("u")`
    ^(?:\p{L}{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s|\d{1,2}\.?\s(?:de\s)?\p{L}{3,10}\.?\s(?:de\s)?|
    \d{1,2}[./-]\d{1,2}[./-])?(?<year>\d{4})(?:[./-]\d{1,2}[./-]\d{1,2}|年(?:\d{1,2}月(?:\d{1,2}日)?)?|년)?$`;

/** The founding year that a label names where a website says whose it is, under no other company's name. */
export function labelledYear(text: string, block: Block, page: SitePage, corpus: Corpus): string | null {
  const year = DATE.exec(LABELLED.exec(text)?.groups?.date?.trim() ?? "")?.groups?.year;
  return year && isWhoseItIs(block, page) && !isBelowOthers(block, page, corpus) ? year : null;
}

/** Whether a page, section or heading is about another company. */
function isBelowOthers(block: Block, page: SitePage, corpus: Corpus): boolean {
  if (OTHERS_PAGE.test(pathOf(page)) || sectionsOf(page).others.has(block)) return true;
  const above = page.blocks.slice(0, page.blocks.indexOf(block)).findLast(isHeading);
  return above !== undefined && LEGAL_FORM.test(above.text) && !namesUs(above.text, corpus);
}
const OTHERS_PAGE = /customer|client|partner|investor|case-?stud|referen[cz]|kunden|portfolio/;

/** Why a text does not say that the product or company began in `year`, or null. */
export function yearFault(year: string, quote: string, { text, block }: Context, page: SitePage, corpus: Corpus) {
  if (Number(year) > corpus.site.fetchedAt.getUTCFullYear()) return inEnglish(t`year is in the future`);
  if (!block && /^\d{4}(-\d\d){0,2}(t.*)?$/i.test(quote)) return null;
  if (/©|\(c\)|copyright|all rights reserved/i.test(text)) return inEnglish(t`a copyright year is not a founding year`);
  if (block && labelledYear(text, block, page, corpus) === year) return null;
  if (block && !namesUs(text, corpus) && isBelowOthers(block, page, corpus))
    return inEnglish(t`founding of something else`);
  let isMentioned = false;
  for (const { index } of text.matchAll(new RegExp(`(?<!\\d)${year}(?!\\d)`, "g"))) {
    const before = text.slice(0, index);
    if (SINCE.test(before)) {
      const doing = before
        .replace(SINCE, "")
        .split(/[.;!?]\s/)
        .at(-1);
      if (!NOT_FOUNDING.test(doing ?? "")) return null;
      continue;
    }
    for (const verb of before.matchAll(VERB)) {
      isMentioned = true;
      const between = text.slice(verb.index + verb[0].length, index).replace(FORM_STOP, "$1");
      if (between.length > 80 || /[.;!?]\s/.test(between) || /^\sto\b/.test(between)) continue;
      const ours = isOurs(subjectBefore(text, verb.index), corpus);
      if (ours && (BETWEEN.test(between) || namesUs(between, corpus))) return null;
      if (namesUs(between, corpus) && /^\s*[\p{L}.'-]+(?:\s[\p{L}.'-]+){0,3}\s*$/u.test(between)) return null;
    }
    const born = BORN.exec(text.slice(index, index + 60));
    if (born && namesUs(text.slice(index + born[0].length).split(/[;!?\n]|\.\s/)[0] ?? "", corpus)) return null;
    // "2015 founded", "2015: Acme is founded"
    const verb = new RegExp(VERB.source, "iu").exec(text.slice(index, index + 60));
    if (!verb || !isOurs(text.slice(index + 4, index + verb.index), corpus)) continue;
    const [what = ""] = text.slice(index + verb.index + verb[0].length).split(/[.;!?\n]/);
    if (BETWEEN.test(what) || isOurs(what, corpus)) return null;
    isMentioned = true;
  }
  return isMentioned ? inEnglish(t`founding of something else`) : inEnglish(t`quote does not mention the founding`);
}
