import type { Draft, Invite } from "#domain/drafts/draft.ts";
import type { DraftProgress } from "#domain/drafts/guest-draft.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, lte } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { draftPages, drafts, invites } from "../../sqlite/tables.ts";

export const draftReads = (db: Db) => {
  const pagesOf = statement((draftId: string) =>
    db
      .select({ page: draftPages.page })
      .from(draftPages)
      .where(eq(draftPages.draftId, draftId))
      .orderBy(asc(draftPages.position)),
  );

  return {
    find: statement((id: string) => db.select().from(drafts).where(eq(drafts.id, id))).get,
    /** Other members' drafts do not exist for the caller. */
    findOwned: statement((id: string, accountId: string) =>
      db.select().from(drafts).where(has(drafts, { id, accountId })),
    ).get,
    findByListing: statement((listingId: number) => db.select().from(drafts).where(eq(drafts.listingId, listingId)))
      .get,
    async findBySite(siteKey: string, accountId: string): Promise<Draft | undefined> {
      return db.select().from(drafts).where(has(drafts, { siteKey, accountId })).orderBy(desc(drafts.createdAt)).get();
    },
    async listOwned(accountId: string, request: PageRequest): Promise<Page<Draft>> {
      const mine = eq(drafts.accountId, accountId);
      return pageOf(
        db.$count(drafts, mine),
        request,
        db.select().from(drafts).where(mine).orderBy(desc(drafts.createdAt), desc(drafts.id)),
      );
    },
    async countCrawling(accountId: string): Promise<number> {
      const where = has(drafts, { accountId, status: "crawling" });
      return await db.$count(drafts, where);
    },
    async findInvite(tokenHash: string): Promise<Invite | undefined> {
      return db.select().from(invites).where(eq(invites.tokenHash, tokenHash)).get();
    },
    async pages(draftId: string): Promise<SitePage[]> {
      return (await pagesOf.all(draftId)).map(({ page }) => page);
    },
    invites: statement((draftId: string) =>
      db.select().from(invites).where(eq(invites.draftId, draftId)).orderBy(asc(invites.createdAt), asc(invites.id)),
    ).all,
  };
};

export const draftWrites = (db: Db) => {
  return {
    ...draftReads(db),
    async add(draft: Draft): Promise<void> {
      await db.insert(drafts).values(draft);
    },
    save: statement(({ id, ...draft }: Draft) => db.update(drafts).set(draft).where(eq(drafts.id, id))).run,
    async advance(id: string, progress: DraftProgress): Promise<void> {
      await db.update(drafts).set(progress).where(eq(drafts.id, id));
    },
    async remove(id: string): Promise<void> {
      await db.delete(drafts).where(eq(drafts.id, id));
    },
    /** Detaches a draft from its listing; its author keeps it. */
    async detach(listingId: number): Promise<void> {
      await db.update(drafts).set({ listingId: null }).where(eq(drafts.listingId, listingId));
    },
    async replacePages(draftId: string, pages: SitePage[]): Promise<void> {
      await db.delete(draftPages).where(eq(draftPages.draftId, draftId));
      for (const [position, page] of pages.entries()) await db.insert(draftPages).values({ draftId, position, page });
    },
    /** Adds an invitation, or renews an expired one. */
    async saveInvite({ id, ...invite }: Invite): Promise<void> {
      await db
        .insert(invites)
        .values({ id, ...invite })
        .onConflictDoUpdate({ target: invites.id, set: invite });
    },
    async acceptInvite(id: string, accountId: string): Promise<void> {
      await db.update(invites).set({ status: "accepted", accountId }).where(eq(invites.id, id));
    },
    async expireInvites(now: Date): Promise<void> {
      await db
        .update(invites)
        .set({ status: "expired" })
        .where(and(eq(invites.status, "pending"), lte(invites.expiresAt, now)));
    },
  };
};
