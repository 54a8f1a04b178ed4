import type { Store } from "../store/store.ts";

/** Removes sessions, links, tokens, grants and clients that are over. Safe to run at any time, and twice. */
export const purgeAuth = (store: Pick<Store, "change">, now: Date): Promise<void> =>
  store.change(async (tx) => {
    await tx.accounts.purge(now);
    await tx.oauth.purge(now);
  });
