import type { KeptEvidence, PlaceEvidence } from "../../domain/place-evidence.ts";
import { asc, eq } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { placeEvidence } from "../sqlite/tables.ts";

/** What shows where the buyer of an order is. */
export const placeEvidenceReads = (db: Db) => ({
  async ofOrder(orderId: number): Promise<KeptEvidence[]> {
    return db
      .select({ kind: placeEvidence.kind, country: placeEvidence.country, seenAt: placeEvidence.seenAt })
      .from(placeEvidence)
      .where(eq(placeEvidence.orderId, orderId))
      .orderBy(asc(placeEvidence.kind))
      .all();
  },
});

export const placeEvidenceWrites = (db: Db) => ({
  ...placeEvidenceReads(db),
  /** The newest of each kind is kept. */
  async put(orderId: number, { kind, country }: PlaceEvidence, seenAt: Date): Promise<void> {
    await db
      .insert(placeEvidence)
      .values({ orderId, kind, country, seenAt })
      .onConflictDoUpdate({ target: [placeEvidence.orderId, placeEvidence.kind], set: { country, seenAt } })
      .run();
  },
});
