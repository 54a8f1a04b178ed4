import type { Alternative, Group } from "#domain/search/search-score.ts";
import { englishForms } from "./own-forms.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MAX_WORDS = 10;
const MAX_CORRECTIONS = 16;
const MAX_BEGINNINGS = 8;
/** Prefixes this short match only names. */
const SHORT = 2;
/** "Wiki" for "wikis". */
const OTHER_FORM = 0.9;

const word = (text: string, closeness = 1): Alternative => ({ kind: "word", text, closeness });
const prefix = (text: string, closeness = 1): Alternative => ({ kind: "prefix", text, closeness });

/** Typos in the first letter are rare. */
function closenessOf(typed: string, meant: string, errors: number): number {
  const first = typed[0] === meant[0] ? 1 : 0.8;
  const last = typed.at(-1) === meant.at(-1) ? 1 : 0.95;
  const length = typed.length === meant.length ? 1 : 0.97;
  return (errors === 1 ? 0.6 : 0.3) * first * last * length;
}

export function planOf(typed: readonly string[], vocabulary: Vocabulary, rows: number) {
  const words = [...new Set(typed)].slice(0, MAX_WORDS);
  const last = typed.length <= MAX_WORDS ? typed.at(-1) : undefined;
  const weigh = (alternatives: Alternative[]): Group => {
    let known = 0;
    for (const { kind, text } of alternatives) known += kind === "word" ? vocabulary.rowsWith(text) : 0;
    return { alternatives, weight: 1 + Math.log(1 + rows / (1 + known)) };
  };

  const strict = (text: string): Alternative[] => {
    if (text !== last) return [word(text)];
    return [word(text), text.length <= SHORT ? { kind: "name", text, closeness: 1 } : prefix(text)];
  };
  const near = (text: string): Alternative[] =>
    vocabulary
      .near(text)
      .map((found) => ({
        alternative: word(found.word, closenessOf(text, found.word, found.errors)),
        rows: vocabulary.rowsWith(found.word),
      }))
      .sort((a, b) => b.alternative.closeness - a.alternative.closeness || b.rows - a.rows)
      .slice(0, MAX_CORRECTIONS)
      .map(({ alternative }) => alternative);
  const beginnings = (text: string): Alternative[] =>
    vocabulary
      .misspeltBeginnings(text)
      .filter(({ spelling }) => spelling.length > SHORT)
      .sort((a, b) => b.rows - a.rows)
      .slice(0, MAX_BEGINNINGS)
      .map(({ spelling }) => prefix(spelling, closenessOf(text, spelling, 1)));

  const isKnown = (text: string) => vocabulary.rowsWith(text) > 0;
  return {
    words,
    allKnown: words.every(isKnown),
    /** Every word as typed; the last may be a prefix. */
    exact: (): Group[] => words.map((text) => weigh(strict(text))),
    /** Words in any of their English forms. */
    inForms: (): Group[] =>
      words.map((text) => {
        const forms = englishForms(vocabulary, text).filter((form) => form !== text);
        return weigh([...strict(text), ...forms.map((form) => word(form, OTHER_FORM))]);
      }),
    /** Unknown words may be misspelt. */
    unknownCorrected: (): Group[] =>
      words.map((text) => weigh(isKnown(text) ? strict(text) : [...strict(text), ...near(text)])),
    /** Any other word may be misspelt too, and the last may be a misspelt prefix. */
    corrected: (): Group[] =>
      words.map((text) =>
        weigh([...strict(text), ...near(text), ...(text === last && text.length > SHORT + 1 ? beginnings(text) : [])]),
      ),
  };
}
