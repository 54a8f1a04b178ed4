import { takeQuota } from "../../core/limits/limiter.ts";
import { badgeChecks } from "../../domain/listings/badge-watch.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

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
