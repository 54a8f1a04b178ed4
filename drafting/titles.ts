import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { cleanLine } from "#domain/text/text.ts";

const phrases = phrasesIn("titles");

const SEPARATOR = /\s+[-–—|·•»›~/]+\s+|\s*[|｜»›–—]\s*|:{1,2}\s+|\s+::\s+/;
export const GENERIC = new RegExp(phrases("generic"), "i");

/** "Acme Official Website" */
const OFFICIAL = new RegExp(phrases("official"), "iu");

/** The parts of a page title: "Acme | Time tracking" has two. */
export const segmentsOf = (title: string): string[] =>
  title
    .split(SEPARATOR)
    .map((part) => cleanLine(part))
    .filter((part) => part && !GENERIC.test(part));

/** "Acme ®" and "Acme™" become Acme; "Welcome to Acme" is not a name. */
export const plainName = (text: string): string =>
  cleanLine(text)
    .replace(/^(welcome to|willkommen bei|bienvenue (sur|chez))\s+/i, "")
    .replace(/\s*[®™©]+/g, "")
    .replace(/[\s.,!:;|-]+$/, "")
    .replace(/^the\s+(.+)\s+(homepage|website)$/i, "$1")
    .replace(OFFICIAL, "");

/** "© 2026 Loafwise. All rights reserved." */
const OWNER = /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s?[-–]\s?\d{4})?,?\s*)?([^.|•·,©\d][^.|•·,©]{1,40})/iu;

export const ownersOf = ({ blocks }: SitePage): { name: string; quote: string }[] =>
  blocks.flatMap(({ region, text }) => {
    const [, name] = (region === "footer" && OWNER.exec(text)) || [];
    return name === undefined ? [] : [{ name: name.trim(), quote: text }];
  });

/** Names at the top of a page and in its copyright notice. */
export function brandsOf(page: SitePage): { name: string; quote: string }[] {
  const [first] = page.blocks;
  const top = first && first.region !== "main" ? [{ name: first.text, quote: first.text }] : [];
  return [...top, ...ownersOf(page)];
}
