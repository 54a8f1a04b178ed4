import { readShippedText } from "#core/runtime/shipped.ts";
import { fillTemplate } from "#core/text/fill-template.ts";
import { looksLikeInstruction } from "#domain/drafts/instruction-like.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { DRAFT_FIELDS, type DraftFieldName } from "#domain/listings/fields.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Corpus } from "./corpus.ts";
import type { Drafted, DraftRequest } from "./drafter.ts";
import { type FactField, GROUNDING } from "./fact.ts";
import { allStrings } from "./json-ld.ts";
import { outboundLinks } from "./outbound-links.ts";

/**
 * The prompt. Instructions come only from here and the directory's category names; website text,
 * URLs and the owner's values are sent as documents.
 */

/** Facts a model may report, with descriptions. Pictures, videos and profiles need no judgement. */
export const FIELD_GUIDE: Partial<Record<FactField, string>> = Object.fromEntries(
  Object.entries(GROUNDING).flatMap(([field, { guide }]) => (guide === undefined ? [] : [[field, guide]])),
);

/** Line prefixes in a document that are not from the website. */
const MARKS = [
  "#",
  "Address:",
  "Title:",
  "Description:",
  "Site name:",
  "Structured data:",
  "Link:",
  "(said by others)",
];
const MARKED = new RegExp(`^(?:${MARKS.map((mark) => mark.replace(/[()]/g, "\\$&")).join("|")}) `, "gm");

/** A model's quote without our line prefixes. */
export const withoutMarks = (quote: string): string => quote.replace(MARKED, "");

export const SYSTEM = fillTemplate(readShippedText("./data/texts/draft-prompt.md"), {
  fields: Object.entries(FIELD_GUIDE)
    .map(([field, meaning]) => `- ${field}: ${meaning}`)
    .join("\n"),
}).trim();

/** Whom a claim is about. */
export const SUBJECTS = ["this", "other"] as const;
export const STATUSES = ["stated", "denied", "planned", "past"] as const;

/**
 * Small, because models refuse large schemas, and flat, so that a bad fact does not affect others.
 */
export const schemaFor = (fields: string[]): Record<string, unknown> => ({
  type: "object",
  additionalProperties: false,
  required: ["facts"],
  properties: {
    facts: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["field", "value", "subject", "status", "page", "quote", "index"],
        properties: {
          field: { type: "string", enum: fields },
          value: { type: "string" },
          subject: { type: "string", enum: SUBJECTS },
          status: { type: "string", enum: STATUSES },
          page: { type: "string" },
          quote: { type: "string" },
          index: { type: "integer" },
        },
      },
    },
  },
});

/** Websites list these themselves or not at all. Generated ones are only suggested on request. */
const DECLARED: FactField[] = ["keywords"];

/** Fields requested from a model; founders and questions only for whole drafts. */
export function wantedFields({ only }: DraftRequest): FactField[] {
  const all = keysOf(FIELD_GUIDE);
  return all.filter((field) => (only ? only.includes(field as DraftFieldName) : !DECLARED.includes(field)));
}

export function requestText(request: DraftRequest, fields: FactField[], isKnown: boolean): string {
  const parts = [`Report the facts of these fields: ${fields.join(", ")}.`];
  if (fields.includes("categories")) parts.push(`Categories: ${request.categories.join("; ")}.`);
  if (isKnown)
    parts.push(
      "The document titled known holds what the website's own data states beyond doubt. Report " +
        "one of its fields again only if a page contradicts it.",
    );
  if (request.only)
    parts.push(
      "The document titled current holds the present values. Give the next best value the site supports, not the same again.",
    );
  return parts.join("\n\n");
}

const MAX_PAGE = 60_000;
/** Page kinds shortened first if a site is long; then all others, the home page last. */
const EXPENDABLE = ["blog", "changelog", "other", "services", "faq", "features"];

export type DocumentOptions = { maxChars: number; withLinks?: boolean };
export type Page = { id: string; text: string };

/** Each page's text as a document, within `maxChars`. An assistant also needs where pages lead. */
export function documentsOf(corpus: Corpus, { maxChars, withLinks }: DocumentOptions): Page[] {
  const links = withLinks ? outboundLinks(corpus) : undefined;
  const pages = corpus.pages.map((page) => ({
    id: page.id,
    kind: page.kind,
    text: pageDocument(page, links?.get(page.id) ?? mailLinks(page)).slice(0, MAX_PAGE),
  }));
  let excess = pages.reduce((sum, page) => sum + page.text.length, 0) - maxChars;
  const expendable = EXPENDABLE.flatMap((kind) => pages.filter((page) => page.kind === kind).reverse());
  for (const page of [...expendable, ...pages.toReversed()]) {
    if (excess <= 0) break;
    const isNews = page.kind === "blog" || page.kind === "changelog";
    const cut = isNews ? page.text.length : Math.min(page.text.length, excess);
    page.text = page.text.slice(0, page.text.length - cut);
    excess -= cut;
  }
  return pages.filter((page) => page.text.length > 0).map(({ id, text }) => ({ id, text: fenced(text) }));
}

const FENCE = "=====";

/** Fences website text. It cannot close the fence, because runs of equals signs are shortened. */
const fenced = (text: string): string =>
  `${FENCE} untrusted website text begins ${FENCE}\n${text.replace(/={3,}/g, "==")}\n${FENCE} untrusted website text ends ${FENCE}`;

const mailLinks = ({ links }: SitePage): string[] =>
  [...new Set(links.map(({ href }) => href))]
    .filter((href) => href.startsWith("mailto:"))
    .slice(0, 10)
    .map((href) => `Link: ${href}`);

function pageDocument(page: SitePage, links: string[]): string {
  const head = [
    `Address: ${page.url}`,
    page.title && `Title: ${page.title}`,
    page.meta.description && `Description: ${page.meta.description}`,
    page.meta["og:site_name"] && `Site name: ${page.meta["og:site_name"]}`,
    ...[...new Set(allStrings(page))]
      .filter((text) => text.length <= 300 && !looksLikeInstruction(text))
      .slice(0, 40)
      .map((text) => `Structured data: ${text}`),
    ...links,
  ];
  const body = page.blocks.map(
    ({ text, tag, region }) => `${region === "quote" ? "(said by others) " : /^h[1-6]$/.test(tag) ? "# " : ""}${text}`,
  );
  return [...head.filter(Boolean), "", ...body].join("\n");
}

/** The reliable facts as a document, because they too are website text. Undefined if none. */
export function knownFacts({ fields }: Pick<Drafted, "fields">, request: DraftRequest): string | undefined {
  const lines = request.only
    ? []
    : DRAFT_FIELDS.flatMap((field) =>
        GROUNDING[field].isSure && fields[field] ? [`${field}: ${String(fields[field].value)}`] : [],
      );
  return lines.length === 0 ? undefined : fenced(lines.join("\n"));
}

/** Values a redraft should improve. Sent as a document, because the owner may have typed them. */
export const currentValues = (request: DraftRequest): string =>
  fenced(
    Object.entries(request.previous ?? {})
      .filter(([field]) => request.only?.includes(field as DraftFieldName))
      .map(([field, value]) => `${field}: ${Array.isArray(value) ? value.join("; ") : (value ?? "(empty)")}`)
      .join("\n")
      .slice(0, 10_000),
  );
