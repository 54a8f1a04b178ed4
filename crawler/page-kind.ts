import { phrasesIn } from "#core/runtime/phrases.ts";
import type { PageKind } from "#domain/drafts/site.ts";

/**
 * Most informative first; `other` is legal pages and the like, with addresses and company names.
 */
export const KINDS_IN_ORDER: readonly PageKind[] = [
  "pricing",
  "team",
  "about",
  "contact",
  "features",
  "faq",
  "services",
  "changelog",
  "blog",
  "other",
];

/** Whole words without accents, in the languages of product sites. */
const wordsFor = phrasesIn("page-kinds");
const KIND_OF_WORD = new Map(
  KINDS_IN_ORDER.toReversed().flatMap((kind) =>
    wordsFor(kind)
      .split("|")
      .map((name) => [word(name), kind] as const),
  ),
);

/** Longer anchors are sentences that contain such a word by chance. */
const MAX_ANCHOR = 40;

/**
 * The kind of page by its path, else its anchor text. The last segment counts first: /about/team is
 * the team. Only the index of a blog counts.
 */
export function pageKind(pathname: string, anchor = ""): PageKind | undefined {
  const segments = pathname.split("/").filter(Boolean).map(word);
  const last = segments.length - 1;
  for (let index = last; index >= 0; index--) {
    const kind = KIND_OF_WORD.get(segments[index] ?? "");
    if (kind === undefined) continue;
    const isListPage = kind === "blog" || kind === "changelog" || kind === "faq";
    return isListPage && index !== last ? undefined : kind;
  }
  if (anchor.length > MAX_ANCHOR) return undefined;
  const kind = KIND_OF_WORD.get(word(anchor));
  if (kind === "blog" && segments.length > 2) return undefined;
  return kind ?? (segments.length === 1 && segments.every(isPriceList) ? "pricing" : undefined);
}

/** "Pricing" words with another meaning in combination: a plan, a purchase. */
const ALONE = /^(plans?|planes|planos|piani|buy|purchase|kaufen|acheter|comprar|acquista|kopen|membership)$/;

/** "nos-tarifs", "price-list", "bang-gia-crm": the word for prices plus one. */
function isPriceList(segment: string): boolean {
  const words = segment.split("-");
  return [words.slice(0, -1), words.slice(1)].some((rest) => {
    const name = rest.join("-");
    return KIND_OF_WORD.get(name) === "pricing" && !ALONE.test(name);
  });
}

/** "Über uns", "%C3%BCber_uns" and "uber-uns.html" are equal. */
function word(text: string): string {
  return decoded(text)
    .toLowerCase()
    .replace(/\.(x?html?|php|aspx?|jsp)$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
