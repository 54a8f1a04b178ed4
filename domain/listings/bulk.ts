import { t, type Words } from "#languages/words.ts";
import { MODERATION_STEPS, type ModerationStep } from "../moderation/moderation.ts";
import type { Listing, ListingStatus, Plan } from "./listing.ts";

/** One change of many listings. */
export type BulkAction =
  | { do: "category"; category: string }
  | { do: "add_tags"; tags: string[] }
  | { do: "remove_tags"; tags: string[] }
  | { do: "field"; key: string; value: string }
  | { do: "plan"; plan: Plan }
  | { do: ModerationStep; reason: string | null }
  | { do: "delete"; reason: string | null };

export const BULK_ACTIONS = [
  ...(["category", "add_tags", "remove_tags", "field", "plan", "delete"] as const),
  ...MODERATION_STEPS,
] as const satisfies BulkAction["do"][];

const WORDS: { [Do in BulkAction["do"]]: (action: Extract<BulkAction, { do: Do }>) => Words } = {
  category: ({ category }) => t`Set category to ${category}`,
  add_tags: ({ tags }) => t`Add tags: ${tags.join(", ")}`,
  remove_tags: ({ tags }) => t`Remove tags: ${tags.join(", ")}`,
  field: ({ key, value }) => (value === "" ? t`Clear ${key}` : t`Set ${key} to ${value}`),
  plan: ({ plan }) => t`Set plan to ${plan}`,
  approve: () => t`Approve`,
  review: () => t`Hold for review`,
  reject: () => t`Reject`,
  suspend: () => t`Suspend`,
  restore: () => t`Restore`,
  delete: () => t`Delete`,
};
export const bulkWords = (action: BulkAction): Words => (WORDS[action.do] as (action: BulkAction) => Words)(action);

export type BulkState = "running" | "done" | "undoing" | "undone";
/** `edited`: somebody changed it since, so it was not put back. */
export const BULK_RESULTS = ["waiting", "changed", "same", "refused", "undone", "edited"] as const;
export type BulkResult = (typeof BULK_RESULTS)[number];

/** What tells whether a listing is as a change left it. */
export type BulkMark = Pick<Listing, "version" | "status" | "statusReason" | "plan">;
/** The same, with all that the team knows of its status. */
export type BulkBefore = BulkMark & { statusBefore?: ListingStatus | null };

/** The client of versions that a bulk change makes. */
export const bulkClient = (id: number): string => `bulk:${id}`;

export const MOST_AT_ONCE = 20_000;
