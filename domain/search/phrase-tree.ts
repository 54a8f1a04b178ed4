import { foldLetters } from "./search-text.ts";

/** A word, or a character of scripts without spaces. `isJoined` to the word before by a hyphen. */
export type Token = { text: string; at: number; end: number; mayStart: boolean; isJoined: boolean };

const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu;
/** Quotes that no other closes are no part of a pair. */
export const withoutOddQuotes = (text: string): string =>
  text.replace(new RegExp(`(${QUOTED.source})|["“”„«»「」]`, "gu"), (_, pair = "") => pair);
const WORD = /\d+(?:[.,]\d+)*(?![.,]?[\p{L}\p{M}\p{N}])|[\p{L}\p{N}\p{M}+#]+|\p{Sc}/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}]/u;
const PARTS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}]|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}]+/gu;
const HANGUL = /\p{sc=Hangul}/u;
const NONE = "";

/** Arabic words without their article. */
const foldWord = (word: string): string => foldLetters(word).replace(/^ال(?=\p{L}{3})/u, "");

export function tokensOf(text: string): Token[] {
  const quoted = [...text.matchAll(QUOTED)].map(({ 0: part, index }) => [index, index + part.length] as const);
  const tokens: Token[] = [];
  for (const { 0: word, index: at } of text.matchAll(WORD)) {
    const isJoined = text[at - 1] === "-" && tokens.at(-1)?.end === at - 1;
    const isQuoted = quoted.some(([from, to]) => from < at && at < to);
    const add = (part: string, from: number, mayStart: boolean) =>
      tokens.push({
        text: isQuoted ? NONE : foldWord(part),
        ...{ at: from, end: from + part.length, mayStart: mayStart && !isQuoted, isJoined: isJoined && from === at },
      });
    if (!UNSPACED.test(word)) add(word, at, !isJoined);
    // Korean words have their endings behind them.
    else
      for (const { 0: part, index } of word.matchAll(PARTS))
        add(part, at + index, !HANGUL.test(part) || !HANGUL.test(word[index - 1] ?? ""));
  }
  return tokens;
}

export const spelled = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(" ");

/**
 * Phrases by their words. A slot takes some other words, or a number. Most nodes need no map, which
 * saves most of the memory.
 */
export type PhraseTree<Leaf> = {
  next?: Map<string, PhraseTree<Leaf>>;
  slots?: Map<string, PhraseTree<Leaf>>;
  leaves?: Leaf[];
};
/** A value of a field: of its slot if "". None if the words mean something else. */
export type Leaf = { field: string; value: string } | undefined;

export const phrasesOf = (list: string): string[] => list.split(", ");
/** Values with their phrases, as pairs. */
export const listed = (lists: Readonly<Record<string, string>>): [phrase: string, value: string][] =>
  Object.entries(lists).flatMap(([value, list]) => phrasesOf(list).map((phrase): [string, string] => [phrase, value]));

const PIECE = /\{(\w+)\}|[^{]+/g;

export function addPhrase<Leaf>(tree: PhraseTree<Leaf>, phrase: string, leaf: Leaf): void {
  let node = tree;
  const enter = (nodes: "next" | "slots", name: string): void => {
    node[nodes] ??= new Map();
    node = node[nodes].getOrInsertComputed(name, () => ({}));
  };
  for (const [piece, slot] of phrase.matchAll(PIECE)) {
    if (slot !== undefined) enter("slots", slot);
    else for (const { text } of tokensOf(piece)) enter("next", text);
  }
  if (node !== tree) node.leaves = [...(node.leaves ?? []), leaf];
}

/** What a slot takes from a place on. */
type Filled = { value: string; end: number };
export type SlotReader = (tokens: readonly Token[], at: number) => Filled | undefined;
export type Slots = Readonly<Record<string, SlotReader>>;
type Hit<Leaf> = { end: number; leaves: readonly Leaf[]; filled: (Filled & { slot: string; from: number })[] };

/** The longest phrase from a place on. */
export function longestPhrase<Leaf>(
  { next, slots, leaves }: PhraseTree<Leaf>,
  tokens: readonly Token[],
  at: number,
  readers: Slots,
  filled: Hit<Leaf>["filled"] = [],
): Hit<Leaf> | undefined {
  let best: Hit<Leaf> | undefined = leaves && { end: at, leaves, filled };
  const consider = (hit: Hit<Leaf> | undefined): void => {
    if (hit && hit.end > (best?.end ?? -1)) best = hit;
  };
  const word = tokens[at];
  const after = word && next?.get(word.text);
  if (after) consider(longestPhrase(after, tokens, at + 1, readers, filled));
  for (const [slot, then] of slots ?? []) {
    // Some slots are expensive to read, so what must follow is looked for first.
    const mayFollow = then.leaves || then.slots || tokens.some(({ text }, index) => index > at && then.next?.has(text));
    const found = mayFollow && readers[slot]?.(tokens, at);
    if (found) consider(longestPhrase(then, tokens, found.end, readers, [...filled, { ...found, slot, from: at }]));
  }
  return best;
}

/** Takes the longest of some phrases. Of equal ones, the first counts. */
export function slotOf(phrases: Iterable<readonly [phrase: string, value: string]>): SlotReader {
  const values = new Map<string, string>();
  let longest = 0;
  for (const [phrase, value] of phrases) {
    const tokens = tokensOf(phrase);
    values.getOrInsert(spelled(tokens), value);
    longest = Math.max(longest, tokens.length);
  }
  return (tokens, at) => {
    for (let end = Math.min(tokens.length, at + longest); end > at; end--) {
      const value = values.get(spelled(tokens.slice(at, end)));
      if (value !== undefined) return { value, end };
    }
    return undefined;
  };
}
