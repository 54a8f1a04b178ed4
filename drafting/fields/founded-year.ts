import { type Candidate, type Finder, unique } from "../candidate.ts";
import { labelledYear, VERB, yearFault } from "../claims/years.ts";
import { speaksOfItself } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, stringsOf } from "../json-ld.ts";
import { sentencesOf } from "../text.ts";

const YEAR = "((?:18|19|20)\\d\\d)";
const YEARS = new RegExp(`(?<!\\d)${YEAR}(?!\\d)`, "g");
const MOST_LABEL = 30;
const MOST_LABELLED = 70;
/** Verbs that mean the company; others may mean a version. */
const FOUNDED =
  /\b(?:founded|established|incorporated|gegründet|fond[ée]e?|fundad[ao]|fondata|est\.?)(?!\p{L})|تأسس|設立|創業/iu;
const SINCE = [
  new RegExp(
    `\\b(?:running|in ` +
      `business|operating|independent|around|going|developed|bootstrapped|profitable|active|online|maintained|serving[\\w ` +
      `]{0,30}|building[\\w ]{0,30}|making[\\w ]{0,30}|helping[\\w ]{0,30}|trusted[\\w ` +
      `]{0,30})\\ssince\\s(?:\\w+\\s)?${YEAR}\\b`,
    "i",
  ),
  new RegExp(`^(?:since|seit|depuis|desde|est\\.?)\\s${YEAR}[.!]?$`, "i"),
];

/** The stated founding year; never a copyright year. */
export const findFoundedYear: Finder = (corpus, { name }) => {
  const found: (Candidate & { rank: number })[] = [];
  for (const page of corpus.pages) {
    for (const node of nodesOf(page))
      if (isA(node, ORGANISATION))
        for (const date of stringsOf(node.foundingDate)) {
          const year = /^(\d{4})/.exec(date)?.[1];
          if (year) found.push({ value: year, page: page.id, quote: date, rank: 0, isStrong: true });
        }
    if (page.kind === "blog" || page.kind === "changelog") continue;
    for (const [at, block] of page.blocks.entries()) {
      if (block.region === "quote" || block.region === "nav" || !/(18|19|20)\d\d/.test(block.text)) continue;
      const label = page.blocks[at - 1]?.text ?? "";
      for (const text of [block.text, `${label.slice(0, MOST_LABEL)} ${block.text}`]) {
        const value = text.length <= MOST_LABELLED ? labelledYear(text, block, page, corpus) : null;
        if (value !== null) found.push({ value, page: page.id, quote: text, rank: 1, isStrong: true });
      }
      if (block.text.length < 300 && /©|\(c\) ?\d/i.test(block.text)) continue;
      for (const sentence of sentencesOf(block.text)) {
        if (sentence.length > 380 || /©|\(c\)|copyright/i.test(sentence)) continue;
        const context = { text: sentence, block, after: "" };
        const since = SINCE.map((pattern) => pattern.exec(sentence)?.[1]).find((year) => year !== undefined);
        const own = speaksOfItself(sentence, corpus, name) || /^(since|seit|est\b|running)/i.test(sentence);
        const told = sentence.search(VERB) < 0 ? [] : (sentence.match(YEARS) ?? []);
        const founded = told.find((value) => yearFault(value, sentence, context, page, corpus) === null);
        const year = founded ?? (own ? since : undefined);
        if (year === undefined) continue;
        const rank = founded === undefined ? 3 : FOUNDED.test(sentence) ? 1 : 2;
        const isFirst = page.kind === "about" || page === corpus.home;
        found.push({
          value: year,
          page: page.id,
          quote: sentence,
          isStrong: rank === 1,
          rank: rank + (isFirst ? 0 : 0.5),
        });
      }
    }
  }
  found.sort((a, b) => a.rank - b.rank);
  return unique(found, (item) => item.value).map(({ rank: _, ...candidate }) => candidate);
};
