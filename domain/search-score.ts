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
/**
 * A prefix counts less than a whole word, but only a little less in names, which people type
 * stepwise.
 */
const UNFINISHED = [0.8, 0.15, 0.15, 0.15];
const WHOLE_NAME = 0.5;

/** Whether a `searchableText` contains one of the alternatives. */
export const hasOne = (alternatives: readonly Alternative[], words: string): boolean =>
  alternatives.some(({ kind, text }) => {
    const place = words.indexOf(kind === "word" ? ` ${text} ` : ` ${text}`);
    return place !== -1 && (kind !== "name" || place < words.indexOf(PART_END));
  });

/**
 * The score of a listing: each search word counts once, by match quality and place. `name` is
 * folded.
 */
export function scoreOf(groups: readonly Group[], words: string, name: string): number {
  const ends: number[] = [];
  for (let end = words.indexOf(PART_END); end !== -1; end = words.indexOf(PART_END, end + 2)) ends.push(end);
  let score = 0;
  let inName = 0;
  for (const { alternatives, weight } of groups) {
    let best = 0;
    let bestPart = -1;
    for (const { kind, text, closeness } of alternatives) {
      if (PART_WORTH[0]! * closeness <= best) continue;
      const place = words.indexOf(kind === "word" ? ` ${text} ` : ` ${text}`);
      if (place === -1) continue;
      let part = 0;
      while (place >= ends[part]!) part++;
      if (kind === "name" && part > 0) continue;
      const isWhole = words[place + 1 + text.length] === " ";
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
}
