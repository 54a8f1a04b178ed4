import { hourly, type LimitState, takeQuota } from "../../core/limiter.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

/** Adds a check of a listing's badge to a change, to be made at once; gives the job's id. Call `deps.wakeJobs()` afterwards. */
export async function addBadgeCheck(tx: Tx, listingId: number, at: Date): Promise<string> {
  const id = `check-badge:${listingId}:${at.toISOString()}`;
  await tx.jobs.add({ id, kind: "check-badge", payload: { listingId }, runAt: at, createdAt: at });
  return id;
}

/** Counts a check that somebody asks for. Throws `quota_exceeded` over the hourly number of one listing. */
export async function countBadgeCheck({ limiter }: Pick<Deps, "limiter">, listingId: number): Promise<void> {
  const words = hourly("The badge of a listing is checked on request");
  const detail = (state: LimitState) => `${words(state)} It is also checked without a request.`;
  await takeQuota(limiter, "badge-check", String(listingId), { detail });
}
