import type { Deps } from "#actions/context.ts";
import { teamOf } from "#actions/launches/tell-team.ts";
import { mailTimeOf, notify } from "#actions/notifications/notify.ts";

import { dueReminder, REMINDERS, type ReminderKind } from "#domain/launches/launch-reminder.ts";
import { launchSteps } from "#domain/launches/launch-steps.ts";
import { launchStart, weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { launchReminderMessage } from "#mail/maker-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

/**
 * Reminds teams of missing steps a week and a day before launch, once unless the launch moves.
 * Listings waiting for a badge have other reminders.
 */
export const remindLaunches: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: 600_000,
  async run(_payload, deps, signal) {
    const { store, settings, now, wakeJobs } = deps;
    const week = weekOf(now(), settings.SITE_TIMEZONE);
    const after = weekAfter(week, settings.SITE_TIMEZONE, 2).monday;
    for (const listing of await store.launchMoves.scheduledIn(week.monday, after)) {
      const kind = dueReminder(startOf(listing, deps), now());
      if (!kind || (await store.launchMoves.isReminded(listing.id, kind, given(listing.launchWeek)))) continue;
      signal.throwIfAborted();
      await store.change((tx) => remind(tx, listing.id, kind, deps));
      wakeJobs();
    }
  },
};

const startOf = (listing: Listing, { settings, store }: Pick<Deps, "settings" | "store">): Date =>
  given(launchStart(listing, settings.SITE_TIMEZONE, isDaily(store)));

async function remind(tx: Tx, listingId: number, kind: ReminderKind, deps: Deps): Promise<void> {
  const { settings, now, random } = deps;
  const at = now();
  const listing = await tx.listings.find(listingId);
  if (listing?.status !== "scheduled" || listing.launchWeek === null) return;
  const monday = listing.launchWeek;
  if (dueReminder(startOf(listing, deps), at) !== kind) return;
  if (await tx.launchMoves.isReminded(listingId, kind, monday)) return;
  await tx.launchMoves.markReminded(listingId, kind, monday, at);
  const steps = launchSteps(listing, await tx.badgeWatches.find(listingId));
  const waiting = await tx.waits.count(listingId);
  const news = REMINDERS[kind].kind;
  const key = await unsubscribeKey(tx, { random });
  for (const { id: accountId, name, email } of await teamOf(tx, listingId)) {
    const unsubscribeUrl = unsubscribeLink(settings, key, { newsTo: accountId, kinds: [news] });
    const said = { name, listing, monday, steps, waiting, unsubscribeUrl };
    const sendAt = await mailTimeOf(tx, accountId, news, at);
    if (sendAt) await queueMail(tx, deps, launchReminderMessage(settings, kind, said), email, { sendAt });
    await notify(tx, {
      ...{ accountId, kind: news, key: `reminder:${listingId}`, at, by: null },
      words: { product: listing.name, day: monday, todo: steps.filter(({ isDone }) => !isDone).length },
      path: `/account/listings/${listingId}/launch`,
    });
  }
}
