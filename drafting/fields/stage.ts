import { pattern } from "#domain/text/pattern.ts";
import { blocksOf, type Candidate, type Finder } from "../candidate.ts";
import { speaksOfItself } from "../corpus.ts";
import { sentencesOf } from "../text.ts";

const SIGNS: [stage: string, sign: RegExp][] = [
  [
    "mvp",
    pattern("i")`
      \b(currently|now|still|is|are) in (an? )?(public |private |open |closed |early |invite-only )?(beta|
      alpha)\b|\b(public|private|open|closed) (beta|alpha)\b|\bbeta version\b|\bearly access\b`,
  ],
  ["idea", /\b(coming|launching) soon\b|\bjoin (the|our) wait(ing)?[- ]?list\b/i],
  [
    "launched",
    /\b(is|are) (now )?generally available\b|\bofficially launched\b|\bout of beta\b|\bwe (have )?launched\b/i,
  ],
];

/** Only if the home page states it about the product; usually blank. */
export const findStage: Finder = (corpus, { name }) => {
  const found: Candidate[] = [];
  const { home } = corpus;
  if (!home) return found;
  const blocks = blocksOf(home).slice(0, 25);
  for (const [stage, sign] of SIGNS)
    for (const block of blocks)
      for (const sentence of sentencesOf(block.text)) {
        if (
          !sign.test(sentence) ||
          sentence.length > 380 ||
          /\b(feature|integration|api|support for|mobile app|plugin|version \d)\b/i.test(sentence)
        )
          continue;
        const short = sentence.length <= 60 && blocks.indexOf(block) < 10;
        if (short || speaksOfItself(sentence, corpus, name))
          found.push({ value: stage, page: home.id, quote: sentence });
      }
  return found;
};
