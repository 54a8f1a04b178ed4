import { phrasesIn } from "#core/runtime/phrases.ts";
import { fold, stem } from "#domain/text/text.ts";
import { languageOf } from "#domain/text/written-language.ts";
import { inEnglish, t } from "#languages/words.ts";
import { clausesOf } from "./clauses.ts";

const phrases = phrasesIn("negation");
const wordsOf = (part: string): Set<string> => new Set(phrases(part).split("|"));

/**
 * Negate their clause, including preceding words: "Self-hosting is not supported". Missing things
 * do not exist, and what something is mistaken for is not the case.
 */
const CLAUSE_NEGATORS = wordsOf("clause negators");
/** Negate what follows: "without ads". */
const PHRASE_NEGATORS = wordsOf("phrase negators");
/** Two negations cancel with these, but not in "no hay ningún". */
const WITHOUT = wordsOf("without");
/** "No está" and "no es" negate a clause, "no ads" what follows. */
const VERB_AFTER_NO = new RegExp(phrases("verb after no"));
/** Negators in one language that mean something else in another. */
const ELSEWHERE: Record<string, string> = {
  no: "pt",
  pas: "nl",
  mai: "fr",
  ei: "de",
  ne: "it",
  ni: "sv",
  i: "",
};
/** Scripts without spaces negate at the end of the clause. */
const UNSPACED_NEGATION = /ません|ない|なし|不可|未対応|非対応|没有|沒有|不是|不支持|无法|無法|않|없|아니/u;
/** "No better way", "not only": no negation. */
const EMPHASIS = new RegExp(phrases("emphasis"), "giu");
const CLAUSAL_END = /n't$/;

/** A word, and whether its clause negates it. */
type Word = { stem: string; denied: boolean };

/** A cross before a list item negates it. */
const CROSS = /[✗✘❌✖╳⨯☒]/u;
const HAS_VERB = new RegExp(phrases("has a verb"), "u");

export function polarityOf(text: string, declared: string | null = null): Word[] {
  const language = languageOf(text, declared);
  const words: Word[] = [];
  let isListDenied = false;
  for (const [at, part] of fold(text).replace(EMPHASIS, " ").split(/:\s/).entries()) {
    // "What we do not have: …" negates the list after it, but no separate sentence.
    const inherits: boolean = at > 0 && isListDenied && !HAS_VERB.test(part);
    isListDenied = inherits;
    let carried = false;
    for (const clause of clausesOf(part)) {
      const tokens = clause.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
      const isNegator = (set: Set<string>, token: string) =>
        set.has(token) && (language === undefined || ELSEWHERE[token] !== language);
      const clausal =
        UNSPACED_NEGATION.test(clause) ||
        CROSS.test(clause) ||
        tokens.some(
          (token, place) =>
            CLAUSAL_END.test(token) ||
            isNegator(CLAUSE_NEGATORS, token) ||
            (token === "no" && VERB_AFTER_NO.test(tokens[place + 1] ?? "")),
        );
      const phrase = tokens.findIndex((token) => isNegator(PHRASE_NEGATORS, token));
      const cancels = clausal && phrase >= 0 && WITHOUT.has(tokens[phrase] ?? "");
      // In "no A, B or C" the negation extends across commas.
      const goesOn = carried && /^(?:\S+\s){0,4}(?:or|nor|oder|noch|ou|o|ni|of|eller|ani)\s/u.test(`${clause} `);
      carried = clausal || phrase >= 0;
      isListDenied ||= clausal;
      tokens.forEach((token, place) => {
        const follows = phrase >= 0 && place > phrase;
        const denied = inherits || goesOn || (cancels ? !follows : clausal || follows);
        for (const stemmed of token.split(/['-]/)) words.push({ stem: stem(stemmed), denied });
      });
    }
  }
  return words;
}

export const denies = (text: string, declared: string | null = null): boolean =>
  polarityOf(text, declared).some(({ denied }) => denied);

/** A fault of a quote whose sentence denies what the quote alone would say. */
export const OTHERWISE = inEnglish(t`contradicted near the quote`);

/**
 * Whether a value drops or adds a negation: a word always negated in the text and affirmed in the
 * value, or the reverse.
 */
export function turnsAround(value: string, text: string, language: string | null = null): boolean {
  const said = polarityOf(text, language);
  if (UNSPACED_NEGATION.test(text) && !UNSPACED_NEGATION.test(value)) return true;
  const isDenied = (wanted: string): boolean | undefined => {
    const same = said.filter((word) => word.stem === wanted);
    return same.length === 0 ? undefined : same.every(({ denied }) => denied);
  };
  return polarityOf(value, language).some(({ stem: wanted, denied }) => {
    if (wanted.length < 2 || CLAUSE_NEGATORS.has(wanted) || PHRASE_NEGATORS.has(wanted)) return false;
    const there = isDenied(wanted);
    return (
      there !== undefined && there !== denied && (there || !said.some((word) => word.stem === wanted && word.denied))
    );
  });
}
