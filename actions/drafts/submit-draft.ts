import { conflict } from "#core/errors/errors.ts";
import type { Draft } from "#domain/drafts/draft.ts";
import { contentOf } from "#domain/drafts/publish-draft.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { joined, listed, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Context, Deps, Member } from "../context.ts";
import { listedAs, listedInstead, refuseTaken } from "../listings/websites.ts";
import { ownDraft } from "../own.ts";
import { queueLooks } from "../pictures/looks.ts";
import { ownFieldsOfDraft } from "./own-fields-of-draft.ts";
import { categoryNames, listingCategories, publishDraft, refuseUnfit } from "./publish-draft.ts";
import { requireSubmissions } from "./submissions.ts";

type Acting = { caller: Pick<Member, "accountId" | "client"> } & Pick<Deps, "now">;

export async function submitDraft(tx: Tx, id: string, { caller, now }: Acting): Promise<Listing> {
  const draft = await ownDraft(tx, id, caller);
  if (draft.status !== "ready")
    throw conflict(
      "draft_not_ready",
      joined(
        [t`This draft is still ${draft.status}.`, "Poll get_draft until its status is ready, then submit it."],
        " ",
      ),
    );
  refuseUnfit(draft);
  const { missing } = await ownFieldsOfDraft(tx, draft);
  if (missing.length > 0) throw attributesMissing(missing);
  if (draft.listingId === null) return addListing(tx, draft, { caller, now });
  const saved = await tx.listings.find(draft.listingId);
  if (saved) await refuseTaken(tx, saved, caller.accountId);
  return publishDraft(tx, draft, caller, now());
}

const attributesMissing = (missing: readonly OwnField[]) =>
  conflict(
    "attribute_required",
    joined(
      [t`A listing needs ${listed(missing.map(({ label }) => label))}.`, "Set it with set_draft_attributes."],
      " ",
    ),
    missing.map(({ key, label }) => ({
      pointer: `/attributes/${key}`,
      code: "required",
      detail: t`${label} is required for a listing.`,
    })),
  );

async function addListing(tx: Tx, draft: Draft, { caller, now }: Acting): Promise<Listing> {
  await requireSubmissions(tx, caller.accountId);
  const known = await listedInstead(tx, draft);
  if (known) throw listedAs(known);
  const at = now();
  const owner = await tx.accounts.find(caller.accountId);
  const listing = await tx.listings.add(
    {
      url: draft.url,
      domain: new URL(draft.url).hostname.replace(/^www\./, ""),
      siteKey: draft.siteKey,
      status: "draft",
      isDemo: owner?.isDemo ?? false,
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
  await tx.websiteLooks.plan(listing.id, at);
  await queueLooks(tx, at);
  await tx.drafts.save({ ...draft, listingId: listing.id, updatedAt: at });
  for (const { accountId } of await tx.drafts.invites(draft.id))
    if (accountId) await tx.listings.addEditor(listing.id, accountId, at);
  return listing;
}

export async function deleteDraft(
  tx: Tx,
  id: string,
  { caller }: Pick<Context<"listings:write">, "caller">,
): Promise<void> {
  const { listingId } = await ownDraft(tx, id, caller);
  if (listingId !== null)
    throw conflict(
      "draft_saved",
      joined(
        [
          t`This draft is saved as listing ${listingId} and keeps its evidence, so it cannot be deleted.`,
          "Edit it with update_draft; withdraw_listing cancels its launch, pause_listing hides it.",
        ],
        " ",
      ),
    );
  await tx.drafts.remove(id);
}
