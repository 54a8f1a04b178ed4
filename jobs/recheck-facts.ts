import { noteReading } from "#actions/listings/note-reading.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import { isStale } from "#domain/listings/evidence.ts";
import { provenFacts } from "#domain/listings/fact-check.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;
const BATCH = 50;

type Payload = { listingId: number };

/**
 * Queues readings of due live listings. The next date is set at once, so that crashes do not repeat
 * readings.
 */
export const recheckFacts: JobKind = {
  retryDelaysMs: [MINUTE],
  everyMs: 10 * MINUTE,
  async run(_payload, { store, now, wakeJobs }) {
    const at = now();
    const due = await store.factChecks.due(at, BATCH);
    if (due.length === 0) return;
    await store.change(async (tx) => {
      for (const check of due) {
        const { listingId, nextAt } = check;
        await tx.factChecks.schedule(check, at);
        await tx.jobs.add({
          id: `recheck-listing:${listingId}:${nextAt.toISOString()}`,
          kind: "recheck-listing",
          payload: { listingId } satisfies Payload,
          runAt: at,
          createdAt: at,
        });
      }
    });
    wakeJobs();
  },
};

export const recheckListing: JobKind = {
  concurrency: 2,
  retryDelaysMs: [],
  async run({ listingId }: Payload, deps, signal) {
    const { store, now, crawl } = deps;
    const asked = await store.listings.find(listingId);
    if (asked?.status !== "live" || asked.isDemo) return;
    const facts = provenFacts(asked);
    if (facts.length === 0) return;
    const quotes = facts.flatMap(({ evidence }) => evidence);
    const site = await crawl(asked.url, { signal, revisit: [...new Set(quotes.map(({ url }) => url))] });
    const { error } = site;
    if (error) {
      await store.change((tx) => tx.factChecks.checked(listingId, now(), error.detail));
      return;
    }
    const known = knownCategories(await store.reference.categoryNames());
    const checkedAt = asked.evidenceCheckedAt?.toISOString() ?? null;
    const seen = await deps.seeAgain({ site, facts, checkedAt, ...known, signal });
    const stale = facts.filter(({ field }) => isStale(seen[field] ?? [])).map(({ field }) => field);
    const drafted = stale.length ? await draftAgain() : {};
    await store.change(async (tx) => {
      const listing = await tx.listings.find(listingId);
      if (listing?.status === "live") await noteReading(tx, listing, { facts, seen, drafted, at: site.fetchedAt });
    });

    /** If drafting fails, the quotes are recorded without suggestions, instead of reading the website again. */
    async function draftAgain() {
      try {
        return (await deps.drafter({ site, ...known, only: stale, signal })).fields;
      } catch (error) {
        if (signal.aborted) throw error;
        deps.log.warn({ err: error, listingId }, "the website's current facts could not be drafted");
        return undefined;
      }
    }
  },
};
