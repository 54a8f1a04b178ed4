import Database from "better-sqlite3";

export type Ran = { sql: string; values: unknown[]; rows: unknown[] };

/** Kept only while somebody asks: the rows of all later files of this worker would stay in memory. */
let ran: Ran[] | undefined;

const memory = new Database(":memory:");
const statement: Database.Statement = Object.getPrototypeOf(memory.prepare("select 1"));
memory.close();
const { all, get, run } = statement;
// The store binds these when it prepares a statement, so they are replaced before any store is open.
Object.assign(statement, {
  all(this: Database.Statement, ...values: unknown[]) {
    const rows = all.apply(this, values);
    ran?.push({ sql: this.source, values, rows });
    return rows;
  },
  get(this: Database.Statement, ...values: unknown[]) {
    const row = get.apply(this, values);
    ran?.push({ sql: this.source, values, rows: row === undefined ? [] : [row] });
    return row;
  },
  run(this: Database.Statement, ...values: unknown[]) {
    ran?.push({ sql: this.source, values, rows: [] });
    return run.apply(this, values);
  },
});

/**
 * Every statement that runs in this process while `work` does, with its values and the rows it gives. Import it before a
 * store opens.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Ran[]> {
  const all: Ran[] = [];
  ran = all;
  try {
    await work();
  } finally {
    ran = undefined;
  }
  return all;
}
