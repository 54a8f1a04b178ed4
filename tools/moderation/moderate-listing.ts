import { tellAccounts } from "../../actions/claims/settle-claim.ts";
import type { Deps } from "../../actions/context.ts";
import { type ModerationStep, moderate } from "../../domain/moderation.ts";
import { moderationMessage } from "../../mail/moderation-messages.ts";
import type { Tx } from "../../store/store.ts";

/** A decision of the site team about a listing; its team is told. False when its status does not allow it. */
export async function moderateListing(
  tx: Tx,
  id: number,
  { step, reason }: { step: ModerationStep; reason: string | null },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<boolean> {
  const listing = await tx.listings.find(id);
  if (!listing) return false;
  const { statusBefore } = await tx.moderation.held(id);
  const next = moderate({ ...listing, statusBefore }, step, reason);
  if (!next) return false;
  await tx.moderation.hold(id, next, parts.now());
  await tellAccounts(
    tx,
    await tx.listings.team(id),
    (site, news) => moderationMessage(site, step, { ...news, reason }),
    listing,
    parts,
  );
  return true;
}
