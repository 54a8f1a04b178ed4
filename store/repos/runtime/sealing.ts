import { hashToken } from "#core/credentials/tokens.ts";
import { isSealed } from "#core/credentials/vault.ts";
import { PROGRAM } from "../../migrations.ts";
import type { Db } from "../../sqlite/open.ts";

type Column = {
  table: string;
  column: string;
  key: readonly string[];
  /** The previous column. A hash for lookups stays there. */
  from?: string;
  /** Rows that are not secrets. */
  but?: string;
};

export const SEALED_COLUMNS: readonly Column[] = [
  {
    table: "secrets",
    column: "value",
    key: ["name"],
    but: `name in ('write-probe', 'sort-name-version', 'sealed-with', '${PROGRAM}')`,
  },
  { table: "site_settings", column: "value", key: ["name"] },
  { table: "webhook_endpoints", column: "secret", key: ["id"] },
  { table: "webhook_endpoints", column: "old_secret", key: ["id"] },
  { table: "channels", column: "secret", key: ["id"] },
  { table: "push_subscriptions", column: "auth", key: ["endpoint"] },
  { table: "orders", column: "sealed_token", key: ["number"], from: "token" },
  { table: "invoices", column: "sealed_token", key: ["number"], from: "token" },
  { table: "mails", column: "text", key: ["id"] },
  { table: "mails", column: "html", key: ["id"] },
  { table: "mails", column: "unsubscribe_url", key: ["id"] },
  { table: "idempotency_keys", column: "body_json", key: ["account_id", "operation", "path", "key"] },
];

/** Its value identifies the key that sealed everything, or began to. */
export const MARK = "sealed-with";
export const MARK_QUERY = `select value from secrets where name = '${MARK}'`;
export const MARK_PLACE = ["secrets.value", MARK] as const;
const BEGUN = "begun ";
/** The sealed part of the mark. */
export const sealedIn = (mark: string): string => mark.replace(BEGUN, "");
const BATCH = 200;

export const sealingReads = (db: Db) => ({
  async mark(): Promise<string | undefined> {
    const row = await db.$statement(MARK_QUERY).lists.get([]);
    return row && String(row[0]);
  },
});

export const sealingWrites = (db: Db) => ({
  ...sealingReads(db),
  /** Seals some values not sealed with the first key. False if none are left. */
  async sealSome({ table, column, key, from, but }: Column): Promise<boolean> {
    const mark = db.$vault.mark();
    const isLeft = [
      from === undefined ? `${column} is not null` : `(${column} is not null or ${from} is not null)`,
      `coalesce(${column}, '') not like '${mark}%'`,
      ...(but === undefined ? [] : [`not (${but})`]),
    ].join(" and ");
    const stored = from === undefined ? column : `coalesce(${column}, ${from})`;
    const rows = await db
      .$statement(`select ${stored}, ${key.join(", ")} from ${table} where ${isLeft} limit ${BATCH}`)
      .lists.all([]);
    const set = from === undefined ? `${column} = ?` : `${column} = ?, ${from} = ?`;
    const update = db.$statement(
      `update ${table} set ${set} where ${key.map((name) => `${name} = ?`).join(" and ")} and ${stored} = ?`,
    );
    for (const [value, ...row] of rows as [string, ...string[]][]) {
      const place = [`${table}.${column}`, ...row] as const;
      const text = isSealed(value) ? db.$vault.open(place, value) : value;
      const sealed = db.$vault.seal(place, text);
      await update.run([sealed, ...(from === undefined ? [] : [hashToken(text)]), ...row, value]);
    }
    return rows.length > 0;
  },
  /** Records that sealing began or finished, unless the mark changed meanwhile. */
  async saveMark(before: string | undefined, how: "begun" | "done"): Promise<void> {
    const mark = (how === "begun" ? BEGUN : "") + db.$vault.seal(MARK_PLACE, "all");
    await (before === undefined
      ? db.$statement("insert into secrets (name, value) values (?, ?) on conflict do nothing").run([MARK, mark])
      : db.$statement("update secrets set value = ? where name = ? and value = ?").run([mark, MARK, before]));
  },
});
