import { countriesIn } from "#domain/text/countries.ts";
import { fold, stem } from "#domain/text/text.ts";
import { type Candidate, isHeading } from "./candidate.ts";
import { indexOfWords } from "./claims/context.ts";
import { countryByForm } from "./claims/postal.ts";
import { statesModel } from "./claims/pricing.ts";
import { countryOfSelf } from "./claims/self-placed.ts";
import { statesStage } from "./claims/stage.ts";
import { type Corpus, canonical, type Reading } from "./corpus.ts";
import type { DraftRequest } from "./drafter.ts";
import { finderOf } from "./extractive.ts";
import { type FactField, GROUNDING, type Verdict } from "./fact.ts";
import { youtubeId } from "./fields/media.ts";
import { ground } from "./grounding.ts";
import { contentWords, sentencesOf, wordsOf } from "./text.ts";

/** Words that may be quoted: a sentence, a block, or short blocks that follow each other. */
type Passage = {
  text: string;
  folded: string;
  stems: Set<string>;
  reading: Reading;
  /** Titles, headings and metadata, where a website says what it is. */
  isTitle: boolean;
  isWindow: boolean;
};

const MOST_PASSAGE = 380;
/** Longest block of a card: a title, a price, a role. */
const MOST_SHORT = 160;
const MOST_WINDOW = 3;

export const passagesOf = (corpus: Corpus): Passage[] => corpus.readings.flatMap(readPassages);

function readPassages(reading: Reading): Passage[] {
  const { blocks } = reading.page;
  const passage = (text: string, isTitle = false, isWindow = false): Passage[] =>
    text.length < 2 || text.length > MOST_PASSAGE
      ? []
      : [{ text, folded: fold(text), stems: new Set(wordsOf(text).map(stem)), reading, isTitle, isWindow }];
  const own = blocks.flatMap((block) => {
    const sentences = sentencesOf(block.text);
    const parts = sentences.length > 1 ? sentences.flatMap((sentence) => passage(sentence)) : [];
    return [...parts, ...passage(block.text, isHeading(block))];
  });
  const windows = blocks.flatMap((_, at) =>
    Array.from({ length: MOST_WINDOW - 1 }, (_, more) => blocks.slice(at, at + more + 2)).flatMap((some) =>
      some.length > 1 && some.every(({ text }) => text.length <= MOST_SHORT)
        ? passage(some.map(({ text }) => text).join(" "), false, true)
        : [],
    ),
  );
  const sources = reading.sources
    .filter((text) => /\s/.test(text) || !/[/:@]/.test(text))
    .flatMap((text) => passage(text, true));
  return [...own, ...sources, ...windows];
}

/** Share of a value's words in one passage. Stricter than for quotes that a model chose: a search tries many. */
const SHARES: Partial<Record<FactField, number>> = { features: 0.8, usps: 0.8 };
const SHARE = 0.7;
const MOST_TRIED = 24;

const NOT_FOUND = "not found on the pages that were read";

export type Search = (field: FactField, value: string, isFit?: (quote: string) => boolean) => Verdict;

/** The first words of the website that support a value as they must support a drafted one. */
export function searchIn(passages: Passage[], corpus: Corpus, request: DraftRequest, name: string | null): Search {
  const found = finderOf(corpus, request, name);
  return (field, value, isFit = () => true) => {
    const own = found(field).filter((candidate) => fold(candidate.value) === fold(value));
    // An address without a country may still be in one.
    const places = field === "country" ? found("city") : [];
    const candidates = [
      ...own,
      ...places,
      ...addressesIn(corpus, field, value),
      ...near(passages, field, value, corpus),
    ];
    let fault: Verdict = { kept: false, reason: NOT_FOUND };
    for (const { page, quote } of candidates.filter(({ quote }) => isFit(quote)).slice(0, MOST_TRIED)) {
      const verdict = ground({ field, value, page, quote }, corpus, request);
      if (verdict.kept) return verdict;
      if (fault.reason === NOT_FOUND) fault = verdict;
    }
    return fault;
  };
}

type Quoted = Pick<Candidate, "page" | "quote">;

const quoted = ({ text, reading: { page } }: Passage): Quoted => ({ page: page.id, quote: text });

/** Passages with the words of a value, those with most of them first. */
function near(passages: Passage[], field: FactField, value: string, corpus: Corpus): Quoted[] {
  const { rule } = GROUNDING[field];
  if (rule === "address") return [];
  if (rule === "own") return passages.filter((passage) => isSign(field, value, passage, corpus)).map(quoted);
  const words = fold(value);
  const wanted = contentWords(value)
    .filter((word) => !/\d/.test(word))
    .map(stem);
  const least = rule === "copied" ? 1 : (SHARES[field] ?? SHARE);
  const shareOf = ({ folded, stems }: Passage): number =>
    indexOfWords(folded, words) >= 0
      ? 2
      : rule === "copied"
        ? 0
        : wanted.filter((word) => stems.has(word)).length / Math.max(1, wanted.length);
  return passages
    .map((passage) => ({ passage, share: shareOf(passage) - (passage.isWindow ? 0.1 : 0) }))
    .filter(({ share }) => share >= least - 0.1)
    .sort((one, other) => other.share - one.share)
    .map(({ passage }) => quoted(passage));
}

/** Whether a passage may state a value that stands for other words. */
function isSign(field: FactField, value: string, passage: Passage, corpus: Corpus): boolean {
  const { text, reading, isTitle, isWindow } = passage;
  if (field === "categories") return isTitle && reading.page === corpus.home;
  if (field === "country") return !isWindow && namesCountry(value, text, corpus);
  if (field === "stage") return statesStage(value, text);
  return field === "pricing_model" && !isWindow && statesModel(value, text, corpus, reading.page);
}

const namesCountry = (country: string, text: string, corpus: Corpus): boolean =>
  countriesIn(text).has(country) ||
  countryByForm(text, corpus.domain) === country ||
  countryOfSelf(text, corpus) === country;

/** The addresses on pages that lead where the value leads. */
function addressesIn(corpus: Corpus, field: FactField, value: string): Quoted[] {
  if (GROUNDING[field].rule !== "address" && field !== "contact_email") return [];
  const wanted = new Set([canonical(value), youtubeId(value)]);
  const leads = (href: string): boolean =>
    field === "contact_email" ? fold(href).includes(fold(value)) : wanted.has(canonical(href)) || isVideo(href, wanted);
  return corpus.readings.flatMap(({ page, sources }) =>
    sources.filter(leads).map((quote) => ({ page: page.id, quote })),
  );
}

const isVideo = (href: string, wanted: Set<string | null>): boolean => {
  const id = youtubeId(href);
  return id !== null && wanted.has(id);
};
