import type pg from "pg";
import { once } from "../../domain/once.ts";
import { hasHidden } from "../../domain/text.ts";
import { cleanedValue, mayHavePeoplesTexts } from "../stored-texts.ts";

const BATCH = 1000;
const COLUMNS = `select columns.table_name as "table", columns.column_name as "column"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'text'`;

/** Every character that may have to go, as a bracket expression. */
const HIDDEN = once(() => {
  const escaped = (code: number) => `\\U${code.toString(16).padStart(8, "0")}`;
  const ranges: string[] = [];
  let first: number | undefined;
  for (let code = 1; code <= 0x110000; code++) {
    const isHidden = code < 0x110000 && hasHidden(String.fromCodePoint(code));
    if (isHidden) first ??= code;
    if (isHidden || first === undefined) continue;
    ranges.push(`${escaped(first)}-${escaped(code - 1)}`);
    first = undefined;
  }
  return `[${ranges.join("")}]`;
});

/** Cleans every stored text. A text that would become the same as another one's key stays. */
export async function cleanStoredTexts(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(COLUMNS);
  for (const { table, column } of rows.filter(mayHavePeoplesTexts)) {
    const found = await client.query<{ row: string; value: string }>(
      `select ctid::text as row, "${column}" as value from "${table}" where "${column}" ~ $1`,
      [HIDDEN()],
    );
    const cleaned = found.rows.flatMap(({ row, value }) => {
      const clean = cleanedValue(value);
      return clean === undefined ? [] : [{ row, clean }];
    });
    const update = async (some: typeof cleaned): Promise<void> => {
      await client.query("savepoint texts");
      try {
        await client.query(
          `update "${table}" set "${column}" = fresh.value from unnest($1::tid[], $2::text[]) fresh(row, value)
           where "${table}".ctid = fresh.row`,
          [some.map(({ row }) => row), some.map(({ clean }) => clean)],
        );
      } catch {
        await client.query("rollback to savepoint texts");
        if (some.length > 1) for (const one of some) await update([one]);
      }
      await client.query("release savepoint texts");
    };
    for (let at = 0; at < cleaned.length; at += BATCH) await update(cleaned.slice(at, at + BATCH));
  }
}
