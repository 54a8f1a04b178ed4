import Database from "better-sqlite3";
import { databaseFile, type Settings } from "#core/settings/config.ts";
import { directUrl } from "#core/settings/database-settings.ts";

type Values = (string | number)[];

/** Plain SQL queries for checks and exports. */
export type Questions = {
  all<Row>(sql: string, ...values: Values): Promise<Row[]>;
  one<Value>(sql: string, ...values: Values): Promise<Value | undefined>;
  close(): Promise<void>;
};

export const questionsOn = (db: Database.Database): Questions => ({
  all: async <Row>(sql: string, ...values: Values) => db.prepare<Values, Row>(sql).all(...values),
  one: async <Value>(sql: string, ...values: Values) =>
    db
      .prepare<Values, Value>(sql)
      .pluck()
      .get(...values),
  close: async () => void db.close(),
});

/** Read-only, also while the site runs. */
export async function openQuestions(settings: Settings): Promise<Questions> {
  const url = directUrl(settings);
  if (!url) return questionsOn(new Database(databaseFile(settings), { readonly: true, fileMustExist: true }));
  const [{ default: pg }, { postgresDriver }, { asPostgresFault }] = await Promise.all([
    import("pg"),
    import("./postgres/driver.ts"),
    import("./postgres/failures.ts"),
  ]);
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 2, connectionTimeoutMillis: 5000, allowExitOnIdle: true },
    options: "-c default_transaction_read_only=on",
  });
  pool.on("error", () => undefined);
  const { statement } = postgresDriver(() => pool, { admit: () => undefined, noted: asPostgresFault });
  return {
    all: async <Row>(sql: string, ...values: Values) => (await statement(sql).objects.all(values)) as Row[],
    one: async <Value>(sql: string, ...values: Values) =>
      (await statement(sql).lists.get(values))?.[0] as Value | undefined,
    close: () => pool.end(),
  };
}
