import type { ListingStatus, Page, PageRequest } from "../../../domain/listings/listing.ts";
import type { Snapshot } from "../../../domain/listings/listing-version.ts";
import { pick } from "../../../domain/text/pick.ts";
import { has } from "../../sql/has.ts";
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
    async list(listingId: number, { page, perPage }: PageRequest): Promise<Page<ListingVersion>> {
      const ofListing = eq(listingVersions.listingId, listingId);
      const total = await db.$count(listingVersions, ofListing);
      const rows = await withAuthor()
        .where(ofListing)
        .orderBy(desc(listingVersions.version))
        .limit(perPage)
        .offset((page - 1) * perPage)
        .all();
      return { items: rows, total };
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
    async newest({ page, perPage }: PageRequest): Promise<Page<ListingEdited>> {
      const isEdit = gt(listingVersions.version, 1);
      const total = await db.$count(listingVersions, isEdit);
      const rows = await db
        .select({ ...columns, listing: pick(listings, "id", "name", "status") })
        .from(listingVersions)
        .innerJoin(listings, eq(listings.id, listingVersions.listingId))
        .leftJoin(accounts, eq(accounts.id, listingVersions.accountId))
        .where(isEdit)
        .orderBy(desc(listingVersions.at), desc(listingVersions.listingId), desc(listingVersions.version))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items: rows.map(({ listing, ...version }) => ({ version, listing })), total };
    },
  };
};
