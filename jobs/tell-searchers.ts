import type { Deps } from "#actions/context.ts";
import { mailTimeOf, notify } from "#actions/notifications/notify.ts";

import { searchNews } from "#actions/search/saved-searches.ts";
import { SEARCH_MAIL_EVERY_MS } from "#domain/search/saved-search.ts";
import { type SearchNews, searchNewsMessage } from "#mail/news-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const HOUR_MS = 3600_000;
const BATCH = 100;
const NAMED = 5;

/**
 * Emails new results of saved searches, at most once a day. Email and search positions commit
 * together, so the job may run twice.
 */
export const tellSearchers: JobKind = {
  retryDelaysMs: [HOUR_MS / 6],
  everyMs: HOUR_MS,
  async run(_payload, deps, signal) {
    const { store, now, wakeJobs } = deps;
    const newest = await store.savedSearches.newestArrival();
    const mailedSince = new Date(now().getTime() - SEARCH_MAIL_EVERY_MS);
    for (;;) {
      const accountIds = await store.savedSearches.accountsBehind(newest, mailedSince, BATCH);
      for (const accountId of accountIds) {
        signal.throwIfAborted();
        await tell(accountId, newest, deps);
      }
      if (accountIds.length > 0) wakeJobs();
      if (accountIds.length < BATCH) break;
    }
    await store.change((tx) => tx.savedSearches.forgetArrivals(newest));
  },
};

async function tell(accountId: string, newest: number, deps: Deps): Promise<void> {
  const { store, now, random, settings } = deps;
  const searches = (await store.savedSearches.ofAccount(accountId)).filter(
    ({ pausedAt, seen }) => pausedAt === null && seen < newest,
  );
  const found = new Map<string, SearchNews>();
  for (const search of searches) {
    const news = await searchNews(search, { newest, named: NAMED }, deps);
    if (news.total > 0) found.set(search.id, news);
  }
  await store.change(async (tx) => {
    const before = new Map(searches.map(({ id, seen }) => [id, seen]));
    const open = (await tx.savedSearches.ofAccount(accountId)).filter(
      ({ id, seen, pausedAt }) => pausedAt === null && before.get(id) === seen,
    );
    await tx.savedSearches.sawAll(
      open.map(({ id }) => id),
      newest,
    );
    const account = await tx.accounts.find(accountId);
    const news = open.flatMap(({ id }) => found.get(id) ?? []);
    if (news.length === 0 || account?.status !== "active" || !account.emailVerifiedAt) return;
    const at = now();
    await tx.savedSearches.mailed(accountId, at);
    for (const { id } of open) await notifyOfSearch(tx, { accountId, id, news: found.get(id), at });
    const sendAt = await mailTimeOf(tx, accountId, "search", at);
    if (!sendAt) return;
    const key = await unsubscribeKey(tx, { random });
    const unsubscribeUrl = unsubscribeLink(settings, key, { searchesOf: accountId });
    const message = searchNewsMessage(settings, { name: account.name, news, unsubscribeUrl });
    await queueMail(tx, deps, message, account.email, { sendAt });
  });
}

async function notifyOfSearch(
  tx: Tx,
  { accountId, id, news, at }: { accountId: string; id: string; news: SearchNews | undefined; at: Date },
): Promise<void> {
  if (!news) return;
  const [words, path] = [{ count: news.total, title: news.title }, `/search?${news.query}`];
  await notify(tx, { accountId, kind: "search", key: `search:${id}`, words, path, at, by: null });
}
