import Database from "better-sqlite3";

/** Columns of a listing that every peer gets, by kind. */
export const COLUMNS = {
  slug: "string",
  url: "string",
  domain: "string",
  name: "string",
  tagline: "text",
  stage: "string",
  pricing_model: "string",
  country: "string",
  logo_url: "string",
  primary_category: "string",
  launch_week: "string",
  votes: "integer",
  followers: "integer",
  views: "integer",
  rating_sum: "integer",
  rating_count: "integer",
  profile: "json",
} as const;

/** Copies the live listings of a Debut database into the table of a peer. */
export function copyRows(from: string, to: string, extra: (slug: string) => Record<string, string | number>): void {
  const source = new Database(from, { readonly: true });
  const target = new Database(to);
  const names = Object.keys(COLUMNS);
  const columns = names.map((name) => (name === "profile" ? "profile_json as profile" : name));
  const rows = source.prepare(`select ${columns} from listings where status = 'live'`).all() as { slug: string }[];
  const added = Object.keys(extra(""));
  const all = [...names, ...added];
  const insert = target.prepare(`insert into listings (${all}) values (${all.map((name) => `@${name}`)})`);
  target.transaction(() => {
    target.exec("delete from listings");
    for (const row of rows) insert.run({ ...row, ...extra(row.slug) });
  })();
  source.close();
  target.close();
}
