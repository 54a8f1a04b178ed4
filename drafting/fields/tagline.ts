import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { cleanLine, fold } from "#domain/text/text.ts";
import { agreedFirst, blocksOf, type Candidate, type Finder, isHeading } from "../candidate.ts";
import { nodesOf, stringsOf } from "../json-ld.ts";
import { bare, sentencesOf, wordsOf } from "../text.ts";
import { plainName, segmentsOf } from "../titles.ts";

const phrases = phrasesIn("titles");

const EMPTY = new RegExp(phrases("empty"), "i");
/** Cookie banners, age gates, warnings, notices. */
const NOTICE = new RegExp(phrases("notice"), "iu");
/** Short calls to action and greetings: "Wishlist on Steam", "Get started". */
const CALL = new RegExp(phrases("calls to action"), "iu");
const MOST_CALL_WORDS = 6;

/** The slogan: beside the name in the title, else the first heading, else a short description. */
export const findTagline: Finder = (corpus, { name }) => {
  const { home } = corpus;
  if (!home) return [];
  const own = bare(name ?? "");
  const isSlogan = (text: string, least = 3): boolean => {
    const rest = own ? bare(text).replaceAll(own, "") : bare(text);
    const others = wordsOf(text).filter((word) => !own.includes(bare(word)));
    return (
      wordsOf(text).length >= least &&
      (own === "" || others.length >= 2) &&
      rest.length >= 6 &&
      (own === "" || bare(plainName(text)) !== own) &&
      text.length <= 200 &&
      !EMPTY.test(text.trim()) &&
      !NOTICE.test(text.trim()) &&
      !(CALL.test(text.trim()) && wordsOf(text).length <= MOST_CALL_WORDS) &&
      !/^https?:/i.test(text)
    );
  };
  const found: (Candidate & { source: string })[] = [];
  const add = (text: string, quote: string, source: string): void => {
    const value = cleanLine(text);
    if (value) found.push({ value, page: home.id, quote, source });
  };

  const titles = [home.title, home.meta["og:title"]].filter((title) => title !== undefined && title !== null);
  // Two words of a title are a slogan if they also stand alone.
  const alone = new Set(
    blocksOf(home).flatMap(({ tag, text }) => (tag === "p" || /^h\d$/.test(tag) ? bare(text) : [])),
  );
  const segments = titles.flatMap((title) =>
    segmentsOf(title)
      .filter((part) => isSlogan(part, alone.has(bare(part)) ? 2 : 3) && bare(part) !== own)
      .map((part) => ({ part: afterName(part, name), title })),
  );
  segments.sort((a, b) => b.part.length - a.part.length);
  for (const { part, title } of segments) add(part, title, "title");

  for (const text of firstHeadings(home, own)) if (isSlogan(text)) add(text, text, "heading");
  for (const node of nodesOf(home))
    for (const text of stringsOf(node.slogan)) if (isSlogan(text)) add(text, text, "structured data");
  const description = home.meta.description ?? home.meta["og:description"];
  if (description) {
    const first = sentencesOf(description)[0] ?? "";
    if (first.length <= 140 && isSlogan(first, 4)) add(first, description.slice(0, 380), "description");
  }
  const lead = blocksOf(home)
    .slice(0, 25)
    .find((block) => block.tag === "p" && wordsOf(block.text).length >= 5);
  const line = sentencesOf(lead?.text ?? "")[0] ?? "";
  // The same source as the description: that both agree makes them no slogan.
  if (line.length <= 140 && isSlogan(line, 5)) add(line, line, "description");
  return agreedFirst(found);
};

/** "Acme: the calm inbox" and "Acme - the calm inbox" keep what follows the name. */
function afterName(part: string, name: string | null): string {
  if (!name || !fold(part).startsWith(fold(name))) return part;
  const rest = part.slice(name.length);
  return /^\s*[,:–—|-]\s+\S/.test(rest) ? rest.replace(/^\s*[,:–—|-]\s+/, "") : part;
}

/** First headings; a heading split into lines is joined. */
function firstHeadings(home: SitePage, own: string): string[] {
  const blocks = blocksOf(home);
  const texts: string[] = [];
  for (const tag of ["h1", "h2", "h3"]) {
    const at = blocks.findIndex((block) => block.tag === tag);
    const block = blocks[at];
    if (!block || (tag !== "h1" && at > 12)) continue;
    const lines = [block.text];
    // Two short lines make one slogan ("Time tracking / without the fuss").
    for (const next of tag === "h1" ? blocks.slice(at + 1) : []) {
      if (lines.join(" ").length >= 60 || next.tag !== "h1") break;
      lines.push(next.text);
    }
    texts.push(lines.join(" "));
    if (lines.length > 1) texts.push(block.text);
    if (isHeading(block) && tag === "h1" && bare(block.text) !== own) break;
  }
  return texts;
}
