import { phrasesIn } from "#core/runtime/phrases.ts";
import { clausesOf } from "./clauses.ts";

const phrases = phrasesIn("times");

/** Words for what is planned or discontinued. */
const UNREALISED = new RegExp(phrases("unrealised"), "iu");

/** Headings over what is planned. */
export const PLANS_HEADING = new RegExp(phrases("plans heading"), "iu");

/** Whether a text is about plans or the past. */
export const isOfAnotherTime = (text: string): boolean => UNREALISED.test(text);

const ONLY_A_LABEL = 30;

/**
 * Whether the clauses that share words with a value are about plans or the past, but the value is
 * not.
 */
export function isUnrealised(value: string, text: string, after: string): boolean {
  if (UNREALISED.test(value)) return false;
  if (
    after.length <= ONLY_A_LABEL &&
    /^\W*(?:coming soon|soon|planned|demnächst|bientôt|próximamente|in arrivo|em breve)\W*$/iu.test(after)
  )
    return true;
  const words = wordsIn(value);
  // "Coming soon: …" applies to everything after it.
  const [head = "", ...rest] = text.split(/[:：]\s*/);
  if (
    UNREALISED.test(head) &&
    head.split(/\s/).length <= 6 &&
    wordsIn(rest.join(" ")).some((word) => words.includes(word))
  )
    return true;
  const clauses = clausesOf(text);
  return clauses.some(
    (clause, at) =>
      UNREALISED.test(clause) &&
      // "(coming soon)" applies to the clause before it.
      [clause, ...(clause.split(/\s/).length <= 3 ? [clauses[at - 1] ?? ""] : [])].some((part) =>
        wordsIn(part).some((word) => words.includes(word)),
      ),
  );
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
