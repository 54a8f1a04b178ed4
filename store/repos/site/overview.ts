import { sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";

export const overviewReads = (db: Db) => ({
  /** What waits for a person. Problems of the site are in `actions/health`. */
  async waiting() {
    return db.get<{
      listings: number;
      claims: number;
      reviews: number;
      comments: number;
      orders: number;
      disputes: number;
      transfers: number;
      corrections: number;
      refunds: number;
      votes: number;
      reports: number;
      appeals: number;
      held: number;
    }>(sql`select
      (select count(*) from report_cases where decided_at is null) as reports,
      (select count(*) from appeals where decided_at is null) as appeals,
      (select count(*) from written_texts where held_json <> '[]' and decided_at is null and subject_type <> 'review') as held,
      (select count(*) from listings where status = 'pending_review') as listings,
      (select count(*) from claims where status = 'under_review') as claims,
      (select count(*) from reviews where status = 'pending' or status = 'published' and answer_status = 'pending') as reviews,
      (select count(*) from comments where status = 'pending') as comments,
      (select count(*) from orders where status = 'on_hold') as orders,
      (select count(*) from orders where status = 'disputed') as disputes,
      (select count(*) from orders where status = 'pending' and exists
        (select 1 from payments where order_id = orders.id and provider = 'manual')) as transfers,
      (select count(*) from invoice_requests where decided_at is null) as corrections,
      (select count(*) from refunds where done_at is null) as refunds,
      (select count(*) from votes where counted = 0 and withdrawn_at is null and ruling is null) as votes`);
  },
  async news(from: Date, to: Date) {
    const within = (column: string) =>
      sql`${sql.raw(column)} >= ${from.getTime()} and ${sql.raw(column)} < ${to.getTime()}`;
    return db.get<{ accounts: number; listings: number; votes: number; orders: number }>(sql`select
      (select count(*) from accounts where ${within("created_at")} and is_demo = 0) as accounts,
      (select count(*) from listings where ${within("created_at")} and is_demo = 0) as listings,
      (select count(*) from votes where ${within("at")}) as votes,
      (select count(*) from orders where ${within("created_at")}) as orders`);
  },
});
