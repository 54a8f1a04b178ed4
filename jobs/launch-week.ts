import type { Deps } from "#actions/context.ts";
import { notifyTeam } from "#actions/notifications/notify.ts";
import { dayOf, launchStart, type Week, weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import { SETTLING_MS } from "#domain/launches/ranking.ts";
import { afterMissedWeek, newBadgeWatch } from "#domain/listings/badge-watch.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { STATUS_REASONS } from "#domain/listings/stored-words.ts";
import { hasLaunches, isDaily } from "#domain/site/site-shape.ts";
import { inEnglish } from "#languages/words.ts";
import { listingLiveMessage } from "#mail/launch-messages.ts";
import { backToSavedMessage, weekMovedMessage } from "#mail/messages.ts";
import type { Tx } from "#store/store.ts";
import { FIRST_DAY, FIRST_DAY_MS, type FirstDayPayload } from "./first-day.ts";
import { mailOwners } from "./mail-owners.ts";
import type { JobKind } from "./runner.ts";

const WEEKS_AHEAD = 520;
const OUT_OF_QUEUE = inEnglish(STATUS_REASONS.queue());

/**
 * Updates the calendar: launches due listings, moves free ones without their badge to the next open
 * week, and queues awards of past weeks. Schedules itself for the next event.
 */
export const launchWeek: JobKind = {
  retryDelaysMs: [5_000, 60_000, 600_000],
  everyMs: 600_000,
  async run(_payload, deps) {
    const { store, now, settings } = deps;
    const at = now();
    const zone = settings.SITE_TIMEZONE;
    const week = weekOf(at, zone);
    if (!hasLaunches(store)) return goLiveWithoutWeeks(week, deps);
    const hasCome = (listing: Listing) => (launchStart(listing, zone, isDaily(store)) ?? at) <= at;
    const due = (await store.launches.due(at, week.monday)).filter(hasCome);
    const late = (await store.launches.withoutBadge(week.monday)).filter(hasCome);
    const homeless = await store.launches.withoutWeek();
    const nextRace = isDaily(store) ? dayOf(at, zone).endsAt : week.endsAt;
    const planned = await store.launches.nextPlanned(at);
    const next = planned && planned < nextRace ? planned : nextRace;
    await store.change(async (tx) => {
      for (const listing of due) await launch(tx, listing, week, deps);
      for (const listing of late) await moveOn(tx, listing, week, deps);
      for (const { id } of homeless) await bookAgain(tx, id, week, deps);
      await tellWaiting(tx, at);
      await addAwards(tx, week, at, zone);
      await tx.jobs.add({
        id: `launch-week:${next.toISOString()}`,
        kind: "launch-week",
        payload: {},
        runAt: next,
        createdAt: at,
      });
    });
    deps.wakeJobs();
  },
};

/** A site without launches: what has its badge or is paid is public at once. */
async function goLiveWithoutWeeks(week: Week, deps: Deps): Promise<void> {
  const { store, now } = deps;
  const ready = await store.launches.scheduled();
  await store.change(async (tx) => {
    await tx.launches.forgetWeeks(now());
    for (const listing of ready) await launch(tx, listing, week, deps);
    await tellWaiting(tx, now());
  });
  deps.wakeJobs();
}

/** The first free week for a listing that chose its plan while the site had no weeks. */
async function bookAgain(tx: Tx, id: number, week: Week, { now, settings }: Deps): Promise<void> {
  const first = weekAfter(week, settings.SITE_TIMEZONE, settings.FREE_WEEKS_MIN).monday;
  const monday = await tx.launches.firstWithRoom(first, WEEKS_AHEAD, settings, now());
  if (monday) await tx.launches.rebook(id, monday, now());
}

async function launch(tx: Tx, listing: Listing, week: Week, deps: Deps): Promise<void> {
  const now = deps.now();
  const isInWeek = hasLaunches(deps.store);
  const launchedAt = isInWeek ? launchTime(listing, week, deps) : now;
  const monday = isInWeek ? week.monday : null;
  const isLaunched = await tx.launches.goLive(listing.id, { launchedAt, monday, now });
  if (!isLaunched || listing.isDemo) return;
  await notifyTeam(tx, listing.id, {
    kind: "launched",
    key: `launched:${listing.id}`,
    words: { product: listing.name },
    path: `/listings/${listing.slug}`,
    at: now,
    by: null,
  });
  const lastDay = Temporal.PlainDate.from(week.monday).add({ days: 6 }).toString();
  const message = (name: string | null) => listingLiveMessage(deps.settings, { name, listing, lastDay });
  if ((await mailOwners(tx, deps, listing.id, message)) === 0 || !isInWeek) return;
  await tx.jobs.add({
    id: `${FIRST_DAY}:${listing.id}`,
    kind: FIRST_DAY,
    payload: { listingId: listing.id } satisfies FirstDayPayload,
    runAt: new Date(launchedAt.getTime() + FIRST_DAY_MS),
    createdAt: now,
  });
}

/** The planned time, so that delays cost no votes. If the whole week or day was missed, now. */
function launchTime(listing: Listing, week: Week, { store, now, settings }: Deps): Date {
  const { SITE_TIMEZONE: zone } = settings;
  const planned = launchStart(listing, zone, isDaily(store));
  const { startsAt } = isDaily(store) ? dayOf(now(), zone) : week;
  return planned && planned >= startsAt ? planned : now();
}

async function moveOn(tx: Tx, { id }: Listing, week: Week, deps: Deps): Promise<void> {
  const { now, settings } = deps;
  const listing = await tx.listings.find(id);
  if (listing?.status !== "awaiting_badge" || !listing.launchWeek || listing.launchWeek > week.monday) return;
  const at = now();
  const missed = afterMissedWeek((await tx.badgeWatches.find(id)) ?? newBadgeWatch(id, at));
  if (!missed) {
    await tx.launches.leaveQueue(id, OUT_OF_QUEUE, at);
    await mailOwners(tx, deps, id, (name) => backToSavedMessage(settings, { name, listing }));
    return;
  }
  const after = (weeks: number): string => weekAfter(week, settings.SITE_TIMEZONE, weeks).monday;
  const monday = (await tx.launches.firstWithRoom(after(1), WEEKS_AHEAD, settings, at)) ?? after(WEEKS_AHEAD);
  await tx.launches.rebook(id, monday, at);
  await tx.badgeWatches.save(missed.watch);
  const news = { product: listing.name, monday, movesLeft: missed.movesLeft };
  await mailOwners(tx, deps, id, (name) => weekMovedMessage(settings, { name, ...news }));
}

async function tellWaiting(tx: Tx, at: Date): Promise<void> {
  for (const listingId of await tx.waits.launched())
    await tx.jobs.add({
      id: `tell-waiting:${listingId}:${at.getTime()}`,
      kind: "tell-waiting",
      payload: { listingId },
      runAt: at,
      createdAt: at,
    });
}

async function addAwards(tx: Tx, current: Week, now: Date, zone: string): Promise<void> {
  const last = await tx.awards.lastAwarded();
  const first = await tx.votes.firstCountedAt();
  if (!first) return;
  let week = last === undefined ? weekOf(first, zone) : weekAfter({ monday: last }, zone);
  for (; week.monday <= current.monday; week = weekAfter(week, zone)) {
    await tx.jobs.add({
      id: `award-week:${week.monday}`,
      kind: "award-week",
      payload: { monday: week.monday },
      runAt: new Date(week.endsAt.getTime() + SETTLING_MS),
      createdAt: now,
    });
  }
}
