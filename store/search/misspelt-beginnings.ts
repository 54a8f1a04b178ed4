import { given } from "#domain/text/given.ts";

/** A word beginning with the number of its listings, each word counted once. */
export type Beginning = { spelling: string; rows: number };

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** All texts one error away, as long as a word starts like it. */
export function* spellingsNear(text: string, isBeginning: (text: string) => boolean): Generator<string> {
  for (let i = 0; i <= text.length; i++) {
    const before = text.slice(0, i);
    if (!isBeginning(before)) return;
    if (i < text.length) yield before + text.slice(i + 1);
    if (i + 1 < text.length) yield before + text[i + 1] + text[i] + text.slice(i + 2);
    for (const letter of LETTERS) {
      if (!isBeginning(before + letter)) continue;
      yield before + letter + text.slice(i);
      if (i < text.length) yield before + letter + text.slice(i + 1);
    }
  }
}

/** A range of sorted words with the same first letters. */
type Span = readonly [from: number, to: number];
const isEmpty = ([from, to]: Span): boolean => from >= to;

/**
 * The `spellingsNear` with which words begin, in the same order, by descending sorted words letter
 * by letter. `before` has cumulative listing counts.
 */
export function misspeltBeginnings(words: readonly string[], before: ArrayLike<number>) {
  /** First word whose letter at this depth is not smaller. */
  function placeOf(code: number, depth: number, [from, to]: Span): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const word = given(words[middle]);
      if (depth >= word.length || word.charCodeAt(depth) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function withLetter(span: Span, depth: number, code: number): Span {
    const from = placeOf(code, depth, span);
    return [from, placeOf(code + 1, depth, [from, span[1]])];
  }

  /** Words that continue with the rest of a text. */
  function withRest(span: Span, depth: number, text: string, from: number): Span {
    let left = span;
    for (let at = from; at < text.length && !isEmpty(left); at++)
      left = withLetter(left, depth + at - from, text.charCodeAt(at));
    return left;
  }

  return (text: string): Beginning[] => {
    const found = new Map<string, number>();
    const add = ([from, to]: Span, spelling: () => string): void => {
      const rows = from < to ? given(before[to]) - given(before[from]) : 0;
      if (rows > 0) found.set(spelling(), rows);
    };
    let span: Span = [0, words.length];
    for (let i = 0; i <= text.length && !isEmpty(span); i++) {
      const start = text.slice(0, i);
      if (i < text.length) add(withRest(span, i, text, i + 1), () => start + text.slice(i + 1));
      if (i + 1 < text.length) {
        const swapped = withLetter(withLetter(span, i, text.charCodeAt(i + 1)), i + 1, text.charCodeAt(i));
        add(withRest(swapped, i + 2, text, i + 2), () => start + text[i + 1] + text[i] + text.slice(i + 2));
      }
      for (const letter of LETTERS) {
        const next = withLetter(span, i, letter.charCodeAt(0));
        if (isEmpty(next)) continue;
        add(withRest(next, i + 1, text, i), () => start + letter + text.slice(i));
        if (i < text.length) add(withRest(next, i + 1, text, i + 1), () => start + letter + text.slice(i + 1));
      }
      if (i < text.length) span = withLetter(span, i, text.charCodeAt(i));
    }
    return [...found].map(([spelling, rows]) => ({ spelling, rows }));
  };
}
