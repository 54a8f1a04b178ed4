import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { createVault, type Vault } from "#core/credentials/vault.ts";
import { SQLITE } from "../sql/dialect.ts";
import { type Changed, type Driver, database, type Rows, type Statement } from "../sql/session.ts";
import { SQLiteAsyncDialect } from "./drizzle.ts";
import type { Db } from "./open.ts";

const MOST_STATEMENTS = 500;

function driver(connection: Database.Database, admit: (text: string) => void): Driver {
  const kept = new LRUCache<string, Statement>({ max: MOST_STATEMENTS });
  function prepare(text: string): Statement {
    const prepared = connection.prepare<unknown[], never>(text);
    const rows = <Row>(areLists: boolean): Rows<Row> => ({
      all(values) {
        admit(text);
        return prepared.raw(areLists).all(...values);
      },
      get(values) {
        admit(text);
        return prepared.raw(areLists).get(...values);
      },
    });
    return {
      lists: rows(true),
      objects: rows(false),
      run(values): Changed {
        admit(text);
        return prepared.run(...values);
      },
    };
  }
  return {
    statement(text) {
      const statement = kept.get(text) ?? prepare(text);
      kept.set(text, statement);
      return statement;
    },
  };
}

type Options = { admit?: (text: string) => void; vault?: Vault | undefined };
/** For readers of no secrets. */
export const LOCKED = createVault([], () => Buffer.alloc(0));

/**
 * Drizzle on a connection. Statements are cached by text: SQLite takes longer to prepare most than
 * to run them. `admit` may refuse each execution.
 */
export function databaseOn(
  connection: Database.Database,
  { admit = () => undefined, vault = LOCKED }: Options = {},
): Db {
  const ours = driver(connection, admit);
  const made = database(ours, new SQLiteAsyncDialect());
  return Object.assign(made, {
    $statement: ours.statement,
    $client: connection,
    $local: made,
    $dialect: SQLITE,
    $vault: vault,
  });
}
