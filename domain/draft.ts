import type { Evidence } from "./evidence.ts";

/** The profile fields of a draft, in reading order. */
export const DRAFT_FIELDS = [
  "name", "tagline", "short_description", "description", "stage", "pricing_model", "pricing_summary", "country", "city",
  "founded_year", "contact_email", "demo_video_url", "logo_url", "categories", "tags", "features", "usps", "keywords",
] as const;
export type DraftFieldName = (typeof DRAFT_FIELDS)[number];

/** Fields whose value is a list of strings; the others hold one string. */
export const LIST_FIELDS = ["categories", "tags", "features", "usps", "keywords"] as const satisfies readonly DraftFieldName[];
export type ListFieldName = (typeof LIST_FIELDS)[number];

export type FieldValue = string | string[] | null;
export type FieldState = "ai" | "not_found" | "edited" | "manual" | "override" | "deleted";

/** A value somebody drafted from the site, with the quotes that support it. */
export type DraftedValue = { value: string | string[]; evidence: Evidence[] };
