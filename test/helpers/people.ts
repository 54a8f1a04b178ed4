import { hash, randomBytes, randomUUID } from "node:crypto";
import { SCOPES } from "../../actions/context.ts";
import { createApiKey } from "../../core/credentials/api-keys.ts";
import type { Store } from "../../store/store.ts";

const SESSION_MS = 14 * 24 * 3600_000;

/** What a person came back with from earlier visits: an API key with every scope, and the cookie of a browser that is signed in. */
export type Credentials = { id: string; email: string; key: string; cookie: string };

/** Adds a confirmed account to a database whose server is not running. */
export async function addPerson(
  store: Store,
  { email, name, isAdmin = false, passwordHash }: NewPerson,
  at: Date,
): Promise<Credentials> {
  const id = randomUUID();
  const { key, prefix, last4, hash: keyHash } = createApiKey(randomBytes);
  const cookie = randomBytes(32).toString("base64url");
  await store.change(async (tx) => {
    await tx.accounts.add({
      id,
      email,
      name,
      createdAt: at,
      emailVerifiedAt: at,
      isAdmin,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    });
    await tx.accounts.addApiKey({
      id: randomUUID(),
      accountId: id,
      hash: keyHash,
      name: "test",
      prefix,
      last4,
      scopes: SCOPES.join(" "),
      createdAt: at,
      expiresAt: null,
    });
    await tx.accounts.addSession({
      idHash: hash("sha256", cookie, "base64url"),
      accountId: id,
      userAgent: "test",
      signedInAt: at,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + SESSION_MS),
    });
  });
  return { id, email, key, cookie };
}

type NewPerson = { email: string; name: string; isAdmin?: boolean; passwordHash?: string };
