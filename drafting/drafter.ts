import type { DraftedValue } from "../domain/draft.ts";
import type { Evidence } from "../domain/evidence.ts";
import type { DraftFieldName } from "../domain/fields.ts";
import type { CrawledSite } from "../domain/site.ts";

export type DraftedFounder = { name: string; title: string | null; bio: string | null; evidence: Evidence[] };
export type DraftedFaq = { question: string; answer: string; evidence: Evidence[] };

/** Why a proposed value was thrown away; for the debug log and the evaluation, never shown to the public. */
export type Rejection = { field: string; value: string; reason: string };

/** What a drafter found. Everything in it has passed grounding; a fact it did not find is absent. */
export type Drafted = {
  drafter: "extractive" | "anthropic";
  fields: Partial<Record<DraftFieldName, DraftedValue>>;
  faqs: DraftedFaq[];
  founders: DraftedFounder[];
  /** platform -> profile URL, as `linkedin x facebook instagram tiktok youtube threads pinterest github reddit producthunt medium website custom`. */
  companySocials: Record<string, string>;
  seo: { title: string | null; meta: string | null };
  rejected: Rejection[];
  /** Why nothing was drafted though the site may state it, as a sentence for its owner. */
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
  /** Words and phrases by which a category may be recognised, by its name. */
  categoryWords?: Record<string, string[]>;
  /** Only these fields are wanted (regenerate); all when absent. */
  only?: DraftFieldName[];
  /** Current values that a redraft should improve upon, so that the next best candidate is chosen. */
  previous?: Partial<Record<DraftFieldName, string | string[] | null>>;
  signal?: AbortSignal;
};

export type Drafter = (request: DraftRequest) => Promise<Drafted>;
