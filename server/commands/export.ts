import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Entry, publicData } from "../../transfer/public-data.ts";
import { createPictureStores } from "../picture-stores.ts";
import { type Command, needFolderOf, text, withExistingStore } from "./command.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "export [--to FILE]",
  summary:
    "Writes all public data as JSON lines: categories, founders, listings, reviews, posts, awards, and " +
    "the uploaded pictures that they show.",
  about: `Each line is {"type":…,"data":…}, where data is the public response of the REST interface. Accounts, email addresses, sessions,
keys, orders, drafts and voters are not included: for a whole copy make a backup. debut import reads listings and posts back.`,
  examples: ["export > public.jsonl", "export --to public.jsonl"],
  options: { to: "a new file; default: standard output" },
  async run({ flags }, io) {
    const to = text(flags, "to");
    if (to !== undefined) needFolderOf(to);
    const counts: Record<string, number> = {};
    await withExistingStore(io, async (store, settings) => {
      const { uploads } = createPictureStores(settings, () => new Date());
      async function* entries(): AsyncGenerator<Entry> {
        for await (const entry of publicData(store, settings, uploads, new Date())) {
          counts[entry.type] = (counts[entry.type] ?? 0) + 1;
          yield entry;
        }
      }
      if (to === undefined) for await (const entry of entries()) await io.line(JSON.stringify(entry), entry);
      else await writeNew(to, entries());
    });
    const sum = Object.entries(counts)
      .map(([type, count]) => `${count} ${type}`)
      .join(", ");
    if (to === undefined) io.note(`Wrote ${sum}.`);
    else io.answer(`Wrote ${sum} to ${to}.`, { file: to, counts });
  },
};

async function writeNew(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  async function* lines() {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  }
  try {
    await pipeline(lines, file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
  }
}
