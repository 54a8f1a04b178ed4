import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const KEY_BYTES = 32;
const WRONG = "Must be keys of 32 bytes as base64 or hex, separated by commas. Make one with: openssl rand -base64 32";

/** Keys in base64url; undefined if any is invalid. */
function readList(text: string): string[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((key) => Buffer.from(key, /^[0-9a-f]{64}$/i.test(key) ? "hex" : "base64"));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES)) return undefined;
  return keys.map((key) => key.toString("base64url"));
}

export const secretKeySettings = {
  SECRETS_KEY: z
    .string()
    .refine((text) => readList(text) !== undefined, WRONG)
    .optional()
    .meta({ secret: true }),
  SECRETS_KEY_FILE: z.string().optional(),
};
type Settings = { DATA_DIR: string; SECRETS_KEY?: string | undefined; SECRETS_KEY_FILE?: string | undefined };

export const secretKeyFile = ({ DATA_DIR, SECRETS_KEY_FILE }: Settings): string =>
  SECRETS_KEY_FILE ?? join(DATA_DIR, "secrets.key");
export const keySource = (settings: Settings): string =>
  settings.SECRETS_KEY === undefined ? secretKeyFile(settings) : "SECRETS_KEY";

/** The keys in use: the first seals, all open. Empty if there are none yet. */
export function readSecretKeys(settings: Settings): string[] {
  const file = secretKeyFile(settings);
  const text = settings.SECRETS_KEY ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  if (text === undefined) return [];
  const keys = readList(text);
  if (!keys) throw new Error(`${keySource(settings)} has no valid key. ${WRONG}`);
  return keys;
}

/** Creates the key file and flushes it to disk before anything is sealed. */
export function makeSecretKey(settings: Settings, random: (bytes: number) => Buffer): string {
  const key = random(KEY_BYTES);
  const file = secretKeyFile(settings);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx", flush: true });
  return key.toString("base64url");
}
