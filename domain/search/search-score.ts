import { PART_END } from "./search-text.ts";

/** A way to match a search word: a whole word, a prefix, or a prefix in the name. */
export type Alternative = {
  kind: "word" | "prefix" | "name";
  text: string;
  /** 1 for an exact match, less with each typo. */
  closeness: number;
  /** The concept it stands for, if the word was typed in another language. */
  meant?: string | undefined;
};

/** The alternatives of one search word. Rarer words have a higher `weight`. */
export type Group = { alternatives: Alternative[]; weight: number };

/** Weights of a match in the name, tagline, keywords and description. */
const PART_WORTH = [10, 5, 4, 1];
const LAST_PART = PART_WORTH.length - 1;
/**
 * A prefix counts less than a whole word, but only slightly less in names, which people type step
 * by step.
 */
const UNFINISHED = [0.8, 0.15, 0.15, 0.15];
const WHOLE_NAME = 0.5;
const SPACE = 32;

const soughtFor = ({ kind, text }: Pick<Alternative, "kind" | "text">): string => (kind === "word" ? `${text} ` : text);

/** Finds a word by prefix. Searching for a letter first is faster than for the frequent space. */
function placeOf(sought: string, words: string): number {
  let at = words.indexOf(sought);
  while (at > 0 && words.charCodeAt(at - 1) !== SPACE) at = words.indexOf(sought, at + 1);
  return at;
}

export const hasOne = (alternatives: readonly Alternative[], words: string): boolean =>
  alternatives.some(({ kind, text }) => {
    const place = placeOf(soughtFor({ kind, text }), words);
    return place !== -1 && (kind !== "name" || place < words.indexOf(PART_END));
  });

/** Scores listings: each search word counts once, by match quality and place. `name` is folded. */
export function scorerOf(groups: readonly Group[]): (words: string, name: string) => number {
  // Precomputed, because hundreds of texts are scored.
  const wanted = groups.map(({ alternatives, weight }) => ({
    weight,
    alternatives: alternatives.map(({ kind, text, closeness }) => ({
      ...{ kind, closeness, length: text.length },
      sought: soughtFor({ kind, text }),
    })),
  }));
  return (words, name) => {
    const ends: number[] = [];
    // The last part, the longest, has no end mark.
    for (let end = -2; ends.length < LAST_PART; ends.push(end)) end = words.indexOf(PART_END, end + 2);
    let score = 0;
    let inName = 0;
    for (const { alternatives, weight } of wanted) {
      let best = 0;
      let bestPart = -1;
      for (const { kind, sought, length, closeness } of alternatives) {
        // Searched only where a match could raise the score.
        let last = kind === "name" ? 0 : LAST_PART;
        while (last >= 0 && PART_WORTH[last]! * closeness <= best) last--;
        if (last < 0) continue;
        const place = placeOf(sought, last === LAST_PART ? words : words.slice(0, ends[last]! + 1));
        if (place === -1) continue;
        let part = 0;
        while (place >= ends[part]!) part++;
        const isWhole = words[place + length] === " ";
        const worth = PART_WORTH[part]! * closeness * (isWhole ? 1 : UNFINISHED[part]!);
        if (worth <= best) continue;
        best = worth;
        bestPart = part;
      }
      if (bestPart === 0) inName++;
      score += best * weight;
    }
    // A nearly complete short name beats a long one that contains the words.
    const length = Math.max(groups.length, name.split(" ").length);
    return score * (1 + (inName / length) * WHOLE_NAME);
  };
}
