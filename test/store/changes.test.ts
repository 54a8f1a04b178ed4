import { closeSync, openSync, writeSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { asAppError } from "../../core/errors/errors.ts";
import { detached, outsideChanges } from "../../store/in-change.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { createDatabase } from "../helpers/database.ts";
import { createWorld } from "../helpers/world.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
beforeEach(async () => {
  db = await createDatabase();
});
afterEach(() => db.close());

const save = (name: string, value = "1") => db.store.change((tx) => tx.reference.saveSecret(name, value));
const find = (name: string) => db.store.reference.findSecret(name);
const LARGE = "x".repeat(200_000);
const fill = () => db.writer.pragma(`max_page_count = ${db.writer.pragma("page_count", { simple: true })}`);
const makeRoom = () => db.writer.pragma("max_page_count = 1000000");

describe("inside a change", () => {
  const inside = (work: () => unknown) =>
    db.store.change(async (tx) => {
      await tx.reference.saveSecret("inside", "1");
      await work();
    });

  it.each([
    ["another change", () => save("nested"), /store\.change was called inside a change/],
    ["a read that would see old data", () => find("inside"), /read of the store.*inside a change.*secrets/s],
    ["a search", () => db.store.listings.warmSearch(), /inside a change/],
    ["a request to elsewhere", outsideChanges("fetchSite", async () => 1), /fetchSite was called inside a change/],
  ])("%s is refused at once, rolls back the change and blocks no other", async (_, work, message) => {
    await expect(inside(work)).rejects.toThrow(message);
    expect(await find("inside")).toBeUndefined();
    await save("next");
    expect(await find("next")).toBe("1");
  });

  it("work that it starts may read and write after the change has ended", async () => {
    const over = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await inside(() => {
      later = over.promise.then(async () => {
        await save("later");
        return find("later");
      });
    });
    over.resolve();
    expect(await later).toBe("1");
  });

  it("a query that outlives it is refused", async () => {
    const over = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await db.store.change(async (tx) => {
      late = over.promise.then(() => tx.reference.saveSecret("late", "1"));
    });
    over.resolve();
    await expect(late).rejects.toThrow(/ran when the change was over.*secrets/s);
    expect(await find("late")).toBeUndefined();
  });

  it("work it triggers is not part of it, even while it is open", async () => {
    let woken: Promise<unknown> | undefined;
    const wake = detached(() => {
      woken = find("inside");
    });
    await inside(async () => {
      wake();
      expect(await woken).toBeUndefined();
    });
  });
});

it("every way to reach outside the program is refused", async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const { store, fetchSite, sendMail, drafter } = world.deps;
  for (const reach of [() => fetchSite("https://acme.com/"), () => sendMail({} as never), () => drafter({} as never)])
    await expect(store.change(async () => void (await reach()))).rejects.toThrow(/was called inside a change/);
});

describe("a full disk", () => {
  it("is a 503 with Retry-After for writes and changes nothing, reads work, and writes work again once there is space", async () => {
    await save("small");
    fill();
    const failed = await save("large", LARGE).catch(asAppError);
    expect(failed).toMatchObject({ code: "service_unavailable", status: 503, retryAfter: 30, trouble: "disk_full" });
    expect([await find("small"), await find("large")]).toEqual(["1", undefined]);
    expect(await db.store.trouble()).toMatchObject({ trouble: "disk_full", heals: true });
    makeRoom();
    await save("large", LARGE);
    expect(await db.store.trouble()).toBeUndefined();
  });

  it("ends on the next check once there is space, without another write", async () => {
    fill();
    await save("large", LARGE).catch(() => undefined);
    makeRoom();
    await expect.poll(() => db.store.trouble()).toBeUndefined();
  });

  it("is found by a probe, which leaves nothing behind", async () => {
    fill();
    await expect(db.store.probe()).rejects.toMatchObject({ trouble: "disk_full" });
    makeRoom();
    await db.store.probe();
    expect(await find("write-probe")).toBe("");
  });

  it("delays what must be saved, and saves it as soon as there is space", async () => {
    fill();
    const { signal } = new AbortController();
    const kept = db.store.changeInTime((tx) => tx.reference.saveSecret("outcome", LARGE), signal);
    await expect.poll(() => db.store.trouble()).toBeDefined();
    expect(db.store.waiting()).toBe(1);
    makeRoom();
    await kept;
    expect(await find("outcome")).toBe(LARGE);
    expect(db.store.waiting()).toBe(0);
  });

  it("ends waiting when told to stop", async () => {
    fill();
    const stop = new AbortController();
    const kept = db.store.changeInTime((tx) => tx.reference.saveSecret("outcome", LARGE), stop.signal);
    await expect.poll(() => db.store.waiting()).toBe(1);
    stop.abort(new Error("stopping"));
    await expect(kept).rejects.toThrow();
    makeRoom();
  });
});

describe("other troubles", () => {
  it("a read-only database is reported as such, until it can be written again", async () => {
    db.writer.pragma("query_only = ON");
    await expect(save("a")).rejects.toMatchObject({ status: 503, trouble: "read_only" });
    db.writer.pragma("query_only = OFF");
    await save("a");
    expect(await db.store.trouble()).toBeUndefined();
  });

  it("a damaged page is a 503 for reads that need it, permanently", async () => {
    await save("large", LARGE);
    await db.store.close();
    const raw = new Database(db.file);
    const { pageno } = raw
      .prepare("select pageno from dbstat where name = 'secrets' and pagetype = 'overflow' limit 1")
      .get() as { pageno: number };
    raw.close();
    const file = openSync(db.file, "r+");
    writeSync(file, Buffer.alloc(4096, 255), 0, 4096, (pageno - 1) * 4096);
    closeSync(file);
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    const store = sqliteStore(connect(openWriter(db.file)));
    await expect(store.reference.findSecret("large")).rejects.toMatchObject({ status: 503, trouble: "damaged" });
    const wish = store.changeInTime((tx) => tx.reference.findSecret("large"), new AbortController().signal);
    await expect(wish).rejects.toMatchObject({ trouble: "damaged", heals: false });
    await expect(store.change(() => Promise.reject(full))).rejects.toMatchObject({ trouble: "disk_full" });
    await store.change((tx) => tx.reference.saveSecret("other", "1"));
    expect(await store.trouble()).toMatchObject({ trouble: "damaged" });
    await store.close();
  });

  it("a change waits for another process's lock, and reads work meanwhile", async () => {
    const other = new Database(db.file);
    other.exec("begin immediate");
    let isDone = false;
    const written = save("waits").then(() => {
      isDone = true;
    });
    for (let turn = 0; turn < 20; turn++) await breathe();
    expect(isDone).toBe(false);
    other.exec("commit");
    await written;
    other.close();
  });

  it("other errors do not change", async () => {
    await expect(db.store.change(() => Promise.reject(new Error("no")))).rejects.toThrow(/^no$/);
    await expect(
      db.store.change(() => Promise.reject(Object.assign(new Error("a file"), { code: "ENOSPC" }))),
    ).rejects.toThrow("a file");
    expect(await db.store.trouble()).toBeUndefined();
  });
});
