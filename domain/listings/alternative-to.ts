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

/** The part of an address that stands for a name: "Google Photos" and "google photos" are one. ".." would leave the path. */
export const alternativeSlug = (name: string): string => slugify(name, name.trim().toLowerCase().replaceAll(".", "-"));
export const alternativesPath = (name: string): string => `/alternatives/${encodeURIComponent(alternativeSlug(name))}`;

/** Beginnings of words that say that a product replaces another. */
export const REPLACES: readonly string[] = (
  "alternativ alternatif alternatief alternatyw replac substitut sostitut remplac reemplaz ersatz ersetz vervang " +
  "zamiennik альтернатив замен بديل بدائل 대안 대체 代替 替代 代わ"
).split(" ");
export const REPLACED_IN_TEXT = new RegExp(REPLACES.join("|"), "i");
const REPLACING = new RegExp(`^(?:l|un)?(?:${REPLACES.join("|")})`);
export const replaces = (word: string): boolean => REPLACING.test(word);

export type Replaced = { slug: string; name: string; ids: number[] };

/** The products that listings name, the most named first. The usual spelling of a name is its name. */
export function replacedIn(named: ReadonlyMap<number, readonly string[]>): Replaced[] {
  const found = new Map<string, { ids: Set<number>; spellings: Map<string, number> }>();
  for (const [id, names] of named)
    for (const name of names) {
      const { ids, spellings } = found.getOrInsertComputed(alternativeSlug(name), () => ({
        ids: new Set(),
        spellings: new Map(),
      }));
      ids.add(id);
      spellings.set(name, (spellings.get(name) ?? 0) + 1);
    }
  return [...found]
    .map(([slug, { ids, spellings }]) => {
      const [[name = slug] = []] = [...spellings].sort((a, b) => b[1] - a[1]);
      return { slug, name, ids: [...ids] };
    })
    .sort((a, b) => b.ids.length - a.ids.length || (a.slug < b.slug ? -1 : 1));
}
