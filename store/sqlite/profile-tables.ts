import type { ProfileSection } from "#domain/profiles/profile.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const profiles = table("profiles", {
  accountId: text().primaryKey(),
  handle: text().notNull(),
  isPublic: flag().notNull().default(false),
  hiddenAt: time(),
  avatarUrl: text(),
  bio: text(),
  links: json<string[]>().notNull(),
  shows: json<ProfileSection[]>().notNull(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
});

export const handles = table("handles", {
  id: integer().primaryKey(),
  key: text().notNull(),
  handle: text(),
  accountId: text(),
  at: time().notNull(),
});

export const profileFounders = table("profile_founders", {
  founderId: integer().primaryKey(),
  accountId: text().notNull(),
  at: time().notNull(),
});

export const profileHiddenVotes = table("profile_hidden_votes", {
  accountId: text().notNull(),
  listingId: integer().notNull(),
});
