import type { KeptEvidence, PlaceEvidence } from "#domain/invoices/place-evidence.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { asc, eq, inArray } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { orders, placeEvidence } from "../../sqlite/tables.ts";

export const placeEvidenceReads = (db: Db) => ({
  async ofOrder(orderId: number): Promise<KeptEvidence[]> {
    return db
      .select(pick(placeEvidence, "kind", "country", "seenAt"))
      .from(placeEvidence)
      .where(eq(placeEvidence.orderId, orderId))
      .orderBy(asc(placeEvidence.kind));
  },
  async ofAccount(accountId: string): Promise<(PlaceEvidence & { order: string })[]> {
    return db
      .select({ order: orders.number, kind: placeEvidence.kind, country: placeEvidence.country })
      .from(placeEvidence)
      .innerJoin(orders, eq(orders.id, placeEvidence.orderId))
      .where(eq(orders.accountId, accountId))
      .orderBy(asc(orders.id), asc(placeEvidence.kind));
  },
});

export const placeEvidenceWrites = (db: Db) => ({
  ...placeEvidenceReads(db),
  /** Unpaid orders need no evidence. */
  async removeUnpaidOf(accountId: string): Promise<void> {
    const unpaid = db
      .select({ id: orders.id })
      .from(orders)
      .where(has(orders, { accountId, paidAt: null }));
    await db.delete(placeEvidence).where(inArray(placeEvidence.orderId, unpaid));
  },
  /** Keeps the newest of each kind. */
  async put(orderId: number, { kind, country }: PlaceEvidence, seenAt: Date): Promise<void> {
    await db
      .insert(placeEvidence)
      .values({ orderId, kind, country, seenAt })
      .onConflictDoUpdate({ target: [placeEvidence.orderId, placeEvidence.kind], set: { country, seenAt } });
  },
});
