import { dayBefore } from "#actions/listings/listing-extras.ts";
import { badgeViewsOfWeek } from "#actions/listings/request-badge-check.ts";
import type { JobKind } from "./runner.ts";

const BATCH = 100;

export const countBadges: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: 3600_000,
  async run(_payload, { store, now }, signal) {
    const at = now();
    const today = dayBefore(at, 0);
    let counted: number;
    do {
      signal.throwIfAborted();
      const ids = await store.visitFigures.badgesToCount(today, BATCH);
      counted = ids.length;
      if (counted === 0) return;
      await store.change(async (tx) => {
        for (const id of ids) await tx.visitFigures.saveBadgeCount(id, await badgeViewsOfWeek(id, tx, at), today);
      });
    } while (counted === BATCH);
  },
};
