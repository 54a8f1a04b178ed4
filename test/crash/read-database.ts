import Database from "better-sqlite3";
import { rawConnection } from "../helpers/postgres/raw.ts";
import type { Ground } from "./ground.ts";

/** The database of an installation on either engine, to look at while its server runs. */
export const readDatabase = ({
  file,
  env,
}: Pick<Ground, "file" | "env">): Pick<Database.Database, "prepare" | "close"> =>
  env.DATABASE_URL ? (rawConnection(env.DATABASE_URL) as never) : new Database(file, { readonly: true });
