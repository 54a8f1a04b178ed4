import type { Request, RequestHandler, Response } from "express";
import type { Deps } from "../context.ts";
import { type AuditAction, type AuditFacts, auditDifference, kindOf } from "../domain/audit.ts";
import { factsOf } from "./audit-facts.ts";
import { accountOf } from "./site.ts";

/** What an action of the site team works with: everything it changes through `store` is in the audit log. */
export type Desk = Deps & {
  /** The account that acts. */
  by: string;
  /** Names the object when the address does not. */
  on: (objectId: string | number) => void;
  /** Writes down what leaves no trace in the database. */
  record: (facts: AuditFacts) => Promise<void>;
};
type Handler = (req: Request<Record<string, string>>, res: Response, desk: Desk) => unknown;

/**
 * The one way in which pages of the site team change something. The object, unless `on` names it, is the first parameter of
 * the address. In the same transaction as each change its facts before and after are compared, and what differs is logged.
 */
export const adminActions =
  (deps: Deps) =>
  (action: AuditAction, handler: Handler): RequestHandler<Record<string, string>> =>
  async (req, res) => {
    const kind = kindOf(action);
    const accountId = accountOf(res).id;
    let objectId = Object.values(req.params)[0] ?? "";

    const changeWith =
      (more: AuditFacts): Deps["store"]["change"] =>
      (work) =>
        deps.store.change(async (tx) => {
          const at = deps.now();
          const before = await factsOf(tx, kind, objectId, at);
          const result = await work(tx);
          const after = await factsOf(tx, kind, objectId, at);
          const difference = auditDifference(before.facts, { ...after.facts, ...more });
          const name = after.name ?? before.name;
          if (difference) await tx.audit.add({ at, accountId, action, kind, objectId, name, ...difference });
          return result;
        });

    await handler(req, res, {
      ...deps,
      store: { ...deps.store, change: changeWith({}) },
      by: accountId,
      on: (id) => {
        objectId = String(id);
      },
      record: (facts) => changeWith(facts)(async () => undefined),
    });
  };
