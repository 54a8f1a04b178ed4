import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { backupName, readInterval, tooOld } from "../../domain/site/backup-schedule.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import { addBackup, backUp, listBackups } from "../../store/backups/backups.ts";
import { checkDatabase, versionOf } from "../../store/sqlite/check.ts";
import { migrate, newestVersion, readMigrations } from "../../store/sqlite/migrate.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { createFolder } from "../helpers/folder.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { end, runHere } from "../helpers/process.ts";
import { mountSmall } from "../helpers/small-disk.ts";
import { createWorld } from "../helpers/world.ts";

const folder = createFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checksum = (file: string) => hash("sha256", readFileSync(file));
const envOf = (name: string) => ({ DATA_DIR: join(folder, name) });
const open = (env: Record<string, string>) => {
  const settings = readSettings({ LOG_LEVEL: "silent", ...env });
  return openStore(settings, createLog(settings));
};

describe("schedule", () => {
  it("accepts only intervals", () => {
    expect(["30m", "6h", "1d"].map(readInterval)).toEqual([1_800_000, 21_600_000, 86_400_000]);
    expect(["", "6", "h", "0h", "6 h", "-1h", "99999h", "10s"].map(readInterval)).toEqual(Array(8).fill(undefined));
    expect(() => readSettings({ BACKUP_EVERY: "soon" })).toThrow(/BACKUP_EVERY.*6h/);
  });

  it("keeps the newest and touches no other files", () => {
    const names = [3, 1, 2].map((hour) => backupName(new Date(Date.UTC(2026, 0, 1, hour))));
    expect(names[0]).toBe("debut-20260101T030000Z.db");
    expect(tooOld([...names, "debut-precious.db", "notes.txt"], 2)).toEqual(["debut-20260101T010000Z.db"]);
  });
});

describe("backup", () => {
  it("is a consistent snapshot, and finishes, while another process keeps writing", async () => {
    const file = join(folder, "busy.db");
    const db = openWriter(file);
    db.pragma("synchronous = OFF");
    db.exec("create table listings (id integer primary key, pair integer, filler text)");
    const add = db.prepare("insert into listings(pair, filler) values (?, ?)");
    // Two rows a change: a copy that mixes two moments has an odd number.
    const both = db.transaction((pair: number) => {
      add.run(pair, "x".repeat(2000));
      add.run(pair, "y");
    });
    for (let pair = 0; pair < 2000; pair++) both(pair);
    let isWriting = true;
    let pair = 2000;
    const write = () => {
      if (!isWriting) return;
      both(pair++);
      setImmediate(write);
    };
    write();
    const copy = join(folder, "busy-copy.db");
    await backUp(file, copy, { hasUploads: true });
    isWriting = false;
    const seen = new Database(copy, { readonly: true });
    const odd = seen.prepare("select pair from listings group by pair having count(*) <> 2").all();
    const { count } = seen.prepare("select count(*) as count from listings").get() as { count: number };
    expect([odd, count >= 4000, count < pair * 2]).toEqual([[], true, true]);
    seen.close();
    db.close();
  });

  it("is named by its time, and old ones are removed only after a successful one", async () => {
    const env = { ...envOf("rotation"), BACKUP_DIR: join(folder, "elsewhere") };
    await (await open(env)).close();
    mkdirSync(env.BACKUP_DIR);
    writeFileSync(join(env.BACKUP_DIR, "mine.txt"), "");
    const database = join(env.DATA_DIR, "debut.db");
    for (const hour of [1, 2, 3])
      await addBackup(database, {
        folder: env.BACKUP_DIR,
        keep: 2,
        at: new Date(Date.UTC(2026, 0, 1, hour)),
        hasUploads: true,
      });
    expect(readdirSync(env.BACKUP_DIR).sort()).toEqual([
      "debut-20260101T020000Z.db",
      "debut-20260101T030000Z.db",
      "mine.txt",
    ]);
    const { stdout } = await runHere(["backup", "--keep", "1", "--json"], env);
    const { file, removed } = JSON.parse(stdout);
    expect(removed).toHaveLength(2);
    expect(listBackups(env.BACKUP_DIR).map((backup) => backup.file)).toEqual([file]);
    expect(checkDatabase(file)).toEqual([]);

    const broken = join(folder, "broken.db");
    writeFileSync(broken, Buffer.alloc(8192, 1));
    await expect(
      addBackup(broken, { folder: env.BACKUP_DIR, keep: 1, at: new Date(), hasUploads: true }),
    ).rejects.toThrow();
    expect(listBackups(env.BACKUP_DIR)).toHaveLength(1);
  });

  it("that is deleted while backups are listed is left out", () => {
    const backups = join(folder, "listed");
    mkdirSync(backups);
    writeFileSync(join(backups, "debut-20260101T010000Z.db"), "here");
    // Listed, and not to be found, as one that another process deletes meanwhile.
    symlinkSync("nowhere", join(backups, "debut-20260101T020000Z.db"));
    expect(listBackups(backups)).toMatchObject([{ at: new Date("2026-01-01T01:00:00Z"), bytes: 4 }]);
  });

  it("is refused with a message for a wrong interval, an existing file, and a folder without a database", async () => {
    const env = envOf("refused");
    expect(await runHere(["backup"], env)).toMatchObject({ code: 1, stderr: expect.stringContaining("no database") });
    await (await open(env)).close();
    expect(await runHere(["backup", "--every", "soon"], env)).toMatchObject({ code: 2 });
    expect(await runHere(["backup", "--keep", "0"], env)).toMatchObject({ code: 2 });
    expect(await runHere(["backup", "a", "b"], env)).toMatchObject({ code: 2, stderr: expect.stringContaining('"b"') });
    expect(await runHere(["backup", join(folder, "x.db"), "--every", "6h"], env)).toMatchObject({ code: 2 });
  });

  it("names the folder and the disk that are full, not the database", async ({ skip }) => {
    const env = { ...envOf("full"), BACKUP_DIR: join(folder, "small") };
    await (await open(env)).close();
    const unmount = mountSmall(env.BACKUP_DIR) ?? skip("this user may not mount a file system");
    try {
      const { code, stderr } = await runHere(["backup"], env);
      expect([code, stderr]).toEqual([1, expect.stringMatching(`^debut: No backup was made: ${env.BACKUP_DIR}/`)]);
      expect(stderr).toContain(`Free some space on the disk of ${env.BACKUP_DIR}`);
      expect(stderr).not.toContain(env.DATA_DIR);
      writeFileSync(join(env.BACKUP_DIR, backupName(new Date())), "");
      truncateSync(join(env.BACKUP_DIR, backupName(new Date())), 10_000_000);
      const { findings } = JSON.parse(
        (await runHere(["doctor", "--json"], { ...env, DNS_SERVERS: "127.0.0.1:1" })).stdout,
      );
      expect(findings.find(({ check }: { check: string }) => check === "backups")).toMatchObject({
        ok: false,
        detail: expect.stringMatching(`^only .* are free in ${env.BACKUP_DIR}; a backup needs 10 MB`),
      });
    } finally {
      unmount();
    }
  });

  it("--every runs on until it is told to stop", async () => {
    const env = envOf("every");
    await (await open(env)).close();
    const main = join(import.meta.dirname, "../../server/main.ts");
    const child = spawn(process.execPath, [main, "backup", "--every", "6h", "--json"], {
      env: { PATH: process.env.PATH ?? "", SECRETS_KEY: TEST_KEY, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface(child.stdout);
    const [first] = await new Promise<string[]>((resolve) => lines.once("line", (line) => resolve([line])));
    expect(existsSync(JSON.parse(first!).file)).toBe(true);
    expect(await end(child, "SIGTERM")).toBe(0);
  });

  it("is made by the site in every interval of BACKUP_EVERY", async () => {
    const backups = join(folder, "by-itself");
    const world = await createWorld({ env: { BACKUP_EVERY: "6h", BACKUP_KEEP: "2", BACKUP_DIR: backups } });
    try {
      await world.drain();
      expect(listBackups(backups)).toHaveLength(1);
      await world.drain();
      expect(listBackups(backups)).toHaveLength(1);
      for (let round = 0; round < 3; round++) {
        world.advance(6 * 3600_000);
        await world.drain();
      }
      expect(listBackups(backups)).toHaveLength(2);
      expect(await (await fetch(`${world.baseUrl}/metrics`)).text()).toMatch(
        /^debut_last_backup_timestamp_seconds [1-9]/m,
      );
    } finally {
      await world.close();
    }
  });
});

describe("an upgrade", () => {
  function older(name: string): { env: ReturnType<typeof envOf>; file: string; version: number } {
    const env = envOf(name);
    const file = join(env.DATA_DIR, "debut.db");
    const db = openWriter(file);
    const { to } = migrate(db, readMigrations().slice(0, -1), () => undefined);
    db.close();
    return { env, file, version: to };
  }

  it("backs up the database before it changes it, next to other files", async () => {
    const { env, file, version } = older("upgrade");
    const earlier = `${file}.before-v${version}-upgrade`;
    writeFileSync(earlier, "of an earlier try");
    await (await open(env)).close();
    expect(versionOf(`${earlier}-2`)).toBe(version);
    expect(checkDatabase(`${earlier}-2`)).toEqual([]);
    expect(versionOf(file)).toBe(newestVersion());
  });

  /** An older installation whose upgrade fails: it has what the newest migration adds, or lacks what it drops. */
  function stuck(name: string) {
    const installed = older(name);
    const { name: failing, sql } = readMigrations().at(-1)!;
    const [, needed] = /\bcreate (?:table|index) (\w+)/.exec(sql) ?? [];
    const [trigger] = /\bcreate trigger \w+ after insert on \w+/.exec(sql) ?? [];
    const [dropped] = /\bdrop trigger \w+/.exec(sql) ?? [];
    const [added] = /\balter table \w+ add column \w+/.exec(sql) ?? [];
    const db = new Database(installed.file);
    db.exec(
      needed
        ? `create table ${needed} (mine text)`
        : trigger
          ? `${trigger} begin select 1; end`
          : (dropped ?? `${added} text`),
    );
    db.close();
    return { ...installed, failing };
  }

  it("that fails names the migration and how to recover, changes nothing, and leaves one copy", async () => {
    const { env, file, version, failing } = stuck("stuck");
    const copy = `${file}.before-v${version}-upgrade`;
    const before = checksum(file);
    for (let attempt = 0; attempt < 3; attempt++) {
      const { code, stderr } = await runHere(["migrate"], env);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`${file} could not be upgraded: ${failing} failed: `),
      ]);
      expect(stderr).toContain(`Nothing was changed: it is at version ${version} as before.`);
      expect(stderr).toContain(`debut restore ${copy} --force`);
    }
    expect([versionOf(file), checksum(file)]).toEqual([version, before]);
    expect(readdirSync(env.DATA_DIR).filter((name) => name.includes("before"))).toEqual([basename(copy)]);

    const db = new Database(file);
    db.exec("create table changed_meanwhile (id integer)");
    db.close();
    await runHere(["migrate"], env);
    expect(existsSync(`${copy}-2`)).toBe(true);
  });

  it("a newer database is refused, and the newest backup that can be read is named", async () => {
    const { env, file, version } = older("newer");
    await (await open(env)).close();
    const db = new Database(file);
    db.pragma(`user_version = ${newestVersion() + 1}`);
    db.exec("update secrets set value = '7.8.9' where name = 'program-version'");
    db.close();
    const way = `debut restore ${file}.before-v${version}-upgrade --force`;
    expect(await runHere(["migrate"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`Start Debut 7\\.8\\.9 or newer, or .*${way}`)),
    });
    expect(await runHere(["restore", file], envOf("other"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("newer program"),
    });
    expect(await runHere(["restore", `${file}.before-v${version}-upgrade`, "--force"], env)).toMatchObject({ code: 0 });
    expect(await runHere(["migrate"], env)).toMatchObject({ code: 0 });
  });
});
