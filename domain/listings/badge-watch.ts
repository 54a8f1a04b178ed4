import { SHOWS_BADGE } from "./badge.ts";
import type { Listing, ListingStatus } from "./listing.ts";

export const BADGE_RESULTS = [
  "found",
  "not_found",
  "blocked",
  "unreachable",
  "redirected_elsewhere",
  "robots_disallowed",
  "too_large",
  "not_html",
  "hidden",
] as const;
export type BadgeResult = (typeof BADGE_RESULTS)[number];

const MISSED: readonly BadgeResult[] = ["not_found", "hidden"];

export type HidingWay =
  | "display"
  | "hidden_attribute"
  | "closed_dialog"
  | "visibility"
  | "opacity"
  | "no_size"
  | "clipped"
  | "off_screen"
  | "fallback"
  | "noscript"
  | "data_attribute";
/** The hiding element or attribute, and the style it comes from (empty if none). */
export type Hiding = { way: HidingWay; element: string; from: string };

/** What a page shows. Only `found` means a visible badge inside its link. */
export type BadgeSight =
  | "found"
  | "hidden"
  | "nothing"
  | "link_without_badge"
  | "badge_without_link"
  | "badge_of_another"
  | "built_by_scripts";

/**
 * The result of one check. `detail` is a sentence for the owner. `runsScripts`: scripts may add a
 * badge that the check cannot see.
 */
export type BadgeCheck = { result: BadgeResult; detail: string; runsScripts?: boolean };

export type BadgeWatch = {
  listingId: number;
  awaitedSince: Date;
  checkedAt: Date | null;
  result: BadgeResult | null;
  detail: string | null;
  foundAt: Date | null;
  /** Checks without the badge since it was last seen, counted only while that has consequences. */
  misses: number;
  missingSince: Date | null;
  reminders: number;
  remindedAt: Date | null;
  moves: number;
  /** The website whose unproven free place this listing uses; null if never needed. */
  site: string | null;
  nextCheckAt: Date;
};

/** Visitors who saw the badge on the listing's website, and on how many days of the last week. */
export type BadgeViews = { badgeViews: number; badgeDays: number };
export const VIEW_DAYS = 7;
const PROOF: BadgeViews = { badgeViews: 5, badgeDays: 3 };

/**
 * Visitors' views prove a badge added by scripts, so enough of them turn a missed check into a
 * found one.
 */
export function withViews(check: BadgeCheck, { badgeViews, badgeDays }: BadgeViews): BadgeCheck {
  if (badgeViews === 0) return check;
  const people = badgeViews === 1 ? "1 person saw" : `${badgeViews} people saw`;
  const days = badgeDays === 1 ? "1 day" : `${badgeDays} days`;
  const seen = `${people} it there on ${days} of the last ${VIEW_DAYS}.`;
  return badgeViews >= PROOF.badgeViews && badgeDays >= PROOF.badgeDays
    ? { ...check, result: "found", detail: `A script of the page adds the badge: ${seen}` }
    : {
        ...check,
        detail: `${check.detail} But ${seen} ${PROOF.badgeViews} people on ${PROOF.badgeDays} days prove a badge that a script adds.`,
      };
}

export const BADGE_MAILS = ["awaited", "found", "missing", "lost", "hidden", "restored"] as const;
export type BadgeMail = (typeof BADGE_MAILS)[number];
export type BadgeOutcome = { watch: BadgeWatch; status: ListingStatus; mail: BadgeMail | undefined };

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** Check interval while waiting for the badge: each row applies until its time. */
const CADENCE = [
  { everyMs: HOUR_MS, forMs: 48 * HOUR_MS },
  { everyMs: 6 * HOUR_MS, forMs: 14 * DAY_MS },
  { everyMs: DAY_MS, forMs: Number.POSITIVE_INFINITY },
];
const EVERY_MS = 3 * DAY_MS;
/** A badge added on the last evening is still in time for the booked week. */
const LAST_LOOK_MS = HOUR_MS;
const REMIND_BEFORE_LAUNCH_MS = 7 * DAY_MS;

const MISSES_ALLOWED = 2;
const GRACE_MS = 7 * DAY_MS;
const REMINDERS = 2;
const BETWEEN_REMINDERS_MS = 3 * DAY_MS;
/** The last reminder leaves time to act. */
const LAST_NOTICE_MS = 2 * DAY_MS;

/** Free listings are checked in these statuses. Demo listings have no homepage. */
export const isBadgeWatched = ({ plan, status, isDemo }: Pick<Listing, "plan" | "status" | "isDemo">): boolean =>
  plan === "free" && !isDemo && SHOWS_BADGE.includes(status);

export const newBadgeWatch = (listingId: number, at: Date, site: string | null = null): BadgeWatch => ({
  listingId,
  awaitedSince: at,
  checkedAt: null,
  result: null,
  detail: null,
  foundAt: null,
  misses: 0,
  missingSince: null,
  reminders: 0,
  remindedAt: null,
  moves: 0,
  site,
  nextCheckAt: at,
});

/** How often a week without the badge is moved before the listing leaves the calendar. */
const MOVES_ALLOWED = 3;

/** The watch after a moved week and the moves left; undefined if none were left. */
export function afterMissedWeek(watch: BadgeWatch): { watch: BadgeWatch; movesLeft: number } | undefined {
  const moves = watch.moves + 1;
  return moves > MOVES_ALLOWED ? undefined : { watch: { ...watch, moves }, movesLeft: MOVES_ALLOWED - moves };
}

/** An unreadable homepage does not count against the badge. */
export const hasBadge = ({ foundAt, misses }: BadgeWatch): boolean => foundAt !== null && misses === 0;

const hasSomethingToLose = (status: ListingStatus): boolean => status === "live" || status === "scheduled";
const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const isDue = (since: Date, ms: number, at: Date): boolean => at >= later(since, ms);

/** When a missing badge takes effect; null while none is missing. */
export function graceEndsAt({ missingSince, reminders, remindedAt }: BadgeWatch, status: ListingStatus): Date | null {
  if (!missingSince || !hasSomethingToLose(status)) return null;
  const grace = later(missingSince, GRACE_MS);
  const notice = later(
    remindedAt ?? missingSince,
    reminders < REMINDERS ? BETWEEN_REMINDERS_MS + LAST_NOTICE_MS : LAST_NOTICE_MS,
  );
  return new Date(Math.max(grace.getTime(), notice.getTime()));
}

/**
 * The outcome of a check. Only a readable homepage without the badge counts against a listing.
 * `weekStartsAt` is the start of the booked week.
 */
export function afterBadgeCheck(
  before: BadgeWatch,
  status: ListingStatus,
  weekStartsAt: Date | null,
  { result, detail }: BadgeCheck,
  at: Date,
): BadgeOutcome {
  const checked = { ...before, checkedAt: at, result, detail };
  const outcome =
    result === "found"
      ? afterFound(checked, status, at)
      : hasSomethingToLose(status)
        ? MISSED.includes(result)
          ? afterMiss(checked, status, at)
          : { watch: checked, status, mail: undefined }
        : whileAwaited(checked, status, weekStartsAt, at);
  return {
    ...outcome,
    watch: { ...outcome.watch, nextCheckAt: nextCheckAt(outcome.watch, outcome.status, weekStartsAt, at) },
  };
}

function afterFound(watch: BadgeWatch, status: ListingStatus, at: Date): BadgeOutcome {
  const found = { ...watch, foundAt: at, misses: 0, missingSince: null, reminders: 0, remindedAt: null };
  if (status === "awaiting_badge") return { watch: found, status: "scheduled", mail: "found" };
  if (status === "hidden") return { watch: found, status: "live", mail: "restored" };
  return { watch: found, status, mail: undefined };
}

/**
 * After three misses over a week and two reminders, a live listing is hidden and others are
 * unscheduled.
 */
function afterMiss(before: BadgeWatch, status: ListingStatus, at: Date): BadgeOutcome {
  const grace = graceEndsAt(before, status);
  const watch = { ...before, misses: before.misses + 1, missingSince: before.missingSince ?? at };
  if (watch.misses > MISSES_ALLOWED && watch.reminders === REMINDERS && grace && at >= grace) {
    // The email about this counts as the first reminder.
    const waiting = { ...watch, awaitedSince: at, reminders: 1, remindedAt: at };
    return status === "live"
      ? { watch: waiting, status: "hidden", mail: "hidden" }
      : { watch: waiting, status: "awaiting_badge", mail: "lost" };
  }
  const mayRemind = !watch.remindedAt || isDue(watch.remindedAt, BETWEEN_REMINDERS_MS, at);
  return watch.reminders < REMINDERS && mayRemind
    ? { watch: { ...watch, reminders: watch.reminders + 1, remindedAt: at }, status, mail: "missing" }
    : { watch, status, mail: undefined };
}

/** Sends one reminder a week before the launch. */
function whileAwaited(watch: BadgeWatch, status: ListingStatus, weekStartsAt: Date | null, at: Date): BadgeOutcome {
  const isNear = weekStartsAt !== null && at < weekStartsAt && isDue(weekStartsAt, -REMIND_BEFORE_LAUNCH_MS, at);
  return status === "awaiting_badge" && isNear && watch.reminders === 0
    ? { watch: { ...watch, reminders: 1, remindedAt: at }, status, mail: "awaited" }
    : { watch, status, mail: undefined };
}

function nextCheckAt(watch: BadgeWatch, status: ListingStatus, weekStartsAt: Date | null, at: Date): Date {
  const usual = hasSomethingToLose(status) ? EVERY_MS : awaitedEveryMs(watch.awaitedSince, at);
  const special = [
    graceEndsAt(watch, status),
    status === "awaiting_badge" && weekStartsAt ? later(weekStartsAt, -LAST_LOOK_MS) : null,
  ];
  const ahead = special.flatMap((moment) => (moment && moment > at ? [moment.getTime()] : []));
  return new Date(Math.min(at.getTime() + usual, ...ahead));
}

function awaitedEveryMs(since: Date, at: Date): number {
  let left = at.getTime() - since.getTime();
  for (const { everyMs, forMs } of CADENCE) {
    if (left < forMs) return everyMs;
    left -= forMs;
  }
  throw new Error("The cadence has no end.");
}

export const badgeChecks = (listingId: number): string => `check-badge:${listingId}:`;
