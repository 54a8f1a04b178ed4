import { createApiKey, type NewKey } from "#core/credentials/api-keys.ts";
import { keyCreatedMessage, keyRevokedMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Deps, Scope } from "../context.ts";

type Key = { name: string; scopes: readonly Scope[]; expiresAt: Date | null };
type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "wakeJobs" | "languages">;

export const MAX_KEYS = 20;

export function newApiKey(
  accountId: string,
  { name, scopes, expiresAt }: Key,
  { now, uuid, random }: Pick<Deps, "now" | "uuid" | "random">,
) {
  const { key, ...secret } = createApiKey(random);
  return {
    key,
    row: { id: uuid(), accountId, ...secret, name, scopes: scopes.join(" "), createdAt: now(), expiresAt },
  };
}

export async function saveKey(
  account: Account,
  row: ReturnType<typeof newApiKey>["row"],
  deps: Omit<Needs, "random">,
): Promise<void> {
  const { name: keyName, prefix, last4, createdAt: at, scopes } = row;
  const news = { name: account.name, keyName, prefix, last4, at, scopes: scopes.split(" ") };
  await deps.store.change(async (tx) => {
    await tx.accounts.addApiKey(row);
    await queueMail(tx, deps, keyCreatedMessage(deps.settings, news), account.email);
  });
  deps.wakeJobs();
}

export async function createOwnKey(
  account: Account,
  given: Key,
  deps: Needs,
): Promise<Pick<NewKey, "key"> | "unverified" | "too-many"> {
  if (!account.emailVerifiedAt) return "unverified";
  if ((await deps.store.accounts.apiKeysOf(account.id)).length >= MAX_KEYS) return "too-many";
  const { key, row } = newApiKey(account.id, given, deps);
  await saveKey(account, row, deps);
  return { key };
}

export async function revokeOwnKey(account: Account, id: string, deps: Omit<Needs, "random">): Promise<boolean> {
  const isRevoked = await deps.store.change(async (tx) => {
    const key = (await tx.accounts.apiKeysOf(account.id)).find((one) => one.id === id);
    const at = deps.now();
    if (!key || !(await tx.accounts.revokeApiKey(account.id, id, at))) return false;
    const news = { name: account.name, keyName: key.name, prefix: key.prefix, last4: key.last4, at };
    await queueMail(tx, deps, keyRevokedMessage(deps.settings, news), account.email);
    return true;
  });
  deps.wakeJobs();
  return isRevoked;
}
