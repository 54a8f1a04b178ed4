import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Entry, publicData } from "#transfer/public-data.ts";
import { EXPORT_FORMATS, type ExportFormat, written } from "#transfer/written.ts";
import { createPictureStores } from "../picture-stores.ts";
import { type Command, needFolderOf, oneOf, text, withExistingStore } from "./command.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "export [--to FILE] [--format jsonl|yaml|csv]",
  summary:
    "Writes all public data as JSON lines or YAML: fields, categories, founders, listings, reviews, posts, awards, and " +
    "the uploaded pictures that they show. As CSV, a table of the listings.",
  about: `Each line is {"type":…,"data":…}, where data is the public response of the REST interface. Accounts, email addresses, sessions,
keys, orders, drafts and voters are not included: for a whole copy make a backup. debut import reads fields, categories, listings and posts back.
The table has a column for each field, also those of this directory.`,
  examples: ["export > public.jsonl", "export --to public.yaml", "export --to listings.csv"],
  options: {
    to: "a new file; default: standard output",
    format: "jsonl, yaml or csv; default: what the file's name says, else jsonl",
  },
  async run({ flags }, io) {
    const to = text(flags, "to");
    if (to !== undefined) needFolderOf(to);
    const format = oneOf(flags, "format", EXPORT_FORMATS) ?? formatOf(to ?? "");
    const counts: Record<string, number> = {};
    await withExistingStore(io, async (store, settings) => {
      const { uploads } = createPictureStores(settings, () => new Date());
      async function* entries(): AsyncGenerator<Entry> {
        for await (const entry of publicData(store, settings, uploads, new Date())) {
          if (format !== "csv" || entry.type === "listing") counts[entry.type] = (counts[entry.type] ?? 0) + 1;
          yield entry;
        }
      }
      const texts = written(entries(), format, store.ownFields());
      if (to === undefined) for await (const text of texts) await io.raw(text);
      else await writeNew(to, texts);
    });
    const sum = Object.entries(counts)
      .map(([type, count]) => `${count} ${count === 1 ? type : plural(type)}`)
      .join(", ");
    if (to === undefined) io.note(`Wrote ${sum}.`);
    else io.answer(`Wrote ${sum} to ${to}.`, { file: to, counts });
  },
};

const plural = (type: string): string => (type.endsWith("y") ? `${type.slice(0, -1)}ies` : `${type}s`);

const formatOf = (file: string): ExportFormat =>
  /\.ya?ml$/.test(file) ? "yaml" : file.endsWith(".csv") ? "csv" : "jsonl";

async function writeNew(path: string, texts: AsyncIterable<string>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await pipeline(texts, file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
  }
}
