import type { Draft, DraftContent, DraftEdit } from "#domain/drafts/draft.ts";
import { editDraft } from "#domain/drafts/edit-draft.ts";
import type { Website } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import type { Tx } from "#store/store.ts";

export async function editDraftAlong(
  tx: Tx,
  draft: Draft | undefined,
  editOf: (content: DraftContent) => DraftEdit,
  now: Date,
  website?: Website,
): Promise<Draft | undefined> {
  if (!draft) return undefined;
  const place = website && pick(website, "url", "siteKey");
  const edited = { ...draft, ...place, content: editDraft(draft.content, editOf(draft.content), now), updatedAt: now };
  await tx.drafts.save(edited);
  return edited;
}
