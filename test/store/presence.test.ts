import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { enter } from "../../store/sqlite/presence.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { end } from "../helpers/process.ts";

async function neighbour(folder: string) {
  const module = join(import.meta.dirname, "../../store/sqlite/presence.ts");
  const code = `import { randomUUID } from "node:crypto"; import { enter } from ${JSON.stringify(module)};
    // What nothing names is collected as garbage, and its lock with it.
    globalThis.presence = enter(${JSON.stringify(folder)}, randomUUID);
    console.log(globalThis.presence.id); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const [id] = await once(child.stdout!, "data");
  return { child, id: String(id).trim() };
}

it("a process is listed while it runs, known to be gone after it is killed, and then forgotten", async () => {
  const folder = temporaryFolder();
  const own = enter(folder, randomUUID);
  expect(own.look()).toEqual({ alive: [], gone: [] });
  const { child, id } = await neighbour(folder);
  expect(own.look()).toEqual({ alive: [id], gone: [] });
  child.kill("SIGSTOP");
  expect(own.look()).toEqual({ alive: [id], gone: [] });
  await end(child, "SIGKILL");
  expect(own.look()).toEqual({ alive: [], gone: [id] });
  own.forget([id]);
  expect(own.look()).toEqual({ alive: [], gone: [] });
  own.leave();
  expect(readdirSync(folder)).toEqual([]);
});

/** A process of its own that makes and deletes files like those of neighbours without a pause, until it is ended. */
async function restless(folder: string) {
  const code = `const { writeFileSync, rmSync } = require("node:fs");
    console.log("begun");
    for (let n = 0; ; n++) {
      const file = ${JSON.stringify(folder)} + "/" + n + ".lock";
      writeFileSync(file, "");
      rmSync(file);
    }`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout!, "data");
  return child;
}

it("a process that exits while it is being checked is not an error", async () => {
  const folder = temporaryFolder();
  const own = enter(folder, randomUUID);
  const child = await restless(folder);
  try {
    // Of a hundred that are listed, some are deleted before they are opened, and some before they are locked.
    for (let seen = 0; seen < 1000; ) seen += own.look().gone.length;
  } finally {
    await end(child, "SIGKILL");
  }
});

it("failing to open another process's file is an error", () => {
  const folder = temporaryFolder();
  const own = enter(folder, randomUUID);
  mkdirSync(join(folder, "other.lock"));
  expect(() => own.look()).toThrow("unable to open database file");
});

it("a process that locks its file late is not forgotten", () => {
  const folder = temporaryFolder();
  const own = enter(folder, randomUUID);
  writeFileSync(join(folder, "other.lock"), "");
  const { gone } = own.look();
  expect(gone).toEqual(["other"]);
  const other = enter(folder, () => "other");
  own.forget(gone);
  expect(own.look()).toEqual({ alive: ["other"], gone: [] });
  other.leave();
  own.leave();
  expect(readdirSync(folder)).toEqual([]);
});
