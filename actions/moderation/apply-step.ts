import { type ModerationStep, moderate } from "../../domain/moderation/moderation.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

export type Step = { step: ModerationStep; reason: string | null };

export async function applyStep(
  tx: Tx,
  id: number,
  { step, reason }: Step,
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
