import { randomBytes, randomUUIDv7 } from "node:crypto";
import { auditedStore } from "../../actions/audit/audited-store.ts";
import { type AuditFacts, COMMAND_LINE } from "../../domain/audit.ts";
import type { Store } from "../../store/store.ts";

/** What a command changes of an account stands in the audit log, beside what admins do on their pages. */
export const audited = (store: Store, accountId: string, more: AuditFacts = {}): Store =>
  auditedStore(store, {
    action: "account.change",
    by: COMMAND_LINE,
    objectId: () => accountId,
    now: () => new Date(),
    more,
  });

/** What actions on an account are handed by a command. A server that runs finds new jobs by itself. */
export const accountDeps = (store: Store, accountId: string, more: AuditFacts = {}) => ({
  store: audited(store, accountId, more),
  now: () => new Date(),
  random: randomBytes,
  uuid: randomUUIDv7,
  wakeJobs: () => undefined,
});
