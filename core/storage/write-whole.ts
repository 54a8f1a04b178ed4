import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export async function writeWhole(file: string, bytes: Uint8Array, options: { flush?: boolean } = {}): Promise<void> {
  const folder = await mkdtemp(`${file}.`);
  try {
    const partial = join(folder, "new");
    await writeFile(partial, bytes, options);
    await rename(partial, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
