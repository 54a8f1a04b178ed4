import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as nextRound } from "node:timers/promises";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { CAN_FREEZE, copyFrozen } from "../crash/freeze.ts";
import { createDatabase } from "../helpers/database.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { end } from "../helpers/process.ts";
import { freshRandom } from "../helpers/random.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
beforeEach(async () => {
  db = await createDatabase();
  onTestFinished(() => db.close());
});

const LARGE = "x".repeat(200_000);
const save = (name: string, value = "1") => db.store.change((tx) => tx.reference.saveSecret(name, value));
const find = (name: string) => db.store.reference.findSecret(name);
const stateOf = async (changes: Promise<unknown>[]) =>
  (await Promise.allSettled(changes)).map((result) => (result.status === "fulfilled" ? "kept" : `${result.reason}`));

describe("changes that wait at the same time", () => {
  it("share commits", async () => {
    const versions = new Set<number>();
    await Promise.all(
      Array.from({ length: 64 }, (_, nth) => save(`${nth}`).then(() => versions.add(db.store.version()))),
    );
    expect(versions.size).toBeLessThan(64);
  });

  it("see each other's writes, which nobody else sees before the commit", async () => {
    const ended: number[] = [];
    const reader = new Database(db.file, { readonly: true });
    onTestFinished(() => void reader.close());
    const find = reader.prepare("select 1 from secrets where name = ?");
    const change = async (nth: number) => {
      await db.store.change(async (tx) => {
        for (let round = 0; round < nth; round++) await nextRound();
        const earlier = Array.from({ length: nth }, (_, index) => index);
        for (const other of earlier) expect(await tx.reference.findSecret(`${other}`)).toBe("1");
        expect(earlier.filter((other) => find.get(`${other}`))).toEqual(ended);
        await tx.reference.saveSecret(`${nth}`, "1");
      });
      expect(find.get(`${nth}`)).toBeDefined();
      ended.push(nth);
    };
    await Promise.all(Array.from({ length: 8 }, (_, nth) => change(nth)));
    expect(ended).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("fail alone: one is rolled back, the others are kept, and a refusal also waits for the commit", async () => {
    const version = db.store.version();
    const versions: number[] = [];
    const refuse = async () => {
      const refused = db.store.change(async (tx) => {
        await tx.reference.saveSecret("a", "2");
        await tx.reference.saveSecret("b", "2");
        throw new Error("refused");
      });
      await refused.finally(() => versions.push(db.store.version()));
    };
    expect(await stateOf([save("a"), refuse(), save("c")])).toEqual(["kept", "Error: refused", "kept"]);
    expect([await find("a"), await find("b"), await find("c")]).toEqual(["1", undefined, "1"]);
    expect(versions).not.toEqual([version]);
  });

  it("leave the database as it was, its version too, if all of them fail", async () => {
    const version = db.store.version();
    const fail = (name: string) =>
      db.store.change(async (tx) => {
        await tx.reference.saveSecret(name, "1");
        throw new Error(name);
      });
    expect(await stateOf([fail("a"), fail("b")])).toEqual(["Error: a", "Error: b"]);
    expect(db.store.version()).toBe(version);
  });

  it("run again one by one when the disk is full, so that only those without space fail", async () => {
    await save("room", LARGE);
    await save("room", "");
    db.writer.pragma(`max_page_count = ${db.writer.pragma("page_count", { simple: true })}`);
    const changes = [save("a"), save("large", LARGE.repeat(2)), save("b"), save("c", LARGE.slice(0, 9000))];
    expect(await stateOf(changes)).toEqual([
      "kept",
      expect.stringContaining("database is unavailable"),
      "kept",
      "kept",
    ]);
    expect([await find("a"), await find("large"), await find("b")]).toEqual(["1", undefined, "1"]);
  });

  it("run again one by one when their commit fails, so that only the one at fault is refused", async () => {
    db.writer.exec("create table parents (id primary key); create table children (parent references parents)");
    const orphan = db.store.change(async (tx) => {
      await tx.reference.saveSecret("orphan", "1");
      db.writer.pragma("defer_foreign_keys = on");
      db.writer.exec("insert into children values (7)");
    });
    const changes = [save("a"), orphan, save("b")];
    expect(await stateOf(changes)).toEqual(["kept", expect.stringContaining("FOREIGN KEY"), "kept"]);
    expect([await find("a"), await find("orphan"), await find("b")]).toEqual(["1", undefined, "1"]);
  });

  it("each run in the context of their caller", async () => {
    const caller = new AsyncLocalStorage<string>();
    const names = ["ann", "bo", "cy"];
    const change = (name: string) => caller.run(name, () => db.store.change(async () => caller.getStore()));
    expect(await Promise.all(names.map(change))).toEqual(names);
  });

  it("give out numbers without a gap, whatever fails between them", async () => {
    const random = freshRandom("numbers");
    const take = async (): Promise<number | undefined> => {
      const [isRefused, waits] = [random.chance(0.3), random.chance(0.2)];
      for (let rounds = random.between(0, 3); rounds > 0; rounds--) await nextRound();
      return db.store
        .change(async (tx) => {
          const number = Number((await tx.reference.findSecret("count")) ?? 0) + 1;
          await tx.reference.saveSecret("count", `${number}`);
          if (waits) await nextRound();
          if (isRefused) throw new Error("refused");
          return number;
        })
        .catch(() => undefined);
    };
    const given: number[] = [];
    const writer = async () => {
      for (let nth = 0; nth < 20; nth++) {
        const number = await take();
        if (number !== undefined) given.push(number);
      }
    };
    await Promise.all(Array.from({ length: 20 }, writer));
    expect(given.toSorted((a, b) => a - b)).toEqual(given.map((_, index) => index + 1));
    expect(await find("count")).toBe(`${given.length}`);
  });
});

type Numbering = {
  child: ChildProcess;
  kept: Map<string, string>;
  refused: Set<string>;
  until: (ends: number) => Promise<void>;
};

/** Starts numbering.ts and reads what it says. */
function startNumbering(file: string, name: string): Numbering {
  const child = spawn(process.execPath, [join(import.meta.dirname, "numbering.ts"), file, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => end(child, "SIGKILL").then(() => undefined));
  const [kept, refused] = [new Map<string, string>(), new Set<string>()];
  const lines = createInterface(child.stdout!).on("line", (line) => {
    const [outcome, id = "", number] = line.split(" ");
    if (outcome === "kept") kept.set(id, number!);
    else refused.add(id);
  });
  const until = async (ends: number) => {
    while (kept.size + refused.size < ends && child.exitCode === null) await once(lines, "line");
  };
  return { child, kept, refused, until };
}

/** Every change in the file is whole, the numbers have no gap, and what was said about them is true. */
function check(file: string, said: Pick<Numbering, "kept" | "refused">[]): void {
  const copy = new Database(file);
  const rows = copy.prepare("select name, value from secrets").raw().all() as [string, string][];
  copy.close();
  const marked = (mark: string) =>
    new Map(rows.flatMap(([name, value]) => (name.startsWith(mark) ? [[name.slice(mark.length), value]] : [])));
  const [first, second] = [marked("first "), marked("second ")];
  expect(second).toEqual(first);
  expect([...first.values()].map(Number).toSorted((a, b) => a - b)).toEqual([...first].map((_, index) => index + 1));
  expect(Number(new Map(rows).get("count") ?? 0)).toBe(first.size);
  for (const { kept, refused } of said) {
    for (const [id, number] of kept) expect(first.get(id), id).toBe(number);
    for (const id of refused) expect(first.has(id), id).toBe(false);
  }
}

describe("kill -9", () => {
  it.runIf(CAN_FREEZE)("at any instant loses nothing acknowledged and keeps no partial change", async () => {
    const random = freshRandom("instants");
    const copy = join(temporaryFolder(), "copy.db");
    const numbering = startNumbering(db.file, "frozen");
    for (let instant = 1; instant <= 40; instant++) {
      await numbering.until(instant * random.between(5, 15));
      copyFrozen(numbering.child, db.file, copy);
      check(copy, [numbering]);
    }
    expect(Math.min(numbering.kept.size, numbering.refused.size)).toBeGreaterThan(40);
  });

  it("of either of two processes loses nothing of either", async () => {
    const random = freshRandom("two of them");
    const said: Numbering[] = [];
    const startAnother = (): Numbering => {
      const numbering = startNumbering(db.file, `process${said.length}`);
      said.push(numbering);
      return numbering;
    };
    let [one, other] = [startAnother(), startAnother()];
    for (let kill = 0; kill < 4; kill++) {
      await Promise.all([one.until(random.between(20, 100)), other.until(random.between(20, 100))]);
      await end(one.child, "SIGKILL");
      [one, other] = [other, startAnother()];
    }
    await Promise.all([end(one.child, "SIGKILL"), end(other.child, "SIGKILL")]);
    check(db.file, said);
  });
});
