import type { Transport } from "#domain/accounts/passkey.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const passkeys = table("passkeys", {
  /** The credential id, base64url like the key. */
  id: text().primaryKey(),
  accountId: text().notNull(),
  publicKey: text().notNull(),
  counter: integer().notNull(),
  transports: json<Transport[]>().notNull(),
  name: text().notNull(),
  createdAt: time().notNull(),
  lastUsedAt: time(),
});

export const secondFactors = table("second_factors", {
  accountId: text().primaryKey(),
  nonce: text().notNull(),
  lastStep: integer().notNull(),
  createdAt: time().notNull(),
});

export const recoveryCodes = table("recovery_codes", {
  hash: text().primaryKey(),
  accountId: text().notNull(),
});

export const identities = table("identities", {
  issuer: text().notNull(),
  subject: text().notNull(),
  accountId: text().notNull(),
  /** As last reported by the provider; the account has its own. */
  email: text(),
  createdAt: time().notNull(),
  lastUsedAt: time(),
  /** Whether it was linked after proving every factor, so that it can replace them for apps. */
  hasSecondFactor: flag().notNull().default(false),
});
