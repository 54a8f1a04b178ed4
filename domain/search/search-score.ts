import { PART_END } from "./search-text.ts";

/** One way to match a search word: a whole word, a prefix, or a prefix of a word in the name. */
export type Alternative = {
  kind: "word" | "prefix" | "name";
  text: string;
  /** 1 for an exact match, less with every typo. */
  closeness: number;
};

/** What one search word may mean. `weight` is higher for rarer words. */
export type Group = { alternatives: Alternative[]; weight: number };

/** Weight of a match in the name, the tagline, the keywords, the rest. */
const PART_WORTH = [10, 5, 4, 1];
const LAST_PART = PART_WORTH.length - 1;
/**
 * A prefix counts less than a whole word, but only a little less in names, which people type
 * stepwise.
 */
const UNFINISHED = [0.8, 0.15, 0.15, 0.15];
const WHOLE_NAME = 0.5;
const SPACE = 32;

const soughtFor = ({ kind, text }: Pick<Alternative, "kind" | "text">): string => (kind === "word" ? `${text} ` : text);

/** Where a word begins so. To look for a letter first is quicker than to look for a space, which each word has. */
function placeOf(sought: string, words: string): number {
  let at = words.indexOf(sought);
  while (at > 0 && words.charCodeAt(at - 1) !== SPACE) at = words.indexOf(sought, at + 1);
  return at;
}

/** Whether a `searchableText` contains one of the alternatives. */
export const hasOne = (alternatives: readonly Alternative[], words: string): boolean =>
  alternatives.some(({ kind, text }) => {
    const place = placeOf(soughtFor({ kind, text }), words);
    return place !== -1 && (kind !== "name" || place < words.indexOf(PART_END));
  });

/** Scores listings: each search word counts once, by match quality and place. `name` is folded. */
export function scorerOf(groups: readonly Group[]): (words: string, name: string) => number {
  // Hundreds of texts are scored, so nothing is joined for each of them.
  const wanted = groups.map(({ alternatives, weight }) => ({
    weight,
    alternatives: alternatives.map(({ kind, text, closeness }) => ({
      ...{ kind, closeness, length: text.length },
      sought: soughtFor({ kind, text }),
    })),
  }));
  return (words, name) => {
    const ends: number[] = [];
    // Behind the last part, which is the longest, there is none.
    for (let end = -2; ends.length < LAST_PART; ends.push(end)) end = words.indexOf(PART_END, end + 2);
    let score = 0;
    let inName = 0;
    for (const { alternatives, weight } of wanted) {
      let best = 0;
      let bestPart = -1;
      for (const { kind, sought, length, closeness } of alternatives) {
        // It is looked for only where it could be worth more than what was found.
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
    // A short name that is nearly complete beats a long one that contains it.
    const length = Math.max(groups.length, name.split(" ").length);
    return score * (1 + (inName / length) * WHOLE_NAME);
  };
}
