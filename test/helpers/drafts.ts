import { type Draft, emptyContent } from "../../domain/drafts/draft.ts";
import { type DraftedParts, fillDraft } from "../../domain/drafts/edit-draft.ts";
import type { World } from "./world.ts";

const NOTHING = { faqs: [], founders: [], companySocials: {}, seo: { title: null, meta: null } };

export async function addDraft(
  { deps }: Pick<World, "deps">,
  {
    accountId,
    siteKey,
    fields,
    listingId = null,
  }: { accountId: string; siteKey: string; fields: DraftedParts["fields"]; listingId?: number | null },
): Promise<string> {
  const at = deps.now();
  const draft: Draft = {
    id: deps.uuid(),
    accountId,
    url: `https://${siteKey}/`,
    siteKey,
    status: "ready",
    content: fillDraft(emptyContent(), { ...NOTHING, fields }, at),
    crawl: {
      pages: [],
      robots: "allowed",
      error: null,
      needsJavascript: false,
      fetchedAt: null,
      drafter: "extractive",
    },
    listingId,
    createdAt: at,
    updatedAt: at,
  };
  await deps.store.change((tx) => tx.drafts.add(draft));
  return draft.id;
}
