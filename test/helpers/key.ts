import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVault } from "../../core/credentials/vault.ts";

/** The key that seals secrets in databases of tests. */
export const TEST_KEY = Buffer.alloc(32, "key of tests ").toString("base64url");
export const createTestVault = () => createVault([TEST_KEY], randomBytes);

export function placeKey(folder: string): void {
  const file = join(folder, "secrets.key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, TEST_KEY, { mode: 0o600 });
}
