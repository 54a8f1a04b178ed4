import type { CheckResult, ClaimMethod, ClaimStatus } from "../../domain/listings/claim.ts";
import { time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

export const claims = sqliteTable("claims", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer("listing_id").notNull(),
  accountId: text("account_id").notNull(),
  method: text().$type<ClaimMethod>().notNull(),
  status: text().$type<ClaimStatus>().notNull(),
  token: text(),
  email: text(),
  tokenHash: text("token_hash"),
  mailedAt: time("mailed_at"),
  tries: integer().notNull().default(0),
  misses: integer().notNull().default(0),
  checkedAt: time("checked_at"),
  checkResult: text("check_result").$type<CheckResult>(),
  checkDetail: text("check_detail"),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  verifiedAt: time("verified_at"),
  decidedAt: time("decided_at"),
  decidedBy: text("decided_by"),
});
