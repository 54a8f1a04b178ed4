import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { backUpTo } from "../backups.ts";
import { type Command, CommandError, withStore } from "./command.ts";

export const backup: Command = {
  name: "backup",
  usage: "backup FILE",
  summary: "Writes a consistent copy of the database, also while the site runs, and checks it.",
  options: {},
  positionals: ["FILE"],
  async run({ args }, io) {
    const file = resolve(args[0]!);
    if (existsSync(file)) throw new CommandError(`${file} exists. Name a new file.`);
    const faults = await withStore(io, (store) => backUpTo(store, file));
    if (faults.length)
      throw new CommandError(`The copy is damaged: ${faults.join("; ")}. Check the disk, then try again.`);
    io.answer(`Saved ${file}.`, { file });
    return 0;
  },
};
