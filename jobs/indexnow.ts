import { indexnowKeyPath } from "#core/text/paths.ts";
import type { ChangeMark } from "#domain/listings/listing.ts";
import type { JobKind } from "./runner.ts";

type Window = { after: ChangeMark; until: ChangeMark };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BATCH = 10_000;
/** Edits come in bursts, and changes commit after their timestamp. */
const SETTLE_MS = MINUTE;

const REASONS: Record<number, string> = {
  400: "the request has the wrong form",
  403: "the key was not found at its address",
  422: "the addresses are not of this host",
  429: "too many requests",
};

/**
 * Plans the submission of listings launched, changed or removed since last time, in one change. The
 * first run submits nothing, because only changes count.
 */
export const tellSearchEngines: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: ({ INDEXNOW_KEY }) => (INDEXNOW_KEY === undefined ? undefined : 10 * MINUTE),
  async run(_payload, { store, now, wakeJobs }, signal) {
    const createdAt = now();
    const settled: ChangeMark = { at: createdAt.getTime() - SETTLE_MS, id: 0 };
    let found: number;
    do {
      signal.throwIfAborted();
      found = await store.change(async (tx) => {
        const after = await tx.indexnow.told();
        if (!after) await tx.indexnow.setTold(settled);
        const changed = after ? await tx.indexnow.changedBetween(after, settled, BATCH) : [];
        const last = changed.at(-1);
        if (!after || !last) return 0;
        const payload: Window = { after, until: { at: last.at, id: last.id } };
        await tx.indexnow.setTold(payload.until);
        await tx.jobs.add({
          id: `submit-urls:${last.at}:${last.id}`,
          kind: "submit-urls",
          payload,
          runAt: createdAt,
          createdAt,
        });
        return changed.length;
      });
      if (found) wakeJobs();
    } while (found === BATCH);
  },
};

export const submitUrls: JobKind = {
  retryDelaysMs: [10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  async run({ after, until }: Window, { store, settings, fetchSite }, signal) {
    const { BASE_URL, INDEXNOW_KEY: key, INDEXNOW_URL } = settings;
    const changed = await store.indexnow.changedBetween(after, until, BATCH);
    if (key === undefined || !changed.length) return;
    const { status } = await fetchSite(INDEXNOW_URL, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({
        host: new URL(BASE_URL).host,
        key,
        keyLocation: BASE_URL + indexnowKeyPath(key),
        urlList: changed.map(({ slug }) => `${BASE_URL}/listings/${slug}`),
      }),
      maxBytes: 10_000,
      maxRedirects: 0,
      signal,
    });
    if (status === 200 || status === 202) return;
    throw new Error(`IndexNow answered with status ${status}: ${REASONS[status] ?? "try again later"}.`);
  },
};
