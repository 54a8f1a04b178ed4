import { readShippedText } from "#core/runtime/shipped.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { wordVectors } from "./word-vectors.ts";

/** With these words a name stands for its category. */
const INSTEAD = /\b(?:alternatives?|replac(?:e|es|ing|ements?)|instead of|similar to|clones?|competitors?)\b/i;
const MOST_WORDS = 3;

const known = once(() => {
  const slugs = new Map<string, string[]>();
  for (const line of readShippedText("./data/known-products.txt").trim().split("\n")) {
    const [slug = "", names = ""] = line.split(": ", 2);
    for (const name of names.split("; ")) {
      const folded = searchWords(name).join(" ");
      slugs.set(folded, [...(slugs.get(folded) ?? []), slug]);
    }
  }
  return slugs;
});

/**
 * Categories of well-known products in a question. Names that are also words count only in "instead
 * of Things" or "something like Things".
 */
export function categoriesOfProducts(question: string): Set<string> {
  const words = searchWords(question);
  const isInstead = INSTEAD.test(question);
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + MOST_WORDS); to > from; to--) {
      const slugs = known().get(words.slice(from, to).join(" "));
      if (!slugs) continue;
      const isName = to > from + 1 || words[from - 1] === "like" || !wordVectors().has(given(words[from]));
      if (isInstead || isName) for (const slug of slugs) found.add(slug);
      from = to - 1;
      break;
    }
  return found;
}
