import { PART_END } from "./search-text.ts";

/** One way to satisfy a word of a search: a whole word, the beginning of one, or the beginning of a word of the name. */
export type Alternative = {
  kind: "word" | "prefix" | "name";
  text: string;
  /** 1 when it is what was typed, less with every error that was forgiven. */
  closeness: number;
};

/** What one typed word may stand for. `weight` is higher for rarer words. */
export type Group = { alternatives: Alternative[]; weight: number };

/** Worth of a word in the name, the tagline, the keywords, the rest. */
const PART_WORTH = [10, 5, 4, 1];
/** A beginning counts less than a whole word; in a name not much, because names are what people type step by step. */
const UNFINISHED = [0.8, 0.15, 0.15, 0.15];
const WHOLE_NAME = 0.5;

/** Whether a `searchableText` has one of the alternatives. */
export const hasOne = (alternatives: readonly Alternative[], words: string): boolean =>
  alternatives.some(({ kind, text }) => {
    const place = words.indexOf(kind === "word" ? ` ${text} ` : ` ${text}`);
    return place !== -1 && (kind !== "name" || place < words.indexOf(PART_END));
  });

/** How well a listing answers: each typed word counts once, by how closely and where it was found. `name` is folded. */
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
  // A short name that was typed nearly whole beats a long one of which it is a part.
  const length = Math.max(groups.length, name.split(" ").length);
  return score * (1 + (inName / length) * WHOLE_NAME);
}
