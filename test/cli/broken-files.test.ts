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
import { checkDatabase } from "../../store/sqlite/check.ts";
import { createFolder, temporaryFolder } from "../helpers/folder.ts";
import { end, runHere } from "../helpers/process.ts";

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

  it("is named by every command that needs it, with the way back", async () => {
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

  it("gives way to a backup, and is kept with its log beside it", async () => {
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

  it("names a damaged backup as such, and the newest whole one where the newest is damaged", async () => {
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
