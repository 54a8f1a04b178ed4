import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Something that must not be drafted: this text in this field, or in any field for "*". */
export type Trap = { field: string; text: string; why?: string };

/**
 * What a statement on prices must hold: each group once, in one of its alternatives, as
 * `["9,90", "€|EUR", "Monat"]`.
 */
export type Statement = string[];

/** What a careful reader finds on a website. A missing key is not scored; null or [] means that blank is right. */
export type Truth = {
  url: string;
  language: string;
  kind?: string;
  name?: string[] | null;
  tagline?: string[] | null;
  description?: string[] | null;
  pricing_model?: string[] | null;
  pricing_summary?: { needed: Statement[]; allowed: Statement[] };
  founded_year?: number[] | null;
  country?: string[] | null;
  city?: string[] | null;
  contact_email?: string[] | null;
  founders?: { name: string }[] | null;
  /** Platform to its profile, or to several that are equally right. */
  socials?: Record<string, string | string[]> | null;
  /** Features that should be drafted. */
  features?: string[] | null;
  /** With `features`, everything that is a feature. Without this key, the precision of features is not scored. */
  more_features?: string[];
  /** What readers would not agree on: learned from neither as a feature nor as none. */
  doubtful_features?: string[];
  categories?: string[] | null;
  keywords?: string[] | null;
  /** Values of a field that are neither wrong nor missed. Socials are written as "platform address". */
  allowed?: Record<string, string[]>;
  /** Sentences of older truth files are not checked. */
  traps?: (Trap | string)[];
};

/** The websites of a folder: those with a truth.json. */
export const sitesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "truth.json")))
    .sort();

export const readTruth = (site: string): Truth => JSON.parse(readFileSync(join(site, "truth.json"), "utf8"));
