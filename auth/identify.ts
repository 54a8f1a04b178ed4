import type { Deps, Scope } from "#actions/context.ts";
import { hashKey, hasRightChecksum, looksLikeApiKey } from "#core/credentials/api-keys.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { AppError } from "#core/errors/errors.ts";
import type { Identify } from "#http/credentials.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { App } from "#store/repos/accounts/oauth.ts";
import { readScopes } from "./scopes.ts";

const TOUCH_MS = 60_000;

type AccessPayload = { aud?: unknown; accountId?: string; clientId?: string; scope?: string };

export function createIdentify({ store, now, log }: Pick<Deps, "store" | "now" | "log">): Identify {
  const touching = new Set<string>();

  function touch(id: string, lastUsedAt: Date | null, at: Date): void {
    if (touching.has(id) || (lastUsedAt && at.getTime() - lastUsedAt.getTime() < TOUCH_MS)) return;
    touching.add(id);
    store
      .change((tx) => tx.accounts.touchApiKey(id, at), [`key ${id}`])
      .catch((error) => log.warn({ err: error }, "last use of an API key not written"))
      .finally(() => touching.delete(id));
  }

  async function byApiKey(key: string, refuse: Refuse): Promise<Identity> {
    const found = hasRightChecksum(key) ? await store.accounts.findApiKey(hashKey(key)) : undefined;
    if (!found || found.key.revokedAt || !isActive(found.account.status))
      throw refuse("unauthenticated", "This API key is not valid.");
    const at = now();
    if (found.key.expiresAt && found.key.expiresAt <= at) throw refuse("token_expired", "This API key has expired.");
    touch(found.key.id, found.key.lastUsedAt, at);
    return {
      accountId: found.account.id,
      via: "api_key",
      client: found.key.name,
      scopes: readScopes(found.key.scopes),
    };
  }

  async function byToken(token: string, audiences: readonly string[], refuse: Refuse): Promise<Identity> {
    const found = await store.oauth.findAccess(hashToken(token));
    if (!found || !isActive(found.accountStatus)) throw refuse("unauthenticated", "This access token is not valid.");
    if (found.expiresAt && found.expiresAt <= now()) throw refuse("token_expired", "This access token has expired.");
    const { aud, accountId, clientId, scope }: AccessPayload = JSON.parse(found.payload);
    if (!accountId || typeof aud !== "string" || !audiences.includes(aud)) {
      throw refuse("unauthenticated", "This access token was issued for another resource.");
    }
    const app: App | undefined = found.app ? JSON.parse(found.app) : undefined;
    return { accountId, via: "oauth", client: app?.name ?? clientId ?? null, scopes: readScopes(scope) };
  }

  return async (authorization, { address, audiences, allowApiKey, scopes = [] }) => {
    if (authorization === undefined) return { kind: "anonymous", address };
    const refuse: Refuse = (code, detail) =>
      new AppError(code, `${detail} Sign in again, or use another credential.`, { scopes: [...scopes] });
    const credential = /^Bearer +([\w.~+/-]{1,512}=*)$/i.exec(authorization)?.[1];
    if (credential === undefined)
      throw refuse("unauthenticated", "The Authorization header must be one Bearer credential.");
    if (!looksLikeApiKey(credential)) {
      return { kind: "member", address, ...(await byToken(credential, audiences, refuse)) };
    }
    if (!allowApiKey) throw refuse("unauthenticated", "API keys are not accepted here.");
    return { kind: "member", address, ...(await byApiKey(credential, refuse)) };
  };
}

type Identity = { accountId: string; via: "oauth" | "api_key"; client: string | null; scopes: Scope[] };
type Refuse = (code: "unauthenticated" | "token_expired", detail: string) => AppError;

const isActive = (status: Account["status"] | null): boolean => status === "active";
