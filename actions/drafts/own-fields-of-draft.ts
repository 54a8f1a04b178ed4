import type { Draft } from "../../domain/drafts/draft.ts";
import { appliesTo, missingOwn, type OwnField } from "../../domain/listings/own-fields.ts";
import type { Reads } from "../../store/store.ts";
import { categoryNames } from "./publish-draft.ts";

/** Fields of the site that a draft has, which depends on its categories, and those it still needs. */
export async function ownFieldsOfDraft(
  reads: Pick<Reads, "fieldDefinitions" | "reference">,
  { content }: Pick<Draft, "content">,
): Promise<{ fields: OwnField[]; missing: OwnField[] }> {
  const all = await reads.fieldDefinitions.list();
  if (all.length === 0) return { fields: [], missing: [] };
  const names = new Set(categoryNames(content));
  const chosen = (await reads.reference.categoryNames()).filter(({ name }) => names.has(name));
  const slugs = await reads.reference.categoriesAndAbove(chosen.map(({ slug }) => slug));
  const fields = all.filter((field) => appliesTo(field, slugs));
  return {
    fields,
    missing: missingOwn(fields, content.attributes, slugs).filter(({ editors }) => editors === "owner"),
  };
}
