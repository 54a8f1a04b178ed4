import { collator } from "#languages/formats.ts";
import type { Language } from "#languages/language.ts";
import { say } from "#languages/words.ts";
import type { Store } from "#store/store.ts";
import type { Option } from "../../kit/form.ts";
import { categoryWords } from "../../kit/show.ts";

type Row = { slug: string; name: string; parentSlug: string | null };
type Reading = Pick<Store, "reference">;

/** Categories as choices, sorted, in groups by their top category, which comes first. */
export async function categoryOptions({ reference }: Reading, language: Language, key: "name" | "slug") {
  const rows: readonly Row[] = await reference.categoryNames();
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  const parents = new Set(rows.map(({ parentSlug }) => parentSlug));
  const topOf = (row: Row): Row => {
    const above = bySlug.get(row.parentSlug ?? "");
    return above ? topOf(above) : row;
  };
  const labelOf = (row: Row): string => say(categoryWords(row), language);
  const { compare } = collator(language);
  return rows
    .map((row) => {
      const top = topOf(row);
      const [label, topLabel] = [labelOf(row), labelOf(top)];
      const isAlone = row === top && !parents.has(row.slug);
      return { row, label, topLabel, isTop: row === top, isAlone };
    })
    .sort((a, b) => compare(a.topLabel, b.topLabel) || Number(b.isTop) - Number(a.isTop) || compare(a.label, b.label))
    .map(({ row, label, topLabel, isAlone }): Option => [row[key], label, isAlone ? undefined : topLabel]);
}
