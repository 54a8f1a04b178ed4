import { conflict } from "../../core/errors/errors.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { ownDraft } from "../own.ts";

export async function deleteDraft(
  tx: Tx,
  id: string,
  { caller }: Pick<Context<"listings:write">, "caller">,
): Promise<void> {
  const { listingId } = await ownDraft(tx, id, caller);
  if (listingId !== null)
    throw conflict(
      "draft_saved",
      `This draft is saved as listing ${listingId} and keeps its evidence, so it cannot be deleted. Edit ` +
        `it with update_draft; withdraw_listing cancels its launch, pause_listing hides it.`,
    );
  await tx.drafts.remove(id);
}
