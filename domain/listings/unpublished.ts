import { UNPUBLISHED_KEPT_DAYS } from "../accounts/retention.ts";

const DAY_MS = 24 * 3600_000;
/** Days before the end on which its team is emailed. */
const [FIRST_NOTICE_DAYS, LAST_NOTICE_DAYS] = [30, 7];

/** When an unpublished listing is deleted, counted from its last change, and the second email about it. */
export type Ending = { changedAt: Date; endsAt: Date; remindedAt: Date | null };

const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Listings that were changed after this are not told about their end yet. */
export const firstNoticeBefore = (now: Date): Date => later(now, FIRST_NOTICE_DAYS - UNPUBLISHED_KEPT_DAYS);

/**
 * What is due for an unpublished listing: an email with the new ending, its deletion, or nothing.
 * Nobody loses one without both emails and the days they name.
 */
export function dueOf(changedAt: Date, ending: Ending | null, now: Date): Ending | "delete" | undefined {
  if (changedAt > firstNoticeBefore(now)) return undefined;
  if (!ending || ending.changedAt < changedAt)
    return {
      changedAt,
      endsAt: laterOf(later(changedAt, UNPUBLISHED_KEPT_DAYS), later(now, FIRST_NOTICE_DAYS)),
      remindedAt: null,
    };
  if (ending.remindedAt) return now >= ending.endsAt ? "delete" : undefined;
  return now >= later(ending.endsAt, -LAST_NOTICE_DAYS)
    ? { ...ending, endsAt: laterOf(ending.endsAt, later(now, LAST_NOTICE_DAYS)), remindedAt: now }
    : undefined;
}
