import { flag, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const collections = table("collections", {
  id: text().primaryKey(),
  accountId: text().notNull(),
  kind: text().$type<"saved" | "made">().notNull(),
  key: text().notNull(),
  title: text().notNull(),
  description: text(),
  isPublic: flag().notNull(),
  publishedAt: time(),
  hiddenAt: time(),
  hiddenReason: text(),
  heldAt: time(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
});

export const collectionItems = table("collection_items", {
  collectionId: text().notNull(),
  listingId: integer().notNull(),
  place: integer().notNull(),
  note: text(),
  addedAt: time().notNull(),
  shownBy: text(),
});

export const collectionFollows = table("collection_follows", {
  collectionId: text().notNull(),
  accountId: text().notNull(),
  at: time().notNull(),
});
