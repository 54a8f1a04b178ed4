import type { Picture } from "#domain/pictures/pictures.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, inArray, lte, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { importRows, listingMembers, listings } from "../../sqlite/tables.ts";

export type ToLookAt = { id: number; url: string; hasLogo: boolean; hasPicture: boolean };
type Found = { logoUrl: string | null; preview: Picture | null };

/** When websites are read for logos and preview pictures, and what was found. */
export const websiteLookWrites = (db: Db) => ({
  async plan(id: number, at: Date): Promise<void> {
    await db.update(listings).set({ lookAt: at }).where(eq(listings.id, id));
  },
  async planImported(importId: string, at: Date): Promise<void> {
    const isAdded = has(importRows, { importId, result: "added" });
    const added = db.select({ id: importRows.listingId }).from(importRows).where(isAdded);
    await db.update(listings).set({ lookAt: at }).where(inArray(listings.id, added));
  },
  /** Listings whose time has come. Until `next`, no other process gets them. */
  async take(at: Date, next: Date, limit: number): Promise<ToLookAt[]> {
    const rows = await db
      .select(pick(listings, "id", "url", "logoUrl", "profile", "unlocked"))
      .from(listings)
      .where(
        and(
          lte(listings.lookAt, at),
          // As an expression, so that SQLite goes by the time and does not read all live listings.
          sql`${listings.status} || '' in ('draft', 'awaiting_badge', 'scheduled', 'live')`,
          eq(listings.isDemo, false),
        ),
      )
      .orderBy(asc(listings.lookAt), asc(listings.id))
      .limit(limit);
    const ids = rows.map(({ id }) => id);
    if (ids.length) await db.update(listings).set({ lookAt: next }).where(isOneOf(listings.id, ids));
    return rows.map(({ id, url, logoUrl, profile, unlocked }) => ({
      ...{ id, url, hasLogo: logoUrl !== null },
      hasPicture: profile.preview === null || (unlocked.includes("media") && (profile.media?.length ?? 0) > 0),
    }));
  },
  /** Not an edit: the version stays. A team decides about its logo itself, and removes a preview for good. */
  async save(id: number, { logoUrl, preview }: Found): Promise<void> {
    const row = await db
      .select(pick(listings, "logoUrl", "profile"))
      .from(listings)
      .where(eq(listings.id, id))
      .get();
    if (!row) return;
    const hasTeam = (await db.$count(listingMembers, eq(listingMembers.listingId, id))) > 0;
    const isNew = preview !== null && row.profile.preview !== null && preview.url !== row.profile.preview?.url;
    await db
      .update(listings)
      .set({
        logoUrl: row.logoUrl ?? (hasTeam ? null : logoUrl),
        ...(isNew && { profile: { ...row.profile, preview } }),
      })
      .where(eq(listings.id, id));
  },
  /** Null removes the preview for good; undefined allows one again. */
  async setPreview(id: number, preview: null | undefined): Promise<void> {
    const row = await db.select(pick(listings, "profile")).from(listings).where(eq(listings.id, id)).get();
    if (!row) return;
    const { preview: _, ...profile } = row.profile;
    await db
      .update(listings)
      .set({ profile: { ...profile, ...(preview === null && { preview }) } })
      .where(eq(listings.id, id));
  },
});
