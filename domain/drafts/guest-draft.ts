import type { Draft } from "./draft.ts";

export type BareDraft = Omit<Draft, "accountId" | "listingId">;

/** A draft of a visitor without an account. Their browser holds its secret. */
export type GuestDraft = BareDraft & {
  secretHash: string;
  /** Increases with each change, so that a watching browser can say what it has seen. */
  revision: number;
  /** Hash of the email address that may save it from another browser. */
  wantedBy: string | null;
  expiresAt: Date;
};

export type DraftProgress = Partial<Pick<Draft, "status" | "content" | "crawl">> & Pick<Draft, "updatedAt">;

/** Beyond this many, the oldest guest draft is deleted unless it is less than an hour old. */
export const MOST_GUEST_DRAFTS = 500;
export const GUEST_DRAFT_SURE_MS = 3_600_000;

export const MOST_OF_BROWSER = 10;

export const guestCrawlJob = (draftId: string): string => `guest-crawl:${draftId}`;
export const guestDraftJob = (draftId: string): string => `guest-draft:${draftId}`;
