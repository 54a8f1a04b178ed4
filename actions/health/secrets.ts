import { existsSync, statSync } from "node:fs";
import { keySource, readSecretKeys, secretKeyFile } from "#core/credentials/secret-keys.ts";
import { keyId } from "#core/credentials/vault.ts";
import type { Settings } from "#core/settings/config.ts";
import { isolated, joined, type Text, t } from "#languages/words.ts";
import { keyFault, markIn } from "#store/locked.ts";
import type { Questions } from "#store/questions.ts";
import { Ill } from "./finding.ts";

const keyPlace = (settings: Settings) => isolated(keySource(settings));

/** Whether the key for sealed secrets exists and only the server can read its file. */
export async function checkSecrets(db: Questions, settings: Settings): Promise<Text> {
  const mark = await markIn(db);
  const fault = keyFault(mark, settings);
  if (fault) throw fault;
  const file = secretKeyFile(settings);
  // Files provided by the operator may have their own permissions, such as Docker secrets.
  const isOurs = settings.SECRETS_KEY_FILE === undefined && existsSync(file);
  if (isOurs && statSync(file).mode & 0o077)
    throw new Ill(t`other users can read ${isolated(file)}`, `chmod 600 ${file}`);
  if (mark === undefined) return t`the next start seals them`;
  const [first, ...others] = readSecretKeys(settings).map(keyId);
  return joined(
    [
      t`sealed with key ${first ?? ""} of ${keyPlace(settings)}, which is in no backup: keep a copy of it`,
      others.length > 0 && t`${others.join(", ")} can go once every process has started with ${first ?? ""}`,
    ],
    "; ",
  );
}
