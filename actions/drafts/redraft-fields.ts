import { conflict } from "../../core/errors/errors.ts";
import { type Draft, type DraftedValue, siteOf } from "../../domain/drafts/draft.ts";
import { knownCategories } from "../../domain/drafts/known-categories.ts";
import type { DraftFieldName } from "../../domain/listings/fields.ts";
import { joined, t } from "../../languages/words.ts";
import type { Deps } from "../context.ts";

/** `isModelFailed`: a model should have redrafted, and rules did. */
type Redrafted = { fields: Partial<Record<DraftFieldName, DraftedValue>>; isModelFailed: boolean };
type Category = { slug: string; name: string; keywords: string[] };

/** Redrafts fields from the crawled pages. Takes seconds, so it runs before the change. */
export async function redraftFields(
  draft: Draft,
  only: DraftFieldName[],
  categories: readonly Category[],
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
  const drafted = await drafter({
    site: siteOf(draft, pages),
    ...knownCategories(categories),
    only,
    previous: Object.fromEntries(only.map((name) => [name, draft.content.fields[name]?.value ?? null])),
  });
  if (drafted.unfinished)
    throw conflict("website_too_large", joined([drafted.unfinished, t`Set values with fields.`], " "));
  return { fields: drafted.fields, isModelFailed: drafted.call?.failure != null };
}

export function outcomeOf(
  before: Draft,
  name: DraftFieldName,
  found: DraftedValue | undefined,
): "changed" | "unchanged" | "not_found" {
  if (!found) return "not_found";
  return JSON.stringify(before.content.fields[name]?.value) === JSON.stringify(found.value) ? "unchanged" : "changed";
}
