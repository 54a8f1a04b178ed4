import { membersOf } from "#domain/text/record.ts";

export type Cell = string | string[];
const isPlain = (value: unknown): value is string | number | boolean => /^(string|number|boolean)$/.test(typeof value);
const NAMES = ["name", "title", "slug", "id"];

/** Of an object in a list, what names it. */
function wordOf(value: unknown): string {
  if (isPlain(value)) return String(value);
  const members = membersOf(value);
  const name = NAMES.map((key) => members[key]).find(isPlain);
  return name === undefined ? JSON.stringify(value) : String(name);
}

/** An object as cells by column: members of members are columns like "github.stars". */
export function cellsOf(value: Record<string, unknown>, before = ""): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Cell][] => {
      const column = before + key;
      if (member === null || member === undefined) return [];
      if (member instanceof Date) return [[column, member.toISOString()]];
      if (Array.isArray(member)) return [[column, member.filter((one) => one != null).map(wordOf)]];
      if (isPlain(member)) return [[column, String(member)]];
      return Object.entries(cellsOf(membersOf(member), `${column}.`));
    }),
  );
}
