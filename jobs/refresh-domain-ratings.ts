import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;
const BATCH = 100;
/** Consecutive failures after which the source counts as down. */
const GIVE_UP_AFTER = 5;

/** Fetches domain ratings weekly. Failures keep the last rating; retries continue where the run stopped. */
export const refreshDomainRatings: JobKind = {
  retryDelaysMs: [600_000, 3600_000, 6 * 3600_000],
  everyMs: 7 * DAY_MS,
  async run(_payload, { store, now, domainRatings, log }, signal) {
    if (!domainRatings) return;
    const since = new Date(now().getTime() - 6 * DAY_MS);
    let afterId = 0;
    let failures = 0;
    for (;;) {
      const batch = await store.figures.unrated(since, afterId, BATCH);
      if (batch.length === 0) return;
      for (const { id, domain } of batch) {
        signal.throwIfAborted();
        afterId = id;
        try {
          const { value, source } = await domainRatings(domain, signal);
          failures = 0;
          const checkedAt = now();
          const date = checkedAt.toISOString().slice(0, 10);
          await store.change((tx) => tx.figures.saveRating({ listingId: id, date, value, source, checkedAt }));
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ domain, err: error }, "no domain rating");
          if (++failures === GIVE_UP_AFTER) throw error;
        }
      }
    }
  },
};
