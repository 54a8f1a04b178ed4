import { keySource } from "#core/credentials/secret-keys.ts";
import { databaseFile, type Settings } from "#core/settings/config.ts";
import { directUrl } from "#core/settings/database-settings.ts";
import { withoutPasswords } from "#core/settings/shown-settings.ts";
import { readBucketAddress } from "#core/storage/address.ts";
import { given } from "#domain/text/given.ts";
import { bucketStorages, localStorages } from "../picture-stores.ts";
import { type Command, CommandError, type Io, text } from "./command.ts";
import { effectiveNow } from "./effective.ts";
import { moveFiles } from "./move/files.ts";

export const move: Command = {
  name: "move",
  usage: "move --to URL|FILE | --finish | --files [--back]",
  summary: "Moves the database to PostgreSQL or back, or pictures to the storage of STORAGE_URL or back.",
  about: `--to postgres://… copies the database of DATA_DIR into an empty one of PostgreSQL. The site may run: it is read-only for
the last seconds, until you stop it, and all rows are compared. Then start it with DATABASE_URL. A move that is cut off can be
started again. If that happens after its commit, the new database refuses to serve until it is moved again, or until --finish says
that nobody has written to the old one since. --to FILE moves from DATABASE_URL into a new SQLite file, which must be debut.db in DATA_DIR.
--files copies pictures that are missing in the storage, reads each back, deletes nothing and is safe to repeat. Run it while the
site runs, restart the site with STORAGE_URL, and run it again for what was uploaded in between.`,
  examples: [
    "move --to postgres://debut:secret@db.example.com/debut",
    "move --to var/debut.db",
    "move --files",
    "move --files --back",
  ],
  options: {
    to: "where the database goes: an address of PostgreSQL, or debut.db in DATA_DIR",
    finish: { isOn: "nobody has written to the old database since the move was interrupted" },
    files: { isOn: "uploaded pictures, and the copies of remote ones" },
    back: { isOn: "with --files: from the storage to DATA_DIR" },
  },
  async run({ flags }, io) {
    const settings = await effectiveNow(io.settings());
    const to = text(flags, "to");
    if ([to !== undefined, flags.files === true, flags.finish === true].filter(Boolean).length !== 1)
      throw new CommandError("Choose what to move: --to URL, --to FILE or --files.", 2);
    if (to !== undefined) await moveDatabase(to, settings, io);
    else if (flags.finish) await confirmMove(settings, io);
    else await movePictures(flags.back === true, settings, io);
  },
};

async function moveDatabase(to: string, settings: Settings, io: Io): Promise<void> {
  // Loaded lazily, so that other commands start without PostgreSQL.
  const { moveToFile, moveToPostgres } = await import("./move/database.ts");
  const { resolve } = await import("node:path");
  const options = { settings, note: io.note };
  const { DATABASE_URL } = settings;
  const isUrl = /^postgres(ql)?:\/\//.test(to);
  if (isUrl && DATABASE_URL)
    throw new CommandError(
      "The database is on PostgreSQL already (DATABASE_URL). Use pg_dump and pg_restore to move it there.",
    );
  if (!isUrl && !DATABASE_URL) throw new CommandError("Set DATABASE_URL to the database to move to a file.");
  if (!isUrl && resolve(to) !== databaseFile(settings))
    throw new CommandError(`The file is ${databaseFile(settings)}. Set DATA_DIR for another folder.`);
  const moved = isUrl ? await moveToPostgres(to, options) : await moveToFile(given(directUrl(settings)), options);
  const { tables, rows, corrected, lockedMs, cleaned, old } = moved;
  const target = isUrl ? withoutPasswords(to) : databaseFile(settings);
  const lines = [
    `Moved ${rows} rows of ${tables} tables to ${target}; all of them are the same there.`,
    `${corrected} changed while they were copied. The site was read-only for ${(lockedMs / 1000).toFixed(1)} seconds of that.`,
    ...(cleaned.length
      ? [`Texts with zero characters, which PostgreSQL cannot keep, have others now: ${cleaned.join(", ")}.`]
      : []),
    ...(old ? [`The old database is ${old}.`] : []),
    `The key of secrets is unchanged, in ${keySource(settings)}: every process on the new database needs it.`,
    isUrl ? "Start the site with DATABASE_URL." : "Start the site without DATABASE_URL.",
  ];
  io.answer(lines.join("\n"), { target, ...moved });
}

async function confirmMove({ DATABASE_URL }: Settings, io: Io): Promise<void> {
  if (!DATABASE_URL) throw new CommandError("Set DATABASE_URL to the database that was moved to.");
  const { finishMove } = await import("./move/database.ts");
  await finishMove(DATABASE_URL);
  io.answer("The move is complete. Start the site with DATABASE_URL.", { target: withoutPasswords(DATABASE_URL) });
}

async function movePictures(isBack: boolean, settings: Settings, io: Io): Promise<void> {
  if (!settings.STORAGE_URL) throw new CommandError("Set STORAGE_URL to the source or target storage.");
  const now = () => new Date();
  const [here, bucket] = [localStorages(settings, now), bucketStorages(settings.STORAGE_URL, settings, now)];
  const [from, to] = isBack ? [bucket, here] : [here, bucket];
  const uploads = await moveFiles(from.uploads, to.uploads);
  const pictures = await moveFiles(from.pictures, to.pictures);
  const target = isBack ? settings.DATA_DIR : readBucketAddress(settings.STORAGE_URL).base;
  io.answer(
    `Copied ${uploads.copied} files of uploaded pictures and ${pictures.copied} of remote ones to ` +
      `${target}; ${uploads.there + pictures.there} were there.`,
    { target, uploads, pictures },
  );
}
