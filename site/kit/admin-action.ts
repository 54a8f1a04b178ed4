import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { auditedStore } from "#actions/site/audited-store.ts";
import type { AuditAction, AuditFacts } from "#domain/site/audit.ts";
import { accountOf, type Site } from "./site.ts";

/** The context of an admin action: every change through `store` is in the audit log. */
export type AuditedDeps = Deps & {
  by: string;
  on: (objectId: string | number) => void;
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
  ({ deps, router }: Pick<Site, "deps" | "router">) =>
  (path: string, action: AuditAction, handler: Handler): void =>
    void router.post(path, async (req: Request<Record<string, string>>, res: Response) => {
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
    });

export type AdminSite = Site & { act: ReturnType<typeof adminActions> };
