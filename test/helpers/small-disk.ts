import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Makes a folder a disk of one megabyte, until it is taken away; undefined where that is not allowed. */
export function mountSmall(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "debut-test", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return () => void execFileSync("umount", [folder]);
}
