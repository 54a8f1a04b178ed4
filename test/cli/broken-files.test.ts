import { spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkDatabase, versionOf } from "../../store/sqlite/check.ts";
import { migrate, newestVersion, readMigrations } from "../../store/sqlite/migrate.ts";
import { createFolder, temporaryFolder } from "../helpers/folder.ts";
import { end, runHere, serveFromSource } from "../helpers/process.ts";

let env: { DATA_DIR: string };
let file: string;
let backup: string;

/** A database with an account, and its backup: made once, and copied for each test. */
const sound = join(createFolder(), "data");
let backedUp: string;
beforeAll(async () => {
  const env = { DATA_DIR: sound };
  await runHere(
    ["user", "create", "--email", "ann@people.example", "--password", "a battery of horses", "--admin"],
    env,
  );
  backedUp = JSON.parse((await runHere(["backup", "--json"], env)).stdout).file;
});
afterAll(() => rmSync(dirname(sound), { recursive: true }));
beforeEach(() => {
  env = { DATA_DIR: join(temporaryFolder(), "data") };
  file = join(env.DATA_DIR, "debut.db");
  cpSync(sound, env.DATA_DIR, { recursive: true });
  backup = join(env.DATA_DIR, relative(sound, backedUp));
});

const overwrite = (bytes: Buffer, at: number) => {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
};

/** What a bad disk, a bad copy or a slip of the hand leaves. */
const HARM: Record<string, () => void> = {
  "a damaged header": () => overwrite(Buffer.alloc(100, 7), 0),
  "a file cut in the middle": () => truncateSync(file, 40_960),
  "a file cut to its first bytes": () => truncateSync(file, 100),
  "an empty file": () => truncateSync(file, 0),
  "another file": () => writeFileSync(file, "Hello. ".repeat(3000)),
  "the database of another program": () => {
    rmSync(file);
    const other = new Database(file);
    other.exec("create table notes (text)");
    other.close();
  },
  "a directory": () => {
    rmSync(file);
    mkdirSync(file);
    writeFileSync(join(file, "x"), "");
  },
};

describe.each(Object.entries(HARM))("%s in place of the database", (_, harm) => {
  const cure = () => `debut restore ${backup} --force`;

  it("is reported by every command that needs it, with how to recover", async () => {
    harm();
    for (const command of [
      ["migrate"],
      ["export"],
      ["backup"],
      ["jobs", "list"],
      ["user", "export", "--email", "ann@people.example"],
      ["serve"],
    ]) {
      const { code, stderr } = await runHere(command, { ...env, PORT: "0" });
      expect([command[0], code]).toEqual([command[0], 1]);
      expect(stderr).toMatch(new RegExp(`^debut: .*${file.replaceAll(".", "\\.")} is damaged: `));
      expect(stderr).toContain(cure());
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
    const findings = JSON.parse((await runHere(["doctor", "--json"], { ...env, DNS_SERVERS: "127.0.0.1:1" })).stdout);
    const database = findings.findings.find(({ check }: { check: string }) => check === "database");
    expect(database).toMatchObject({ ok: false, cure: expect.stringContaining(cure()) });
  });

  it("can be replaced by a backup, and is kept with its log", async () => {
    harm();
    writeFileSync(`${file}-wal`, "a log that belongs to it");
    const { code, stdout } = await runHere(["restore", backup, "--force", "--json"], env);
    const { old } = JSON.parse(stdout);
    expect([code, existsSync(old), existsSync(`${file}-wal`)]).toEqual([0, true, false]);
    expect(checkDatabase(file)).toEqual([]);
    const { stdout: exported } = await runHere(["user", "export", "--email", "ann@people.example"], env);
    expect(JSON.parse(exported).profile).toMatchObject({ email: "ann@people.example" });
  });
});

describe("a site that has lost its database", () => {
  const named = expect.stringMatching(/no accounts|no database/);

  async function kill(): Promise<void> {
    env = { DATA_DIR: join(temporaryFolder(), "new") };
    file = join(env.DATA_DIR, "debut.db");
    const { child } = await serveFromSource(env);
    await runHere(["user", "create", "--email", "ann@people.example", "--password", "a battery of horses"], env);
    await end(child, "SIGKILL");
  }
  const lose = (...suffixes: string[]) => {
    for (const suffix of suffixes) rmSync(file + suffix, { force: true });
  };

  it.each([
    ["its log", ["-wal", "-shm"]],
    ["all of its files", ["", "-wal", "-shm"]],
  ])("does not start empty without %s, and says how to start over", async (_what, suffixes) => {
    await kill();
    lose(...suffixes);
    if (suffixes.length === 2) expect(versionOf(file)).toBe(newestVersion());
    for (const command of [["user", "list"], ["seed", "--listings", "3"], ["serve"]])
      expect(await runHere(command, { ...env, PORT: "0" })).toMatchObject({ code: 1, stderr: named });
    const { stdout } = await runHere(["doctor", "--json", "--skip", "dns,https out"], env);
    const found = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === "database");
    expect(found).toMatchObject({ ok: false, detail: named, cure: expect.stringContaining("has-accounts") });
    rmSync(join(env.DATA_DIR, "has-accounts"));
    expect(await runHere(["migrate"], env)).toMatchObject({ code: 0 });
  });

  it("recovers by following the message, if there is a backup", async () => {
    lose("", "-wal", "-shm");
    const copy = new Database(file);
    migrate(copy, readMigrations(), () => undefined);
    copy.close();
    const { stderr } = await runHere(["migrate"], env);
    expect(stderr).toContain(`debut restore ${backup} --force`);
    expect(await runHere(["restore", backup, "--force"], env)).toMatchObject({ code: 0 });
    expect(await runHere(["user", "list"], env)).toMatchObject({ code: 0, stdout: expect.stringContaining("ann@") });
  });
});

describe("restore", () => {
  it("keeps the write-ahead log of a file that SQLite cannot read", async () => {
    truncateSync(file, 0);
    writeFileSync(`${file}-wal`, "the only copy of the last changes");
    const { old } = JSON.parse((await runHere(["restore", backup, "--force", "--json"], env)).stdout);
    expect(readFileSync(`${old}-wal`, "utf8")).toBe("the only copy of the last changes");
  });

  it("leaves a database alone that another process has open", async () => {
    const script = `const db = new (require(${JSON.stringify(fileURLToPath(import.meta.resolve("better-sqlite3")))}))(${JSON.stringify(file)});
      db.exec("update secrets set value = value");
      console.log("open");
      process.stdin.on("data", () => db.exec("update secrets set value = value"));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "inherit"] });
    await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
    const restore = () => runHere(["restore", backup, "--force"], env);
    expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining("Stop it first") });
    await end(child, "SIGKILL");
    expect((await restore()).stdout).not.toContain("still running");
    expect(checkDatabase(file)).toEqual([]);
    HARM["a damaged header"]!();
    expect((await restore()).stdout).toContain("If the site is still running, stop it now");
  });

  it("reports a damaged backup and names the newest intact one", async () => {
    const newer = join(dirname(backup), "debut-20991231T000000Z.db");
    copyFileSync(backup, newer);
    truncateSync(newer, 5000);
    expect(await runHere(["restore", newer, "--force"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be restored"),
    });
    HARM["a damaged header"]!();
    expect((await runHere(["migrate"], env)).stderr).toContain(`debut restore ${backup} --force`);
    rmSync(dirname(backup), { recursive: true });
    expect((await runHere(["migrate"], env)).stderr).toContain("restore a backup: debut restore FILE --force");
  });
});
