import type { SelectedFieldsOrdered } from "drizzle-orm/operations";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { given } from "../../domain/text/given.ts";
import { Column, getTableName, is, SQL } from "../sqlite/drizzle.ts";

/** What a query selects: the path of each value in the object, and what it is. */
export type Fields = SelectedFieldsOrdered<SQLiteColumn>;
type Field = Fields[number]["field"];
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Row = unknown[];
type Placed = Fields[number] & { at: number };
type Step = { name: string; at: number; decoder: Decoder | undefined; nested: ((row: Row) => unknown) | undefined };

const asItIs: unknown = Column.prototype.mapFromDriverValue;

/** Undefined for a value that stays as the database gives it. Drizzle's types leave out the decoder of an expression. */
function decoderOf(field: Field): Decoder | undefined {
  const value = is(field, SQL.Aliased) ? field.sql : field;
  const decoder: Decoder = is(value, Column) ? value : Reflect.get(value, "decoder");
  return decoder.mapFromDriverValue === asItIs ? undefined : decoder;
}

/** True if a left join may leave this object without a row: all of it comes from one table that is not always there. */
function mayBeMissing(members: Placed[], notNullable: Record<string, boolean> | undefined): boolean {
  const tables = new Set(members.map(({ field }) => (is(field, Column) ? getTableName(field.table) : undefined)));
  const [table] = tables;
  return notNullable !== undefined && tables.size === 1 && table !== undefined && !notNullable[table];
}

function objectReader(members: Placed[], depth: number, notNullable: Record<string, boolean> | undefined) {
  const steps = [...Map.groupBy(members, ({ path }) => given(path[depth]))].map(([name, inside]): Step => {
    const [{ at, field, path }] = inside as [Placed];
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
 * Makes the function that turns a row, as a list of values, into the selected object. Drizzle works this out for each value of
 * each row; here it happens once for a query. The object of a left join is null if all its columns are.
 */
export const rowReader = (fields: Fields, notNullable: Record<string, boolean> | undefined) =>
  objectReader(
    fields.map((field, at) => ({ ...field, at })),
    0,
    notNullable,
  );
