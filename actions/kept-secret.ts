import type { Deps } from "./context.ts";

/** A secret of this installation, created on first use and stored in the database. */
export const keptSecret = async ({ store }: Pick<Deps, "store">, name: string, make: () => string): Promise<string> =>
  (await store.oauth.findSecret(name)) ?? store.change((tx) => tx.oauth.keepSecret(name, make()));
