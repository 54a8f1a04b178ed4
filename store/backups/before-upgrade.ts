import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { checkDatabase } from "../sqlite/check.ts";
import { compactCopy } from "../sqlite/copy.ts";

const CHUNK_BYTES = 1_048_576;

/**
 * Copies a database before an upgrade and checks the copy. Equal content has
 * one copy, so that an upgrade that fails at every start does not fill the disk.
 */
export function backUpBefore(database: string, version: number): string {
  const wanted = `${database}.before-v${version}-upgrade`;
  let newest: string | undefined;
  let free = wanted;
  for (let nth = 2; existsSync(free); nth++) {
    newest = free;
    free = `${wanted}-${nth}`;
  }
  const partial = `${wanted}.partial`;
  rmSync(partial, { force: true });
  try {
    compactCopy(database, partial);
    if (newest && haveSameBytes(partial, newest)) return newest;
    const faults = checkDatabase(partial);
    if (faults.length) throw new Error(`Nothing was upgraded, because its copy is damaged: ${faults.join("; ")}`);
    renameSync(partial, free);
    return free;
  } finally {
    rmSync(partial, { force: true });
  }
}

function haveSameBytes(left: string, right: string): boolean {
  if (statSync(left).size !== statSync(right).size) return false;
  const handles = [openSync(left, "r"), openSync(right, "r")] as const;
  const chunks = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)] as const;
  try {
    for (;;) {
      const count = readSync(handles[0], chunks[0]);
      readSync(handles[1], chunks[1]);
      if (!chunks[0].equals(chunks[1])) return false;
      if (!count) return true;
    }
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}
