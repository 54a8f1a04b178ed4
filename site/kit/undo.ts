import { LRUCache } from "lru-cache";
import type { Deps, Member } from "../../actions/context.ts";
import type { AnyTool } from "../../tools/define.ts";

/** How to undo a form, by an operation or by a page, the page that shows the result, and the text of a part before it. */
export type PutBack = { path: string; part?: { name: string; before: string } } & (
  | { tool: AnyTool; input: unknown }
  | { restore: (caller: Member) => Promise<boolean> }
);

const KEPT_MS = 15 * 60_000;
const MOST_KEPT = 1000;

export type Undo = ReturnType<typeof createUndo>;

/**
 * What forms took away, so that it can be put back for a quarter of an hour. Kept in memory, because one process serves the
 * site and an undo that is lost with a restart costs nobody data: the history has it.
 */
export function createUndo({ now, random }: Pick<Deps, "now" | "random">) {
  const kept = new LRUCache<string, PutBack & { accountId: string }>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  return {
    /** Returns the key with which the account can undo it. */
    keep(accountId: string, back: PutBack): string {
      const id = random(16).toString("base64url");
      kept.set(id, { ...back, accountId });
      return id;
    },
    /** What can be undone, which stays so. */
    look(accountId: string, id: string): PutBack | undefined {
      const found = kept.get(id);
      return found?.accountId === accountId ? found : undefined;
    },
    /** Once, and only for the account that stored it. */
    take(accountId: string, id: string): PutBack | undefined {
      const found = kept.get(id);
      if (found?.accountId !== accountId) return undefined;
      kept.delete(id);
      return found;
    },
  };
}
