import type { Span } from "#domain/time/spans.ts";
import { sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";

const QUARTER_MS = 900_000;

/** Drafts begun in a span, by the step they reached at least. */
export type Funnel = { begun: number; ready: number; saved: number; scheduled: number; live: number };
/** Paid orders, net of VAT and refunds. */
export type Income = { span: number; currency: string; cents: number };

/** Admin figures over time, from indexes and trigger-maintained counts. */
export const trendReads = (db: Db) => {
  const spansOf = (spans: readonly Span[]) =>
    sql`(select cast(key as bigint) as span, cast(value ->> 0 as bigint) as start, cast(value ->> 1 as bigint) as finish
      from json_each(${JSON.stringify(spans.map(({ from, to }) => [from.getTime(), to.getTime()]))})) spans`;
  const inSpan = (column: string) => sql`${sql.raw(column)} >= start and ${sql.raw(column)} < finish`;

  return {
    /** New accounts, counted votes and launches per span, without the demo. */
    async counts(spans: readonly Span[]): Promise<{ accounts: number; votes: number; launches: number }[]> {
      return db.all(sql`select
        (select count(*) from accounts where ${inSpan("created_at")} and is_demo = 0) as accounts,
        (select coalesce(sum(count), 0) from vote_quarters
          where quarter >= start / ${QUARTER_MS} and quarter < finish / ${QUARTER_MS}) as votes,
        (select count(*) from listings ${db.$dialect.indexedBy("listings_by_launch")}
          where launched_at is not null and ${inSpan("launched_at")} and is_demo = 0) as launches
        from ${spansOf(spans)} order by span`);
    },
    async funnel({ from, to }: Span): Promise<Funnel> {
      const reached = (step: number) => sql`coalesce(sum(step >= ${step}), 0)`;
      return db.get(sql`select count(*) as begun, ${reached(1)} as ready, ${reached(2)} as saved,
        ${reached(3)} as scheduled, ${reached(4)} as live
        from draft_progress where begun_at >= ${from.getTime()} and begun_at < ${to.getTime()}`);
    },
    /** Spans without income have no row. */
    async income(spans: readonly Span[]): Promise<Income[]> {
      return db.all(sql`select span, currency,
          sum(net_cents - iif(total_cents = 0, 0, round(refunded_cents * 1.0 * net_cents / total_cents))) as cents
        from ${spansOf(spans)} cross join orders ${db.$dialect.indexedBy("orders_by_payment")}
        where paid_at is not null and ${inSpan("paid_at")}
        group by span, currency order by span, currency`);
    },
  };
};
