import type { CheckResult, ClaimMethod, ClaimStatus } from "../../domain/listings/claim.ts";
import { table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const claims = table("claims", {
  id: integer().primaryKey({ autoIncrement: true }),
  listingId: integer().notNull(),
  accountId: text().notNull(),
  method: text().$type<ClaimMethod>().notNull(),
  status: text().$type<ClaimStatus>().notNull(),
  token: text(),
  email: text(),
  tokenHash: text(),
  mailedAt: time(),
  tries: integer().notNull().default(0),
  misses: integer().notNull().default(0),
  checkedAt: time(),
  checkResult: text().$type<CheckResult>(),
  checkDetail: text(),
  createdAt: time().notNull(),
  expiresAt: time().notNull(),
  verifiedAt: time(),
  decidedAt: time(),
  decidedBy: text(),
});
