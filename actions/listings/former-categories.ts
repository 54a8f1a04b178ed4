import type { Languages } from "#core/languages.ts";
import type { Reads } from "#store/store.ts";

/** What a category is called in the languages of the site, besides its name. */
export const translatedNames = (
  { slug, name }: { slug: string; name: string },
  { all }: Pick<Languages, "all">,
): string[] => all.flatMap(({ stored }) => stored?.find("category", slug, "name", name) ?? []);

/** Names of categories as they are kept now: a merged, renamed or translated one has another. */
export async function currentNames(
  names: readonly string[],
  { reference, categories }: Pick<Reads, "reference" | "categories">,
  languages: Pick<Languages, "all"> = { all: [] },
): Promise<string[]> {
  const rows = await reference.categoryNames();
  const known = new Set(rows.map(({ name }) => name.toLowerCase()));
  const translated = (typed: string) =>
    rows.find((row) => translatedNames(row, languages).some((name) => name.toLowerCase() === typed.toLowerCase()));
  const current = await Promise.all(
    names.map(async (name) =>
      known.has(name.toLowerCase()) ? name : (((await categories.formerly(name)) ?? translated(name))?.name ?? name),
    ),
  );
  return [...new Set(current)];
}
