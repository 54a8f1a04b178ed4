import type { ListingStatus } from "#domain/listings/listing.ts";
import { type HeldState, type ModerationStep, moderate } from "#domain/moderation/moderation.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { alreadyListed, holdSite } from "../listings/websites.ts";

const PUBLISHED: readonly ListingStatus[] = ["scheduled", "live"];

/** `back`: the state to which an undo returns, whatever the step leads to. */
export type Step = { step: ModerationStep; reason: string | null; back?: HeldState | undefined };

export async function applyStep(
  tx: Tx,
  id: number,
  { step, reason, back }: Step,
  { now }: Pick<Deps, "now">,
): Promise<boolean> {
  const listing = await tx.listings.find(id);
  if (!listing) return false;
  const { statusBefore } = await tx.moderation.held(id);
  const next = back ?? moderate({ ...listing, statusBefore }, step, reason);
  if (!next) return false;
  const holder = PUBLISHED.includes(next.status) ? await holdSite(tx, listing, now()) : undefined;
  if (holder) throw alreadyListed(holder);
  await tx.moderation.hold(id, next, now());
  if (next.status === "scheduled")
    await tx.jobs.add({
      id: `launch-week:${id}:${now().toISOString()}`,
      kind: "launch-week",
      payload: {},
      runAt: now(),
      createdAt: now(),
    });
  return true;
}
