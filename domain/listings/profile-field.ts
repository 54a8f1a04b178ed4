import type { Text } from "#languages/words.ts";

/** Determines the input and its validation. */
export type FieldKind =
  | "line"
  | "text"
  | "list"
  | "categories"
  | "country"
  | "language"
  | "year"
  | "email"
  | "video"
  | "picture"
  | "word";

/**
 * How the quote must support a drafted value: copied verbatim, sharing this part of its content
 * words, as a URL on the page, or by its own rule in drafting/grounding.ts.
 */
export type GroundingRule = "copied" | { worded: number } | "address" | "own";

export type Grounding = {
  rule: GroundingRule;
  max: number;
  /** There is only one value: a website that states two is asked about. */
  isSingle?: true;
  /** Rules find it as reliably as a model. */
  isSure?: true;
  /** Drafts count the places that state its exact words. */
  isCounted?: true;
  /** May be the words of a question, or of people who praise the product. */
  isNotAsserted?: true;
  /** Instruction for the model; absent if rules find the value. */
  guide?: string;
};

export type ProfileField = {
  label: Text;
  hint?: Text;
  kind: FieldKind;
  /** Maximum characters in a draft (per entry of a list); absent for listing-only fields. */
  draftMax?: number;
  listingMax: number;
  need?: "required" | "recommended";
  /** Editable on the listing, not only in its draft. */
  isOwnerEditable?: true;
  /** Rows of its textarea; absent for a single line. */
  rows?: number;
  /** Values offered in the form; others can still be set. */
  options?: readonly string[];
  /** The entries are one or two words each. */
  hasShortEntries?: true;
  grounding?: Grounding;
  /** Makes it a row of comparisons. `key` and `label` are for rows with other names. */
  compared?: { key?: string; label?: Text };
  /** Makes it a row of the facts on the listing's page; brief ones also appear in previews and chats. */
  fact?: { label: Text; isBrief?: true };
  /** Its schema.org type and property. */
  schemaOrg?: `${SchemaOrgType}.${string}`;
  place?: `${string}.${string}`;
};

export type SchemaOrgType = "Product" | "Organization" | "PostalAddress";
