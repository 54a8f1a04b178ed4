import { readShippedText } from "../core/shipped.ts";
import { once } from "../domain/once.ts";
import { wordsOf } from "./text.ts";

/** Beginnings of words of a field, such as "bee" for agriculture, by the slug of its category; in one file for all languages. */
type Topic = { slug: string; spaced: string[]; compact: string[] };

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

const topics = once((): Topic[] =>
  readShippedText("./data/category-words/topics.txt")
    .trim()
    .split("\n")
    .map((line) => {
      const [slug = "", roots = ""] = line.split(": ", 2);
      const all = roots.split(" ").map((root) => root.replace(/[-'’]/g, " ").replace(/[~.]/g, " "));
      return {
        slug,
        spaced: [...new Set(all.filter((root) => !UNSPACED.test(root)).map((root) => ` ${root}`))],
        compact: all.filter((root) => UNSPACED.test(root)).map((root) => root.replaceAll(" ", "")),
      };
    }),
);

/** How many different words of each field a text has. */
export function topicsIn(text: string): Map<string, number> {
  const words = ` ${wordsOf(text).join(" ")} `;
  const compact = UNSPACED.test(text) ? text.toLowerCase().replace(/\s/g, "") : "";
  const found = new Map<string, number>();
  for (const topic of topics()) {
    const count =
      topic.spaced.filter((root) => words.includes(root)).length +
      topic.compact.filter((root) => compact.includes(root)).length;
    if (count > 0) found.set(topic.slug, count);
  }
  return found;
}
