import { fold, stem } from "../text.ts";
import { clausesOf } from "./clauses.ts";

/** Deny the statement of their clause, the words before them too: "Self-hosting is not supported". */
const CLAUSE_NEGATORS = new Set(
  (
    "not cannot never hardly neither nor nicht nie niemals keinesfalls pas jamais non não nunca jamás tampoco mai niet nooit inte aldrig ikke aldri " +
    "nie nigdy nem не никогда ei eivät emme není nejsou nemá nemáme ne değil yok"
  ).split(" "),
);
/** Deny what follows them: "without ads". */
const PHRASE_NEGATORS = new Set(
  (
    "no without lack lacks lacking kein keine keinen keinem keiner keines weder ohne aucun aucune sans ni sin ningún ninguna ningun sem nenhum nenhuma nem " +
    "senza nessun nessuna nessuno geen zonder ingen inga inget utan uden uten bez brak żadnych без нет ilman"
  ).split(" "),
);
/** In "no está", "no es" the word denies a clause; in "no ads" what follows. */
const VERB_AFTER_NO =
  /^(es|está|están|son|hay|tiene|tienen|tenemos|ofrece|ofrecemos|incluye|soporta|admite|permite|funciona|se|ha|han|puede|pueden|somos|estamos|usamos|vendemos)$/;
/** Words that are a negator in one language and something else in another. */
const ELSEWHERE: Record<string, string> = {
  no: "pt",
  pas: "nl",
  mai: "fr",
  nie: "",
  ne: "hu",
  ni: "",
  ei: "de",
  mas: "",
};
/** Scripts without spaces mark the negation at the end of the clause. */
const UNSPACED_NEGATION = /ません|ない|なし|不可|未対応|非対応|没有|沒有|不是|不支持|无法|無法|않|없|아니/u;
/** "No better way", "not only": nothing is denied. */
const EMPHASIS =
  /\b(?:no (?:better|other|easier|faster|matter|wonder|doubt|limits?|problem)|not (?:only|just|merely|to mention|limited to)|nothing (?:like|better|else)|never been (?:so |as )?\w+er|why not|nicht nur|kein problem|non seulement|no sólo|no solo|non solo|não só|niet alleen|inte bara|nie tylko)\b/giu;
const CLAUSAL_END = /n't$/;

/** A word of a text, and whether its clause denies it. */
type Word = { stem: string; denied: boolean };

/** The words of a text with their polarity. Commas do not end the reach of a negator in "no A, B or C". */
export function polarityOf(text: string, language: string | null = null): Word[] {
  const own = language?.slice(0, 2).toLowerCase() ?? "";
  const words: Word[] = [];
  let carried = false;
  for (const clause of clausesOf(fold(text).replace(EMPHASIS, " "))) {
    const tokens = clause.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
    const isNegator = (set: Set<string>, token: string) => set.has(token) && ELSEWHERE[token] !== own;
    const clausal =
      UNSPACED_NEGATION.test(clause) ||
      tokens.some(
        (token, at) =>
          CLAUSAL_END.test(token) ||
          isNegator(CLAUSE_NEGATORS, token) ||
          (token === "no" && VERB_AFTER_NO.test(tokens[at + 1] ?? "")),
      );
    const phrase = tokens.findIndex((token) => isNegator(PHRASE_NEGATORS, token));
    const goesOn = carried && /^(?:\S+\s){0,4}(?:or|nor|oder|noch|ou|o|ni|of|eller|ani)\s/u.test(`${clause} `);
    carried = clausal || phrase >= 0;
    tokens.forEach((token, at) => {
      const denied = clausal || goesOn || (phrase >= 0 && at > phrase);
      for (const part of token.split(/['-]/)) words.push({ stem: stem(part), denied });
    });
  }
  return words;
}

/**
 * Whether a value leaves out or adds a negation: a word that the text denies wherever it stands and
 * the value affirms, or the reverse.
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
