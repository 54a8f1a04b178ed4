import { conflict } from "#core/errors/errors.ts";
import { type Draft, type FieldRef, fieldAt, isOwnRef, keyOfRef, siteOf } from "#domain/drafts/draft.ts";
import type { DraftedParts } from "#domain/drafts/edit-draft.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import type { DraftFieldName } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { joined, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";

/** `isModelFailed`: a model should have redrafted, and rules did. */
type Redrafted = Pick<DraftedParts, "fields" | "own"> & { isModelFailed: boolean };
type Category = { slug: string; name: string; keywords: string[] };

/** Redrafts fields from the crawled pages. Takes seconds, so it runs before the change. */
export async function redraftFields(
  draft: Draft,
  refs: readonly FieldRef[],
  { categories, ownFields }: { categories: readonly Category[]; ownFields: readonly OwnField[] },
  { store, drafter }: Pick<Deps, "store" | "drafter">,
): Promise<Redrafted> {
  const pages = await store.drafts.pages(draft.id);
  if (draft.status !== "ready" || pages.length === 0) {
    const why =
      draft.status === "ready"
        ? [t`There is nothing to redraft from: the website could not be read.`]
        : [
            t`There is nothing to redraft from: this draft is still ${draft.status}.`,
            "Poll get_draft until its status is ready.",
          ];
    throw conflict("draft_not_ready", joined([...why, t`Set values with fields.`], " "));
  }
  const only = refs.filter((ref): ref is DraftFieldName => !isOwnRef(ref));
  const keys = refs.filter(isOwnRef).map(keyOfRef);
  const drafted = await drafter({
    site: siteOf(draft, pages),
    ...knownCategories(categories),
    only,
    own: ownFields.filter(({ key }) => keys.includes(key)),
    previous: Object.fromEntries(only.map((name) => [name, draft.content.fields[name]?.value ?? null])),
  });
  if (drafted.unfinished)
    throw conflict("website_too_large", joined([drafted.unfinished, t`Set values with fields.`], " "));
  return {
    fields: drafted.fields,
    ...(drafted.own && { own: drafted.own }),
    isModelFailed: drafted.call?.failure != null,
  };
}

export function outcomeOf(before: Draft, ref: FieldRef, { fields, own = {} }: Redrafted) {
  const found = isOwnRef(ref) ? own[keyOfRef(ref)] : fields[ref];
  if (!found) return "not_found";
  return JSON.stringify(fieldAt(before.content, ref)?.value) === JSON.stringify(found.value) ? "unchanged" : "changed";
}
