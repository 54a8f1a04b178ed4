import { z } from "zod";
import { saveField } from "#actions/site/own-fields.ts";
import { applyPreset, PRESETS, rowsOf } from "#data/presets.ts";
import type { CategoryRow } from "#domain/listings/category.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { sameValue } from "#domain/listings/shared-facts.ts";
import { importWords } from "#domain/site/import-words.ts";
import { keysOf } from "#domain/text/keys.ts";
import { pick } from "#domain/text/pick.ts";
import { membersOf } from "#domain/text/record.ts";
import type { Store, Tx } from "#store/store.ts";
import { line, Slug, text } from "#tools/schemas/common.ts";
import { FieldDefinition } from "#tools/schemas/field-definition.ts";
import { type Making, rowOf } from "./making.ts";
import { type RowFault, rowFaults } from "./row-fault.ts";
import type { Outcome, TakeInOptions } from "./taking.ts";

const KEYS = keysOf(FieldDefinition.shape);

const Category = z.object({
  slug: Slug,
  name: line(100).min(1),
  description: text(2000).nullish(),
  faqs: z
    .array(z.object({ question: line(300), answer: text(4000) }))
    .max(50)
    .default([]),
  children: z.array(z.unknown()).default([]),
});

export type FieldLine = OwnField;
/** A category with those below it, parents first. */
export type CategoryLine = {
  lines: Pick<CategoryRow, "slug" | "name" | "description" | "parentSlug" | "faqs">[];
  /** The first of an export for a directory that has nothing but a preset. */
  isFirst?: boolean;
};
type Told = Omit<Outcome, "line">;
type Reads = Pick<Store, "reference" | "fieldDefinitions">;

const renamed = (value: object, rename: (key: string) => string): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[rename(key), member]])),
  );

/** A definition as exports write it, in one order of keys. */
export const viewField = (field: OwnField): object =>
  renamed(pick(field, ...KEYS), (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

export function readField(value: unknown, making: Making): FieldLine | RowFault[] {
  const given = renamed(membersOf(value), (key) =>
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  const parsed = FieldDefinition.safeParse(given, { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, FieldDefinition);
  // What is absent has no key, as definitions are stored.
  const field: OwnField = JSON.parse(JSON.stringify(parsed.data));
  making.addField(field);
  return field;
}

export function readCategory(value: unknown, parentSlug: string | null = null): CategoryLine | RowFault[] {
  const parsed = Category.safeParse(value, { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, Category);
  const { children, description, ...one } = parsed.data;
  const lines = [{ ...one, description: description || one.name, parentSlug }];
  for (const child of children) {
    const below = readCategory(child, one.slug);
    if (Array.isArray(below)) return below;
    lines.push(...below.lines);
  }
  return { lines };
}

export async function takeField(
  field: FieldLine,
  { fieldDefinitions }: Reads,
  tx: Tx | undefined,
  { update }: TakeInOptions,
): Promise<Told> {
  const told = { name: field.label };
  const known = (await fieldDefinitions.list()).find(({ key }) => key === field.key);
  if (known && known.kind !== field.kind) return { ...told, result: "refused", reason: importWords("otherKind") };
  if (known && sameValue(known, field)) return { ...told, result: "unchanged", reason: importWords("same") };
  if (known && !update) return { ...told, result: "duplicate", reason: importWords("here") };
  if (tx) await saveField(tx, field);
  return {
    ...told,
    result: known ? "updated" : "added",
    made: { categories: {}, fields: { [field.key]: field.label } },
  };
}

export async function takeCategory(
  { lines, isFirst }: CategoryLine,
  { reference }: Reads,
  tx: Tx | undefined,
  { update, making: { preset, placeOf } }: TakeInOptions,
): Promise<Told> {
  const told = { name: lines[0]?.name ?? "" };
  const built = preset && rowsOf(PRESETS[preset]);
  const made: Record<string, string> = {};
  let [isSame, isKept] = [true, true];
  if (tx && isFirst) await applyPreset(tx, "none");
  for (const line of lines) {
    const known = built?.find(({ slug }) => slug === line.slug) ?? (await reference.findCategory(line.slug));
    const isAlike = known && sameValue(line, pick(known, "slug", "name", "description", "parentSlug", "faqs"));
    isSame &&= isAlike === true;
    if (known && !built && (isAlike || !update)) continue;
    isKept = false;
    if (!known || (built && !isAlike)) made[line.slug] = line.name;
    const row = { ...rowOf(line, placeOf(line.slug)), ...known, ...line };
    if (built) row.position = placeOf(line.slug);
    await tx?.categories.save(row);
  }
  if (isSame) return { ...told, result: "unchanged", reason: importWords("same") };
  if (isKept) return { ...told, result: "duplicate", reason: importWords("here") };
  return {
    ...told,
    result: Object.keys(made).length > 0 ? "added" : "updated",
    made: { fields: {}, categories: made, ...(preset && { preset }) },
  };
}
