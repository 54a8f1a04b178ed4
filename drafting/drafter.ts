import type { DraftedValue, Questions } from "../domain/drafts/draft.ts";
import type { CrawledSite } from "../domain/drafts/site.ts";
import type { Evidence } from "../domain/listings/evidence.ts";
import type { DraftFieldName } from "../domain/listings/fields.ts";

export type DraftedFounder = { name: string; title: string | null; bio: string | null; evidence: Evidence[] };
export type DraftedFaq = { question: string; answer: string; evidence: Evidence[] };

/** Why a proposed value was dropped; for the debug log and the evaluation, never public. */
export type Rejection = { field: string; value: string; reason: string };

/** What a drafter found. Everything has passed grounding; facts that it did not find are absent. */
export type Drafted = {
  drafter: "extractive" | "anthropic";
  fields: Partial<Record<DraftFieldName, DraftedValue>>;
  faqs: DraftedFaq[];
  founders: DraftedFounder[];
  /** platform -> profile URL, as `linkedin x facebook instagram tiktok youtube threads pinterest github reddit producthunt medium website custom`. */
  companySocials: Record<string, string>;
  seo: { title: string | null; meta: string | null };
  questions?: Questions;
  rejected: Rejection[];
  /** Why nothing was drafted although the site may state it, as a sentence for its owner. */
  unfinished?: string;
};

export const NOTHING_DRAFTED = {
  drafter: "extractive",
  fields: {},
  faqs: [],
  founders: [],
  companySocials: {},
  seo: { title: null, meta: null },
  rejected: [],
} satisfies Drafted;

export type DraftRequest = {
  site: CrawledSite;
  /** Names of the directory's categories; a drafted category is one of these. */
  categories: string[];
  /** Words and phrases that suggest a category, by its name. */
  categoryWords?: Record<string, string[]>;
  /** By name; words in other languages belong to slugs, which stay when a name changes. */
  categorySlugs?: Record<string, string>;
  /** Only these fields are wanted (regenerate); absent means all. */
  only?: DraftFieldName[];
  /** Current values, so that a redraft chooses the next best candidate. */
  previous?: Partial<Record<DraftFieldName, string | string[] | null>>;
  signal?: AbortSignal;
};

export type Drafter = (request: DraftRequest) => Promise<Drafted>;
