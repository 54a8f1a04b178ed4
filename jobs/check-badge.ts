import type { Deps } from "../actions/context.ts";
import {
  afterBadgeCheck,
  type BadgeMail,
  badgeChecks,
  graceEndsAt,
  isBadgeWatched,
  newBadgeWatch,
} from "../domain/badge-watch.ts";
import { weekOf, weekOfDay } from "../domain/launch-week.ts";
import type { Listing } from "../domain/listing.ts";
import {
  badgeAwaitedMessage,
  badgeFoundMessage,
  badgeLostMessage,
  badgeMissingMessage,
  listingHiddenMessage,
  listingRestoredMessage,
  type MailSite,
  type Message,
} from "../mail/messages.ts";
import { mailOwners } from "./mail-owners.ts";
import type { JobKind } from "./runner.ts";

type Payload = { listingId: number };

const MINUTE = 60_000;
const BATCH = 500;
const HIDDEN_REASON = "The badge is no longer on the homepage. The listing is live again once it is found there.";

/** Adds a check for every free listing that is due; downtime does not cause duplicates. */
export const checkBadges: JobKind = {
  concurrency: 1,
  retryDelaysMs: [MINUTE],
  everyMs: 5 * MINUTE,
  async run(_payload: unknown, { store, now, wakeJobs }: Deps) {
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

/** Checks the homepage of one free listing and applies the result in one change. */
export const checkBadge: JobKind = {
  concurrency: 3,
  retryDelaysMs: [MINUTE, 10 * MINUTE],
  async run({ listingId }: Payload, deps: Deps, signal: AbortSignal) {
    const { store, now, settings } = deps;
    const asked = await store.listings.find(listingId);
    if (!asked || !isBadgeWatched(asked)) return;
    const check = await deps.checkBadge(asked, signal);
    await store.change(async (tx) => {
      const listing = await tx.listings.find(listingId);
      if (!listing || !isBadgeWatched(listing)) return;
      const at = now();
      const before = (await tx.badgeWatches.find(listingId)) ?? newBadgeWatch(listingId, at);
      const week = listing.launchWeek === null ? undefined : weekOfDay(listing.launchWeek, settings.SITE_TIMEZONE);
      const { watch, status, mail } = afterBadgeCheck(before, listing.status, week?.startsAt ?? null, check, at);
      await tx.badgeWatches.save(watch);
      if (status !== listing.status) {
        await tx.launches.setBadgeStatus(listingId, status, status === "hidden" ? HIDDEN_REASON : null, at);
      }
      if (mail) {
        const news = { listing, detail: check.detail, until: graceEndsAt(watch, status) ?? at };
        await mailOwners(tx, deps, listingId, (name) => MESSAGES[mail](settings, { name, ...news }));
      }
      // Its week has begun: do not wait for the next run of the calendar.
      if (status === "scheduled" && week && week.monday <= weekOf(at, settings.SITE_TIMEZONE).monday) {
        const id = `launch-week:${listingId}:${at.toISOString()}`;
        await tx.jobs.add({ id, kind: "launch-week", payload: {}, runAt: at, createdAt: at });
      }
    });
    deps.wakeJobs();
  },
  /** A check that fails because of an error on our side is repeated later. */
  async giveUp({ listingId }: Payload, { store, now }: Deps) {
    await store.change(async (tx) => {
      const at = now();
      const watch = (await tx.badgeWatches.find(listingId)) ?? newBadgeWatch(listingId, at);
      await tx.badgeWatches.save({ ...watch, nextCheckAt: new Date(at.getTime() + 60 * MINUTE) });
    });
  },
};

type News = { name: string | null; listing: Listing; detail: string; until: Date };

const MESSAGES: Record<BadgeMail, (site: MailSite, news: News) => Message> = {
  awaited: badgeAwaitedMessage,
  found: badgeFoundMessage,
  missing: badgeMissingMessage,
  lost: badgeLostMessage,
  hidden: listingHiddenMessage,
  restored: listingRestoredMessage,
};
