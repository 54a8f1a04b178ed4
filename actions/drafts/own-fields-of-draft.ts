import type { Draft } from "#domain/drafts/draft.ts";
import { attributesOf } from "#domain/drafts/publish-draft.ts";
import { missingOwn, type OwnField } from "#domain/listings/own-fields.ts";
import type { Reads } from "#store/store.ts";
import { fieldsIn } from "../listings/own-attributes.ts";
import { categoryNames } from "./publish-draft.ts";

type Sources = Pick<Reads, "fieldDefinitions" | "reference">;

/** Fields of the site that a listing in categories with these names has. */
export async function ownFieldsIn(reads: Sources, categories: readonly string[]): Promise<OwnField[]> {
  const chosen = (await reads.reference.categoryNames()).filter(({ name }) => categories.includes(name));
  return fieldsIn(
    reads,
    chosen.map(({ slug }) => slug),
  );
}

/** Those of a draft, and which of them its owner still has to fill in. */
export async function ownFieldsOfDraft(
  reads: Sources,
  { content }: Pick<Draft, "content">,
): Promise<{ fields: OwnField[]; missing: OwnField[] }> {
  const fields = await ownFieldsIn(reads, categoryNames(content));
  const missing = missingOwn(fields, attributesOf(content)).filter(({ editors }) => editors === "owner");
  return { fields, missing };
}
