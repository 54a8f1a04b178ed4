import { type ModerationStep, moderate } from "../../domain/moderation.ts";
import { moderationMessage } from "../../mail/moderation-messages.ts";
import type { Tx } from "../../store/store.ts";
import { tellAccounts } from "../accounts/tell-accounts.ts";
import type { Deps } from "../context.ts";

/** Applies a decision of the site team without telling anybody. False if its status forbids it. */
export async function applyStep(
  tx: Tx,
  id: number,
  { step, reason }: { step: ModerationStep; reason: string | null },
  { now }: Pick<Deps, "now">,
): Promise<boolean> {
  const listing = await tx.listings.find(id);
  if (!listing) return false;
  const { statusBefore } = await tx.moderation.held(id);
  const next = moderate({ ...listing, statusBefore }, step, reason);
  if (!next) return false;
  await tx.moderation.hold(id, next, now());
  return true;
}

/**
 * Applies a decision of the site team and emails the listing's team. False if its status forbids
 * it.
 */
export async function moderateListing(
  tx: Tx,
  id: number,
  { step, reason }: { step: ModerationStep; reason: string | null },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<boolean> {
  if (!(await applyStep(tx, id, { step, reason }, parts))) return false;
  const listing = await tx.listings.find(id);
  await tellAccounts(
    tx,
    await tx.listings.team(id),
    (site, news) => moderationMessage(site, step, { ...news, reason }),
    listing?.name ?? "",
    parts,
  );
  return true;
}
