import { existsSync } from "node:fs";
import { join } from "node:path";
import { backupFolder, type Settings, uploadFolder } from "#core/settings/config.ts";
import { plural, t, type Words } from "#languages/words.ts";
import { PICTURE_SIZES, type PictureShape } from "#pictures/key.ts";
import { listBackups } from "#store/backups/backups.ts";
import { uploadsBeside, uploadsIn } from "#store/backups/uploads.ts";
import { openQuestions, type Questions } from "#store/questions.ts";

const MOST_NAMED = 3;

async function filesOfRows(db: Questions): Promise<string[]> {
  const rows = await db.all<{ id: string; shape: PictureShape }>("select id, shape from uploads order by id");
  return rows.flatMap(({ id, shape }) => PICTURE_SIZES[shape].map((size) => `${id}-${size}.webp`));
}

const inDataDir = (settings: Settings) => new Set(uploadsIn(uploadFolder(settings)));

/**
 * Upload files with rows that the storage lacks. Rows are read twice because pictures may be
 * deleted meanwhile. Empty if the database is unreachable, which other checks report.
 */
export async function missingUploads(settings: Settings, stored = inDataDir): Promise<string[]> {
  const db = await openQuestions(settings).catch(() => undefined);
  try {
    const named = db ? await filesOfRows(db) : [];
    const there = stored(settings);
    const missing = named.filter((name) => !there.has(name));
    if (!db || missing.length === 0) return [];
    const still = new Set(await filesOfRows(db));
    return missing.filter((name) => still.has(name));
  } catch {
    return [];
  } finally {
    await db?.close();
  }
}

/** "4 files of uploaded pictures are missing in FOLDER: a.webp, b.webp, c.webp, …" */
export const missingWords = (missing: readonly string[], where: string): Words =>
  t`${plural(
    missing.length,
    "file of an uploaded picture is missing",
    "files of uploaded pictures are missing",
  )} in ${where}: ${[...missing.slice(0, MOST_NAMED), ...(missing.length > MOST_NAMED ? ["…"] : [])].join(", ")}`;

export function missingFault(missing: readonly string[], settings: Settings): { detail: Words; cure: Words } {
  const folder = uploadFolder(settings);
  const source = listBackups(backupFolder(settings)).find(({ file }) =>
    missing.some((name) => existsSync(join(uploadsBeside(file), name))),
  );
  return {
    detail: missingWords(missing, folder),
    cure: source
      ? t`Is the disk of ${folder} mounted? Otherwise restore them, also while the site runs: debut restore ${source.file} --uploads`
      : t`Is the disk of ${folder} mounted? Otherwise copy them back from elsewhere, or upload them again: no backup in ${backupFolder(settings)} has them.`,
  };
}
