import type { Request, RequestHandler, Response } from "express";
import { auditedStore } from "../../actions/audit/audited-store.ts";
import type { Deps } from "../../actions/context.ts";
import type { AuditAction, AuditFacts } from "../../domain/audit.ts";
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
    const accountId = accountOf(res).id;
    let objectId = Object.values(req.params)[0] ?? "";
    const audited = (more: AuditFacts) =>
      auditedStore(deps.store, { action, by: accountId, objectId: () => objectId, now: deps.now, more });

    await handler(req, res, {
      ...deps,
      store: audited({}),
      by: accountId,
      on: (id) => {
        objectId = String(id);
      },
      record: (facts) => audited(facts).change(async () => undefined),
    });
  };
