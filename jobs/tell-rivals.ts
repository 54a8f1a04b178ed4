import type { Deps } from "#actions/context.ts";
import { mailTeam } from "#actions/launches/tell-team.ts";
import { leaveCalendar } from "#actions/listings/take-own-step.ts";
import type { RivalsPayload } from "#actions/listings/websites.ts";
import { notifyTeam } from "#actions/notifications/notify.ts";
import { CLAIMABLE, type Listing } from "#domain/listings/listing.ts";
import { STATUS_REASONS, takenBy } from "#domain/listings/stored-words.ts";
import { inEnglish } from "#languages/words.ts";
import { websiteTakenMessage } from "#mail/website-messages.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

/** A listing was published or proven first: other saved listings of its website leave the calendar. */
export const tellRivals: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  async run({ listingId }: RivalsPayload, deps) {
    await deps.store.change(async (tx) => {
      const holder = await tx.listings.find(listingId);
      if (!holder?.siteHeldAt || holder.status === "removed") return;
      const slug = CLAIMABLE.includes(holder.status) ? holder.slug : null;
      for (const rival of await tx.websites.saved(holder.siteKey)) await tell(tx, rival, slug, deps);
    });
    deps.wakeJobs();
  },
};

async function tell(tx: Tx, rival: Listing, slug: string | null, deps: Deps): Promise<void> {
  const { id, status, name } = rival;
  const isWaiting = status === "awaiting_badge";
  // Decisions of the site team keep their reason.
  if (!isWaiting && (status !== "draft" || takenBy(rival.statusReason))) return;
  const at = deps.now();
  const reason = inEnglish(slug === null ? STATUS_REASONS.takenUnseen() : STATUS_REASONS.taken(slug));
  if (isWaiting) await leaveCalendar(tx, id, reason, at);
  else await tx.moderation.hold(id, { status, statusReason: reason, statusBefore: null }, at);
  await mailTeam(tx, id, (person) => websiteTakenMessage(deps.settings, { name: person, listing: rival, slug }), deps);
  await notifyTeam(tx, id, {
    ...{ kind: "taken", key: `taken:${id}`, words: { product: name }, at, by: null },
    path: `/account/listings/${id}`,
  });
}
