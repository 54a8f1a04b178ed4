import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { pino } from "pino";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { startServer } from "../../server/app.ts";
import { watchForFaults } from "../../server/commands/watch-for-faults.ts";
import { openStore } from "../../server/open-store.ts";
import { createDatabase } from "../helpers/database.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { freePort } from "../helpers/free-port.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { runHere, runReleased } from "../helpers/process.ts";

let folder: string;
let env: { DATA_DIR: string; PORT: string };
let file: string;
beforeEach(async () => {
  folder = join(temporaryFolder(), "data");
  env = { DATA_DIR: folder, PORT: "0" };
  file = join(folder, "debut.db");
  await runHere(["migrate"], env);
});

const change = (sql: string) => {
  const db = new Database(file);
  db.exec(sql);
  db.close();
};

/** A user who may read the folder of the database, but not write what is not theirs. */
function asSomebodyElse(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, "../../server/main.ts");
  const asRoot = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { env: { PATH: process.env.PATH ?? "", SECRETS_KEY: TEST_KEY, DNS_SERVERS: "127.0.0.1:1", ...env }, ...asRoot },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

it("a first start says in one line what it created, and the next one nothing", async () => {
  const settings = readSettings({ DATA_DIR: join(temporaryFolder(), "new") });
  const said = async () => {
    const lines: unknown[] = [];
    const store = await openStore(settings, pino({}, { write: (line) => void lines.push(JSON.parse(line)) }));
    await store.close();
    return lines;
  };
  expect(await said()).toEqual([
    expect.objectContaining({
      database: join(settings.DATA_DIR, "debut.db"),
      key: join(settings.DATA_DIR, "secrets.key"),
      msg: "created the database and its key: keep a copy of the key apart from backups",
    }),
  ]);
  expect(await said()).toEqual([]);
});

describe("a start that fails ends the process with 1 and says what to do", () => {
  it("when the jobs cannot be started", async () => {
    change(`insert into jobs(id, kind, payload_json, state, run_at, created_at) values ('j', 'crawl-site', '{}', 'running', 0, 0);
      create trigger broken before update on jobs begin select raise(abort, 'the jobs are broken'); end`);
    expect(await runReleased(["serve"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the jobs are broken"),
    });
  });

  it("when the link for the first admin cannot be made", async () => {
    change("create trigger broken before insert on tokens begin select raise(abort, 'no tokens'); end");
    expect(await runReleased(["serve"], env)).toMatchObject({ code: 1, stderr: expect.stringContaining("no tokens") });
  });

  it("when the database file is read-only", async () => {
    if (process.getuid?.() === 0)
      for (const path of [join(folder, ".."), folder, join(folder, "processes"), join(folder, "processes", "start")])
        chownSync(path, 65_534, 65_534);
    chmodSync(file, 0o444);
    const { code, stderr } = await asSomebodyElse(["serve"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} cannot be used: the file or its file system`)]);
    expect(stderr).toContain("Give the user that runs Debut write access to DATA_DIR");
    const { stdout } = await asSomebodyElse(["doctor"]);
    expect(stdout).toMatch(
      /BAD {2}database .*read-only\.\n\s+-> Give the user that runs Debut write access to DATA_DIR/,
    );
  });

  it("when the folder of the database is read-only", async () => {
    for (const path of [join(folder, ".."), folder]) chmodSync(path, 0o555);
    chmodSync(file, 0o444);
    onTestFinished(() => {
      for (const path of [join(folder, ".."), folder]) chmodSync(path, 0o755);
    });
    const { code, stderr } = await asSomebodyElse(["serve"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} cannot be used: `)]);
    expect(stderr).toMatch(/Check that DATA_DIR exists, that the user|Give the user that runs Debut/);
  });

  it("when DATA_DIR is a file", async () => {
    writeFileSync(join(folder, "a-file"), "");
    const { code, stderr } = await runReleased(["serve"], { ...env, DATA_DIR: join(folder, "a-file") });
    expect([code, stderr]).toEqual([
      1,
      `debut: DATA_DIR ${join(folder, "a-file")} is a file. Set it to a folder that Debut may write.\n`,
    ]);
  });

  it("when the port is taken, before the database is touched", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runReleased(["serve"], { PORT: String(port), DATA_DIR: join(folder, "none") });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} is in use.`)]);
  });
});

describe("a server that starts", () => {
  async function starting(probe: (real: () => Promise<void>) => Promise<void>, warmed?: Promise<void>) {
    const db = await createDatabase();
    const port = await freePort();
    const settings = readSettings({ DATA_DIR: folder, PORT: String(port), LOG_LEVEL: "silent" });
    const warmSearch = () => (warmed ?? Promise.resolve()).then(db.store.listings.warmSearch);
    const listings = { ...db.store.listings, warmSearch };
    const store = { ...db.store, listings, probe: () => probe(db.store.probe) };
    const running = startServer(settings, { store, log: pino({ level: "silent" }) });
    running.catch(() => undefined);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    return { db, running, ask, ready: () => ask("/readyz") };
  }

  it("responds 503 at /readyz until it is ready, and then answers waiting requests", async () => {
    const probed = Promise.withResolvers<void>();
    const warmed = Promise.withResolvers<void>();
    const { running, ask, ready } = await starting(() => probed.promise, warmed.promise);
    await expect.poll(async () => (await ready()).status).toBe(503);
    expect((await ready()).headers.get("retry-after")).toBe("1");
    const early = ask("/api/v1/site");
    await new Promise(setImmediate);
    probed.resolve();
    expect((await early).status).toBe(200);
    const { stop } = await running;
    const late = await ready();
    expect([late.status, await late.json()]).toEqual([503, expect.objectContaining({ reason: "starting" })]);
    warmed.resolve();
    await expect.poll(async () => (await ready()).status).toBe(200);
    await stop();
  });

  it("leaves nothing behind when the disk is full", async () => {
    const { db, running, ready } = await starting(async (real) => {
      db.writer.pragma("max_page_count = 1");
      await real();
    });
    await expect(running).rejects.toThrow(/debut\.db cannot be used: the disk is full\. Free some space/);
    await expect(ready()).rejects.toThrow();
    expect(db.store.isOpen()).toBe(false);
  });
});

describe("an uncaught error", () => {
  const watched = () => {
    const lines: { level: number; msg: string }[] = [];
    const exits: number[] = [];
    const process = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
    watchForFaults(process, pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
    return { process, lines, exits };
  };

  it("is logged and survived if it is a rejected promise", () => {
    const { process, lines, exits } = watched();
    process.emit("unhandledRejection", new Error("forgotten"));
    expect([lines[0]!.level, exits]).toEqual([50, []]);
  });

  it("is logged and ends the process if it is an exception", () => {
    const { process, lines, exits } = watched();
    process.emit("uncaughtException", new Error("broken"));
    expect([lines[0]!.level, exits]).toEqual([60, [1]]);
  });
});
