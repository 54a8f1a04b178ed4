import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { makeSecretKey, readSecretKeys, secretKeyFile } from "../core/credentials/secret-keys.ts";
import { createVault, type Vault } from "../core/credentials/vault.ts";
import type { Settings } from "../core/settings/config.ts";
import { keyFault } from "../store/locked.ts";
import { SEALED_COLUMNS } from "../store/repos/runtime/sealing.ts";
import type { Store } from "../store/store.ts";

export type Locker = {
  vault: Vault;
  /** Returns the file of the sealing key if it was made now. */
  unlock: (store: Store, log: Logger) => Promise<string | undefined>;
};

/**
 * The vault of a database, and what makes it usable: a new site gets a key, a missing or wrong one is refused, and what the
 * first key has not sealed is sealed. A start that is cut off is completed by the next one.
 */
export function createLocker(settings: Settings): Locker {
  const keys = readSecretKeys(settings);
  const vault = createVault(keys, randomBytes);
  const refuse = (mark: string | undefined) => {
    const fault = keyFault(mark, settings);
    if (fault) throw fault;
  };
  return {
    vault,
    async unlock(store, log) {
      const found = await store.sealing.mark();
      refuse(found);
      let made: string | undefined;
      if (keys.length === 0) {
        keys.push(makeSecretKey(settings, randomBytes));
        made = secretKeyFile(settings);
      }
      if (found?.startsWith(vault.mark()!)) return made;
      await store.change((tx) => tx.sealing.saveMark(found, "begun"));
      const begun = await store.change((tx) => tx.sealing.mark());
      // Of nodes that start at once with different keys, the first one decides, before anything is sealed.
      refuse(begun);
      for (const column of SEALED_COLUMNS) while (await store.change((tx) => tx.sealing.sealSome(column)));
      await store.change((tx) => tx.sealing.saveMark(begun, "done"));
      if (found) log.info({ key: vault.mark() }, "sealed the database with this key");
      return made;
    },
  };
}
