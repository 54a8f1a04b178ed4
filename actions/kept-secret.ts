import type { Store } from "#store/store.ts";
import type { Deps } from "./context.ts";

/** Cached: such a secret never changes. */
const known = new WeakMap<Store, Map<string, string>>();

/** A secret of this installation, created and stored on first use. */
export async function keptSecret({ store }: Pick<Deps, "store">, name: string, make: () => string): Promise<string> {
  const ofStore = known.get(store) ?? new Map<string, string>();
  known.set(store, ofStore);
  const secret =
    ofStore.get(name) ??
    (await store.secrets.find(name)) ??
    (await store.change((tx) => tx.secrets.keep(name, make())));
  ofStore.set(name, secret);
  return secret;
}
