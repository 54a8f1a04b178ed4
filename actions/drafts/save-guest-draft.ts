import { AppError } from "../../core/errors/errors.ts";
import { takeQuota } from "../../core/limits/limiter.ts";
import { type Draft, draftJob, emptyContent } from "../../domain/drafts/draft.ts";
import type { GuestDraft } from "../../domain/drafts/guest-draft.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { nextCrawl, refuseKnown } from "./start-draft.ts";
import { guestDraftEnd } from "./start-guest-draft.ts";

type Acting = Pick<Context<"listings:write">, "store" | "caller" | "limiter" | "now" | "wakeJobs">;
const QUOTAS = ["submit-hour", "submit-day"] as const;

/**
 * Moves a guest draft to an account under the same id. Throws like starting a draft; the draft then
 * stays, for its full time if a quota was exceeded. Safe to repeat.
 */
export async function saveGuestDraft({ id }: Pick<GuestDraft, "id">, acting: Acting): Promise<void> {
  const { store, caller, limiter, now, wakeJobs } = acting;
  const { accountId } = caller;
  const taken: (typeof QUOTAS)[number][] = [];
  let isMoved = false;
  try {
    for (const quota of QUOTAS) {
      taken.push(quota);
      await takeQuota(limiter, quota, accountId);
    }
    isMoved = await store.change(async (tx) => {
      const guest = await tx.guestDrafts.find(id);
      if (guest) await move(tx, guest, accountId, now());
      return guest !== undefined;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "quota_exceeded")
      await store.change((tx) => tx.guestDrafts.keepUntil(id, guestDraftEnd(now())));
    throw error;
  } finally {
    // Nothing saved, nothing counted.
    if (!isMoved) for (const quota of taken) await limiter.giveBack(quota, accountId);
  }
  wakeJobs();
}

async function move(tx: Tx, guest: GuestDraft, accountId: string, at: Date): Promise<void> {
  const { id, url, siteKey, status, crawl, createdAt } = guest;
  await refuseKnown(tx, siteKey, accountId);
  // Facts of only the first page are incomplete.
  const content = status === "ready" ? guest.content : emptyContent();
  const draft: Draft = {
    id,
    url,
    siteKey,
    status,
    content,
    crawl,
    createdAt,
    updatedAt: at,
    accountId,
    listingId: null,
  };
  const crawlJob = await nextCrawl(tx, draft, at);
  const pages = await tx.guestDrafts.pages(id);
  await tx.guestDrafts.remove(id);
  await tx.drafts.add(draft);
  await tx.drafts.replacePages(id, pages);
  // Guest jobs ended with the guest draft.
  if (status === "crawling") await tx.jobs.add(crawlJob);
  if (status === "drafting")
    await tx.jobs.add({ id: draftJob(id), kind: "draft-profile", payload: { draftId: id }, runAt: at, createdAt: at });
}
