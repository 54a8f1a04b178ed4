import type { Deps } from "#actions/context.ts";
import { holdForReview } from "#actions/drafts/submissions.ts";
import { dayBefore } from "#actions/listings/listing-extras.ts";
import { holdSite } from "#actions/listings/websites.ts";
import { type Week, weekAfter, weekOf, weekOfDay } from "#domain/launches/launch-week.ts";
import { openIn } from "#domain/launches/week-list.ts";
import {
  afterBadgeCheck,
  type BadgeMail,
  type BadgeViews,
  badgeChecks,
  graceEndsAt,
  isBadgeWatched,
  newBadgeWatch,
  VIEW_DAYS,
  withViews,
} from "#domain/listings/badge-watch.ts";
import { badgeText } from "#domain/listings/badge-words.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { STATUS_REASONS } from "#domain/listings/stored-words.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { inEnglish, type Text } from "#languages/words.ts";
import {
  badgeAwaitedMessage,
  badgeFoundMessage,
  badgeLostMessage,
  badgeMissingMessage,
  listingHiddenMessage,
  listingRestoredMessage,
  type MailSite,
  type Message,
} from "#mail/messages.ts";
import { moderationMessage } from "#mail/moderation-messages.ts";
import type { Tx } from "#store/store.ts";
import { mailOwners } from "./mail-owners.ts";
import type { JobKind } from "./runner.ts";

type Payload = { listingId: number };

const MINUTE = 60_000;
const BATCH = 500;
const WEEKS_AHEAD = 520;
const HIDDEN_REASON = inEnglish(STATUS_REASONS.badge());

export const checkBadges: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: 5 * MINUTE,
  async run(_payload, { store, now, wakeJobs }) {
    const at = now();
    const due = await store.badgeWatches.due(at, BATCH);
    if (due.length === 0) return;
    await store.change(async (tx) => {
      for (const { listingId, nextCheckAt } of due) {
        await tx.jobs.add({
          id: `${badgeChecks(listingId)}${nextCheckAt?.toISOString() ?? "first"}`,
          kind: "check-badge",
          payload: { listingId } satisfies Payload,
          runAt: at,
          createdAt: at,
        });
      }
    });
    wakeJobs();
  },
};

export const checkBadge: JobKind = {
  concurrency: 3,
  retryDelaysMs: [MINUTE, 10 * MINUTE],
  async run({ listingId }: Payload, deps, signal) {
    const { store, now, settings } = deps;
    const asked = await store.listings.find(listingId);
    if (!asked || !isBadgeWatched(asked)) return;
    const read = await deps.checkBadge(asked, signal);
    const check = read.result === "not_found" && read.runsScripts ? withViews(read, await viewsOf(asked, deps)) : read;
    await store.change(async (tx) => {
      const listing = await tx.listings.find(listingId);
      if (!listing || !isBadgeWatched(listing)) return;
      const at = now();
      const before = (await tx.badgeWatches.find(listingId)) ?? newBadgeWatch(listingId, at);
      const week = listing.launchWeek === null ? undefined : weekOfDay(listing.launchWeek, settings.SITE_TIMEZONE);
      const { watch, status, mail } = afterBadgeCheck(before, listing.status, week?.startsAt ?? null, check, at);
      // The badge proves the website, unless another listing was first: `tell-rivals` then ends this wait.
      if (status !== listing.status && (await holdSite(tx, listing, at))) return;
      await tx.badgeWatches.save(watch);
      if (status !== listing.status) {
        await tx.launches.setBadgeStatus(listingId, status, status === "hidden" ? HIDDEN_REASON : null, at);
      }
      const isNew = mail === "found" && listing.launchedAt === null;
      if (isNew && (await holdForReview(tx, listingId, deps))) return tellReview(tx, listing, deps);
      const moved = mail === "found" && week ? await weekWithRoom(tx, week, deps) : undefined;
      if (moved) await tx.launches.rebook(listingId, moved, at);
      // Without weeks it is live at once, and the email about that says enough.
      if (mail && (mail !== "found" || hasLaunches(store))) {
        const news = {
          listing: moved ? { ...listing, launchWeek: moved } : listing,
          isMoved: moved !== undefined,
          detail: badgeText(check.detail),
          until: graceEndsAt(watch, status) ?? at,
        };
        await mailOwners(tx, deps, listingId, (name) => MESSAGES[mail](settings, { name, ...news }));
      }
      // Its week has begun: do not wait for the calendar job.
      const isDue = !hasLaunches(store) || (week && week.monday <= weekOf(at, settings.SITE_TIMEZONE).monday);
      if (status === "scheduled" && !moved && isDue) {
        const id = `launch-week:${listingId}:${at.toISOString()}`;
        await tx.jobs.add({ id, kind: "launch-week", payload: {}, runAt: at, createdAt: at });
      }
    });
    deps.wakeJobs();
  },
  async giveUp({ listingId }: Payload, { store, now }) {
    await store.change(async (tx) => {
      const at = now();
      const watch = (await tx.badgeWatches.find(listingId)) ?? newBadgeWatch(listingId, at);
      await tx.badgeWatches.save({ ...watch, nextCheckAt: new Date(at.getTime() + 60 * MINUTE) });
    });
  },
};

const tellReview = async (tx: Tx, { id, name: product }: Listing, deps: Deps): Promise<void> => {
  await mailOwners(tx, deps, id, (name) => moderationMessage(deps.settings, "review", { name, product, reason: null }));
};

const viewsOf = ({ id }: Listing, { store, now }: Deps): Promise<BadgeViews> =>
  store.engagement.badgeViewsSince(id, dayBefore(now(), VIEW_DAYS - 1));

/** The next week with room, if paid launches filled the booked one while waiting for the badge. */
async function weekWithRoom(tx: Tx, week: Week, { settings, now }: Deps): Promise<string | undefined> {
  // It was queued before anybody waited for this week.
  const isOpen = openIn(await tx.launches.placesIn(week.monday, now()), settings.WEEK_CAPACITY) > 0;
  const next = weekAfter(week, settings.SITE_TIMEZONE).monday;
  return isOpen ? undefined : tx.launches.firstWithRoom(next, WEEKS_AHEAD, settings, now());
}

type News = { name: string | null; listing: Listing; isMoved: boolean; detail: Text; until: Date };

const MESSAGES: Record<BadgeMail, (site: MailSite, news: News) => Message> = {
  awaited: badgeAwaitedMessage,
  found: badgeFoundMessage,
  missing: badgeMissingMessage,
  lost: badgeLostMessage,
  hidden: listingHiddenMessage,
  restored: listingRestoredMessage,
};
