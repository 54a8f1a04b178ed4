import type { ListingStatus, Page, PageRequest } from "#domain/listings/listing.ts";
import type { Snapshot } from "#domain/listings/listing-version.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { alias, and, desc, eq, gt, gte, lt, notExists, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, listingMembers, listings, listingVersions } from "../../sqlite/tables.ts";

export type ListingVersion = {
  listingId: number;
  version: number;
  at: Date;
  /** The author with their app or key; null on the site. */
  author: { name: string | null; email: string } | null;
  client: string | null;
  /** The older version this one restored. */
  restored: number | null;
  snapshot: Snapshot;
};
export type Edited = { listingId: number; first: number; last: number };
export type ListingEdited = {
  version: ListingVersion;
  listing: { id: number; name: string; status: ListingStatus };
};

export const versionReads = (db: Db) => {
  const own = alias(listingMembers, "own");
  const columns = {
    ...pick(listingVersions, "listingId", "version", "at", "client", "restored", "snapshot"),
    author: { name: accounts.name, email: accounts.email },
  };
  const withAuthor = () =>
    db.select(columns).from(listingVersions).leftJoin(accounts, eq(accounts.id, listingVersions.accountId));

  return {
    async find(listingId: number, version: number): Promise<ListingVersion | undefined> {
      const row = await withAuthor().where(has(listingVersions, { listingId, version })).get();
      return row;
    },
    async findBefore(listingId: number, version: number): Promise<ListingVersion | undefined> {
      const row = await withAuthor()
        .where(and(eq(listingVersions.listingId, listingId), lt(listingVersions.version, version)))
        .orderBy(desc(listingVersions.version))
        .limit(1)
        .get();
      return row;
    },
    async list(listingId: number, request: PageRequest): Promise<Page<ListingVersion>> {
      const ofListing = eq(listingVersions.listingId, listingId);
      return pageOf(
        db.$count(listingVersions, ofListing),
        request,
        withAuthor().where(ofListing).orderBy(desc(listingVersions.version)),
      );
    },
    /** Edits of an account's listings by people who are not of their team, as first and last version. */
    async byOthers(accountId: string, { since, until }: { since: Date; until: Date }): Promise<Edited[]> {
      const { listingId: ofListing, accountId: author } = listingVersions;
      const byMember = db
        .select(pick(own, "accountId"))
        .from(own)
        .where(has(own, { listingId: ofListing, accountId: author }));
      return db
        .select({
          listingId: listingVersions.listingId,
          first: sql<number>`min(${listingVersions.version})`,
          last: sql<number>`max(${listingVersions.version})`,
        })
        .from(listingVersions)
        .innerJoin(listingMembers, has(listingMembers, { listingId: listingVersions.listingId, accountId }))
        .where(
          and(
            gte(listingVersions.at, since),
            lt(listingVersions.at, until),
            gt(listingVersions.version, 1),
            notExists(byMember),
          ),
        )
        .groupBy(listingVersions.listingId)
        .orderBy(listingVersions.listingId);
    },
    /** Newest first, without first versions. */
    async newest(request: PageRequest): Promise<Page<ListingEdited>> {
      const isEdit = gt(listingVersions.version, 1);
      const rows = db
        .select({ ...columns, listing: pick(listings, "id", "name", "status") })
        .from(listingVersions)
        .innerJoin(listings, eq(listings.id, listingVersions.listingId))
        .leftJoin(accounts, eq(accounts.id, listingVersions.accountId))
        .where(isEdit)
        .orderBy(desc(listingVersions.at), desc(listingVersions.listingId), desc(listingVersions.version));
      const { items, total } = await pageOf(db.$count(listingVersions, isEdit), request, rows);
      return { items: items.map(({ listing, ...version }) => ({ version, listing })), total };
    },
  };
};
