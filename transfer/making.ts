import { saveField } from "#actions/site/own-fields.ts";
import type { Preset } from "#data/presets.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { ImportMade } from "#domain/site/import.ts";
import { slugify } from "#domain/text/slug.ts";
import { cleanLine } from "#domain/text/text.ts";
import type { Tx } from "#store/store.ts";
import type { Category } from "./row.ts";

/** Longer names are no categories. */
const LONGEST_NAME = 80;
/** A column of names or sentences is none of categories. */
const MOST_CATEGORIES = 500;

/** Fields and categories that an import may make, each with the first row that uses it. */
export function createMaking(
  known: readonly Category[],
  fields: readonly OwnField[],
  create: { fields: boolean; categories: boolean },
  /** What an export with categories replaces. */
  preset?: Preset,
) {
  const categories = [...known];
  const own = [...fields];
  const slugs = new Set(known.map(({ slug }) => slug));
  const names = new Set(
    known.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]).map((name) => name.toLowerCase()),
  );
  const newCategories = new Map<string, Category>();
  const newFields = new Map<string, OwnField>();

  let isReplaced = preset === undefined;
  const placeOf = (slug: string) => categories.findIndex((one) => one.slug === slug);

  return {
    categories,
    placeOf,
    preset,
    /** Categories that a line of the file makes. Whether it is the first, which removes the preset. */
    knowCategories(lines: readonly Category[], isRenamed: boolean): boolean {
      const isFirst = !isReplaced;
      isReplaced = true;
      if (isFirst) for (const known of [slugs, names]) known.clear();
      if (isFirst) categories.length = 0;
      for (const { slug, name } of lines) {
        const at = placeOf(slug);
        if (at < 0) categories.push({ slug, name });
        else if (isRenamed) categories[at] = { slug, name };
        slugs.add(slug);
        names.add(name.toLowerCase());
      }
      return isFirst;
    },
    fields: own,
    /** Names a category that rows may use. */
    addCategory(wish: string): void {
      const name = cleanLine(wish);
      const spelled = slugify(name, "");
      const isNew = name !== "" && !names.has(name.toLowerCase()) && !slugs.has(spelled) && !slugs.has(wish);
      if (!create.categories || !isNew || name.length > LONGEST_NAME || newCategories.size >= MOST_CATEGORIES) return;
      // Names in other scripts have no letters for one.
      let slug = spelled || "category";
      for (let count = 2; slugs.has(slug); count++) slug = `category-${count}`;
      slugs.add(slug);
      names.add(name.toLowerCase());
      newCategories.set(slug, { slug, name });
      categories.push({ slug, name });
    },
    addField(field: OwnField): void {
      if (!create.fields || own.some(({ key }) => key === field.key)) return;
      newFields.set(field.key, field);
      own.push(field);
    },
    /** What a row uses of it. */
    usedBy(slugsOfRow: readonly string[], keys: readonly string[]): ImportMade {
      const used = slugsOfRow.flatMap((slug) => newCategories.get(slug) ?? []);
      return {
        categories: Object.fromEntries(used.map(({ slug, name }) => [slug, name])),
        fields: Object.fromEntries(
          keys.flatMap((key) => {
            const field = newFields.get(key);
            return field ? [[key, field.label]] : [];
          }),
        ),
      };
    },
    /** Makes what a row uses. May be repeated. */
    async make(tx: Tx, used: ImportMade): Promise<void> {
      for (const slug of Object.keys(used.categories)) {
        const category = newCategories.get(slug);
        if (category) await tx.reference.addCategories([rowOf(category, placeOf(slug))]);
      }
      for (const key of Object.keys(used.fields)) {
        const field = newFields.get(key);
        const known = await tx.fieldDefinitions.list();
        if (!field || known.some((one) => one.key === key)) continue;
        // In the order of the columns, whichever row uses them first.
        const earlier = new Set(own.slice(0, own.indexOf(field)).map((one) => one.key));
        await saveField(tx, field, known.filter((one) => earlier.has(one.key)).length);
      }
    },
    /** Of what was committed, nothing is left to make. */
    forget({ categories, fields }: ImportMade): void {
      for (const slug of Object.keys(categories)) newCategories.delete(slug);
      for (const key of Object.keys(fields)) newFields.delete(key);
    },
  };
}

export type Making = ReturnType<typeof createMaking>;

export const rowOf = ({ slug, name }: Category, position: number) => ({
  ...{ slug, name, description: "", parentSlug: null, position },
  ...{ keywords: [name.toLowerCase()], phrases: [], faqs: [], compare: [] },
});
