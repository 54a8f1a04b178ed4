import { type Candidate, type Finder, unique } from "../candidate.ts";
import { type Corpus, speaksOfItself } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, stringsOf } from "../json-ld.ts";
import { bare, sentencesOf } from "../text.ts";

const YEAR = "((?:18|19|20)\\d\\d)";
const FOUNDED = [
  new RegExp(
    `\\b(?:founded|established|incorporated|gegründet|fond[ée]e?|fundad[ao]|fondata|est\\.?)\\b[^.;]{0,60}?\\b${YEAR}\\b`,
    "i",
  ),
  new RegExp(`\\b${YEAR}\\b[^.;]{0,30}\\b(?:gegründet|founded)\\b`, "i"),
];
const STARTED = [
  new RegExp(
    `\\b(?:started|began|launched|begun|born|created|built)\\b[^.;]{0,60}?\\b(?:in|back in)\\s(?:\\w+\\s)?${YEAR}\\b`,
    "i",
  ),
];
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
    for (const block of page.blocks) {
      if (block.region === "quote" || block.region === "nav" || !/(18|19|20)\d\d/.test(block.text)) continue;
      if (block.text.length < 300 && /©|\(c\) ?\d/i.test(block.text)) continue;
      for (const sentence of sentencesOf(block.text)) {
        if (/©|\(c\)|copyright|all rights reserved/i.test(sentence) || sentence.length > 380) continue;
        // "Acme Corp was founded in 1976" may be about a customer, so the sentence must be about
        // this product.
        const own =
          speaksOfItself(sentence, corpus, name) ||
          /^(founded|established|started|since|est\b|gegründet|seit|running)/i.test(sentence);
        if (!own) continue;
        const rank = [FOUNDED, STARTED, SINCE].findIndex((patterns) =>
          patterns.some((pattern) => pattern.test(sentence)),
        );
        if (rank < 0 || (rank === 1 && !startsProduct(sentence, corpus, name))) continue;
        const year = [...FOUNDED, ...STARTED, ...SINCE]
          .map((pattern) => pattern.exec(sentence)?.[1])
          .find((value) => value !== undefined);
        if (year)
          found.push({
            value: year,
            page: page.id,
            quote: sentence,
            isStrong: rank === 0,
            rank: rank + 1 + (page.kind === "about" || page === corpus.home ? 0 : 0.5),
          });
      }
    }
  }
  found.sort((a, b) => a.rank - b.rank);
  return unique(found, (item) => item.value).map(({ rank: _, ...candidate }) => candidate);
};

/**
 * "We launched dark mode in 2021" is not a founding: the object must be the product, the company or
 * absent.
 */
function startsProduct(sentence: string, corpus: Corpus, name: string | null): boolean {
  const match = /\b(?:started|began|launched|begun|born|created|built)\b\s*(.{0,40})/i.exec(sentence);
  const object = match?.[1] ?? "";
  const before = sentence.slice(0, match?.index ?? 0);
  const own = (text: string): boolean => {
    const plain = bare(text);
    return (
      (name !== null && bare(name).length > 2 && plain.includes(bare(name))) ||
      (corpus.label.length > 2 && plain.includes(bare(corpus.label)))
    );
  };
  return (
    own(object) ||
    (/^(in|back in|as|the (company|project))\b/i.test(object) &&
      (own(before) || /\b(we|company|project|i)\b[^,]{0,20}$/i.test(before)))
  );
}
