import { takeQuota } from "#core/limits/limiter.ts";
import { badgeChecks, VIEW_DAYS } from "#domain/listings/badge-watch.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { ownListing } from "../own.ts";
import { dayBefore } from "./listing-extras.ts";

/** Queues an immediate badge check and returns the job id. Call `deps.wakeJobs()` afterwards. */
export async function addBadgeCheck(tx: Tx, listingId: number, at: Date): Promise<string> {
  const id = `${badgeChecks(listingId)}${at.toISOString()}`;
  await tx.jobs.add({ id, kind: "check-badge", payload: { listingId }, runAt: at, createdAt: at });
  return id;
}

/** Counts a requested check. Throws `quota_exceeded` over a listing's hourly limit. */
export async function countBadgeCheck({ limiter }: Pick<Deps, "limiter">, listingId: number): Promise<void> {
  await takeQuota(limiter, "badge-check", String(listingId));
}

export async function badgeViewsOfWeek(
  listingId: number,
  { visitFigures }: { visitFigures: Pick<Reads["visitFigures"], "days"> },
  now: Date,
): Promise<number> {
  const days = await visitFigures.days(listingId, dayBefore(now, VIEW_DAYS), VIEW_DAYS);
  return days.reduce((sum, { badgeViews }) => sum + badgeViews, 0);
}

export const showBadgeCount = (
  { listingId, isWanted }: { listingId: number; isWanted: boolean },
  accountId: string,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<void> =>
  store.change(async (tx) => {
    await ownListing(tx, listingId, { accountId });
    if (!isWanted) return tx.visitFigures.hideBadgeCount(listingId);
    const at = now();
    const visitors = await badgeViewsOfWeek(listingId, tx, at);
    await tx.visitFigures.showBadgeCount({ listingId, shownSince: at, visitors, countedOn: dayBefore(at, 0) });
  });
