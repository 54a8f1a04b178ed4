import { flag, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const collections = sqliteTable("collections", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  kind: text().$type<"saved" | "made">().notNull(),
  key: text().notNull(),
  title: text().notNull(),
  description: text(),
  isPublic: flag("is_public").notNull(),
  publishedAt: time("published_at"),
  hiddenAt: time("hidden_at"),
  hiddenReason: text("hidden_reason"),
  heldAt: time("held_at"),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
});

export const collectionItems = sqliteTable(
  "collection_items",
  {
    collectionId: text("collection_id").notNull(),
    listingId: integer("listing_id").notNull(),
    place: integer().notNull(),
    note: text(),
    addedAt: time("added_at").notNull(),
    shownBy: text("shown_by"),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.listingId] })],
);

export const collectionFollows = sqliteTable(
  "collection_follows",
  {
    collectionId: text("collection_id").notNull(),
    accountId: text("account_id").notNull(),
    at: time("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.accountId] })],
);
