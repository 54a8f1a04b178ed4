import type Database from "better-sqlite3";
import { cleanedValue, mayHavePeoplesTexts } from "../stored-texts.ts";

const COLUMNS = `select sqlite_schema.name as "table", info.name as "column"
  from sqlite_schema join pragma_table_xinfo(sqlite_schema.name) info
  where sqlite_schema.type = 'table' and info.hidden = 0 and lower(info.type) in ('text', 'any')`;

/** Cleans every stored text. A text that would become the same as another one's key stays. */
export function cleanStoredTexts(db: Database.Database): void {
  db.function("cleaned_value", { deterministic: true }, (value) => cleanedValue(value) ?? null);
  const columns = db.prepare<[], { table: string; column: string }>(COLUMNS).all().filter(mayHavePeoplesTexts);
  for (const { table, column } of columns)
    db.exec(
      `update or ignore "${table}" set "${column}" = cleaned_value("${column}") where cleaned_value("${column}") is not null`,
    );
}
