import type { Claim, ClaimMethod } from "#domain/listings/claim.ts";
import type { Listing, Page, PageRequest } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, lte, ne } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, claims, listings } from "../../sqlite/tables.ts";

export type ClaimedListing = { claim: Claim; listing: Listing };
export type NewClaim = Pick<Claim, "listingId" | "accountId" | "method" | "createdAt" | "expiresAt"> & Partial<Claim>;

export const claimReads = (db: Db) => {
  const joined = () =>
    db.select({ claim: claims, listing: listings }).from(claims).innerJoin(listings, eq(listings.id, claims.listingId));

  return {
    async find(id: number): Promise<ClaimedListing | undefined> {
      return joined().where(eq(claims.id, id)).get();
    },
    /** Other members' claims do not exist for the caller. */
    async findOwned(id: number, accountId: string): Promise<ClaimedListing | undefined> {
      return joined().where(has(claims, { id, accountId })).get();
    },
    async findByToken(tokenHash: string): Promise<ClaimedListing | undefined> {
      return joined().where(eq(claims.tokenHash, tokenHash)).get();
    },
    async findPending(accountId: string, listingId: number, method: ClaimMethod): Promise<Claim | undefined> {
      return db
        .select()
        .from(claims)
        .where(has(claims, { accountId, listingId, method, status: "pending" }))
        .get();
    },
    async listOwned(accountId: string, request: PageRequest): Promise<Page<ClaimedListing>> {
      const mine = eq(claims.accountId, accountId);
      return pageOf(db.$count(claims, mine), request, joined().where(mine).orderBy(desc(claims.id)));
    },
    async underReview(
      request: PageRequest,
    ): Promise<Page<ClaimedListing & { account: { name: string | null; email: string } }>> {
      const waits = eq(claims.status, "under_review");
      const rows = db
        .select({ claim: claims, listing: listings, account: { name: accounts.name, email: accounts.email } })
        .from(claims)
        .innerJoin(listings, eq(listings.id, claims.listingId))
        .innerJoin(accounts, eq(accounts.id, claims.accountId))
        .where(waits)
        .orderBy(asc(claims.id));
      return pageOf(db.$count(claims, waits), request, rows);
    },
    /** Verified claims with published proof last checked before a time, by id. */
    async dueForRecheck(before: Date, afterId: number, limit: number): Promise<ClaimedListing[]> {
      return joined()
        .where(
          and(
            eq(claims.status, "verified"),
            gt(claims.id, afterId),
            isNotNull(claims.token),
            lte(claims.checkedAt, before),
            ne(listings.status, "removed"),
          ),
        )
        .orderBy(asc(claims.id))
        .limit(limit)
        .all();
    },
  };
};

export const claimWrites = (db: Db) => ({
  ...claimReads(db),
  async add(claim: NewClaim): Promise<Claim> {
    return db
      .insert(claims)
      .values({ status: "pending", ...claim })
      .returning()
      .get();
  },
  async save({ id, ...claim }: Claim): Promise<void> {
    await db.update(claims).set(claim).where(eq(claims.id, id));
  },
  /** Closes other claims once ownership is settled. */
  async supersedeOthers({ id, listingId }: Pick<Claim, "id" | "listingId">): Promise<void> {
    await db
      .update(claims)
      .set({ status: "superseded" })
      .where(and(eq(claims.listingId, listingId), ne(claims.id, id), inArray(claims.status, ["pending", "verified"])));
  },
  async expire(now: Date): Promise<void> {
    await db
      .update(claims)
      .set({ status: "expired" })
      .where(and(eq(claims.status, "pending"), lte(claims.expiresAt, now)));
  },
});
