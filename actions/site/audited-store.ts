import { type AuditAction, type AuditFacts, auditDifference, kindOf } from "#domain/site/audit.ts";
import type { Store, Tx } from "#store/store.ts";
import { factsOf } from "./audit-facts.ts";

type Act = {
  action: AuditAction;
  by: string;
  /** Evaluated at each change, because the object may be found late. */
  objectId: () => string;
  now: () => Date;
  more?: AuditFacts;
};

/** Does a part of a change, and logs which facts of the object it changed. */
export async function auditing<T>(
  tx: Tx,
  { action, by, objectId, now, more = {} }: Act,
  work: () => Promise<T>,
): Promise<T> {
  const [at, kind, id] = [now(), kindOf(action), objectId()];
  const before = await factsOf(tx, kind, id, at);
  const result = await work();
  const after = await factsOf(tx, kind, objectId(), at);
  const difference = auditDifference(before.facts, { ...after.facts, ...more });
  const name = after.name ?? before.name;
  if (difference) await tx.audit.add({ at, accountId: by, action, kind, objectId: objectId(), name, ...difference });
  return result;
}

/** Wraps a store so that each change is audited, in the same transaction. */
export const auditedStore = (store: Store, act: Act): Store => ({
  ...store,
  change: (work) => store.change((tx) => auditing(tx, act, () => work(tx))),
});
