import type { Group } from "../../domain/search-score.ts";
import type { IdSet } from "./id-set.ts";
import type { ListingTexts } from "./listing-texts.ts";
import type { Question } from "./question.ts";

const MOST_WORDS = 4;

/** Why listings were found that do not have the words as typed: the words that they have, and their category. */
export function matchReasons(texts: ListingTexts) {
  /** The members of each category that the question is about come in the same order as these. */
  return function reasonFor(
    id: number,
    groups: readonly Group[],
    question?: Question,
    members: readonly IdSet[] = [],
  ): string | undefined {
    const text = texts.of([id])[0]?.words ?? "";
    const having = (some: readonly string[]): string[] => some.filter((word) => text.includes(` ${word} `)).slice(0, 1);
    const typed = groups.flatMap(({ alternatives }) => having(alternatives.map(({ text }) => text)));
    const meant = (question?.terms ?? []).flatMap((term) => having(term.words));
    const added = (question?.added ?? []).flatMap((term) => having(term.words));
    const found = [...new Set([...(question ? meant : typed), ...added])].slice(0, MOST_WORDS);
    const category = question?.shares.find((_, index) => members[index]!.has(id));
    const reasons = [found.length > 0 && `matches: ${found.join(", ")}`, category && `category: ${category.name}`];
    return reasons.filter(Boolean).join("; ") || undefined;
  };
}
