import type Database from "better-sqlite3";
import type { Shown } from "#domain/listings/listing-change.ts";
import { given } from "#domain/text/given.ts";
import { listingIndex } from "../search/listing-index.ts";
import { followReaders } from "../search/own-words.ts";
import { beforeCommit } from "../sqlite/snapshot.ts";

export type Value = string | number | null;
/** A row by column name. */
export type Row = Record<string, Value>;

/** Frequently changing columns, copied separately; see `listing_row_changed`. */
export const FIGURES = ["votes", "trending", "views", "followers"] as const;

export const LINKS = ["listing_categories", "listing_founders"] as const;
export type Links = Record<(typeof LINKS)[number], Row[]>;

/** Independent of the order of rows and columns. */
const textOf = (rows: readonly Row[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort());

/** Vectors of more new listings are computed later. */
const FEW = 3;

/**
 * Writes rows of another database into a file with the same tables. Only differing columns are set,
 * because triggers notify searches.
 */
export function rowWriter(client: Database.Database) {
  const index = listingIndex(client);
  followReaders(client);
  const statements = new Map<string, Database.Statement<Value[], Row>>();
  function prepared(text: string): Database.Statement<Value[], Row> {
    const statement = statements.get(text) ?? client.prepare<Value[], Row>(text);
    statements.set(text, statement);
    return statement;
  }
  const run = (text: string, ...values: Value[]) => void prepared(text).run(...values);

  function together<T>(work: () => T): T {
    beforeCommit(client);
    return client.transaction(work).immediate();
  }

  const columns = new Map<string, string[]>();
  function columnsOf(table: string): string[] {
    const known =
      columns.get(table) ?? client.prepare<[], string>(`select name from pragma_table_info('${table}')`).pluck().all();
    columns.set(table, known);
    return known;
  }
  const insert = (table: string, row: Row): void => {
    const names = columnsOf(table);
    run(
      `insert into ${table}(${names.map((name) => `"${name}"`)}) values (${names.map(() => "?")})`,
      ...names.map((name) => row[name] ?? null),
    );
  };

  /** Writes a row and returns the previous one. */
  function put(table: string, key: string, row: Row): Row | undefined {
    const before = prepared(`select * from ${table} where ${key} = ?`).get(given(row[key]));
    if (!before) {
      insert(table, row);
      return undefined;
    }
    const changed = columnsOf(table).filter((name) => before[name] !== (row[name] ?? null));
    if (changed.length)
      run(
        `update ${table} set ${changed.map((name) => `"${name}" = ?`)} where ${key} = ?`,
        ...changed.map((name) => row[name] ?? null),
        given(row[key]),
      );
    return before;
  }

  /** Rows may exchange their slugs, which are unique. */
  function freeSlugs(table: "listings" | "founders", rows: readonly Row[]): void {
    for (const { id, slug } of rows)
      run(`update ${table} set slug = 'moving/' || id where id = ? and slug <> ?`, given(id), slug ?? null);
  }

  function putLinks(id: number, links: Links): void {
    for (const table of LINKS) {
      const rows = links[table].filter(({ listing_id }) => listing_id === id);
      if (textOf(prepared(`select * from ${table} where listing_id = ?`).all(id)) === textOf(rows)) continue;
      run(`delete from ${table} where listing_id = ?`, id);
      for (const row of rows) insert(table, row);
    }
  }

  const sourceOf = (row: Row) => ({
    ...{ id: Number(row.id), name: String(row.name) },
    tagline: row.tagline == null ? null : String(row.tagline),
    language: row.language == null ? null : String(row.language),
    pricingModel: row.pricing_model == null ? null : String(row.pricing_model),
    profile: JSON.parse(String(row.profile_json)),
  });
  const areWordsSame = (one: Row, other: Row): boolean =>
    (["name", "tagline", "language", "pricing_model", "profile_json"] as const).every(
      (name) => one[name] === other[name],
    );

  return {
    /**
     * Writes these listings; those without a row are deleted. Returns the id after which vectors
     * are missing.
     */
    listings(ids: readonly number[], rows: readonly Row[], links: Links): number {
      const found = new Set(rows.map(({ id }) => id));
      for (const id of ids) {
        if (found.has(id)) continue;
        index.remove(id);
        for (const table of [...LINKS, "listing_texts", "listing_vectors"])
          run(`delete from ${table} where listing_id = ?`, id);
        run("delete from listings where id = ?", id);
      }
      freeSlugs("listings", rows);
      const added = [];
      for (const row of rows) {
        const before = put("listings", "id", row);
        putLinks(Number(row.id), links);
        if (!before) added.push(sourceOf(row));
        else if (!areWordsSame(before, row)) index.put(sourceOf(row));
      }
      if (added.length > FEW) {
        index.addWords(added);
        return Math.min(...added.map(({ id }) => id)) - 1;
      }
      if (added.length) index.add(added);
      return Number.POSITIVE_INFINITY;
    },
    figures(rows: readonly number[][]): void {
      for (const [id, ...values] of rows) {
        const before = prepared(`select ${FIGURES.join(", ")} from listings where id = ?`).get(given(id));
        const changed = FIGURES.flatMap((name, at) =>
          before && before[name] !== values[at] ? [{ name, value: given(values[at]) }] : [],
        );
        if (changed.length)
          run(
            `update listings set ${changed.map(({ name }) => `${name} = ?`).join(", ")} where id = ?`,
            ...changed.map(({ value }) => value),
            given(id),
          );
      }
    },
    founders(ids: readonly number[], rows: readonly Row[]): void {
      const found = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!found.has(id)) run("delete from founders where id = ?", id);
      freeSlugs("founders", rows);
      for (const row of rows) put("founders", "id", row);
    },
    posts(slugs: readonly string[], rows: readonly Row[]): void {
      const found = new Set(rows.map(({ slug }) => slug));
      for (const slug of slugs) if (!found.has(slug)) run("delete from posts where slug = ?", slug);
      for (const row of rows) put("posts", "slug", row);
    },
    /** Replaces the rows of a table. With a `key`, only rows that differ are written. */
    table(name: string, rows: readonly Row[], key?: string): void {
      if (textOf(prepared(`select * from ${name}`).all()) === textOf(rows)) return;
      if (key === undefined) {
        run(`delete from ${name}`);
        for (const row of rows) insert(name, row);
        return;
      }
      const left = JSON.stringify(rows.map((row) => row[key]));
      run(`delete from ${name} where ${key} not in (select value from json_each(?))`, left);
      for (const row of rows) put(name, key, row);
    },
    /** Adds to the list of changed listings, numbered by this process. */
    changes(list: readonly { slug: string; shown: Shown }[]): void {
      for (const { slug, shown } of list) run("insert into listing_changes(slug, shown) values (?, ?)", slug, shown);
    },
    /** Unknown changes: a gap in the numbers tells followers to reload. */
    forgetChanges(): void {
      run("insert into listing_changes(seq, slug) select max(seq) + 100000, 'race/' from listing_changes");
      run("delete from listing_changes where seq < (select max(seq) from listing_changes)");
    },
    /** Computes some missing vectors; returns where to continue. */
    makeVectors: (after: number): number | undefined => together(() => index.vectors.putMissing(after)),
    /** Some listings that a changed field waits for; returns whether more remain. */
    fileOwn: (): boolean => index.own.isWaiting() && together(() => index.own.putSome()),
    idsOf: (table: "listings" | "founders"): number[] =>
      client.prepare<[], number>(`select id from ${table}`).pluck().all(),
    slugsOfPosts: (): string[] => client.prepare<[], string>("select slug from posts").pluck().all(),
    state: (key: string): string | undefined =>
      client.prepare<[string], string>("select value from replica_state where key = ?").pluck().get(key),
    setState: (key: string, value: string) =>
      run(
        "insert into replica_state(key, value) values (?, ?) on conflict(key) do update set value = excluded.value",
        key,
        value,
      ),
    together,
  };
}
