import type Database from "better-sqlite3";
import { given } from "#domain/text/given.ts";

const [LOG, LIFE] = ["moving_rows", "moving_until"];
/** How long triggers of an interrupted move keep writing. */
const LIFE_SECONDS = 120;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

type Place = { name: string; columns: readonly { name: string }[]; key: readonly number[] };

/** Makes triggers list the keys of all written rows while a move is alive. */
export function startLog(db: Database.Database, tables: readonly Place[]): string {
  dropLog(db);
  const owner = given(db.prepare<[], string>("select hex(randomblob(16))").pluck().get());
  db.exec(`create table ${LOG} (seq integer primary key, place text not null, key text not null) strict;
    create table ${LIFE} (owner text not null, until integer not null) strict;
    insert into ${LIFE} values (${literal(owner)}, unixepoch() + ${LIFE_SECONDS})`);
  for (const { name, columns, key } of tables) {
    const add = (side: "old" | "new"): string => {
      const parts = key.map((at) => `${side}."${given(columns[at]).name}"`);
      return `insert into ${LOG}(place, key) values (${literal(name)}, json_array(${parts}));`;
    };
    for (const [event, body] of [
      ["insert", add("new")],
      ["update", `${add("old")} ${add("new")}`],
      ["delete", add("old")],
    ])
      db.exec(`create trigger "moving_${name}_${event}" after ${event} on "${name}"
        when (select until from ${LIFE}) > unixepoch() begin ${body} end`);
  }
  return owner;
}

export function dropLog(db: Database.Database): void {
  const triggers = db
    .prepare<[], string>("select name from sqlite_master where type = 'trigger' and name like 'moving\\_%' escape '\\'")
    .pluck()
    .all();
  for (const name of triggers) db.exec(`drop trigger "${name}"`);
  for (const table of [LOG, LIFE]) db.exec(`drop table if exists ${table}`);
}

const hasLog = (db: Database.Database): boolean =>
  db.prepare("select 1 from sqlite_master where name = ?").get(LIFE) !== undefined;

/** Whether the list is complete since `startLog`. Another move starts its own. */
export const isLogAlive = (db: Database.Database, owner: string): boolean =>
  hasLog(db) && db.prepare(`select 1 from ${LIFE} where owner = ? and until > unixepoch()`).get(owner) !== undefined;

/** An expired list has a gap, so it is never revived. */
export const keepLogAlive = (db: Database.Database, owner: string): void => {
  if (hasLog(db))
    db.prepare(`update ${LIFE} set until = unixepoch() + ${LIFE_SECONDS} where owner = ? and until > unixepoch()`).run(
      owner,
    );
};

export function dropEndedLog(db: Database.Database): void {
  if (!hasLog(db)) return;
  db.transaction(() => {
    if (db.prepare(`select 1 from ${LIFE} where until <= unixepoch()`).get()) dropLog(db);
  }).immediate();
}

export const newestEntry = (db: Database.Database): number =>
  given(db.prepare<[], number>(`select coalesce(max(seq), 0) from ${LOG}`).pluck().get());

export const loggedKeys = (db: Database.Database, { name }: Place, after: number): (string | number | null)[][] =>
  db
    .prepare<[number, string], string>(`select distinct key from ${LOG} where seq > ? and place = ?`)
    .pluck()
    .all(after, name)
    .map((key) => JSON.parse(key));
