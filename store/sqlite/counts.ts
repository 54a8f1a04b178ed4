import { given } from "#domain/text/given.ts";
import { statement } from "../sql/statement.ts";
import { eq } from "./drizzle.ts";
import type { Db } from "./open.ts";
import { counts } from "./tables.ts";

type Name = (typeof counts.$inferSelect)["name"];

export function keptCounts(db: Db): (name: Name) => Promise<number> {
  const row = statement(({ name }: { name: Name }) => db.select().from(counts).where(eq(counts.name, name)));
  return async (name) => given(await row.get({ name })).count;
}
