import type { Deps } from "../context.ts";

/** Saves a checked name; an empty one removes it. */
export const renameAccount = (id: string, name: string, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change((tx) => tx.accounts.setName(id, name || null));
