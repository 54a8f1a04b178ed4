import type { DraftProgress, GuestDraft } from "#domain/drafts/guest-draft.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { statement } from "../../sql/statement.ts";
import { asc, eq, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { guestDraftPages, guestDrafts } from "../../sqlite/tables.ts";

export const guestDraftReads = (db: Db) => {
  const revision = statement(({ id }: { id: string }) =>
    db.select({ revision: guestDrafts.revision }).from(guestDrafts).where(eq(guestDrafts.id, id)),
  );
  return {
    find: statement((id: string) => db.select().from(guestDrafts).where(eq(guestDrafts.id, id))).get,
    async revisionOf(id: string): Promise<number | undefined> {
      return (await revision.get({ id }))?.revision;
    },
    async pages(draftId: string): Promise<SitePage[]> {
      const rows = await db
        .select({ page: guestDraftPages.page })
        .from(guestDraftPages)
        .where(eq(guestDraftPages.draftId, draftId))
        .orderBy(asc(guestDraftPages.position));
      return rows.map(({ page }) => page);
    },
    async count(): Promise<number> {
      return await db.$count(guestDrafts);
    },
  };
};

export const guestDraftWrites = (db: Db) => ({
  ...guestDraftReads(db),
  async add(draft: GuestDraft): Promise<void> {
    await db.insert(guestDrafts).values(draft);
  },
  async advance(id: string, progress: DraftProgress): Promise<void> {
    await db
      .update(guestDrafts)
      .set({ ...progress, revision: sql`${guestDrafts.revision} + 1` })
      .where(eq(guestDrafts.id, id));
  },
  async replacePages(draftId: string, pages: SitePage[]): Promise<void> {
    await db.delete(guestDraftPages).where(eq(guestDraftPages.draftId, draftId));
    for (const [position, page] of pages.entries())
      await db.insert(guestDraftPages).values({ draftId, position, page });
  },
  async want(id: string, wantedBy: string): Promise<void> {
    await db.update(guestDrafts).set({ wantedBy }).where(eq(guestDrafts.id, id));
  },
  async keepUntil(id: string, expiresAt: Date): Promise<void> {
    await db.update(guestDrafts).set({ expiresAt }).where(eq(guestDrafts.id, id));
  },
  async remove(id: string): Promise<void> {
    await db.delete(guestDrafts).where(eq(guestDrafts.id, id));
  },
  /** Removes the oldest draft if created before this. False if none. */
  async removeOldest(createdBefore: Date): Promise<boolean> {
    const [oldest] = await db
      .select({ id: guestDrafts.id })
      .from(guestDrafts)
      .where(lte(guestDrafts.createdAt, createdBefore))
      .orderBy(asc(guestDrafts.createdAt))
      .limit(1);
    if (oldest) await this.remove(oldest.id);
    return oldest !== undefined;
  },
  async purge(now: Date): Promise<void> {
    await db.delete(guestDrafts).where(lte(guestDrafts.expiresAt, now));
  },
});
