import { DEFAULT_THEME } from "#domain/site/design.ts";
import { DEFAULT_FRONT } from "#domain/site/front.ts";
import { DEFAULT_HEAD } from "#domain/site/head.ts";
import type { SavedLook } from "#domain/site/site-look.ts";
import { DEFAULT_SHAPE } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import type { Db } from "../../sqlite/open.ts";
import { siteLook } from "../../sqlite/tables.ts";

/** Site-wide settings. Outside of changes, use the store's cached `siteLook`. */
export const siteReads = (db: Db) => ({
  async get(): Promise<SavedLook> {
    const {
      id: _,
      textsRevision: __,
      shape,
      theme,
      head,
      front,
      ...look
    } = given(await db.select().from(siteLook).get());
    return {
      ...look,
      shape: { ...DEFAULT_SHAPE, ...shape },
      theme: { ...DEFAULT_THEME, ...theme },
      head: { ...DEFAULT_HEAD, ...head },
      front: { ...DEFAULT_FRONT, ...front },
    };
  },
});

export const siteWrites = (db: Db) => ({
  ...siteReads(db),
  /** Changes what is given, and keeps the rest. */
  async save({ footerLinks, ...look }: Partial<SavedLook>): Promise<void> {
    await db.update(siteLook).set({ ...look, ...(footerLinks && { footerLinks: [...footerLinks] }) });
  },
});
