import { databaseFile } from "../config.ts";
import { type Command, withStore } from "./command.ts";

export const migrateCommand: Command = {
  name: "migrate",
  usage: "migrate",
  summary: "Brings the database to this version, after a backup beside it. serve does this by itself.",
  options: {},
  async run(_input, io) {
    await withStore(io, async (_store, settings) =>
      io.answer(`${databaseFile(settings)} is up to date.`, { database: databaseFile(settings) }),
    );
    return 0;
  },
};
