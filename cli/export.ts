import { createWriteStream, existsSync } from "node:fs";
import { finished } from "node:stream/promises";
import { type Command, CommandError, text, withStore, writeLine } from "./command.ts";
import { publicData } from "./transfer/public-data.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "export [--to FILE]",
  summary: "Writes all public data as JSON lines: categories, listings, reviews, founders, posts, awards.",
  about: `Each line is {"type":…,"data":…}, and data is what the REST interface answers to everybody. Accounts, mail addresses, sessions,
keys, orders, drafts and who voted for what are not in it: for a whole copy make a backup. debut import reads the listings again.`,
  examples: ["export > public.jsonl", "export --to public.jsonl"],
  options: { to: { type: "string", summary: "a new file; standard output otherwise" } },
  async run({ flags }, io) {
    const to = text(flags, "to");
    if (to !== undefined && existsSync(to)) throw new CommandError(`${to} exists. Name a new file.`);
    const counts: Record<string, number> = {};
    await withStore(io, async (store, settings) => {
      const file = to === undefined ? undefined : createWriteStream(to, { flags: "wx", mode: 0o600 });
      for await (const entry of publicData(store, settings, new Date())) {
        counts[entry.type] = (counts[entry.type] ?? 0) + 1;
        const line = JSON.stringify(entry);
        if (file) await writeLine(file, line);
        else await io.line(line, entry);
      }
      if (file) await finished(file.end());
    });
    const sum = Object.entries(counts)
      .map(([type, count]) => `${count} ${type}`)
      .join(", ");
    if (to === undefined) io.note(`Wrote ${sum}.`);
    else io.answer(`Wrote ${sum} to ${to}.`, { file: to, counts });
    return 0;
  },
};
