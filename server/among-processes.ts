import type { Deps } from "#actions/context.ts";
import type { CountShared } from "#core/limits/limiter.ts";
import { together } from "#core/runtime/together.ts";
import type { HostTurns } from "#crawler/host-queue.ts";
import { isInChange } from "#store/in-change.ts";
import type { Counted } from "#store/repos/runtime/quotas.ts";
import type { Tx } from "#store/store.ts";

const MOST_COUNTED = 64;

export function amongProcesses({
  store,
  now,
  log,
  hasOthers,
}: Pick<Deps, "store" | "now" | "log"> & { hasOthers: () => boolean }): { turns: HostTurns; countShared: CountShared } {
  const failed = (error: unknown) => void log.warn({ err: error }, "shared counters could not be updated");
  function isShared(): boolean {
    try {
      return hasOthers() && !isInChange();
    } catch (error) {
      failed(error);
      return false;
    }
  }
  const ask = async <T>(touched: string[], work: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
    isShared() ? store.change(work, touched).catch(failed) : undefined;
  const count = together(
    async (counted: readonly Counted[]) =>
      (await ask([], (tx) => tx.quotas.addAll(counted, now()))) ?? counted.map(() => undefined),
    { most: MOST_COUNTED },
  );
  return {
    countShared: async (id, points, windowMs) => (isShared() ? count({ id, points, windowMs }) : undefined),
    turns: {
      take: async (host, gapMs, holdMs) =>
        (await ask([`crawl ${host}`], (tx) => tx.crawlHosts.take({ host, at: now(), gapMs, holdMs }))) ?? 0,
      leave: async (host) => void (await ask([`crawl ${host}`], (tx) => tx.crawlHosts.leave(host, now()))),
    },
  };
}
