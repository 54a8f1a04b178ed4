import { expect, it } from "vitest";
import { sqlBuilt } from "../../store/sql/session.ts";
import { statement } from "../../store/sql/statement.ts";
import { databaseOn } from "../../store/sqlite/driver.ts";
import { and, eq } from "../../store/sqlite/drizzle.ts";
import { isOneOf } from "../../store/sqlite/one-of.ts";
import { accounts, auditEntries, jobs } from "../../store/sqlite/tables.ts";
import { createDatabase } from "../helpers/database.ts";

const AT = new Date("2026-11-22T10:00:00Z");
const base = await createDatabase();
const db = databaseOn(base.writer);
const email = (id: string) => `${id}@people.example`;
for (const id of ["ann", "bob"])
  await base.store.change((tx) => tx.accounts.add({ id, email: email(id), name: null, createdAt: AT }));

async function countBuilt(work: () => Promise<unknown>): Promise<number> {
  let built = 0;
  const count = () => void built++;
  sqlBuilt.subscribe(count);
  await work();
  sqlBuilt.unsubscribe(count);
  return built;
}

it("a condition whose value is undefined is left out, and each variant is built once", async () => {
  const some = statement(({ id, status }: { id?: string | undefined; status: "active" | "suspended" }) =>
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(id === undefined ? undefined : eq(accounts.id, id), eq(accounts.status, status)))
      .orderBy(accounts.id),
  );
  const built = await countBuilt(async () => {
    for (let round = 0; round < 3; round++) {
      expect(await some.all({ id: undefined, status: "active" })).toEqual([{ id: "ann" }, { id: "bob" }]);
      expect(await some.all({ status: "suspended" })).toEqual([]);
      expect(await some.get({ id: "bob", status: "active" })).toEqual({ id: "bob" });
    }
  });
  expect(built).toBe(2);
});

it("values are written as their columns write them, null among them, and read back", async () => {
  const put = statement((job: typeof jobs.$inferInsert) => db.insert(jobs).values(job));
  const job = { id: "one", kind: "test", payload: { a: [1] }, runAt: AT, createdAt: AT, finishedAt: null };
  await put.run(job);
  expect(await db.select().from(jobs).where(eq(jobs.id, "one")).get()).toMatchObject(job);
});

it("a list of any length is one value", async () => {
  const named = statement(({ ids }: { ids: readonly string[] }) =>
    db.select({ id: accounts.id }).from(accounts).where(isOneOf(accounts.id, ids)),
  );
  const built = await countBuilt(async () => {
    expect(await named.all({ ids: ["bob", "eve"] })).toEqual([{ id: "bob" }]);
    expect(await named.all({ ids: [] })).toEqual([]);
  });
  expect(built).toBe(1);
});

it("the object of a left join is null only if no row was joined", async () => {
  const by = db
    .select({ of: auditEntries.objectId, by: { name: accounts.name, email: accounts.email } })
    .from(auditEntries)
    .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
    .orderBy(auditEntries.id);
  const entry = { at: AT, action: "listing.merge", kind: "listing", name: null, before: {}, after: {} } as const;
  await db.insert(auditEntries).values({ ...entry, accountId: "ann", objectId: "1" });
  await db.insert(auditEntries).values({ ...entry, accountId: "gone", objectId: "2" });
  expect(await by).toEqual([
    { of: "1", by: { name: null, email: "ann@people.example" } },
    { of: "2", by: null },
  ]);
});
