import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgresStore } from "../../../store/postgres/postgres-store.ts";
import { seedForTests } from "../seeded.ts";
import { TEMPLATES } from "./engine.ts";
import { isPostgres } from "./is-postgres.ts";
import { startPostgres } from "./server.ts";

const MEMORY = "/dev/shm";

/** One server for all tests of a run, with a database without rows and a seeded one to copy. */
export default async function ({ provide }: TestProject) {
  if (!isPostgres()) return provide("postgres", "");
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "debut-postgres-"));
  const server = await startPostgres(folder);
  const admin = new pg.Client(server.url("postgres"));
  await admin.connect();
  for (const [content, name] of Object.entries(TEMPLATES)) {
    await admin.query(`create database ${name}`);
    const store = await openPostgresStore(server.url(name), folder, name);
    if (content === "seeded") await seedForTests(store);
    await store.close();
  }
  await admin.end();
  provide("postgres", server.url(""));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
