import type { OwnDrafted } from "#domain/drafts/edit-draft.ts";
import type { PageLink, SitePage } from "#domain/drafts/site.ts";
import type { Evidence } from "#domain/listings/evidence.ts";
import type { OwnField, OwnValue } from "#domain/listings/own-fields.ts";
import { readDate, readNumber, readOwn, spellLicence } from "#domain/listings/own-values.ts";
import { readList } from "#domain/text/list-cell.ts";
import { fold } from "#domain/text/text.ts";
import { quoteAround } from "./candidate.ts";
import type { Corpus } from "./corpus.ts";

type Found = { value: OwnValue; evidence: Evidence[] };
export type OwnFact = { key: string; value: string; page: string; quote: string };

/** Fields that a model is asked for at once. */
export const MOST_ASKED = 12;
const PREFIX = "own.";
export const nameOf = ({ key }: Pick<OwnField, "key">): `own.${string}` => `${PREFIX}${key}`;
export const keyOfName = (name: string): string => name.slice(PREFIX.length);

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "u").test(text);

const LICENCE =
  /\b(?:A?GPL|LGPL|MPL|EUPL|EPL)[- ]?v?\d(?:\.\d)?(?:-only|-or-later)?|\bApache(?: License,?)?(?: Version)?[- ]2(?:\.0)?\b|\bBSD[- ][0-4][- ]Clause\b|\bMIT(?= |$|[.,)])|\b(?:ISC|Unlicense|CC0-1\.0|Zlib)\b/g;
const SPEAKS_OF_LICENCE = /licen[sc]|lizenz|licencia|licence|licença|open[- ]source/i;

/** Words of an own field that stand on a page without a model: licences, links by their text, literal options. */
export function draftOwnByRules({ pages }: Pick<Corpus, "pages">, fields: readonly OwnField[]): OwnDrafted {
  return Object.fromEntries(
    fields.map((field) => {
      for (const page of pages) {
        const found = findIn(page, field);
        if (found) return [field.key, found];
      }
      return [field.key, null];
    }),
  );
}

function findIn(page: SitePage, field: OwnField): Found | null {
  const { kind, label, options = [] } = field;
  const evidence = (text: string, part: string): Evidence[] => [{ quote: quoteAround(text, part), url: page.url }];
  if (kind === "link") {
    const link = page.links.find(({ text }) => hasWord(fold(text), fold(label)));
    return link && isWeb(link) ? { value: link.href, evidence: [{ quote: link.text, url: page.url }] } : null;
  }
  for (const { text } of page.blocks) {
    if (kind === "licence" && SPEAKS_OF_LICENCE.test(text)) {
      const typed = [...text.matchAll(LICENCE)].map(([match]) => match);
      const [first] = typed;
      if (first) return { value: [...new Set(typed.map(spellLicence))], evidence: evidence(text, first) };
    }
    if (kind === "choice" || kind === "choices") {
      const named = options.filter((option) => hasWord(text, option.label));
      const [first] = named;
      if (first && (kind === "choices" ? named.length > 1 : named.length === 1))
        return {
          value: kind === "choice" ? first.value : named.map(({ value }) => value),
          evidence: evidence(text, first.label),
        };
    }
  }
  return null;
}

const isWeb = ({ href }: PageLink): boolean => /^https?:\/\//.test(href);

/** What a model reports, if the page has its quote and the quote has the value. */
export function groundOwn(facts: readonly OwnFact[], { pages }: Pick<Corpus, "pages">, fields: readonly OwnField[]) {
  const own: Record<string, Found> = {};
  for (const { key, value: said, page: id, quote } of facts) {
    const field = fields.find((one) => one.key === key);
    const page = pages.find((one) => one.id === id);
    const value = field && read(field, said);
    if (!field || value === undefined) continue;
    const isProven = page !== undefined && isOn(page, quote) && supports(field, said, quote, page);
    if (!isProven && field.drafted?.quote !== false) continue;
    const before = own[key];
    const evidence = isProven && page ? [{ quote, url: page.url }] : [];
    if (!before) own[key] = { value, evidence };
    else if (Array.isArray(before.value) && Array.isArray(value))
      own[key] = { value: [...new Set([...before.value, ...value])], evidence: [...before.evidence, ...evidence] };
  }
  return own;
}

function read(field: OwnField, said: string): OwnValue | undefined {
  const value = readOwn(field, said);
  const { kind, options = [] } = field;
  const isOption = (one: unknown) => options.length === 0 || options.some((option) => option.value === one);
  if (kind === "number") return typeof value === "number" ? value : undefined;
  if (kind === "flag") return typeof value === "boolean" ? value : undefined;
  if (kind === "date") return readDate(said);
  if (kind === "link") return URL.canParse(String(value)) ? String(value) : undefined;
  if (kind === "licence") return Array.isArray(value) ? value.map(String).map(spellLicence) : undefined;
  if (kind === "choices") return Array.isArray(value) && value.every(isOption) ? value.map(String) : undefined;
  return typeof value === "string" && (kind !== "choice" || isOption(value)) ? value : undefined;
}

const isOn = ({ blocks, links, title }: SitePage, quote: string): boolean => {
  const words = fold(quote);
  const text = fold([title, ...blocks.map((block) => block.text), ...links.map((link) => link.text)].join(" "));
  return words !== "" && text.includes(words);
};

/** Half of the words of a long text must stand in its quote. */
const WORDED = 0.5;

function supports({ kind, unit, options = [] }: OwnField, said: string, quote: string, page: SitePage): boolean {
  const [value, words] = [fold(said), fold(quote)];
  if (kind === "flag") return true;
  if (kind === "link") return page.links.some(({ href }) => fold(href).includes(value.replace(/\/$/, "")));
  if (kind === "number")
    return (
      (quote.match(/[\d.,]*\d/g) ?? []).some((number) => readNumber(number) === readNumber(said)) &&
      (unit === undefined || words.includes(fold(unit)))
    );
  if (kind === "licence") return readList(said).every((one) => words.includes(fold(one)));
  if (kind === "choice" || kind === "choices")
    return readList(said)
      .map((one) => options.find((option) => option.value === one)?.label ?? one)
      .every((one) => hasWord(words, fold(one)));
  if (kind !== "text") return words.includes(value);
  const each = value.split(/\s+/).filter(Boolean);
  return each.filter((word) => words.includes(word)).length >= each.length * WORDED;
}

const FORMS: Partial<Record<OwnField["kind"], string>> = {
  number: "a number alone",
  flag: "yes or no",
  date: "YYYY-MM-DD",
  link: "the full address",
  licence: "the name of the licence as written; several with semicolons",
};

/** One line a field, for the prompt. */
export const guideOf = (field: OwnField): string => {
  const { label, unit, options = [], drafted, kind } = field;
  const form = options.length > 0 ? `one of ${options.map(({ value }) => value).join("; ")}` : FORMS[kind];
  return `- ${nameOf(field)}: ${drafted?.guide ?? label}${unit ? ` in ${unit}` : ""}${form ? ` (${form})` : ""}`;
};
