import { hashToken } from "../../core/credentials/tokens.ts";
import { addressKey, quotaExceeded, takeQuota } from "../../core/limits/limiter.ts";
import { GUEST_DRAFT_DAYS } from "../../domain/accounts/retention.ts";
import {
  GUEST_DRAFT_SURE_MS,
  type GuestDraft,
  guestCrawlJob,
  MOST_GUEST_DRAFTS,
} from "../../domain/drafts/guest-draft.ts";
import { CLAIMABLE } from "../../domain/listings/listing.ts";
import type { Deps } from "../context.ts";
import { alreadyListed } from "./already-listed.ts";
import { type BrowserDraft, findGuestDraft } from "./guest-draft.ts";
import { bareDraft } from "./start-draft.ts";

const DAY_MS = 24 * 3600 * 1000;

type Needs = Pick<Deps, "store" | "limiter" | "now" | "uuid" | "random" | "wakeJobs">;
type Asked = { site: { url: string; key: string }; address: string; known: readonly BrowserDraft[] };

/** When an unsaved guest draft is deleted. */
export const guestDraftEnd = (at: Date): Date => new Date(at.getTime() + GUEST_DRAFT_DAYS * DAY_MS);

/**
 * Starts a draft for a browser without an account, or returns its draft of the website. The secret
 * goes into its cookie. Does not reveal drafts and private listings of members.
 */
export async function startGuestDraft({ site, address, known }: Asked, deps: Needs): Promise<BrowserDraft> {
  const { store, limiter, now, uuid, random, wakeJobs } = deps;
  for (const mine of known) if ((await findGuestDraft(mine, deps))?.siteKey === site.key) return mine;
  const listing = await store.listings.findBySite(site.key);
  if (listing && CLAIMABLE.includes(listing.status)) throw alreadyListed(listing);

  // The network's quota first: a refusal then consumes nothing else.
  await takeQuota(limiter, "guest-draft", addressKey(address));
  await takeQuota(limiter, "guest-draft-all", "all");
  const secret = random(32).toString("base64url");
  const at = now();
  const draft: GuestDraft = {
    ...bareDraft(uuid(), site, at),
    secretHash: hashToken(secret),
    revision: 0,
    wantedBy: null,
    expiresAt: guestDraftEnd(at),
  };
  await store.change(async (tx) => {
    const isFull = (await tx.guestDrafts.count()) >= MOST_GUEST_DRAFTS;
    if (isFull && !(await tx.guestDrafts.removeOldest(new Date(at.getTime() - GUEST_DRAFT_SURE_MS))))
      throw quotaExceeded(limiter.look("guest-draft-all", "all"));
    await tx.guestDrafts.add(draft);
    await tx.jobs.add({
      id: guestCrawlJob(draft.id),
      kind: "crawl-guest-site",
      payload: { draftId: draft.id },
      runAt: at,
      createdAt: at,
    });
  });
  wakeJobs();
  return { id: draft.id, secret };
}
