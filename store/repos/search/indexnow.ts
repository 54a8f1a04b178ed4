import type { ChangeMark } from "#domain/listings/listing.ts";
import { sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { indexnow } from "../../sqlite/tables.ts";

type Changed = ChangeMark & { slug: string };

export const indexnowReads = (db: Db) => ({
  /** The last change submitted to search engines; undefined at first. */
  async told(): Promise<ChangeMark | undefined> {
    const row = await db.select().from(indexnow).get();
    return row && { at: row.changedAt, id: row.listingId };
  },
  /** Publicly visible listings, now or before, whose last change is between the marks. */
  async changedBetween(after: ChangeMark, until: ChangeMark, limit: number): Promise<Changed[]> {
    return db.$local.all<Changed>(
      sql`select updated_at as at, id, slug from listings indexed by listings_by_change
          where (status = 'live' or launched_at is not null)
            and (updated_at, id) > (${after.at}, ${after.id}) and (updated_at, id) <= (${until.at}, ${until.id})
          order by updated_at, id limit ${limit}`,
    );
  },
});

export const indexnowWrites = (db: Db) => ({
  ...indexnowReads(db),
  async setTold({ at, id }: ChangeMark): Promise<void> {
    const row = { changedAt: at, listingId: id };
    await db
      .insert(indexnow)
      .values({ only: 1, ...row })
      .onConflictDoUpdate({ target: indexnow.only, set: row });
  },
});
