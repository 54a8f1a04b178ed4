import { readShippedText } from "#core/runtime/shipped.ts";
import { alternativeSlug, replaces } from "#domain/listings/alternative-to.ts";
import { isTelling } from "#domain/search/question-words.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { wordVectors } from "./word-vectors.ts";

/** A well-known product by its usual name, and the categories of its alternatives. */
export type KnownProduct = { name: string; categories: string[] };

const INSTEAD = /^(?:instead|similar|clones?|competitors?)$/;
/** A name that is also a word stands so near to such words, as in "instead of Things". */
const NEAR = 4;

/** Lines are "category: Name; Name = other spelling". */
function* spellings() {
  for (const line of readShippedText("./data/known-products.txt").trim().split("\n")) {
    const [category = "", products = ""] = line.split(": ", 2);
    for (const product of products.split("; ")) {
      const all = product.split(" = ");
      for (const spelling of all) yield { words: searchWords(spelling), spelling, name: given(all[0]), category };
    }
  }
}

const known = once(() => {
  const byWords = new Map<string, KnownProduct>();
  let longest = 1;
  for (const { words, name, category } of spellings()) {
    const key = words.join(" ");
    const other = byWords.get(key);
    // An empty list would be given room for sixteen.
    if (other) other.categories.push(category);
    else byWords.set(key, { name, categories: [category] });
    longest = Math.max(longest, words.length);
  }
  return { byWords, longest };
});

/** By the slug of the page of their alternatives. */
export const productsBySlug = once(
  () =>
    new Map(
      Array.from(spellings(), (one) => [
        alternativeSlug(one.spelling),
        given(known().byWords.get(one.words.join(" "))),
      ]),
    ),
);

/** The product whose name begins at a word, and the end of the name. */
export function productAt(words: readonly string[], from: number): { product: KnownProduct; to: number } | undefined {
  const { byWords, longest } = known();
  for (let to = Math.min(words.length, from + longest); to > from; to--) {
    const product = byWords.get(words.slice(from, to).join(" "));
    if (product) return { product, to };
  }
  return undefined;
}

/** The products that a question names. Names like "Things" and "Find My" need "instead of" or "like" before them. */
export function productsNamed(question: string): KnownProduct[] {
  const words = searchWords(question);
  const isNear = (from: number, to: number) =>
    words.slice(Math.max(0, from - NEAR), from).some((word) => replaces(word) || INSTEAD.test(word)) ||
    words.slice(to, to + 1).some((word) => replaces(word) || INSTEAD.test(word));
  const named: KnownProduct[] = [];
  for (let from = 0; from < words.length; from++) {
    const found = productAt(words, from);
    if (!found) continue;
    const { product, to } = found;
    const name = words.slice(from, to);
    const isName = name.length > 1 ? name.every(isTelling) : !name.every(wordVectors().has);
    if (isName || words[from - 1] === "like" || isNear(from, to)) named.push(product);
    from = to - 1;
  }
  return named;
}

export const categoriesOfProducts = (question: string): Set<string> =>
  new Set(productsNamed(question).flatMap(({ categories }) => categories));
