import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { type Text, t } from "#languages/words.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, desc, eq, isNull, lt, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { listings, posts, siteLook, uploads, uploadUses } from "../../sqlite/tables.ts";

export type UploadRow = typeof uploads.$inferSelect;
export type NewUpload = Omit<UploadRow, "unusedSince">;

/** Cast only for listings: PostgreSQL would also read a draft's id as a number. */
const listingOf = (use: string) => sql.raw(`cast(case when ${use}.place <> 'draft' then ${use}.owner end as bigint)`);
const isFace = sql`exists (select 1 from profiles where avatar_url is not null
  and substr(avatar_url, instr(avatar_url, '/uploads/') + 9, 27) = cast(${uploads.id} as text))`;
/** Uses by removed listings and their versions do not count. */
const isUsed = sql<boolean>`(exists (
  select 1 from upload_uses used left join listings on listings.id = ${listingOf("used")}
  where used.upload_id = ${uploads.id} and (used.place = 'draft' or listings.status <> 'removed'))
  or ${isFace})`;
const isShown = sql<boolean>`(exists (
  select 1 from upload_uses used left join listings on used.place = 'listing' and listings.id = ${listingOf("used")}
  where used.upload_id = ${uploads.id} and (used.place = 'draft' or listings.status <> 'removed'))
  or ${isFace})`;
const ofMakers = eq(uploads.isForSite, false);

/** Uploaded pictures. Files are in DATA_DIR/uploads by id. */
export const uploadReads = (db: Db) => ({
  async find(id: string): Promise<UploadRow | undefined> {
    return db.select().from(uploads).where(eq(uploads.id, id)).get();
  },
  async list(request: PageRequest): Promise<Page<UploadRow>> {
    return pageOf(db.$count(uploads), request, db.select().from(uploads).orderBy(desc(uploads.at), uploads.id));
  },
  /** Where a picture is used: listing names, post titles, and "the logo". */
  async usesOf(id: string): Promise<Text[]> {
    // Few posts, and only admins ask.
    const written = await db
      .select({ title: posts.title })
      .from(posts)
      .where(sql`instr(${posts.bodyMarkdown} || ' ' || coalesce(${posts.coverUrl}, ''), ${`/uploads/${id}/`}) > 0`);
    const look = await db.select({ logo: siteLook.logo, theme: siteLook.theme }).from(siteLook).get();
    const logo = look?.logo === id || look?.theme.darkLogo === id;
    const listed = await db
      .selectDistinct({ name: listings.name })
      .from(uploadUses)
      .innerJoin(listings, sql`${listings.id} = ${listingOf("upload_uses")}`)
      .where(eq(uploadUses.uploadId, id));
    const draft = await db
      .select({ id: uploadUses.owner })
      .from(uploadUses)
      .where(has(uploadUses, { uploadId: id, place: "draft" }))
      .get();
    const face = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.id, id), isFace))
      .get();
    const names = [...listed.map(({ name }) => name), ...written.map(({ title }) => title)];
    return [
      ...(logo ? [t`the logo of this site`] : []),
      ...(face ? [t`your profile`] : []),
      ...names,
      ...(draft && listed.length === 0 ? [t`a draft`] : []),
    ];
  },
  /** Number and bytes of an account's pictures for drafts and listings. */
  async sumOf(accountId: string): Promise<{ count: number; bytes: number }> {
    const sum = await db
      .select({ count: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)` })
      .from(uploads)
      .where(and(eq(uploads.accountId, accountId), ofMakers))
      .get();
    return sum ?? { count: 0, bytes: 0 };
  },
  async ofAccount(accountId: string): Promise<UploadRow[]> {
    return db.select().from(uploads).where(eq(uploads.accountId, accountId)).orderBy(desc(uploads.at), uploads.id);
  },
  /**
   * Whether an account may use a picture: its own, the site's, on a live listing, or ever used by
   * its team.
   */
  async isFor(id: string, accountId: string): Promise<boolean> {
    const found = await db.get<{ ok: number }>(sql`
      select 1 as ok from uploads where id = ${id} and (
        account_id = ${accountId} or is_for_site = 1
        or exists (select 1 from upload_uses used join listings listing on listing.id = ${listingOf("used")}
          where used.upload_id = uploads.id and used.place <> 'draft' and (
            (used.place = 'listing' and listing.status = 'live') or exists (
              select 1 from listing_members member
              where member.listing_id = listing.id and member.account_id = ${accountId})))
        or exists (select 1 from upload_uses used join drafts draft on draft.id = used.owner
          where used.upload_id = uploads.id and used.place = 'draft' and (draft.account_id = ${accountId} or exists (
            select 1 from listing_members member
            where member.listing_id = draft.listing_id and member.account_id = ${accountId}))))`);
    return found !== undefined;
  },
  async unusedSince(before: Date): Promise<string[]> {
    const rows = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(ofMakers, lt(uploads.unusedSince, before), sql`not ${isUsed}`));
    return rows.map(({ id }) => id);
  },
  async isShown(id: string): Promise<boolean> {
    const row = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.id, id), isShown))
      .get();
    return row !== undefined;
  },
  async everyId(): Promise<string[]> {
    return (await db.select({ id: uploads.id }).from(uploads)).map(({ id }) => id);
  },
});

export const uploadWrites = (db: Db) => ({
  ...uploadReads(db),
  /** Adding the same picture again changes nothing. */
  async add(row: NewUpload): Promise<void> {
    await db
      .insert(uploads)
      .values(row)
      .onConflictDoUpdate({ target: uploads.id, set: { unusedSince: null } });
  },
  /** Gives a picture of a guest draft to the account that saves the draft. */
  async give(id: string, accountId: string): Promise<void> {
    await db
      .update(uploads)
      .set({ accountId })
      .where(and(eq(uploads.id, id), isNull(uploads.accountId)));
  },
  async remove(id: string): Promise<void> {
    await db.delete(uploads).where(eq(uploads.id, id));
  },
  /** Records which makers' pictures became unused or used again. */
  async noteUnused(at: Date): Promise<void> {
    await db
      .update(uploads)
      .set({ unusedSince: null })
      .where(and(ofMakers, sql`${uploads.unusedSince} is not null and ${isUsed}`));
    await db
      .update(uploads)
      .set({ unusedSince: at })
      .where(and(ofMakers, sql`${uploads.unusedSince} is null and not ${isUsed}`));
  },
  async removeUnusedOf(accountId: string): Promise<string[]> {
    const gone = await db
      .delete(uploads)
      .where(and(eq(uploads.accountId, accountId), ofMakers, sql`not ${isUsed}`))
      .returning({ id: uploads.id });
    return gone.map(({ id }) => id);
  },
});
