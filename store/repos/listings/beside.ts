import type { SQL } from "drizzle-orm";
import { statement } from "../../sql/statement.ts";
import { eq, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  awards,
  collectionItems,
  comments,
  listingAlternatives,
  listings,
  listingUpdates,
  shownBadges,
} from "../../sqlite/tables.ts";

/** What else a listing has. */
export type Beside = Record<"alternatives" | "updates" | "awards" | "comments" | "collections" | "badge", boolean>;

const NOTHING: Beside = {
  ...{ alternatives: false, updates: false, awards: false },
  ...{ comments: false, collections: false, badge: false },
};
const has = (rows: SQL) => sql<number>`case when exists (select 1 from ${rows}) then 1 else 0 end`;

/** Reads which extras exist, so that the rest need not be read: one query instead of six. */
export function besideById(db: Db) {
  const found = statement(({ id }: { id: number }) =>
    db
      .select({
        alternatives: has(sql`${listingAlternatives} where ${listingAlternatives.listingId} = ${id}`),
        updates: has(sql`${listingUpdates} where ${listingUpdates.listingId} = ${id}`),
        awards: has(sql`${awards} where ${awards.listingId} = ${id}`),
        comments: has(sql`${comments} where ${comments.listingId} = ${id} and ${comments.status} = 'published'`),
        collections: has(
          sql`${collectionItems} where ${collectionItems.listingId} = ${id} and ${collectionItems.shownBy} is not null`,
        ),
        badge: has(sql`${shownBadges} where ${shownBadges.listingId} = ${id}`),
      })
      .from(listings)
      .where(eq(listings.id, id)),
  );
  return async (listingId: number): Promise<Beside> => {
    const row = await found.get({ id: listingId });
    if (!row) return NOTHING;
    return {
      ...{ alternatives: row.alternatives > 0, updates: row.updates > 0, awards: row.awards > 0 },
      ...{ comments: row.comments > 0, collections: row.collections > 0, badge: row.badge > 0 },
    };
  };
}
