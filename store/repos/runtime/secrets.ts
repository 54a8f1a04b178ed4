import { given } from "#domain/text/given.ts";
import { eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { secrets } from "../../sqlite/tables.ts";

const placeOf = (name: string) => ["secrets.value", name] as const;

export const secretReads = (db: Db) => ({
  async find(name: string): Promise<string | undefined> {
    const row = await db.select().from(secrets).where(eq(secrets.name, name)).get();
    return row && db.$vault.open(placeOf(name), row.value);
  },
});

export const secretWrites = (db: Db) => ({
  ...secretReads(db),
  async keep(name: string, value: string): Promise<string> {
    const sealed = db.$vault.seal(placeOf(name), value);
    await db.insert(secrets).values({ name, value: sealed }).onConflictDoNothing();
    return given(await this.find(name));
  },
  async remove(name: string): Promise<void> {
    await db.delete(secrets).where(eq(secrets.name, name));
  },
  async save(name: string, value: string): Promise<void> {
    const sealed = db.$vault.seal(placeOf(name), value);
    await db
      .insert(secrets)
      .values({ name, value: sealed })
      .onConflictDoUpdate({ target: secrets.name, set: { value: sealed } });
  },
});
