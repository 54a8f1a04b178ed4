import type { SelectedFieldsOrdered } from "drizzle-orm/operations";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { given } from "#domain/text/given.ts";
import { Column, getTableName, is, SQL } from "../sqlite/drizzle.ts";

/** Selected values with their paths in the result. */
export type Fields = SelectedFieldsOrdered<SQLiteColumn>;
type Field = Fields[number]["field"];
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Row = unknown[];
type Placed = Fields[number] & { at: number };
type Step = { name: string; at: number; decoder: Decoder | undefined; nested: ((row: Row) => unknown) | undefined };

const asItIs: unknown = Column.prototype.mapFromDriverValue;

/**
 * Undefined if the database's value stays as is. Drizzle's types omit the decoder of expressions.
 */
function decoderOf(field: Field): Decoder | undefined {
  const value = is(field, SQL.Aliased) ? field.sql : field;
  const decoder: Decoder = is(value, Column) ? value : Reflect.get(value, "decoder");
  return decoder.mapFromDriverValue === asItIs ? undefined : decoder;
}

/**
 * Whether a left join may leave this object empty: all its columns belong to one optional table.
 */
function mayBeMissing(members: Placed[], notNullable: Record<string, boolean> | undefined): boolean {
  const tables = new Set(members.map(({ field }) => (is(field, Column) ? getTableName(field.table) : undefined)));
  const [table] = tables;
  return notNullable !== undefined && tables.size === 1 && table !== undefined && !notNullable[table];
}

function objectReader(members: Placed[], depth: number, notNullable: Record<string, boolean> | undefined) {
  const steps = [...Map.groupBy(members, ({ path }) => given(path[depth]))].map(([name, inside]): Step => {
    const { at, field, path } = given(inside[0]);
    if (path.length === depth + 1) return { name, at, decoder: decoderOf(field), nested: undefined };
    return { name, at, decoder: undefined, nested: objectReader(inside, depth + 1, notNullable) };
  });
  const places = depth > 0 && mayBeMissing(members, notNullable) ? members.map(({ at }) => at) : undefined;
  return (row: Row): unknown => {
    if (places?.every((at) => row[at] === null)) return null;
    const object: Record<string, unknown> = {};
    for (const { name, at, decoder, nested } of steps) {
      const value = row[at];
      if (nested) object[name] = nested(row);
      else object[name] = decoder && value !== null ? decoder.mapFromDriverValue(value) : value;
    }
    return object;
  };
}

/**
 * Makes the function from a row (a list of values) to the selected object, once per query. The
 * object of a left join is null if all its columns are.
 */
export const rowReader = (fields: Fields, notNullable: Record<string, boolean> | undefined) =>
  objectReader(
    fields.map((field, at) => ({ ...field, at })),
    0,
    notNullable,
  );
