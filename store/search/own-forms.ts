import { beginningOf, stemOf } from "#domain/search/question-words.ts";
import type { Alternative, Group } from "#domain/search/search-score.ts";
import { searchWords } from "#domain/search/search-text.ts";
import { type Bridged, englishOf, nameOf } from "./bridge.ts";
import { conceptsIn } from "./concepts.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Frequent endings, to find other forms of a word. */
const ENDINGS: Record<string, RegExp> = {
  de: /(?:ungen|ern|em|er|en|es|e|s|n)$/,
  nl: /(?:ens|en|e|s|n)$/,
  fr: /(?:ements?|ations?|ent|er|es|e|s|x)$/,
  es: /(?:aciones|acion|ar|er|ir|as|os|es|a|o|e|s)$/,
  pt: /(?:acoes|acao|ar|er|ir|as|os|es|a|o|e|s)$/,
  it: /(?:azioni|azione|are|ere|ire|i|e|a|o)$/,
  ru: /(?:ениями|ениях|ения|ение|ении|ами|ями|ого|ему|ому|ать|ить|ах|ях|ов|ев|ии|ия|ие|ыи|ая|ое|ые|а|я|о|е|ы|и|у|ю|ь)$/,
  pl: /(?:ami|ach|ow|ie|ia|y|i|a|e|o|u)$/,
  tr: /(?:lari|leri|lar|ler|in|un|i|u|a|e)$/,
};
const COMPOUNDS = new Set(["de", "nl"]);
const SHORTEST_STEM = 4;
/** Parts of compounds. */
const SHORTEST_PART = 4;
const SHORTEST_INSIDE = 5;
const MOST_COMPOUNDS = 30;
const OF_COMPOUND = 0.7;
const OF_ENGLISH = 0.5;
const LINK = /(?:es|s|en|n|e)$/;

const endingOf = (language: string, word: string): string => {
  const stem = word.replace(ENDINGS[language] ?? /$/, "");
  return stem.length >= SHORTEST_STEM ? stem : word;
};

function formsIn(vocabulary: Vocabulary, language: string, word: string): string[] {
  if (word.length < SHORTEST_STEM) return vocabulary.rowsWith(word) > 0 ? [word] : [];
  const stem = endingOf(language, word);
  return vocabulary.startingWith(stem).filter((form) => endingOf(language, form) === stem);
}

/** English words of the index with the same stem. */
export const englishForms = (vocabulary: Vocabulary, word: string): string[] => {
  const stem = stemOf(word);
  return vocabulary.startingWith(beginningOf(stem)).filter((form) => stemOf(form) === stem);
};

/** Indexed compounds that begin or end with the word. */
function compoundsOf(vocabulary: Vocabulary, language: string, word: string, forms: readonly string[]): string[] {
  const stem = endingOf(language, word);
  if (!COMPOUNDS.has(language) || stem.length < SHORTEST_INSIDE) return [];
  const starting = vocabulary.startingWith(stem).filter((one) => one.length > word.length + 2);
  const ending = [word, ...forms].flatMap((form) => vocabulary.endingWith(form));
  return [...new Set([...starting, ...ending])].filter((one) => !forms.includes(one)).slice(0, MOST_COMPOUNDS);
}

/** Both halves of a compound in their indexed forms. */
function halvesOf(vocabulary: Vocabulary, language: string, word: string): [string[], string[]] | undefined {
  if (!COMPOUNDS.has(language)) return undefined;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const right = formsIn(vocabulary, language, word.slice(at));
    if (!right.length) continue;
    const head = word.slice(0, at);
    for (const left of new Set([head, head.replace(LINK, "")]))
      if (left.length >= SHORTEST_PART && formsIn(vocabulary, language, left).length)
        return [formsIn(vocabulary, language, left), right];
  }
  return undefined;
}

const segmenters = new Map<string, Intl.Segmenter>();
/** Words of a text without spaces, as pairs of characters of the index. */
function segments(text: string, language: string): string[] {
  const segmenter = segmenters.getOrInsertComputed(
    language,
    () => new Intl.Segmenter(language, { granularity: "word" }),
  );
  const { stopWords } = conceptsIn(language);
  return [...segmenter.segment(text)]
    .filter(
      ({ segment, isWordLike }) => isWordLike && !stopWords.has(segment) && !/^\p{sc=Hiragana}{1,3}$/u.test(segment),
    )
    .flatMap(({ segment }) => searchWords(segment))
    .filter((pair) => pair.length > 1);
}

export const isUnspaced = (language: string): boolean => language === "ja" || language === "zh";

/** Each word of a question in its own language: forms of the index, and how close they are. */
export function ownTerms(text: string, { language, units }: Bridged, vocabulary: Vocabulary) {
  if (isUnspaced(language))
    return [...new Set(segments(text, language))]
      .filter((pair) => vocabulary.rowsWith(pair) > 0)
      .map((pair) => ({ typed: pair, words: [pair], part: 0.5 }));
  const { stopWords } = conceptsIn(language);
  const words = new Set(units.flatMap(({ typed }) => typed).filter((word) => word.length > 2 && !stopWords.has(word)));
  return [...words].flatMap((typed) => {
    const forms = formsIn(vocabulary, language, typed);
    const compounds = compoundsOf(vocabulary, language, typed, forms);
    const halves = forms.length ? [] : (halvesOf(vocabulary, language, typed) ?? []);
    return [
      { typed, words: forms, part: 1 },
      { typed, words: compounds, part: OF_COMPOUND },
      ...halves.map((words, half) => ({ typed: `${typed} ${half}`, words, part: OF_COMPOUND })),
    ].filter((term) => term.words.length);
  });
}

/** What listings must have: each word in its own language, or in English. */
export function ownGroups(text: string, bridged: Bridged, vocabulary: Vocabulary, rows: number): Group[] {
  const own = ownTerms(text, bridged, vocabulary);
  const word = (text: string, closeness: number, meant?: string): Alternative => ({
    kind: "word",
    text,
    closeness,
    meant,
  });
  const ownOf = (typed: string) =>
    own.filter((term) => term.typed === typed).flatMap(({ words, part }) => words.map((one) => word(one, part)));
  const all = new Map<string, Alternative[]>();
  if (isUnspaced(bridged.language)) for (const { typed } of own) all.set(typed, [word(typed, 1)]);
  else
    for (const unit of bridged.units) {
      const typed = unit.typed.toSorted((a, b) => b.length - a.length)[0] ?? "";
      const rowsOf = (forms: string[]) => forms.reduce((sum, form) => sum + vocabulary.rowsWith(form), 0);
      // Of several English words, the rarest is the telling one.
      const [rarest] = englishOf(unit)
        .map((one) => englishForms(vocabulary, one))
        .sort((a, b) => rowsOf(a) - rowsOf(b));
      const english = (rarest ?? []).map((form) => word(form, OF_ENGLISH, nameOf(unit)));
      const known = all.get(typed) ?? ownOf(typed);
      all.set(typed, [...known, ...english]);
      if (all.get(typed)?.length) continue;
      all.delete(typed);
      const halves = [0, 1].map((half) => ownOf(`${typed} ${half}`)).filter((half) => half.length);
      if (halves.length) for (const [half, some] of halves.entries()) all.set(`${typed} ${half}`, some);
      else all.set(typed, [word(typed, 1)]);
    }
  return [...all.values()].map((alternatives) => {
    const known = alternatives.reduce((sum, { text }) => sum + vocabulary.rowsWith(text), 0);
    return { alternatives, weight: 1 + Math.log(1 + rows / (1 + known)) };
  });
}
