import Database from "better-sqlite3";

/** Rows that must survive every fault: those that are only added. A version contains its whole listing. */
const TABLES: Record<string, string> = {
  account: "select email, password_hash, is_admin from accounts",
  key: "select hash, scopes from api_keys where revoked_at is null",
  version: "select listing_id, version, snapshot_json from listing_versions",
  listing: "select id, slug, url, status from listings",
  founder: "select id, slug, name, bio from founders",
  post: "select slug, body_markdown from posts",
  category: "select slug, name from categories",
};

/** Every fact in a database file, as text; readable while the site runs. */
export function factsIn(file: string): Set<string> {
  const db = new Database(file, { readonly: true });
  try {
    return new Set(
      Object.entries(TABLES).flatMap(([kind, sql]) =>
        db
          .prepare(sql)
          .raw()
          .all()
          .map((row) => `${kind} ${JSON.stringify(row)}`),
      ),
    );
  } finally {
    db.close();
  }
}

export const missingFrom = (there: ReadonlySet<string>, wanted: ReadonlySet<string>): string[] =>
  [...wanted].filter((fact) => !there.has(fact));
