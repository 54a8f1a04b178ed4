import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { once } from "../../domain/once.ts";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;

/** SQLite waits for the disk in each change, which took a third of the time. Memory has no such wait. */
const parent = once((): string => {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
});

/** A new folder for data, in memory where there is room. Whoever creates it removes it. */
export const createFolder = (): string => mkdtempSync(join(parent(), "debut-test-"));

/** A new folder that goes when the running test ends. */
export function temporaryFolder(): string {
  const folder = createFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
