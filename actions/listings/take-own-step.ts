import { conflict } from "#core/errors/errors.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { type OwnerStep, ownerStep } from "#domain/listings/owner-steps.ts";
import { STATUS_REASONS } from "#domain/listings/stored-words.ts";
import { given } from "#domain/text/given.ts";
import { inEnglish } from "#languages/words.ts";
import { ownStepMessage } from "#mail/own-step-message.ts";
import type { Tx } from "#store/store.ts";
import type { Context, Deps } from "../context.ts";
import { addOffers } from "../launches/reschedule.ts";
import { mailTeam } from "../launches/tell-team.ts";
import { ownListing } from "../own.ts";
import { addBadgeCheck } from "./request-badge-check.ts";

type Needs = Pick<Deps, "now" | "uuid" | "settings" | "languages"> & Pick<Context<"listings:write">, "caller">;

/**
 * Pauses, resumes or withdraws the caller's listing and notifies its team. Safe to repeat. Call
 * `wakeJobs` afterwards.
 */
export async function takeOwnStep(tx: Tx, id: number, step: OwnerStep, deps: Needs): Promise<Listing> {
  const { now, settings, caller } = deps;
  const listing = await ownListing(tx, id, caller);
  const next = ownerStep(listing, step);
  if ("refusal" in next) throw conflict("listing_state_conflict", next.refusal);
  const { status } = next;
  if (status === listing.status) return listing;
  const at = now();
  if (step === "withdraw") await leaveCalendar(tx, id, inEnglish(STATUS_REASONS.withdrawn()), at);
  else await tx.moderation.hold(id, { status, statusReason: null, statusBefore: null }, at);
  // The badge was not checked while paused.
  if (step === "resume" && listing.plan === "free") await addBadgeCheck(tx, id, at);
  await tx.audit.add({
    ...{ at, accountId: caller.accountId, action: `listing.${step}` as const, kind: "listing" },
    ...{ objectId: String(id), name: listing.name },
    before: { status: listing.status },
    after: { status },
  });
  const by = (await tx.accounts.find(caller.accountId))?.name ?? null;
  await mailTeam(tx, id, (name) => ownStepMessage(settings, { name, listing, step, by }), deps);
  return given(await tx.listings.find(id));
}

/** Frees the launch place for the next in line and ends the listing's own waiting. */
export async function leaveCalendar(tx: Tx, id: number, reason: string, at: Date): Promise<void> {
  await tx.launches.leaveQueue(id, reason, at);
  for (const wait of await tx.weekWaits.openOf(id)) await tx.weekWaits.end(wait.id, "left", at);
  await addOffers(tx, at);
}
