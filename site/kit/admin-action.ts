import type { Request, RequestHandler, Response } from "express";
import type { Deps } from "../../actions/context.ts";
import { auditedStore } from "../../actions/site/audited-store.ts";
import type { AuditAction, AuditFacts } from "../../domain/site/audit.ts";
import { accountOf } from "./site.ts";

/** The context of an admin action: every change through `store` is in the audit log. */
export type AuditedDeps = Deps & {
  /** The account that acts. */
  by: string;
  /** Names the object if the URL does not. */
  on: (objectId: string | number) => void;
  /** Says why, in the entries of all changes that follow. */
  because: (reason: string) => void;
  /** Logs what leaves no trace in the database. */
  record: (facts: AuditFacts) => Promise<void>;
};
type Handler = (req: Request<Record<string, string>>, res: Response, audited: AuditedDeps) => unknown;

/**
 * How admin pages change things: compares the object before and after, and logs the difference in
 * the same transaction.
 */
export const adminActions =
  (deps: Deps) =>
  (action: AuditAction, handler: Handler): RequestHandler<Record<string, string>> =>
  async (req, res) => {
    const accountId = accountOf(res).id;
    const said: AuditFacts = {};
    let objectId = Object.values(req.params)[0] ?? "";
    const audited = (more: AuditFacts) =>
      auditedStore(deps.store, { action, by: accountId, objectId: () => objectId, now: deps.now, more });

    await handler(req, res, {
      ...deps,
      store: audited(said),
      by: accountId,
      on: (id) => {
        objectId = String(id);
      },
      because: (reason) => {
        if (reason !== "") said.reason = reason;
      },
      record: (facts) => audited(facts).change(async () => undefined),
    });
  };
