import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { makeSecretKey, readSecretKeys, secretKeyFile } from "#core/credentials/secret-keys.ts";
import { createVault, type Vault } from "#core/credentials/vault.ts";
import type { Settings } from "#core/settings/config.ts";
import { given } from "#domain/text/given.ts";
import { keyFault } from "#store/locked.ts";
import { SEALED_COLUMNS } from "#store/repos/runtime/sealing.ts";
import type { Store } from "#store/store.ts";

export type Locker = {
  vault: Vault;
  unlock: (store: Store, log: Logger) => Promise<string | undefined>;
};

/**
 * Unlocks a database's vault: creates a new site's key, rejects a missing or wrong one, and reseals
 * with the first key. Interrupted starts are completed by the next.
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
      if (found?.startsWith(given(vault.mark()))) return made;
      await store.change((tx) => tx.sealing.saveMark(found, "begun"));
      const begun = await store.change((tx) => tx.sealing.mark());
      // If nodes start with different keys, the first decides, before anything is sealed.
      refuse(begun);
      for (const column of SEALED_COLUMNS) while (await store.change((tx) => tx.sealing.sealSome(column)));
      await store.change((tx) => tx.sealing.saveMark(begun, "done"));
      if (found) log.info({ key: vault.mark() }, "sealed the database with this key");
      return made;
    },
  };
}
