import type { Storage, StoredFile } from "#core/storage/storage.ts";

const NAME = /^[\w-]{27}-\d+\.webp$/;
const AT_ONCE = 8;

export type MovedFiles = { copied: number; there: number };

export async function picturesOf(storage: Storage): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for await (const file of storage.list()) if (NAME.test(file.name)) files.set(file.name, file);
  return files;
}

/** Copies missing files and verifies each copy. Safe to repeat; deletes nothing. */
export async function moveFiles(from: Storage, to: Storage): Promise<MovedFiles> {
  const [given, there] = [await picturesOf(from), await picturesOf(to)];
  const missing = [...given.values()].filter(({ name, bytes }) => there.get(name)?.bytes !== bytes);
  let copied = 0;
  const copy = async (name: string): Promise<void> => {
    const content = await from.get(name);
    if (!content) return;
    await to.put(name, content);
    if (!(await to.get(name))?.equals(content)) throw new Error(`${name} came back different from the new storage.`);
    copied++;
  };
  for (let at = 0; at < missing.length; at += AT_ONCE)
    await Promise.all(missing.slice(at, at + AT_ONCE).map(({ name }) => copy(name)));
  return { copied, there: given.size - missing.length };
}
