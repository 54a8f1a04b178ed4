import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { weekWaits } from "../../sqlite/tables.ts";

export type WeekWait = typeof weekWaits.$inferSelect;
type Outcome = NonNullable<WeekWait["outcome"]>;
type Wanted = Pick<WeekWait, "listingId" | "week">;

const isOpen = isNull(weekWaits.outcome);
const isOf = ({ listingId, week }: Wanted) => has(weekWaits, { listingId, week });

export const weekWaitReads = (db: Db) => {
  const all = () => db.select().from(weekWaits);
  const counted = () => db.select({ count: count() }).from(weekWaits);
  const offers = statement(({ now, ...wanted }: Wanted & { now: Date }) =>
    db
      .select({ id: weekWaits.id })
      .from(weekWaits)
      .where(and(isOpen, isOf(wanted), gt(weekWaits.offerEndsAt, now))),
  );
  const findOpen = statement((wanted: Wanted) => all().where(and(isOpen, isOf(wanted))));
  const lastEnded = statement((wanted: Wanted) =>
    all()
      .where(and(isNotNull(weekWaits.outcome), isOf(wanted)))
      .orderBy(desc(weekWaits.id))
      .limit(1),
  );
  const countOf = statement(({ accountId }: { accountId: string }) =>
    counted().where(and(isOpen, eq(weekWaits.accountId, accountId))),
  );
  const ahead = statement(({ week, id }: Pick<WeekWait, "week" | "id">) =>
    counted().where(and(isOpen, eq(weekWaits.week, week), lt(weekWaits.id, id))),
  );
  const weeks = statement((_: Record<string, never>) =>
    db.selectDistinct({ week: weekWaits.week }).from(weekWaits).where(isOpen).orderBy(asc(weekWaits.week)),
  );

  return {
    async hasOffer(listingId: number, week: string, now: Date): Promise<boolean> {
      return (await offers.get({ listingId, week, now })) !== undefined;
    },
    openOf: statement((listingId: number) =>
      all()
        .where(and(isOpen, eq(weekWaits.listingId, listingId)))
        .orderBy(asc(weekWaits.week)),
    ).all,
    async findOpen(listingId: number, week: string): Promise<WeekWait | undefined> {
      return findOpen.get({ listingId, week });
    },
    async lastEnded(listingId: number, week: string): Promise<WeekWait | undefined> {
      return lastEnded.get({ listingId, week });
    },
    async countOf(accountId: string): Promise<number> {
      return (await countOf.get({ accountId }))?.count ?? 0;
    },
    async ahead({ week, id }: Pick<WeekWait, "week" | "id">): Promise<number> {
      return (await ahead.get({ week, id }))?.count ?? 0;
    },
    list: statement((week: string) =>
      all()
        .where(and(isOpen, eq(weekWaits.week, week)))
        .orderBy(asc(weekWaits.id)),
    ).all,
    async weeks(): Promise<string[]> {
      return (await weeks.all({})).map(({ week }) => week);
    },
  };
};

export const weekWaitWrites = (db: Db) => {
  const offer = statement(({ id, ...times }: { id: number; offeredAt: Date; offerEndsAt: Date }) =>
    db
      .update(weekWaits)
      .set(times)
      .where(and(isOpen, eq(weekWaits.id, id))),
  );
  const end = statement(({ id, ...ended }: { id: number; outcome: Outcome; endedAt: Date }) =>
    db
      .update(weekWaits)
      .set(ended)
      .where(and(isOpen, eq(weekWaits.id, id))),
  );
  return {
    ...weekWaitReads(db),
    join: statement((wait: Pick<WeekWait, "week" | "listingId" | "accountId" | "plan" | "joinedAt">) =>
      db.insert(weekWaits).values(wait),
    ).run,
    async offer(id: number, offeredAt: Date, offerEndsAt: Date): Promise<void> {
      await offer.run({ id, offeredAt, offerEndsAt });
    },
    async end(id: number, outcome: Outcome, endedAt: Date): Promise<void> {
      await end.run({ id, outcome, endedAt });
    },
    async removeEndedBefore(before: Date): Promise<void> {
      await db.delete(weekWaits).where(lt(weekWaits.endedAt, before));
    },
  };
};
