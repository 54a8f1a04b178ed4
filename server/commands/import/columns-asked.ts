import type { OwnField } from "#domain/listings/own-fields.ts";
import type { ImportColumn } from "#domain/site/import.ts";
import { targetsOf } from "#transfer/imports.ts";
import { CommandError } from "../command.ts";

export const NEEDED = ["name", "url"];

/** The guessed columns, with what --map says of them. */
export function columnsAsked(
  file: string,
  columns: readonly ImportColumn[],
  map: string | undefined,
  own: readonly OwnField[],
): ImportColumn[] {
  if (map === undefined) return [...columns];
  const known = targetsOf(own);
  const asked = new Map(map.split(",").map((pair) => readPair(pair, known)));
  const strange = [...asked.keys()].find((name) => !columns.some(({ column }) => column === name));
  if (strange !== undefined)
    throw new CommandError(
      `${file} has no column "${strange}", which --map names. It has: ${columns
        .map(({ column }) => column)
        .join(", ")
        .slice(0, 300)}.`,
      2,
    );
  const taken = new Set(asked.values());
  return columns.map((column) => {
    const to = asked.get(column.column) ?? (taken.has(column.to) ? "" : column.to);
    return { ...column, to };
  });
}

function readPair(pair: string, known: readonly string[]): [column: string, field: string] {
  const [field = "", column = ""] = pair.split(/=(.*)/s).map((part) => part.trim());
  if (/^(votes|followers|views|rating|awards)/.test(field))
    throw new CommandError(`"${field}" cannot be imported: it comes only from people on this site.`, 2);
  if (!known.includes(field) || column === "")
    throw new CommandError(`--map takes field=Column. Fields are ${known.join(", ")}.`, 2);
  return [column, field];
}
