import type { OwnField } from "../listings/own-fields.ts";

export type ImportColumn = {
  /** Its heading. */
  column: string;
  /** What it is: a field, "own.<key>", or empty if it is left out. */
  to: string;
  /** The field that `own.<key>` becomes once a row uses it. */
  isNew?: OwnField;
  samples: string[];
  /** How many rows have a value. */
  filled: number;
  /** What separates decimals, decided by all its numbers. */
  decimal?: "." | ",";
  /** The order of day, month and year, decided by all its dates. */
  days?: "dmy" | "mdy";
  /** Entries of its lists are separated by commas. */
  hasCommas?: boolean;
  /** Its heading occurs before it. */
  isRepeated?: boolean;
};

export type ImportOptions = {
  create: { fields: boolean; categories: boolean };
  /** Changes listed websites as far as a row names fields. */
  update: boolean;
  /** Also those that have an owner. */
  owned: boolean;
  /** Whether rows with a date are launches of that day. */
  launched: "none" | "given";
  status: "live" | "pending_review";
  /** Slug, for rows without a known one. */
  category: string | null;
  /** Whether logos and preview pictures are fetched from the websites. */
  pictures: boolean;
};

export type Result = "added" | "updated" | "unchanged" | "duplicate" | "refused" | "undone" | "kept";
/** How many rows had which result; `noted` are those with notes. */
export type ImportCounts = Record<Result | "noted", number>;
export const noCounts = (): ImportCounts => ({
  ...{ added: 0, updated: 0, unchanged: 0, duplicate: 0, refused: 0 },
  ...{ undone: 0, kept: 0, noted: 0 },
});

/** What was made on the way: fields by key and categories by slug, each with its name. */
export type ImportMade = {
  fields: Record<string, string>;
  categories: Record<string, string>;
  /** The preset of categories that was replaced. */
  preset?: string;
};

export type ImportState = "new" | "checking" | "checked" | "running" | "done" | "undoing" | "undone" | "failed";
export const isBusy = (state: ImportState): boolean =>
  state === "checking" || state === "running" || state === "undoing";
