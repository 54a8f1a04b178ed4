import Database from "better-sqlite3";

/**
 * Copies a database in use from one snapshot of a separate connection: the backup API would restart
 * at every commit and never end on a busy site.
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

/** A copy without free pages. Equal content gives equal bytes. */
export function compactCopy(source: string, target: string): void {
  const db = new Database(source, { readonly: true, fileMustExist: true });
  try {
    db.prepare("vacuum into ?").run(target);
  } finally {
    db.close();
  }
}
