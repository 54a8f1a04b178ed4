import type { CrawledSite } from "#domain/drafts/site.ts";
import type { Evidence, Quotes } from "#domain/listings/evidence.ts";
import type { ProvenFact } from "#domain/listings/fact-check.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import { fold } from "#domain/text/text.ts";
import { indexOfWords } from "./claims/context.ts";
import { type Corpus, readSite } from "./corpus.ts";
import { partsOf } from "./extractive.ts";
import type { Known } from "./fact.ts";
import { ground } from "./grounding.ts";

/** Facts whose website was read again. `checkedAt` is the previous reading. */
export type SeeAgainRequest = { site: CrawledSite; facts: ProvenFact[]; checkedAt: string | null } & Known;
export type SeenAgain = Quotes;

/**
 * The quotes of facts, with the times they were seen. A quote is gone if its page was read or
 * deleted and no page supports the fact with it. Otherwise unknown.
 */
export function seeAgain({ site, facts, checkedAt, ...known }: SeeAgainRequest): SeenAgain {
  const corpus = readSite(site);
  const at = site.fetchedAt.toISOString();
  return Object.fromEntries(
    facts.map(({ field, value, evidence }) => {
      // Sentences of a description have quotes of their own.
      const parts = field === "description" ? [] : partsOf(field, value);
      return [
        field,
        evidence.map(({ quote, url, seenAt = checkedAt ?? undefined, goneAt }, index): Evidence => {
          const part = parts.length === evidence.length ? parts[index] : undefined;
          const place = placeOf({ field, value: part, quote, url }, corpus, known);
          if (place !== undefined) return { quote, url: place, seenAt: at };
          const isKnownGone = goneAt !== undefined || site.revisited?.[url] !== undefined;
          return { quote, url, ...(seenAt && { seenAt }), ...(isKnownGone && { goneAt: goneAt ?? at }) };
        }),
      ];
    }),
  );
}

type Asked = { field: DraftFieldName; value: string | undefined; quote: string; url: string };

/** The page that supports the fact with its quote, preferably the previous one. */
function placeOf({ field, value, quote, url }: Asked, corpus: Corpus, known: Known): string | undefined {
  const readings = corpus.readings.filter(
    ({ page, folded }) =>
      indexOfWords(folded, fold(quote)) >= 0 &&
      (value === undefined || ground({ field, value, page: page.id, quote }, corpus, known).kept),
  );
  return (readings.find(({ page }) => page.url === url) ?? readings[0])?.page.url;
}
