import type {
  ImportColumn,
  ImportCounts,
  ImportMade,
  ImportOptions,
  ImportState,
  Result,
} from "#domain/site/import.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const imports = table("imports", {
  id: text().primaryKey(),
  at: time().notNull(),
  accountId: text(),
  sourceId: text(),
  name: text().notNull(),
  format: text().notNull(),
  encoding: text().notNull(),
  delimiter: text().notNull(),
  total: integer().notNull(),
  columns: json<ImportColumn[]>().notNull(),
  options: json<ImportOptions>().notNull(),
  state: text().$type<ImportState>().notNull(),
  isDry: flag().notNull(),
  done: integer().notNull(),
  counts: json<ImportCounts>().notNull(),
  made: json<ImportMade>().notNull(),
  error: text(),
  hasFile: flag().notNull(),
  finishedAt: time(),
});

export const importRows = table("import_rows", {
  importId: text().notNull(),
  line: integer().notNull(),
  result: text().$type<Result>().notNull(),
  name: text(),
  listingId: integer(),
  version: integer(),
  reason: text(),
  notes: json<string[]>().notNull(),
});

export const importSources = table("import_sources", {
  id: text().primaryKey(),
  url: text().notNull(),
  everyHours: integer().notNull(),
  columns: json<ImportColumn[]>(),
  options: json<ImportOptions>(),
  etag: text(),
  digest: text(),
  nextAt: time(),
  lastAt: time(),
  lastImportId: text(),
  error: text(),
});

export const redirects = table("redirects", {
  fromPath: text().primaryKey(),
  toPath: text().notNull(),
  at: time().notNull(),
  importId: text(),
});
