import { type AuditAction, type AuditFacts, auditDifference, kindOf } from "../../domain/site/audit.ts";
import type { Store } from "../../store/store.ts";
import { factsOf } from "./audit-facts.ts";

type Act = {
  action: AuditAction;
  /** The account that acts, or COMMAND_LINE. */
  by: string;
  /** Read at each change, because an action may find its object late. */
  objectId: () => string;
  now: () => Date;
  /** Facts about the action that are not facts of the object. */
  more?: AuditFacts;
};

/**
 * A store whose changes are audited: each change compares the facts of the object before and after,
 * and logs what differs in the same transaction.
 */
export const auditedStore = (store: Store, { action, by, objectId, now, more = {} }: Act): Store => ({
  ...store,
  change: (work) =>
    store.change(async (tx) => {
      const [at, kind, id] = [now(), kindOf(action), objectId()];
      const before = await factsOf(tx, kind, id, at);
      const result = await work(tx);
      const after = await factsOf(tx, kind, objectId(), at);
      const difference = auditDifference(before.facts, { ...after.facts, ...more });
      const name = after.name ?? before.name;
      if (difference)
        await tx.audit.add({ at, accountId: by, action, kind, objectId: objectId(), name, ...difference });
      return result;
    }),
});
