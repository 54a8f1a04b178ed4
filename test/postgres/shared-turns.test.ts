import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AppError } from "../../core/errors/errors.ts";
import type { Tx } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

/** What happens to a row of this name when it is written: the first time only, or whenever it is. */
const FAULTS = `
  create sequence faults;
  create function fault() returns trigger language plpgsql as $$ begin
    if new.name like '%deadlock' and nextval('faults') = 1 then raise 'again' using errcode = '40P01'; end if;
    if new.name like '%lost' and nextval('faults') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    if new.name like '%refused' then raise 'refused'; end if;
    return new;
  end $$;
  create trigger fault before insert on secrets for each row execute function fault();
  create function late_fault() returns trigger language plpgsql as $$ begin
    if new.name like '%late' then raise 'refused at the commit'; end if;
    return null;
  end $$;
  create constraint trigger late_fault after insert on secrets deferrable initially deferred
  for each row execute function late_fault();`;

describe.runIf(isPostgres())("changes that wait at the same time on PostgreSQL", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  let other: pg.Client;
  beforeAll(async () => {
    db = await createSeededDatabase();
    other = new pg.Client(db.url);
    await other.connect();
    await other.query(FAULTS);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await other.query("alter sequence faults restart");
  });
  afterAll(async () => {
    await other.end();
    await db.close();
  });

  const save = (name: string) => db.store.change((tx) => tx.reference.saveSecret(name, "1"));
  const keptOf = async (series: string) => {
    const { rows } = await other.query("select name from secrets where name like $1 order by name", [`${series} %`]);
    return rows.map(({ name }) => name.slice(series.length + 1));
  };
  const stateOf = async (changes: Promise<unknown>[]) =>
    (await Promise.allSettled(changes)).map(({ status }) => (status === "fulfilled" ? "kept" : "refused"));

  it("share a turn and a commit", async () => {
    const asked = vi.spyOn(pg.Client.prototype, "query");
    await Promise.all(Array.from({ length: 32 }, (_, nth) => save(`many ${nth}`)));
    const texts = asked.mock.calls.map(([query]) => (query as unknown as pg.QueryConfig).text);
    expect(texts.filter((text) => text === "commit").length).toBeLessThan(8);
    expect(await keptOf("many")).toHaveLength(32);
  });

  it("are not told of a refusal that rests on one of them before that one is kept", async () => {
    const first = save("rests on");
    const second = db.store.change(async (tx) => {
      if (await tx.reference.findSecret("rests on")) throw new AppError("already_listed", "It is there.");
    });
    const keptThen = second.then(
      () => [],
      () => keptOf("rests"),
    );
    expect(await keptThen).toEqual(["on"]);
    await first;
  });

  it("see each other's writes, which nobody hears of or sees before the commit", async () => {
    const seen: unknown[] = [];
    const first = save("seen one").then(() => seen.push("told"));
    const second = db.store.change(async (tx) => {
      seen.push(await tx.reference.findSecret("seen one"), await keptOf("seen"));
    });
    await Promise.all([first, second]);
    expect(seen).toEqual(["1", [], "told"]);
  });

  it.each<[name: string, failing: (tx: Tx) => Promise<unknown>]>([
    [
      "work that refuses",
      async (tx) => {
        await tx.reference.saveSecret("alone undone", "1");
        throw new AppError("already_listed", "No.");
      },
    ],
    ["a statement that fails", (tx) => tx.reference.saveSecret("alone refused", "1")],
    [
      "a statement that fails where the work goes on",
      (tx) => tx.reference.saveSecret("alone refused", "1").catch(() => undefined),
    ],
    ["a commit that fails", (tx) => tx.reference.saveSecret("alone late", "1")],
  ])("are kept beside %s", async (name, failing) => {
    const fail = () => db.store.change(failing);
    expect(await stateOf([save(`alone one ${name}`), fail(), save(`alone two ${name}`)])).toEqual([
      "kept",
      "refused",
      "kept",
    ]);
    expect(await stateOf([save(`alone three ${name}`), fail()])).toEqual(["kept", "refused"]);
    const kept = await keptOf("alone");
    expect(kept).toEqual(expect.arrayContaining([`one ${name}`, `two ${name}`, `three ${name}`]));
    expect(kept.filter((row) => ["undone", "refused", "late"].includes(row))).toEqual([]);
  });

  it.each(["deadlock", "lost"])("are all kept if one meets a fault that passes: %s", async (fault) => {
    const names = [`${fault} one`, `${fault} ${fault}`, `${fault} three`];
    expect(await stateOf(names.map(save))).toEqual(["kept", "kept", "kept"]);
    expect(await keptOf(fault)).toEqual([fault, "one", "three"]);
  });

  it("each run in the context of their caller", async () => {
    const caller = new AsyncLocalStorage<number>();
    const found = Array.from({ length: 5 }, (_, nth) =>
      caller.run(nth, () =>
        db.store.change(async (tx) => {
          await tx.reference.saveSecret("context", "1");
          return caller.getStore();
        }),
      ),
    );
    expect(await Promise.all(found)).toEqual([0, 1, 2, 3, 4]);
  });
});
