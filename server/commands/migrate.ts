import { databaseFile } from "#core/settings/config.ts";
import { withoutPasswords } from "#core/settings/shown-settings.ts";
import { databaseFault } from "#store/database-fault.ts";
import { rebuildSearchIndex } from "#store/search/listing-index.ts";
import { isInUse } from "#store/sqlite/check.ts";
import { openWriter } from "#store/sqlite/open.ts";
import { type Command, CommandError, withStore } from "./command.ts";

export const migrateCommand: Command = {
  name: "migrate",
  usage: "migrate [--search]",
  summary: "Upgrades the database to this version, after a checked backup beside it. serve does this by itself.",
  about: `The backup is named debut.db.before-vN-upgrade. A database of a newer version is refused, with instructions to go back.
With --search, it also rebuilds the search index; stop the site first.`,
  options: { search: { isOn: "rebuild the search index" } },
  async run({ flags }, io) {
    const settings = io.settings();
    const { DATABASE_URL } = settings;
    if (flags.search && DATABASE_URL)
      throw new CommandError("On PostgreSQL each process makes its own search index when it starts. Restart the site.");
    await withStore(io, async () => undefined);
    const database = DATABASE_URL ? withoutPasswords(DATABASE_URL) : databaseFile(settings);
    if (flags.search) {
      if (isInUse(database)) throw new CommandError("The site is running on this database. Stop it first.");
      const writer = openWriter(database);
      try {
        rebuildSearchIndex(writer);
      } catch (error) {
        throw databaseFault(settings, error) ?? error;
      } finally {
        writer.close();
      }
    }
    io.answer(`${database} is up to date.`, { database });
  },
};
