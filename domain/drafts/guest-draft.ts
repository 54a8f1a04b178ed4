import type { Draft } from "./draft.ts";

/** What a draft is, whoever began it. */
export type BareDraft = Omit<Draft, "accountId" | "listingId">;

/** A draft of a visitor without an account, whose browser has the secret. */
export type GuestDraft = BareDraft & {
  secretHash: string;
  /** Grows with each change, so that a watching browser says what it has seen. */
  revision: number;
  /** Hash of the email address that may save it in another browser. */
  wantedBy: string | null;
  expiresAt: Date;
};

/** What the jobs change of a draft. */
export type DraftProgress = Partial<Pick<Draft, "status" | "content" | "crawl">> & Pick<Draft, "updatedAt">;

/** How many guest drafts are kept. Then the oldest makes room, unless it is younger than an hour. */
export const MOST_GUEST_DRAFTS = 500;
export const GUEST_DRAFT_SURE_MS = 3_600_000;

/** How many guest drafts one browser keeps. */
export const MOST_OF_BROWSER = 10;

/** Ids of the jobs that build a guest draft. */
export const guestCrawlJob = (draftId: string): string => `guest-crawl:${draftId}`;
export const guestDraftJob = (draftId: string): string => `guest-draft:${draftId}`;
