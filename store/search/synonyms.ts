import { stemOf, tellingWords } from "#domain/search/question-words.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { once } from "#domain/text/once.ts";
import { concepts } from "./concepts.ts";

const MOST_WORDS = 3;
const stemsOf = (text: string): string[] => searchWords(text).map(stemOf);

/** The words of each concept, by the stems of each of its names. */
const known = once(
  () =>
    new Map(
      concepts().flatMap(({ name, synonyms }) => {
        const names = [name, ...synonyms];
        return names.map((one) => [stemsOf(one).join(" "), names] as const);
      }),
    ),
);

/** Other English words for the concepts of a question. */
export function synonymsOf(question: string): string[] {
  const stems = stemsOf(question);
  const found = new Set<string>();
  for (let from = 0; from < stems.length; from++)
    for (let to = Math.min(stems.length, from + MOST_WORDS); to > from; to--) {
      const names = known().get(stems.slice(from, to).join(" "));
      if (!names) continue;
      for (const word of names.flatMap(tellingWords)) if (!stems.includes(stemOf(word))) found.add(word);
      from = to - 1;
      break;
    }
  return [...found];
}
