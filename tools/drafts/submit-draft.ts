import { z } from "zod";
import { conflict } from "../../core/errors.ts";
import { contentOf } from "../../domain/publish-draft.ts";
import { defineTool } from "../define.ts";
import { ownerExtras } from "../directory/listing-extras.ts";
import { Uuid } from "../schemas/common.ts";
import { OwnedListing, viewOwned } from "../schemas/listing.ts";
import { alreadyListed } from "./already-listed.ts";
import { noDraft } from "./no-draft.ts";
import { categoryNames, listingCategories, publishDraft, refuseUnfit } from "./publish-draft.ts";

export const submitDraft = defineTool({
  name: "submit_draft",
  title: "Save a draft as a listing",
  description: `Save a ready draft as a listing, not yet published, and answer with its listing_id.
    Again after edits updates the same listing.`,
  access: "listings:write",
  rest: "POST /drafts/{id}/submit",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  idempotent: true,
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts") }),
  output: OwnedListing,

  async handler({ id }, { store, caller, now, settings }) {
    return store.change(async (tx) => {
      const draft = await tx.drafts.findOwned(id, caller.accountId);
      if (!draft) throw noDraft(id);
      if (draft.status !== "ready") {
        throw conflict(
          "draft_not_ready",
          `This draft is still ${draft.status}. Poll get_draft until its status is ready, then submit it.`,
        );
      }
      refuseUnfit(draft);
      const at = now();
      const site = { baseUrl: settings.BASE_URL };
      if (draft.listingId !== null) {
        const published = await publishDraft(tx, draft, caller, at);
        return viewOwned(published, id, site, await ownerExtras(tx, published, at));
      }

      const taken = await tx.listings.findBySite(draft.siteKey);
      if (taken) throw alreadyListed(taken);
      const listing = await tx.listings.add(
        {
          url: draft.url,
          domain: new URL(draft.url).hostname.replace(/^www\./, ""),
          siteKey: draft.siteKey,
          status: "draft",
          evidenceCheckedAt: draft.crawl.fetchedAt === null ? null : new Date(draft.crawl.fetchedAt),
        },
        contentOf(draft.content),
        {
          categories: await listingCategories(tx, categoryNames(draft.content)),
          founders: draft.content.founders,
          founderSocials: draft.content.founderSocials,
          ownerId: caller.accountId,
        },
        { accountId: caller.accountId, client: caller.client },
        at,
      );
      await tx.drafts.save({ ...draft, listingId: listing.id, updatedAt: at });
      for (const { accountId } of await tx.drafts.invites(id))
        if (accountId) await tx.listings.addEditor(listing.id, accountId, at);
      return viewOwned(listing, id, site, await ownerExtras(tx, listing, at));
    });
  },
});
