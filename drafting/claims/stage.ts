import type { STAGES } from "#domain/listings/fields.ts";
import { pattern } from "#domain/text/pattern.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { Corpus } from "../corpus.ts";
import { subjectBefore } from "./people.ts";
import { OTHERWISE, turnsAround } from "./polarity.ts";
import { isOurs } from "./subject.ts";

type Stage = (typeof STAGES)[number];

/** Words of a stage, which must refer to the product itself. */
export const STAGE_SIGNS: Record<Stage, RegExp> = {
  mvp: pattern("iu")`
    \b(?:in (?:an? )?(?:public |private |open |closed |early |invite-only )?(?:beta|alpha)|(?:public|
    private|open|closed) (?:beta|alpha)|beta version|early access|(?:an? |our )?mvp)\b`,
  idea: pattern("iu")`
    \b(?:(?:coming|launching) soon|join (?:the|our) wait(?:ing)?[- ]?list|under development|(?:just|
    only|still) an idea|idea stage)\b`,
  launched:
    /\b(?:generally available|general availability|officially launched|out of beta|(?:have |has )?launched|now (?:live|available))\b/iu,
  growing: pattern("iu")`
      (?:\d[\d.,]*\s?(?:k|m|million)?\+?|\bmillions of|\bthousands of) (?:happy |paying |
      active )?(?:customers|users|companies|teams|businesses|people|subscribers|organi[sz]ations)\b`,
};

const PART =
  /\b(?:feature|integration|api|support for|mobile app|editor|plug-?in|extension|version \d|mode|dark|campaign)\b/iu;
const VERBS = /^(?:trusted|used|loved|chosen|serving|join|more|over|already|powering|helping|by|than)$/u;

export const statesStage = (stage: string, text: string): boolean =>
  Object.entries(STAGE_SIGNS).some(([name, sign]) => name === stage && sign.test(text));

/** Why a text does not state this stage of the product, or null. */
export function stageFault(stage: Stage, quote: string, text: string, corpus: Corpus): string | null {
  const sign = STAGE_SIGNS[stage].exec(text);
  if (!sign || !STAGE_SIGNS[stage].test(quote)) return inEnglish(t`quote does not state the stage`);
  if (turnsAround(sign[0], text) || (stage === "mvp" && /\b(?:left|after|out of|ended|since)\b/iu.test(text)))
    return OTHERWISE;
  const subject = subjectBefore(text, sign.index);
  if (stage === "growing")
    return isOurs(
      subject
        .split(/\s+/)
        .filter((word) => !VERBS.test(word.toLowerCase()))
        .join(" "),
      corpus,
    )
      ? null
      : inEnglish(t`about someone else`);
  return !PART.test(text) && isOurs(subject, corpus) ? null : inEnglish(t`about something else`);
}
