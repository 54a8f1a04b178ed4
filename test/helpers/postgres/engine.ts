import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a PostgreSQL server up to the name of a database; empty on SQLite. */
    postgres: string;
  }
}

export const TEMPLATES = { migrated: "debut_migrated", seeded: "debut_seeded" } as const;

let admin: pg.Pool | undefined;
const asAdmin = (sql: string) => {
  admin ??= new pg.Pool({ connectionString: `${inject("postgres")}postgres`, max: 2, allowExitOnIdle: true });
  return admin.query(sql);
};

/** A new database with the content of a template, until it is dropped. */
export async function cloneDatabase(
  template: keyof typeof TEMPLATES,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `debut_${randomBytes(8).toString("hex")}`;
  await asAdmin(`create database ${name} template ${TEMPLATES[template]} strategy wal_log`);
  return {
    url: `${inject("postgres")}${name}`,
    drop: async () => void (await asAdmin(`drop database if exists ${name} with (force)`)),
  };
}
