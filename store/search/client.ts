import type Database from "better-sqlite3";
import type { Db } from "../sqlite/open.ts";

/** The connection under drizzle: FTS5 and long lists of ids are quicker without a query builder between. */
export const clientOf = (db: Db): Database.Database => (db as Db & { $client: Database.Database }).$client;
