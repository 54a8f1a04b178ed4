import { timingSafeEqual } from "node:crypto";
import { hashToken } from "#core/credentials/tokens.ts";
import { AppError } from "#core/errors/errors.ts";
import { addressKey, quotaExceeded, takeQuota } from "#core/limits/limiter.ts";
import { GUEST_DRAFT_DAYS } from "#domain/accounts/retention.ts";
import { type Draft, draftJob, emptyContent } from "#domain/drafts/draft.ts";
import { GUEST_DRAFT_SURE_MS, type GuestDraft, guestCrawlJob, MOST_GUEST_DRAFTS } from "#domain/drafts/guest-draft.ts";
import { CLAIMABLE } from "#domain/listings/listing.ts";
import { uploadIdIn } from "#domain/pictures/pictures.ts";
import { foldText } from "#domain/text/text.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Context, Deps } from "../context.ts";
import { alreadyListed } from "../listings/websites.ts";
import { bareDraft, nextCrawl, refuseKnown } from "./start-draft.ts";
import { requireSubmissions } from "./submissions.ts";

export type BrowserDraft = { id: string; secret: string };

type Needs = Pick<Deps, "store" | "now">;

async function findCurrent(id: string, { store, now }: Needs): Promise<GuestDraft | undefined> {
  const draft = await store.guestDrafts.find(id);
  return draft && draft.expiresAt > now() ? draft : undefined;
}

const opens = (secret: string, { secretHash }: GuestDraft): boolean =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(secretHash));

/** Without the secret, a draft does not exist for the caller. */
export async function findGuestDraft({ id, secret }: BrowserDraft, deps: Needs): Promise<GuestDraft | undefined> {
  const draft = await findCurrent(id, deps);
  return draft && opens(secret, draft) ? draft : undefined;
}

const wish = (email: string): string => hashToken(foldText(email));

/** The draft that this mailbox's owner was going to save when a link was sent. */
export async function findWantedDraft(
  id: string,
  { email, emailVerifiedAt }: Pick<Account, "email" | "emailVerifiedAt">,
  deps: Needs,
): Promise<GuestDraft | undefined> {
  const draft = emailVerifiedAt ? await findCurrent(id, deps) : undefined;
  return draft?.wantedBy === wish(email) ? draft : undefined;
}

/** Remembers who was sent a link, so that they can open the draft on another device. */
export async function wantGuestDraft(mine: BrowserDraft, email: string, deps: Needs): Promise<void> {
  const draft = await findGuestDraft(mine, deps);
  if (draft && draft.wantedBy !== wish(email))
    await deps.store.change((tx) => tx.guestDrafts.want(draft.id, wish(email)));
}

const DAY_MS = 24 * 3600 * 1000;

type StartGuestDraftNeeds = Pick<Deps, "store" | "limiter" | "now" | "uuid" | "random" | "wakeJobs">;
type Asked = { site: { url: string; key: string }; address: string; known: readonly BrowserDraft[] };

export const guestDraftEnd = (at: Date): Date => new Date(at.getTime() + GUEST_DRAFT_DAYS * DAY_MS);

/**
 * Starts a draft for a browser without an account, or returns its draft of the website. The secret
 * goes into its cookie. Does not reveal drafts and private listings of members.
 */
export async function startGuestDraft(
  { site, address, known }: Asked,
  deps: StartGuestDraftNeeds,
): Promise<BrowserDraft> {
  const { store, limiter, now, uuid, random, wakeJobs } = deps;
  for (const mine of known) if ((await findGuestDraft(mine, deps))?.siteKey === site.key) return mine;
  await requireSubmissions(store, undefined);
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
  await refuseKnown(tx, guest, accountId);
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
  const logo = uploadIdIn(String(content.fields.logo_url?.value));
  if (logo) await tx.uploads.give(logo, accountId);
  // Guest jobs ended with the guest draft.
  if (status === "crawling") await tx.jobs.add(crawlJob);
  if (status === "drafting")
    await tx.jobs.add({ id: draftJob(id), kind: "draft-profile", payload: { draftId: id }, runAt: at, createdAt: at });
}
