import { channel } from "node:diagnostics_channel";
import type { Query } from "drizzle-orm";
import type { BaseSQLiteDatabase as Drizzle, PreparedQueryConfig } from "drizzle-orm/sqlite-core";
import {
  BaseSQLiteDatabase,
  is,
  Param,
  Placeholder,
  type SQLiteAsyncDialect,
  SQLitePreparedQuery,
  SQLiteSession,
} from "../sqlite/drizzle.ts";
import { type Fields, rowReader } from "./rows.ts";

export type Changed = { changes: number };
/** Drizzle with asynchronous results, even if the driver is synchronous. */
export type Database = Drizzle<"async", Changed>;
/** A driver may answer synchronously. */
export type Rows<Row> = {
  all(values: unknown[]): Row[] | Promise<Row[]>;
  get(values: unknown[]): Row | undefined | Promise<Row | undefined>;
};
/** A prepared SQL text. Rows come as lists of values or as objects by column name. */
export type Statement = {
  lists: Rows<unknown[]>;
  objects: Rows<unknown>;
  run(values: unknown[]): Changed | Promise<Changed>;
};
export type Driver = { statement(text: string): Statement };

type Values = Record<string, unknown>;
type Async = PreparedQueryConfig & { type: "async" };
type NoSchema = Record<string, never>;

/** A value without a column, as columns write it: dates in milliseconds, booleans as 0 or 1. */
const plain = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : typeof value === "boolean" ? Number(value) : value;

/** Drizzle's own binder also encodes null, which columns do not accept. */
function binderOf(params: unknown[]): (given: Values) => unknown[] {
  const places = params.map((param) => {
    if (is(param, Placeholder)) return (given: Values) => plain(given[param.name]);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { value, encoder } = param;
    return (given: Values) => {
      const wanted = given[value.name];
      return wanted === null || wanted === undefined ? wanted : encoder.mapToDriverValue(wanted);
    };
  });
  return (given) => places.map((place) => place(given));
}

class Prepared extends SQLitePreparedQuery<Async> {
  /** Which tables of a join always have a row. Drizzle sets this afterwards. */
  joinsNotNullableMap?: Record<string, boolean>;
  readonly #statement: Statement;
  readonly #fields: Fields | undefined;
  #read: ((row: unknown[]) => unknown) | undefined;
  #bind: ((given: Values) => unknown[]) | undefined;

  constructor(query: Query, statement: Statement, fields: Fields | undefined, method: "run" | "all" | "get") {
    super("async", method, query);
    this.#statement = statement;
    this.#fields = fields;
  }
  #values(given: Values | undefined): unknown[] {
    if (!given) return this.query.params;
    this.#bind ??= binderOf(this.query.params);
    return this.#bind(given);
  }
  #reader(fields: Fields) {
    this.#read ??= rowReader(fields, this.joinsNotNullableMap);
    return this.#read;
  }
  async run(given?: Values) {
    return this.#statement.run(this.#values(given));
  }
  async all(given?: Values) {
    if (!this.#fields) return this.#statement.objects.all(this.#values(given));
    const read = this.#reader(this.#fields);
    return (await this.#statement.lists.all(this.#values(given))).map(read);
  }
  async get(given?: Values) {
    if (!this.#fields) return this.#statement.objects.get(this.#values(given));
    const row = await this.#statement.lists.get(this.#values(given));
    return row && this.#reader(this.#fields)(row);
  }
  async values(given?: Values) {
    return this.#statement.lists.all(this.#values(given));
  }
}

/** Receives the SQL of each query built, for tests. */
export const sqlBuilt = channel("debut.sql-built");

class Session extends SQLiteSession<"async", Changed, NoSchema, NoSchema> {
  readonly #driver: Driver;
  constructor(driver: Driver, dialect: InstanceType<typeof SQLiteAsyncDialect>) {
    super(dialect);
    this.#driver = driver;
  }
  override prepareQuery(query: Query, fields: Fields | undefined, method: "run" | "all" | "get") {
    if (sqlBuilt.hasSubscribers) sqlBuilt.publish(query.sql);
    return new Prepared(query, this.#driver.statement(query.sql), fields, method);
  }
  override transaction(): never {
    throw new Error("store.change is the only transaction.");
  }
}

export function database(driver: Driver, dialect: InstanceType<typeof SQLiteAsyncDialect>): Database {
  return new BaseSQLiteDatabase("async", dialect, new Session(driver, dialect), undefined);
}
