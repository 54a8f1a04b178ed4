import { CLAIMABLE, type Listing } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, gt, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { drafts, guestDrafts, listingMembers, listings } from "../../sqlite/tables.ts";

export type ListedWebsite = Pick<Listing, "slug" | "name" | "url">;
type Keyed = { id: string | number; url: string; siteKey: string };

export const websiteReads = (db: Db) => {
  const ownSaved = statement(({ siteKey, accountId }: { siteKey: string; accountId: string }) =>
    db
      .select({ listing: listings })
      .from(listings)
      .innerJoin(listingMembers, has(listingMembers, { listingId: listings.id, accountId }))
      .where(and(has(listings, { siteKey, siteHeldAt: null }), ne(listings.status, "removed")))
      .orderBy(asc(listings.id)),
  );
  // `instr` passes over all hosts in half the time that comparing their ends takes.
  const ofDomain = db.$client.prepare<
    [part: string, domain: string, size: number, ending: string, limit: number],
    ListedWebsite
  >(
    `with near as materialized (select id from listings indexed by listings_domain where instr(domain, ?) > 0)
    select slug, name, url from near join listings using (id)
    where (domain = ? or substr(domain, ?) = ?) and status in (${CLAIMABLE.map((status) => `'${status}'`).join(", ")})
    order by status = 'live' desc, votes desc, slug limit ?`,
  );

  return {
    /** A member's own listing of a website that is not published or proven. */
    async findSaved(siteKey: string, accountId: string): Promise<Listing | undefined> {
      return (await ownSaved.get({ siteKey, accountId }))?.listing;
    },
    /** All saved listings of a website that are not published or proven. */
    async saved(siteKey: string): Promise<Listing[]> {
      return db
        .select()
        .from(listings)
        .where(and(has(listings, { siteKey, siteHeldAt: null }), ne(listings.status, "removed")))
        .orderBy(asc(listings.id));
    },
    /** Public listings whose websites are at this domain or below it, most voted first. */
    async ofDomain(domain: string, limit: number): Promise<ListedWebsite[]> {
      return ofDomain.all(domain, domain, -(domain.length + 1), `.${domain}`, limit);
    },
  };
};

const KEYED = { listings, drafts, guestDrafts };
export type KeyedTable = keyof typeof KEYED;

export const websiteWrites = (db: Db) => ({
  ...websiteReads(db),
  /** Fails if another listing holds the website. */
  async hold(id: number, at: Date): Promise<void> {
    await db
      .update(listings)
      .set({ siteHeldAt: at })
      .where(has(listings, { id, siteHeldAt: null }));
  },
  /** Rows of a table in the order of their ids. */
  async keysAfter(name: KeyedTable, after: string | number | undefined, limit: number): Promise<Keyed[]> {
    const table = KEYED[name];
    return db
      .select({ id: table.id, url: table.url, siteKey: table.siteKey })
      .from(table)
      .where(after === undefined ? undefined : gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(limit);
  },
  /** Keeps the old key if a listing has the new one. */
  async setKey(name: KeyedTable, { id, siteKey }: Omit<Keyed, "url">): Promise<void> {
    const table = KEYED[name];
    const isFree = sql`not exists (select 1 from ${listings} other
      where other.site_key = ${siteKey} and other.site_held_at is not null and other.status != 'removed')`;
    await db
      .update(table)
      .set({ siteKey })
      .where(and(eq(table.id, id), name === "listings" ? isFree : undefined));
  },
});
