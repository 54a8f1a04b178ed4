import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Names that survive a killed process: the operating system has them when `add` returns, so only a
 * power loss can take them. Processes that share the file see each other's.
 */
export type Marks = {
  add(name: string): void;
  remove(name: string): void;
  has(name: string): boolean;
  clear(): void;
  close(): void;
};

export function openMarks(file: string): Marks {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, "a+", 0o600);
  const names = new Set<string>();
  let readTo = 0;
  let rest = "";

  function readNew(): void {
    const { size } = fstatSync(handle);
    if (size < readTo) {
      [readTo, rest] = [0, ""];
      names.clear();
    }
    if (size === readTo) return;
    const bytes = Buffer.alloc(size - readTo);
    const count = readSync(handle, bytes, 0, bytes.length, readTo);
    readTo += count;
    const lines = (rest + bytes.toString("utf8", 0, count)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("+")) names.add(line.slice(1));
      else names.delete(line.slice(1));
    }
  }

  return {
    add: (name) => void writeSync(handle, `+${name}\n`),
    remove: (name) => void writeSync(handle, `-${name}\n`),
    has(name) {
      readNew();
      return names.has(name);
    },
    clear: () => ftruncateSync(handle, 0),
    close: () => closeSync(handle),
  };
}
