import { has } from "../../sql/has.ts";

import type { Db } from "../../sqlite/open.ts";
import { comments } from "../../sqlite/tables.ts";

type Ruling = {
  from: "published" | "pending" | "rejected";
  to: "published" | "rejected";
  reason: string | null;
  by: string;
  at: Date;
};

export const shownCommentWrites = (db: Db) => ({
  /** False if gone or in another state. Hidden comments are unpinned. */
  async set(id: string, { from, to, reason, by, at }: Ruling): Promise<boolean> {
    const state = {
      status: to,
      reason,
      decidedAt: at,
      decidedBy: by,
      ...(to === "rejected" ? { pinnedAt: null } : {}),
    };
    const asKnown = has(comments, { id, status: from });
    return (await db.update(comments).set(state).where(asKnown).returning({ id: comments.id }).get()) !== undefined;
  },
});
