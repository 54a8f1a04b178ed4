import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { explain } from "../../server/commands/explain.ts";
import { DatabaseFault } from "../../store/database-fault.ts";
import { createFolder, temporaryFolder } from "../helpers/folder.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { run, runHere } from "../helpers/process.ts";

const TABLE = "name,url,categories\nAcme,https://acme-charts.com,Web analytics\n";

/**
 * One sentence for people: what was wrong, the file, the next step, and no trace of the program's
 * inside.
 */
const isSentence = (text: string, names: string) => {
  expect(text).toContain(names);
  expect(text).toMatch(/^debut: .*\.(\s\([^)]*\))?\n$/);
  expect(text).not.toMatch(/\n\s+at |ENOENT|EISDIR|EACCES|node:|Invalid input/);
};

describe("a file that cannot be read or written", () => {
  let env: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    folder = createFolder();
    env = { DATA_DIR: join(folder, "var") };
    await runHere(["migrate"], env);
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it("export --to a missing folder or an existing file", async () => {
    const { code, stderr } = await run(["export", "--to", "/nope/x"], env);
    expect(code).toBe(1);
    isSentence(stderr, "/nope");
    const there = join(folder, "there");
    writeFileSync(there, "");
    isSentence((await runHere(["export", "--to", there], env)).stderr, there);
    isSentence((await runHere(["export", "--to", join(there, "below")], env)).stderr, there);
  });

  const FILES: [name: string, bytes: Buffer | undefined, says: RegExp][] = [
    ["missing.csv", undefined, /does not exist/],
    ["missing.jsonl", undefined, /does not exist/],
    ["table.xlsx", Buffer.from("PK\x03\x04\0\0", "latin1"), /spreadsheet.*CSV/],
    ["packed.csv", Buffer.from([0x1f, 0x8b, 8, 0]), /compressed.*Unpack/],
    ["picture.png", Buffer.from([0x89, 0x50, 0, 0, 1]), /not a text file/],
    ["other.csv", Buffer.from("Colour,Size\nred,3\n"), /no column for name and url.*Colour, Size.*--map/],
  ];
  it.each(FILES)("import %s", async (name, bytes, says) => {
    const file = join(folder, name);
    if (bytes) writeFileSync(file, bytes);
    const { code, stdout, stderr } = await runHere(["import", file], env);
    expect([code > 0, stdout]).toEqual([true, ""]);
    expect(stderr).toMatch(says);
    expect(stderr).toContain(file);
    expect(stderr).not.toMatch(/\n\s+at |ENOENT|node:/);
  });

  it.each([
    ["latin.csv", Buffer.from(`${TABLE}Caf\xe9,https://cafe.com,web-analytics\n`, "latin1"), "Café"],
    ["wide.txt", Buffer.from(`\ufeff${TABLE}Æther,https://aether.com,web-analytics\n`, "utf16le"), "Æther"],
  ])("import %s, in any encoding", async (name, bytes, listed) => {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    expect((await runHere(["import", file], env)).stdout).toContain(`added     ${listed}`);
  });

  it("import of a folder, or of a mapping to a missing column", async () => {
    isSentence((await runHere(["import", folder], env)).stderr, folder);
    const file = join(folder, "plain.csv");
    writeFileSync(file, TABLE);
    const { stderr } = await runHere(["import", file, "--map", "name=Nome,url=url"], env);
    expect(stderr).toMatch(/no column "Nome".*name, url, categories/);
  });

  it.skipIf(process.getuid?.() === 0)("import of a file that this user may not read", async () => {
    const file = join(folder, "secret.csv");
    writeFileSync(file, TABLE);
    chmodSync(file, 0);
    isSentence((await runHere(["import", file], env)).stderr, file);
  });

  it("backup into a missing folder", async () => {
    isSentence((await runHere(["backup", "/nope/x.db"], env)).stderr, "/nope");
  });
});

describe("a DATA_DIR that cannot be used", () => {
  const READING = [["export"], ["jobs", "list"], ["user", "list"], ["user", "promote", "a@b.example"], ["backup"]];
  it.each(READING.map((words) => [words.join(" "), words] as const))("%s makes no new database", async (_, words) => {
    const folder = temporaryFolder();
    const { code, stderr } = await runHere(words, { DATA_DIR: folder });
    expect(code).toBe(1);
    isSentence(stderr, folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a file in place of the folder, a file that is no database", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    isSentence((await runHere(["migrate"], { DATA_DIR: join(folder, "file", "var") })).stderr, "file");
    mkdirSync(join(folder, "var"));
    writeFileSync(join(folder, "var", "debut.db"), "x".repeat(5000));
    for (const words of [["migrate"], ["user", "list"], ["seed", "--demo"]]) {
      const { code, stderr } = await runHere(words, { DATA_DIR: join(folder, "var") });
      expect([code, stderr.includes("\n    at ")]).toEqual([1, false]);
      expect(stderr).toContain(join(folder, "var", "debut.db"));
      expect(stderr).toContain("debut restore");
    }
  });
});

describe("an unexpected error", () => {
  it("is one line, with a stack only at LOG_LEVEL=debug", () => {
    const { message, stack } = explain(new TypeError("x is not\n a function"), "/data/debut.db");
    expect(message).toBe("x is not a function. This is a bug: LOG_LEVEL=debug shows where, and a report helps.");
    expect(stack).toContain("    at ");
  });

  it("a message for people stays unchanged, whatever its cause", () => {
    const cause = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
    const named = new DatabaseFault("The disk reports errors.", "Check it.", cause);
    expect(explain(named, "/data/debut.db").message).toBe("The disk reports errors. Check it.");
    expect(explain(new Error("Give the site a name."), "/data/debut.db").message).toBe("Give the site a name.");
  });

  it("SQLite's codes name the database and the next step, even inside other errors", () => {
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    const { message } = explain(new Error("Failed query: insert …", { cause: full }), "/data/debut.db");
    expect(message).toMatch(/^\/data\/debut\.db cannot be used: the disk is full\. Free some space: /);
  });

  it("export ends quietly when its reader stops", async () => {
    const env = { DATA_DIR: temporaryFolder() };
    await runHere(["migrate"], env);
    const child = spawn(
      "bash",
      ["-c", `"${process.execPath}" server/main.ts export | head -c 10 > /dev/null; exit \${PIPESTATUS[0]}`],
      {
        cwd: join(import.meta.dirname, "../.."),
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env.PATH, LOG_LEVEL: "warn", SECRETS_KEY: TEST_KEY, ...env },
      },
    );
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, stderr.replace(/^Wrote .*\n/, "")]).toEqual([0, ""]);
  });
});
