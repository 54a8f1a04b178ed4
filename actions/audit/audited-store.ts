import { type AuditAction, type AuditFacts, auditDifference, kindOf } from "../../domain/audit.ts";
import type { Store } from "../../store/store.ts";
import { factsOf } from "./audit-facts.ts";

type Act = {
  action: AuditAction;
  /** The account that acts, or COMMAND_LINE. */
  by: string;
  /** Asked for at each change: an action may learn on which object it works. */
  objectId: () => string;
  now: () => Date;
  /** What leaves no trace among the facts of the object. */
  more?: AuditFacts;
};

/**
 * A store whose changes are logged: in the same transaction the facts of the object before and after are compared, and
 * what differs is written down.
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
