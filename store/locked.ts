import { keySource, readSecretKeys, secretKeyFile } from "#core/credentials/secret-keys.ts";
import { createVault, keyId, Locked } from "#core/credentials/vault.ts";
import type { Settings } from "#core/settings/config.ts";
import { DatabaseFault } from "./database-fault.ts";
import type { Questions } from "./questions.ts";
import { MARK_PLACE, MARK_QUERY, sealedIn } from "./repos/runtime/sealing.ts";

/** Identifies the key that sealed a database. */
export const markIn = (db: Pick<Questions, "one">): Promise<string | undefined> => db.one<string>(MARK_QUERY);

/**
 * Why the configured keys cannot read the secrets of a database or its backup; undefined if they
 * can.
 */
export function keyFault(mark: string | undefined, settings: Settings): DatabaseFault | undefined {
  const keys = readSecretKeys(settings);
  const from = keySource(settings);
  if (mark === undefined)
    return keys.length === 0 && settings.DATABASE_URL !== undefined
      ? new DatabaseFault(
          "DATABASE_URL needs SECRETS_KEY, the same on every node.",
          `Make a key with openssl rand -base64 32, and keep a copy of it. After a move from a file, it is in ${secretKeyFile(settings)}.`,
        )
      : undefined;
  const sealed = sealedIn(mark);
  try {
    createVault(keys, () => Buffer.alloc(0)).open(MARK_PLACE, sealed);
    return undefined;
  } catch (error) {
    const id = sealed.split(":")[1];
    const others = keys.length ? `${from} has ${keys.map(keyId).join(", ")}` : `there is none in ${from}`;
    if (!(error instanceof Locked)) throw error;
    return new DatabaseFault(
      `The secrets in the database are sealed with key ${id}, and ${others}.`,
      `Set SECRETS_KEY to that key, or put it into ${secretKeyFile(settings)}: no backup of the database has it. ` +
        "If it is lost for good, see docs/operating.md#secrets-at-rest.",
    );
  }
}
