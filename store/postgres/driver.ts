import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Driver, Rows, Statement } from "../sql/session.ts";
import { clean } from "./clean.ts";

/** Statements named per connection; others are parsed each time, so that memory stays bounded. */
const MOST_NAMED = 1500;
const MOST_STATEMENTS = 3000;
const { BOOL, INT8, NUMERIC } = pg.types.builtins;

/** Numbers come as numbers, as from SQLite; all fit exactly. Booleans are 1 and 0. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === BOOL) return (value: string) => (value === "t" ? 1 : 0);
    return pg.types.getTypeParser(oid, format);
  },
};

type Text = { text: string; name: string | undefined };
const texts = new LRUCache<string, Text>({ max: MOST_STATEMENTS });
let named = 0;

/** Replaces ? by $1, $2, …. No SQL text contains another question mark. */
export function numbered(sqlite: string): string {
  let values = 0;
  return sqlite.replaceAll("?", () => `$${++values}`);
}

/** Only repeated texts get a name: lists of different lengths are different texts. */
function textOf(sqlite: string): Text {
  const known = texts.get(sqlite);
  if (!known) {
    const made = { text: numbered(sqlite), name: undefined };
    texts.set(sqlite, made);
    return made;
  }
  if (!known.name && named < MOST_NAMED) {
    known.name = hash("sha1", known.text, "base64url");
    named++;
  }
  return known;
}

/** As SQLite stores values: NaN becomes null. */
const stored = (value: unknown): unknown =>
  typeof value === "string" ? clean(value) : Number.isNaN(value) ? null : value;

export type Hooks = { admit: (text: string) => void; noted: (error: unknown) => unknown };

export type Asked = Pick<pg.Pool, "query">;

export function postgresDriver(client: () => Asked, { admit, noted }: Hooks): Driver {
  async function ask<Row extends object>(sqlite: string, given: unknown[], rowMode?: "array") {
    admit(sqlite);
    const { text, name } = textOf(sqlite);
    const config = {
      text,
      values: given.map(stored),
      types: rowTypes,
      ...(name && { name }),
      ...(rowMode && { rowMode }),
    };
    try {
      // The driver's types allow lists or a name, not both.
      return await client().query<Row>(config);
    } catch (error) {
      throw noted(error);
    }
  }
  const rows = <Row extends object>(text: string, rowMode?: "array"): Rows<Row> => ({
    all: async (values) => (await ask<Row>(text, values, rowMode)).rows,
    get: async (values) => (await ask<Row>(text, values, rowMode)).rows[0],
  });
  return {
    statement: (text): Statement => ({
      lists: rows<unknown[]>(text, "array"),
      objects: rows(text),
      run: async (values) => ({ changes: (await ask(text, values)).rowCount ?? 0 }),
    }),
  };
}
