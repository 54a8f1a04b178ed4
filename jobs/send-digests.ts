import type { Deps } from "#actions/context.ts";
import { type Edition, openEdition } from "#actions/notifications/digest-edition.ts";
import { accountOfAddress, digestNews, hasNews, readerOf, type Written } from "#actions/notifications/digest-news.ts";
import { SEND_DIGESTS } from "#actions/notifications/digest-settings.ts";
import { digestMailId } from "#actions/notifications/subscribe-digest.ts";
import type { Week } from "#domain/launches/launch-week.ts";
import { editionDue, MINUTE_MS, nextEdition, perMinute } from "#domain/notifications/digest.ts";
import { digestMessage } from "#mail/digest-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { digestSettingsLink, unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Subscriber } from "#store/repos/notifications/digests.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const BATCH = 25;

type Turn = { subscriber: Subscriber; week: Week | undefined; written: Written | undefined };

/**
 * Writes digests to subscribers whose turn it is, at most a sixtieth a minute, and schedules
 * itself. Email, next turn and search positions commit together, so the job may run twice.
 */
export const sendDigests: JobKind = {
  retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
  everyMs: 10 * MINUTE_MS,
  async run(_payload, deps, signal) {
    const { store, now, wakeJobs } = deps;
    if ((await store.digests.pausedAt()) !== null) return;
    const at = now();
    const most = perMinute(await store.digests.count());
    const editions = new Map<string, Edition>();
    const newest = await store.savedSearches.newestArrival();
    for (;;) {
      signal.throwIfAborted();
      const room = most - (await store.digests.takenIn(minuteOf(at)));
      const due = room > 0 ? await store.digests.due(at, Math.min(BATCH, room)) : [];
      if (due.length === 0) break;
      const turns: Turn[] = [];
      for (const subscriber of due) turns.push(await write(subscriber, { at, newest, editions }, deps));
      const isPaused = await store.change((tx) => settle(tx, turns, { at, most, newest }, deps));
      wakeJobs();
      if (isPaused) return;
    }
    await planNext(at, deps);
    wakeJobs();
  },
};

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

async function write(
  subscriber: Subscriber,
  { at, newest, editions }: { at: Date; newest: number; editions: Map<string, Edition> },
  deps: Deps,
): Promise<Turn> {
  const week = editionDue(at, subscriber, deps.settings.SITE_TIMEZONE);
  const reader = week && (await readerOf(subscriber, deps));
  if (!week || !reader) return { subscriber, week, written: undefined };
  const edition = editions.get(week.monday) ?? openEdition(week, deps);
  editions.set(week.monday, edition);
  return { subscriber, week, written: await digestNews(reader, edition, newest, deps) };
}

type Run = { at: Date; most: number; newest: number };

async function settle(tx: Tx, turns: Turn[], run: Run, deps: Deps): Promise<boolean> {
  if ((await tx.digests.pausedAt()) !== null) return true;
  const key = await unsubscribeKey(tx, deps);
  const minute = minuteOf(run.at);
  let taken = await tx.digests.takenIn(minute);
  const counts = new Map<string, { mails: number; quiet: number }>();
  for (const turn of turns) {
    const { subscriber, week } = turn;
    const now = await tx.digests.find(subscriber.id);
    // Handled by another process, unsubscribed or rescheduled.
    if (!now || now.dueAt.getTime() !== subscriber.dueAt.getTime()) continue;
    const runAt = new Date((minute + Math.min(taken / run.most, 1)) * MINUTE_MS);
    const isWritten = await mail(tx, turn, { ...run, key, runAt }, deps);
    taken++;
    const reader = { ...subscriber, lastWeek: week?.monday ?? subscriber.lastWeek };
    await tx.digests.settle(
      subscriber.id,
      nextEdition(run.at, reader, deps.settings.SITE_TIMEZONE).at,
      reader.lastWeek,
    );
    if (!week) continue;
    const count = counts.get(week.monday) ?? { mails: 0, quiet: 0 };
    count[isWritten ? "mails" : "quiet"]++;
    counts.set(week.monday, count);
  }
  for (const [week, count] of counts) await tx.digests.countEdition({ week, ...count, at: run.at });
  await tx.digests.setTaken(minute, taken);
  return false;
}

async function mail(
  tx: Tx,
  { subscriber, week, written }: Turn,
  { newest, key, runAt }: Run & { key: string; runAt: Date },
  deps: Deps,
): Promise<boolean> {
  const { settings, now, languages } = deps;
  const { id, email, language } = subscriber;
  const account = await accountOfAddress(email, tx);
  if (!week || !written || account === "blocked") return false;
  await saw(tx, written, newest);
  if (!hasNews(written.news)) return false;
  const message = digestMessage(settings, {
    name: account?.name ?? null,
    days: { firstDay: week.monday, lastDay: Temporal.PlainDate.from(week.monday).add({ days: 6 }).toString() },
    news: written.news,
    settingsUrl: account ? `${settings.BASE_URL}/account/digest` : digestSettingsLink(settings, key, id),
    unsubscribeUrl: unsubscribeLink(settings, key, { digestOf: id }),
  });
  const mailing = { now, uuid: () => digestMailId(week.monday, id), languages };
  await queueMail(tx, mailing, message, email, { sendAt: runAt, language });
  return true;
}

/** Advances the searches in the email, unless changed meanwhile. */
async function saw(tx: Tx, { compared }: Written, newest: number): Promise<void> {
  const [first] = compared;
  if (!first) return;
  const before = new Map(compared.map(({ id, seen }) => [id, seen]));
  const open = (await tx.savedSearches.ofAccount(first.accountId)).filter(({ id, seen }) => before.get(id) === seen);
  await tx.savedSearches.sawAll(
    open.map(({ id }) => id),
    newest,
  );
}

/** On the minute, so that duplicate runs plan one job. */
async function planNext(at: Date, { store }: Pick<Deps, "store">): Promise<void> {
  const due = await store.digests.nextDue();
  if (!due) return;
  const minute = Math.max(minuteOf(due), minuteOf(at) + 1);
  const runAt = new Date(minute * MINUTE_MS);
  await store.change((tx) =>
    tx.jobs.add({
      id: `${SEND_DIGESTS}:${runAt.toISOString()}`,
      kind: SEND_DIGESTS,
      payload: {},
      runAt,
      createdAt: at,
    }),
  );
}
