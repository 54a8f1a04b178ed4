import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, eq, gt, lte } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { undoOffers } from "../../sqlite/tables.ts";

type Wanted = { id: string; accountId: string; at: Date };

export const undoOfferReads = (db: Db) => {
  const t = undoOffers;
  const find = statement(({ id, accountId, at }: Wanted) =>
    db
      .select({ back: t.back })
      .from(t)
      .where(and(has(t, { id, accountId }), gt(t.endsAt, at))),
  );
  return {
    find: async (wanted: Wanted): Promise<unknown> => (await find.get(wanted))?.back,
  };
};

export const undoOfferWrites = (db: Db) => ({
  ...undoOfferReads(db),
  async add(offer: typeof undoOffers.$inferInsert): Promise<void> {
    await db.insert(undoOffers).values(offer);
  },
  async remove(id: string): Promise<void> {
    await db.delete(undoOffers).where(eq(undoOffers.id, id));
  },
  async purge(at: Date): Promise<void> {
    await db.delete(undoOffers).where(lte(undoOffers.endsAt, at));
  },
});
