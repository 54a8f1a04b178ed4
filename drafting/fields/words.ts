import { cleanLine, fold } from "#domain/text/text.ts";
import { type Candidate, type Finder, unique } from "../candidate.ts";
import { introduction } from "../introduction.ts";
import { isA, nodesOf, PRODUCT, stringsOf } from "../json-ld.ts";
import softwareTags from "./software-tags.json" with { type: "json" };

/** Between keywords: commas, semicolons and bars of all scripts, and spaced dots. */
const BETWEEN = /[,;|\n،؛、，；｜﹐﹔]|\s[·•]\s/u;

export const findKeywords: Finder = (corpus) => {
  const { home } = corpus;
  if (!home) return [];
  const stated = [home.meta.keywords, ...nodesOf(home).flatMap((node) => stringsOf(node.keywords))].filter(
    (text) => text !== undefined,
  );
  const found = stated.flatMap((text) =>
    text
      .split(BETWEEN)
      .map((part) => ({ value: cleanLine(part), page: home.id, quote: text.length <= 380 ? text : cleanLine(part) })),
  );
  return unique(
    found.filter((item) => item.value.length >= 2 && item.value.length <= 60),
    (item) => fold(item.value),
  ).slice(0, 20);
};

/** Common words for software. Tags must occur on the site. */
const TAGS: readonly string[] = softwareTags;

export const findTags: Finder = (corpus) => {
  const found: Candidate[] = [];
  for (const { page, text, weight } of introduction(corpus))
    for (const tag of weight >= 2 ? TAGS : []) {
      const said = new RegExp(
        `(?<![\\p{L}\\p{N}])${RegExp.escape(tag).replace(/\\x2d|\\x20|[ -]/g, "[ -]")}(?![\\p{L}\\p{N}])`,
        tag === tag.toUpperCase() ? "u" : "iu",
      ).exec(text);
      if (said)
        found.push({
          value:
            said[0].includes("-") === tag.includes("-") && tag !== tag.toLowerCase()
              ? tag
              : said[0].toLowerCase() === tag.toLowerCase()
                ? tag
                : said[0],
          page: page.id,
          quote: text.slice(0, 380),
        });
    }
  const { home } = corpus;
  if (home)
    for (const node of nodesOf(home))
      if (isA(node, PRODUCT))
        for (const category of stringsOf(node.applicationCategory)) {
          const words = category.replace(/Application$/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
          if (fold(category).includes(fold(words))) found.push({ value: words, page: home.id, quote: category });
        }
  return unique(found, (item) => fold(item.value)).slice(0, 12);
};
