import { conflict, invalid } from "../../core/errors/errors.ts";
import { appliesTo, type OwnField, type OwnValues } from "../../domain/listings/own-fields.ts";
import type { Reads } from "../../store/store.ts";
import { changeOwn } from "./change-own.ts";

/** Those that owners may set on a listing in these categories, with their ancestors. */
export async function settableFields(
  reads: Pick<Reads, "fieldDefinitions" | "reference">,
  categories: readonly string[],
  isTeam = false,
): Promise<OwnField[]> {
  const slugs = await reads.reference.categoriesAndAbove(categories);
  const fields = await reads.fieldDefinitions.list();
  return fields.filter((field) => (isTeam || field.editors === "owner") && appliesTo(field, slugs));
}

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
