import type { Deps } from "../actions/context.ts";
import type { CountShared } from "../core/limiter.ts";
import type { HostTurns } from "../crawler/host-queue.ts";
import { isInChange } from "../store/in-change.ts";
import type { Tx } from "../store/store.ts";

/** What several processes of one site count together. `hasOthers` says whether this one is not alone. */
export function amongProcesses({
  store,
  now,
  log,
  hasOthers,
}: Pick<Deps, "store" | "now" | "log"> & { hasOthers: () => boolean }): { turns: HostTurns; countShared: CountShared } {
  /** While nothing can be written, and inside a change, each process goes by what it knows itself. */
  async function ask<T>(touched: string[], work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    try {
      if (!hasOthers() || isInChange()) return undefined;
      return await store.change(work, touched);
    } catch (error) {
      log.warn({ err: error }, "what processes share could not be counted");
      return undefined;
    }
  }
  return {
    countShared: (id, points, windowMs) => {
      const at = now();
      return ask([], (tx) => tx.quotas.add({ id, points, at, endsAt: new Date(at.getTime() + windowMs) }));
    },
    turns: {
      take: async (host, gapMs, holdMs) =>
        (await ask([`crawl ${host}`], (tx) => tx.crawlHosts.take({ host, at: now(), gapMs, holdMs }))) ?? 0,
      leave: async (host) => void (await ask([`crawl ${host}`], (tx) => tx.crawlHosts.leave(host, now()))),
    },
  };
}
