import type Database from "better-sqlite3";
import { movedTables } from "../../store/move/tables.ts";

/** The columns, as table.column, where some row has a text in any case. */
export function columnsWith(db: Pick<Database.Database, "prepare">, text: string): string[] {
  const wanted = text.toLowerCase();
  return movedTables().flatMap(({ name, columns }) =>
    columns
      .filter(({ type }) => type === "text" || type === "any")
      .filter((column) =>
        db
          .prepare<[], unknown>(`select "${column.name}" as cell from "${name}" where "${column.name}" is not null`)
          .pluck()
          .all()
          .some((cell) => String(cell).toLowerCase().includes(wanted)),
      )
      .map((column) => `${name}.${column.name}`),
  );
}
