import { given } from "#domain/text/given.ts";
import { desc, gte, lt, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { modelCalls } from "../../sqlite/tables.ts";

const { at, inputTokens, outputTokens, costMicros, failure } = modelCalls;
const total = (what: unknown) => sql<number>`cast(coalesce(sum(${what}), 0) as bigint)`;
const isMade = sql`case when ${failure} = 'limit' then 0 else 1 end`;
const isFailed = sql`case when ${failure} is null or ${failure} = 'limit' then 0 else 1 end`;

export const modelCallReads = (db: Db) => ({
  async madeSince(from: Date): Promise<number> {
    return given(
      await db
        .select({ calls: total(isMade) })
        .from(modelCalls)
        .where(gte(at, from))
        .get(),
    ).calls;
  },
  async recent(most: number) {
    return db.select().from(modelCalls).orderBy(desc(modelCalls.id)).limit(most).all();
  },
  /** By month in UTC, newest first. */
  async months() {
    const month = sql<string>`substr(date(${at} / 1000, 'unixepoch'), 1, 7)`;
    return db
      .select({
        month,
        calls: total(isMade),
        failed: total(isFailed),
        skipped: total(sql`1 - ${isMade}`),
        inputTokens: total(inputTokens),
        outputTokens: total(outputTokens),
        costMicros: total(costMicros),
      })
      .from(modelCalls)
      .groupBy(month)
      .orderBy(desc(month))
      .all();
  },
});

export const modelCallWrites = (db: Db) => ({
  ...modelCallReads(db),
  async add(call: Omit<typeof modelCalls.$inferSelect, "id">): Promise<void> {
    await db.insert(modelCalls).values(call);
  },
  async removeBefore(before: Date): Promise<void> {
    await db.delete(modelCalls).where(lt(at, before));
  },
});
