import { randomBytes, randomUUIDv7 } from "node:crypto";
import { auditedStore } from "#actions/site/audited-store.ts";
import { type AuditFacts, COMMAND_LINE } from "#domain/site/audit.ts";
import type { Store } from "#store/store.ts";

export const audited = (store: Store, accountId: string, more: AuditFacts = {}): Store =>
  auditedStore(store, {
    action: "account.change",
    by: COMMAND_LINE,
    objectId: () => accountId,
    now: () => new Date(),
    more,
  });

/** Dependencies of account actions. A running server finds new jobs by itself. */
export const accountDeps = (store: Store, accountId: string, more: AuditFacts = {}) => ({
  store: audited(store, accountId, more),
  now: () => new Date(),
  random: randomBytes,
  uuid: randomUUIDv7,
  wakeJobs: () => undefined,
});
