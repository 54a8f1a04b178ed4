import type { ProfileSection } from "../../domain/profiles/profile.ts";
import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const profiles = sqliteTable("profiles", {
  accountId: text("account_id").primaryKey(),
  handle: text().notNull(),
  isPublic: flag("is_public").notNull().default(false),
  hiddenAt: time("hidden_at"),
  avatarUrl: text("avatar_url"),
  bio: text(),
  links: json<string[]>("links_json").notNull(),
  shows: json<ProfileSection[]>("shows_json").notNull(),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
});

export const handles = sqliteTable("handles", {
  id: integer().primaryKey(),
  key: text().notNull(),
  handle: text(),
  accountId: text("account_id"),
  at: time("at").notNull(),
});

export const profileFounders = sqliteTable("profile_founders", {
  founderId: integer("founder_id").primaryKey(),
  accountId: text("account_id").notNull(),
  at: time("at").notNull(),
});

export const profileHiddenVotes = sqliteTable(
  "profile_hidden_votes",
  {
    accountId: text("account_id").notNull(),
    listingId: integer("listing_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.listingId] })],
);
