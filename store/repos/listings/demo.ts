import { searchIndex } from "../../search/listing-index.ts";
import { sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";

/** Excludes demo listings that are owned, bought or merged into. */
const REMOVABLE = sql`is_demo = 1
  and not exists (select 1 from listing_members where listing_id = listings.id)
  and not exists (select 1 from order_lines where listing_id = listings.id)
  and not exists (select 1 from billboard_contributions where listing_id = listings.id)
  and not exists (select 1 from week_slots where listing_id = listings.id)
  and not exists (select 1 from awards where listing_id = listings.id)
  and not exists (select 1 from period_awards where listing_id = listings.id)
  and not exists (select 1 from listings other where other.merged_into = listings.id)`;

export const demoWrites = (db: Db) => ({
  async removeListings(limit: number): Promise<number> {
    const rows = await db.all<{ id: number }>(
      sql`select id from listings where ${REMOVABLE} order by id limit ${limit}`,
    );
    const index = searchIndex(db.$client);
    for (const { id } of rows) {
      index.remove(id);
      await db.run(sql`delete from launch_waits where listing_id = ${id}`);
      await db.run(sql`delete from listings where id = ${id}`);
    }
    return rows.length;
  },
  /** Removes demo posts and up to `limit` demo people without content. */
  async removePeople(limit: number): Promise<number> {
    await db.run(sql`delete from posts where is_demo = 1`);
    const founders = await db.run(sql`delete from founders where id in (select id from founders where is_demo = 1
      and not exists (select 1 from listing_founders where founder_id = founders.id) limit ${limit})`);
    // App store test accounts are demo accounts with a password.
    const accounts = await db.run(sql`delete from accounts where id in (select id from accounts
      where is_demo = 1 and password_hash is null
      and not exists (select 1 from votes where account_id = accounts.id)
      and not exists (select 1 from follows where account_id = accounts.id)
      and not exists (select 1 from reviews where account_id = accounts.id or answered_by = accounts.id)
      and not exists (select 1 from comments where account_id = accounts.id)
      and not exists (select 1 from comment_reactions where account_id = accounts.id)
      and not exists (select 1 from listing_updates where account_id = accounts.id)
      and not exists (select 1 from founders where account_id = accounts.id) limit ${limit})`);
    return founders.changes + accounts.changes;
  },
});
