import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAsset } from "node:sea";

/** Loads a native addon that is an asset of this executable. Systems load code only from files, so it is briefly written to one. */
export function loadAddon(name: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), "debut-"));
  const file = join(folder, "addon.node");
  try {
    writeFileSync(file, Buffer.from(getAsset(name)), { mode: 0o700 });
    const module = { exports: {} };
    process.dlopen(module, file);
    return module.exports;
  } catch (error) {
    throw new Error(
      `${(error as Error).message}. Debut unpacks its database engine into ${tmpdir()}: when programs may not be ` +
        "run from there, set TMPDIR to a folder where they may.",
    );
  } finally {
    // Windows locks the file of a loaded addon.
    if (process.platform !== "win32") rmSync(folder, { recursive: true, force: true });
  }
}
