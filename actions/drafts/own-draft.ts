import { notFound } from "../../core/errors/errors.ts";
import type { Draft } from "../../domain/drafts/draft.ts";
import type { Reads } from "../../store/store.ts";
import type { Member } from "../context.ts";

/** The caller's draft. Other people's drafts are `not_found`, like drafts that never existed. */
export async function ownDraft(
  { drafts }: { drafts: Pick<Reads["drafts"], "findOwned"> },
  id: string,
  { accountId }: Pick<Member, "accountId">,
): Promise<Draft> {
  const draft = await drafts.findOwned(id, accountId);
  if (!draft) throw notFound("draft of yours", id, "See list_my_drafts, or start one with submit_listing.");
  return draft;
}
