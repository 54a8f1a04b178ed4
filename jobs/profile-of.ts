import type { Deps } from "#actions/context.ts";
import type { DraftContent } from "#domain/drafts/draft.ts";
import { fillDraft } from "#domain/drafts/edit-draft.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import type { CrawledSite } from "#domain/drafts/site.ts";
import { draftedFields } from "#domain/listings/own-fields.ts";
import type { Drafted, DraftRequest } from "#drafting/drafter.ts";

export async function profileOf(
  site: CrawledSite,
  { store, drafter }: Pick<Deps, "store" | "drafter">,
  how: Pick<DraftRequest, "signal" | "isByRules">,
): Promise<{ drafted: Drafted; fill: (content: DraftContent, at: Date) => DraftContent }> {
  const drafted = await drafter({
    site,
    ...knownCategories(await store.reference.categoryNames()),
    own: draftedFields(store.ownFields()),
    ...how,
  });
  const founders = drafted.founders.map(({ name, title, bio }) => ({ name, title, bio }));
  const faqs = drafted.faqs.map(({ question, answer }) => ({ question, answer }));
  return { drafted, fill: (content, at) => fillDraft(content, { ...drafted, founders, faqs }, at) };
}
