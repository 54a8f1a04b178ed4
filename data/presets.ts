import { keysOf } from "../domain/text/keys.ts";
import type { Store, Tx } from "../store/store.ts";
import software from "./seed/categories.json" with { type: "json" };
import presets from "./seed/presets.json" with { type: "json" };

type Category = (typeof software)[number];
type Short = { slug: string; name: string; description: string; keywords: string[] };

const EMPTY = { parent: null, phrases: [], faqs: [], compare: [] };
const of = (rows: readonly Short[]): Category[] => rows.map((row) => ({ ...row, ...EMPTY }));

/** Categories to start with. New databases begin with those of software. */
export const PRESETS = {
  software,
  "ai-tools": of(presets["ai-tools"]),
  "self-hosted": of(presets["self-hosted"]),
  crafts: of(presets.crafts),
  games: of(presets.games),
  places: of(presets.places),
  courses: of(presets.courses),
  none: [],
} satisfies Record<string, Category[]>;
export type Preset = keyof typeof PRESETS;

export const rowsOf = (categories: readonly Category[], first = 0) =>
  categories.map(({ parent, ...category }, index) => ({ ...category, parentSlug: parent, position: first + index }));

/** Replaces what is left of the presets: categories that nobody changed and no listing is in. */
export async function applyPreset(tx: Pick<Tx, "categories" | "reference">, preset: Preset): Promise<void> {
  const wanted: readonly Category[] = PRESETS[preset];
  const built = new Map(Object.values(PRESETS).flatMap((rows: Category[]) => rows.map((row) => [keyOf(row), row])));
  const kept = new Set(wanted.map(keyOf));
  const filled = await tx.categories.filled();
  const rows = await tx.categories.all();
  const goes = rows.filter((row) => built.has(keyOf(row)) && !kept.has(keyOf(row)) && !filled.has(row.slug));
  // Those below others first; a parent of a category that stays, stays.
  const staying = new Map(rows.map((row) => [row.slug, row]));
  for (let before = -1; staying.size !== before; ) {
    before = staying.size;
    for (const row of goes)
      if (staying.has(row.slug) && !staying.values().some(({ parentSlug }) => parentSlug === row.slug)) {
        await tx.categories.remove(row, null, null);
        staying.delete(row.slug);
      }
  }
  const last = Math.max(-1, ...staying.values().map(({ position }) => position));
  const taken = new Set(staying.values().map(({ name }) => name.toLowerCase()));
  const fresh = wanted.filter(({ slug, name }) => !staying.has(slug) && !taken.has(name.toLowerCase()));
  const slugs = new Set([...staying.keys(), ...fresh.map(({ slug }) => slug)]);
  await tx.reference.addCategories(
    rowsOf(fresh, last + 1).map((row) => ({
      ...row,
      parentSlug: slugs.has(row.parentSlug ?? "") ? row.parentSlug : null,
    })),
  );
}

/** The preset that is all a directory has: nobody changed or filled a category. */
export async function presetAlone({ categories }: Pick<Store, "categories">): Promise<Preset | undefined> {
  const rows = await categories.all();
  const found = new Set(rows.map(keyOf));
  const isAlone = (preset: Category[]) => preset.length === rows.length && preset.every((row) => found.has(keyOf(row)));
  return (await categories.filled()).size > 0 ? undefined : keysOf(PRESETS).find((name) => isAlone(PRESETS[name]));
}

/** Categories of software that are needed and missing, with those above them. */
export async function addSoftware(store: Store, isNeeded: (row: Category) => boolean = () => true): Promise<void> {
  const known = new Set((await store.reference.categoryNames()).map(({ slug }) => slug));
  const missing = software.filter((row) => !known.has(row.slug) && isNeeded(row));
  if (missing.length === 0) return;
  const above = new Set(missing.map(({ parent }) => parent));
  const wanted = software.filter((row) => missing.includes(row) || (above.has(row.slug) && !known.has(row.slug)));
  await store.change((tx) => tx.reference.addCategories(rowsOf(wanted, known.size)));
}

const keyOf = ({ slug, name, description }: Short | { slug: string; name: string; description: string }): string =>
  [slug, name, description].join("\n");
