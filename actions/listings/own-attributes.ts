import { conflict, invalid } from "#core/errors/errors.ts";
import { appliesTo, type OwnField, type OwnValues } from "#domain/listings/own-fields.ts";
import type { Reads } from "#store/store.ts";
import { changeOwn } from "./change-own.ts";

type Sources = Pick<Reads, "fieldDefinitions" | "reference">;

/** Fields of the site that a listing in these categories has; those of a category hold below it, too. */
export async function fieldsIn(reads: Sources, categories: readonly string[]): Promise<OwnField[]> {
  const all = await reads.fieldDefinitions.list();
  if (all.every((field) => appliesTo(field, []))) return all;
  const slugs = await reads.reference.categoriesAndAbove(categories);
  return all.filter((field) => appliesTo(field, slugs));
}

/** Those that owners may set. */
export const settableFields = async (
  reads: Sources,
  categories: readonly string[],
  isTeam = false,
): Promise<OwnField[]> => (await fieldsIn(reads, categories)).filter((field) => isTeam || field.editors === "owner");

/** `before` with `given` in it. Throws `invalid` with every fault. */
export function changedAttributes(
  fields: readonly OwnField[],
  before: OwnValues | undefined,
  given: Record<string, unknown>,
): OwnValues {
  if (fields.length === 0)
    throw conflict("fields_not_defined", "No field of this directory can be set here. get_site_info names them.");
  const changed = changeOwn(fields, before, given);
  if ("values" in changed) return changed.values;
  throw invalid(
    changed.faults.map(({ key, code, detail }) => ({
      pointer: `/attributes/${key}`,
      code: code === "unknown_field" ? "unknown_field" : "format",
      detail,
    })),
  );
}
