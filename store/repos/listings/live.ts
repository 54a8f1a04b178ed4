import { COMING } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { statement } from "../../sql/statement.ts";
import { and, eq, inArray, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { comments, listings } from "../../sqlite/tables.ts";

export const liveReads = (db: Db) => {
  const said = sql`from ${comments} where ${comments.listingId} = ${listings.id} and ${comments.status} = 'published'`;
  return {
    /** Of a live or upcoming listing, as public. */
    figures: statement((slug: string) =>
      db
        .select({
          ...pick(listings, "status", "votes", "followers", "launchedAt"),
          comments: sql<number>`(select count(*) ${said})`,
          newestComment: sql<string | null>`(select max(${comments.id}) ${said})`,
        })
        .from(listings)
        .where(and(eq(listings.slug, slug), inArray(listings.status, ["live", ...COMING]))),
    ).get,
  };
};
