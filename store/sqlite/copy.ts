import Database from "better-sqlite3";

/**
 * Writes a consistent copy of a database in use. Reads one snapshot over its own connection: a copy
 * that follows the writer would restart at every commit and never end on a busy site.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const db = new Database(source, { readonly: true, fileMustExist: true });
  try {
    db.exec("begin; select count(*) from sqlite_master");
    await db.backup(target);
  } finally {
    db.close();
  }
}

/** Writes a copy without free pages, at once. The same content gives the same bytes. */
export function compactCopy(source: string, target: string): void {
  const db = new Database(source, { readonly: true, fileMustExist: true });
  try {
    db.prepare("vacuum into ?").run(target);
  } finally {
    db.close();
  }
}
