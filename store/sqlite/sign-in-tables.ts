import type { Transport } from "../../domain/accounts/passkey.ts";
import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const passkeys = sqliteTable("passkeys", {
  /** The credential id, base64url like the key. */
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  publicKey: text("public_key").notNull(),
  counter: integer().notNull(),
  transports: json<Transport[]>("transports_json").notNull(),
  name: text().notNull(),
  createdAt: time("created_at").notNull(),
  lastUsedAt: time("last_used_at"),
});

export const secondFactors = sqliteTable("second_factors", {
  accountId: text("account_id").primaryKey(),
  nonce: text().notNull(),
  lastStep: integer("last_step").notNull(),
  createdAt: time("created_at").notNull(),
});

export const recoveryCodes = sqliteTable("recovery_codes", {
  hash: text().primaryKey(),
  accountId: text("account_id").notNull(),
});

export const identities = sqliteTable(
  "identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: text("account_id").notNull(),
    /** As last reported by the provider; the account has its own. */
    email: text(),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at"),
    /** Whether it was linked after proving every factor, so that it can replace them for apps. */
    hasSecondFactor: flag("has_second_factor").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);
