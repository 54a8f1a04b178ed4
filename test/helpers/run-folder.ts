import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;

/** SQLite waits for the disk in each change, which took a third of the time. Memory has no such wait. */
function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/** One folder for the data of all tests of a run, in memory where there is room. It goes when the run ends. */
export default function ({ provide }: TestProject) {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), "debut-tests-"));
  // Some tests run the program as another user.
  chmodSync(folder, 0o755);
  provide("folder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
