import type { Language } from "#languages/language.ts";
import { inEnglish, say, t } from "#languages/words.ts";
import { slugify } from "../text/slug.ts";
import type { OwnField } from "./own-fields.ts";

const WORDS = {
  label: t`Alternative to`,
  hint: t`Products that it can replace, like Notion. Separate them with semicolons.`,
};

/** What listings are an alternative to, listed here or not. Each name has a page. Admins add the field. */
export const ALTERNATIVE_TO: OwnField = {
  key: "alternative_to",
  label: inEnglish(WORDS.label),
  kind: "choices",
  hint: inEnglish(WORDS.hint),
  shownIn: ["facts", "comparison"],
  isFilter: true,
  isSearched: true,
  drafted: { guide: "products that it says it is an alternative to", quote: true },
  editors: "owner",
};

export const alternativeTo = (language: Language): OwnField => ({
  ...ALTERNATIVE_TO,
  label: say(WORDS.label, language),
  hint: say(WORDS.hint, language),
});

/** The part of an address that stands for a name: "Google Photos" and "google photos" are one. */
export const alternativeSlug = (name: string): string => slugify(name, name.trim().toLowerCase());
export const alternativesPath = (name: string): string => `/alternatives/${encodeURIComponent(alternativeSlug(name))}`;

export type Replaced = { slug: string; name: string; spellings: string[]; count: number };

/** The names of a count by value, each once, the most named first. Its usual spelling is its name. */
export function replacedIn(counts: ReadonlyMap<string, number>): Replaced[] {
  const found = new Map<string, Replaced>();
  for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    const slug = alternativeSlug(name);
    const known = found.getOrInsertComputed(slug, () => ({ slug, name, spellings: [], count: 0 }));
    known.spellings.push(name);
    known.count += count;
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1));
}
