import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { enter } from "../../store/sqlite/presence.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { end } from "../helpers/process.ts";

/** A process of its own that is present until it is ended. */
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
