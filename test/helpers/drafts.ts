import { type Draft, emptyContent } from "../../domain/drafts/draft.ts";
import { type DraftedParts, fillDraft } from "../../domain/drafts/edit-draft.ts";
import type { World } from "./world.ts";

const NOTHING = { founders: [], companySocials: {}, seo: { title: null, meta: null } };

type GivenDraft = {
  accountId: string;
  siteKey: string;
  fields: DraftedParts["fields"];
  faqs?: DraftedParts["faqs"];
  rejected?: DraftedParts["rejected"];
  own?: DraftedParts["own"];
  listingId?: number | null;
};

export async function addDraft(
  { deps }: { deps: Pick<World["deps"], "now" | "uuid" | "store"> },
  { accountId, siteKey, fields, faqs = [], rejected = [], own = {}, listingId = null }: GivenDraft,
): Promise<string> {
  const at = deps.now();
  const draft: Draft = {
    id: deps.uuid(),
    accountId,
    url: `https://${siteKey}/`,
    siteKey,
    status: "ready",
    content: fillDraft(emptyContent(), { ...NOTHING, fields, faqs, rejected, own }, at),
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
