import { mailTeam } from "#actions/launches/tell-team.ts";
import { notifyTeam } from "#actions/notifications/notify.ts";
import { dueOf, firstNoticeBefore } from "#domain/listings/unpublished.ts";
import { listingEndsMessage } from "#mail/website-messages.ts";
import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;
const BATCH = 200;

/**
 * Deletes listings that were never published and not changed for half a year, after two emails, and
 * those that the site team deleted 30 days ago.
 */
export const endUnpublished: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  everyMs: DAY_MS,
  async run(_payload, deps) {
    const { store, now, settings } = deps;
    const at = now();
    for (;;) {
      const deleted = await store.deletions.due(at, BATCH);
      for (const id of deleted) await store.change((tx) => tx.deletions.purge(id));
      if (deleted.length < BATCH) break;
    }
    for (let after = 0; ; ) {
      const found = await store.unpublished.list(firstNoticeBefore(at), after, BATCH);
      for (const { id } of found) await store.change((tx) => settle(tx, id));
      deps.wakeJobs();
      const last = found.at(-1);
      if (found.length < BATCH || !last) return;
      after = last.id;
    }

    async function settle(tx: Parameters<Parameters<typeof store.change>[0]>[0], id: number): Promise<void> {
      const one = await tx.unpublished.find(id);
      const due = one && dueOf(one.changedAt, one.ending, at);
      if (!due) return;
      if (due === "delete") return tx.unpublished.remove(id);
      await tx.unpublished.saveEnding(id, due);
      const { endsAt, remindedAt } = due;
      const news = { listing: one.listing, endsAt, isLast: remindedAt !== null };
      await mailTeam(tx, id, (name) => listingEndsMessage(settings, { name, ...news }), deps);
      await notifyTeam(tx, id, {
        ...{ kind: "ending", key: `ending:${id}`, at, by: null },
        words: { product: one.listing.name, day: endsAt.toISOString().slice(0, 10) },
        path: `/account/listings/${id}`,
      });
    }
  },
};
