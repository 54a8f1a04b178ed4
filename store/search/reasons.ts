import type { Group } from "#domain/search/search-score.ts";
import { REASONS } from "#domain/search/search-words.ts";
import { given } from "#domain/text/given.ts";
import { inEnglish } from "#languages/words.ts";
import type { IdSet } from "./id-set.ts";
import type { ListingTexts } from "./listing-texts.ts";
import type { Question } from "./question.ts";

const MOST_WORDS = 4;

/**
 * Why listings without the typed words were found: related words, and their category. Members of
 * each category are in the same order.
 */
export function matchReasons(texts: ListingTexts) {
  return function reasonsFor(
    groups: readonly Group[],
    question?: Question,
    members: readonly IdSet[] = [],
  ): (id: number) => string | undefined {
    const wanted = question
      ? [...question.terms, ...question.added].map(({ words, meant }) => words.map((text) => ({ text, meant })))
      : groups.map(({ alternatives }) => alternatives);
    const spaced = wanted.map((words) => words.map((word) => ({ ...word, place: ` ${word.text} ` })));
    return (id) => {
      const text = texts.of([id])[0]?.words ?? "";
      const found = new Set<string>();
      const meant = new Set<string>();
      for (const words of spaced) {
        const having = words.find(({ place }) => text.includes(place));
        if (having?.meant !== undefined) meant.add(having.meant);
        else if (having) found.add(having.text);
        if (found.size + meant.size === MOST_WORDS) break;
      }
      const category = question?.shares.find((_, index) => given(members[index]).has(id));
      const reasons = [
        ...(meant.size > 0 ? [inEnglish(REASONS.meant([...meant].join(", ")))] : []),
        ...(found.size > 0 ? [inEnglish(REASONS.matches([...found].join(", ")))] : []),
        ...(category ? [inEnglish(REASONS.category(category.name))] : []),
      ];
      return reasons.join("; ") || undefined;
    };
  };
}
