import type { DraftedValue, Questions } from "#domain/drafts/draft.ts";
import type { OwnDrafted } from "#domain/drafts/edit-draft.ts";
import type { ModelCall } from "#domain/drafts/model-call.ts";
import type { CrawledSite } from "#domain/drafts/site.ts";
import type { Evidence } from "#domain/listings/evidence.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { Verdict } from "./fact.ts";

export type DraftedFounder = { name: string; title: string | null; bio: string | null; evidence: Evidence[] };
export type DraftedFaq = { question: string; answer: string; evidence: Evidence[] };

/** Why a value was dropped. Doubtful ones are offered to the owner. */
export type Rejection = { field: string; value: string } & Omit<Extract<Verdict, { kept: false }>, "kept">;

/** Drafted values that passed grounding; missing facts are absent. */
export type Drafted = {
  drafter: "extractive" | "model";
  fields: Partial<Record<DraftFieldName, DraftedValue>>;
  own?: OwnDrafted;
  faqs: DraftedFaq[];
  founders: DraftedFounder[];
  /** platform -> profile URL, as `linkedin x facebook instagram tiktok youtube threads pinterest github reddit producthunt medium website custom`. */
  companySocials: Record<string, string>;
  seo: { title: string | null; meta: string | null };
  /** An SVG or a data: address, better than a logo with an address of its own. */
  drawnLogo?: string;
  questions?: Questions;
  rejected: Rejection[];
  /** Why drafting was incomplete, as a sentence for the owner. */
  unfinished?: string;
  /** The use of a model, also if it failed and rules drafted. */
  call?: ModelCall;
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
  /** Names of the directory's categories, the only valid values. */
  categories: string[];
  /** Words that suggest a category, by category name. */
  categoryWords?: Record<string, string[]>;
  /** By name. Words in other languages use slugs, which survive renaming. */
  categorySlugs?: Record<string, string>;
  /** Fields of the site to look for. */
  own?: readonly OwnField[];
  only?: DraftFieldName[];
  /** Current values, so that a redraft picks the next candidate. */
  previous?: Partial<Record<DraftFieldName, string | string[] | null>>;
  /** Never asks a model, which costs money. */
  isByRules?: boolean;
  signal?: AbortSignal;
};

export type Drafter = (request: DraftRequest) => Promise<Drafted>;
