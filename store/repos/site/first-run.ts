import type { FirstStepName } from "#domain/site/first-run.ts";
import { eq, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { firstRunAside } from "../../sqlite/tables.ts";

type Facts = { demo: number; mailed: 0 | 1; started: 0 | 1; filed: 0 | 1; listed: 0 | 1 };

export const firstRunReads = (db: Db) => ({
  /**
   * Demo listings, and whether an email was sent, the site set up, categories changed, and a real listing launched.
   */
  async facts(): Promise<Facts> {
    return db.get<Facts>(sql`select
      (select count(*) from listings where is_demo = 1) as demo,
      exists (select 1 from mails where state = 'sent') as mailed,
      exists (select 1 from audit_entries where action = 'site.start') as started,
      exists (select 1 from audit_entries where action in ('category.save',
        'category.import', 'category.preset', 'category.remove')) as filed,
      exists (select 1 from listings where launched_at is not null and is_demo = 0) as listed`);
  },
  async aside(): Promise<FirstStepName[]> {
    return (await db.select().from(firstRunAside)).map(({ step }) => step);
  },
});

export const firstRunWrites = (db: Db) => ({
  ...firstRunReads(db),
  async setAside(step: FirstStepName, isAside: boolean): Promise<void> {
    if (isAside) await db.insert(firstRunAside).values({ step }).onConflictDoNothing();
    else await db.delete(firstRunAside).where(eq(firstRunAside.step, step));
  },
});
