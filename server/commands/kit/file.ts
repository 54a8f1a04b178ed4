import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { CommandError } from "../command.ts";

export type KitFile = { path: string; content: string | Uint8Array; isSecret?: true };

export const jsonFile = (path: string, value: unknown): KitFile => ({
  path,
  content: `${JSON.stringify(value, null, 2)}\n`,
});

/** A ZIP of the files below `folder` with a fixed date, so that equal files give equal bytes. */
export function zipFile(path: string, folder: string, files: readonly KitFile[]): KitFile {
  const content: Zippable = Object.fromEntries(
    files
      .filter((file) => file.path.startsWith(folder))
      .map((file) => [file.path.slice(folder.length), Buffer.from(file.content)]),
  );
  return { path, content: zipSync(content, { mtime: "1980-01-01T00:00:00" }) };
}

/** Rejects a non-empty folder, to overwrite nothing, above all no key. */
export function needEmptyFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty. Choose a new folder; nothing was written.`);
}

export function writeKit(folder: string, files: readonly KitFile[]): void {
  for (const { path, content, isSecret } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { flag: "wx", mode: isSecret ? 0o600 : 0o644 });
  }
}
