import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { once } from "../../../domain/text/once.ts";
import { numbered } from "../../../store/postgres/driver.ts";

type Answer = { rows: unknown[][]; fields: string[]; count: number } | { failure: string };

/** A thread that asks PostgreSQL while this one waits, as SQLite is asked. */
const thread = once(() => {
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("raw-worker.ts", import.meta.url), {
    workerData: { port: port2, flag },
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  return { port: port1 as MessagePort, flag };
});

function ask(url: string, sql: string, values: unknown[], isScript = false) {
  const { port, flag } = thread();
  Atomics.store(flag, 0, 0);
  port.postMessage({ url, sql: isScript ? sql : numbered(sql), values, isScript });
  // The notice of the answer before may come only now: it is not of this one.
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
  const answer: Answer = receiveMessageOnPort(port)!.message;
  if ("failure" in answer) throw new Error(answer.failure);
  return answer;
}

const dropTrigger = (name: string) => `do $$ begin
  execute (select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger where tgname = '${name}');
end $$`;

const turnForeignKeys = (how: "enable" | "disable") => `do $$ declare one record; begin
  for one in select tgrelid::regclass as place, tgname as name from pg_trigger
    where tgconstraint in (select oid from pg_constraint where contype = 'f') loop
    execute format('alter table %s ${how} trigger %I', one.place, one.name);
  end loop;
end $$`;

/** All connections but the one of tests end, and new ones can or cannot write. */
const turnReadOnly = (how: string) => `do $$ begin
  execute format('alter database %I set default_transaction_read_only = ${how}', current_database());
  perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
end $$`;

/** SQL past the repositories, as tests write it for SQLite: just what they use of a connection of better-sqlite3. */
export function rawConnection(url: string) {
  function prepare(source: string) {
    let [isPlucked, isRaw] = [false, false];
    const asked = (values: unknown[]) => {
      const { rows, fields } = ask(url, source, values.flat());
      if (isPlucked) return rows.map((row) => row[0]);
      return isRaw ? rows : rows.map((row) => Object.fromEntries(fields.map((name, at) => [name, row[at]])));
    };
    const statement = {
      all: (...values: unknown[]) => asked(values),
      get: (...values: unknown[]) => asked(values)[0],
      iterate: (...values: unknown[]) => asked(values),
      run: (...values: unknown[]) => ({ changes: ask(url, source, values.flat()).count }),
      pluck() {
        isPlucked = true;
        return statement;
      },
      raw() {
        isRaw = true;
        return statement;
      },
    };
    return statement;
  }
  return {
    prepare,
    exec(sql: string): void {
      for (const statement of sql.split(";").filter((one) => one.trim())) {
        const dropped = /^\s*drop trigger (\w+)/.exec(statement)?.[1];
        ask(url, dropped ? dropTrigger(dropped) : statement, [], true);
      }
    },
    /** Of the settings of SQLite only these two have an effect here. No foreign key is wrong that was not turned off. */
    pragma(setting: string): unknown[] {
      const state = /^foreign_keys = (on|off)$/i.exec(setting)?.[1];
      if (state) ask(url, turnForeignKeys(state.toLowerCase() === "on" ? "enable" : "disable"), [], true);
      const readOnly = /^query_only = (on|off)$/i.exec(setting)?.[1];
      if (readOnly) ask(url, turnReadOnly(readOnly), [], true);
      return [];
    },
    transaction: (work: () => void) => work,
    close: () => undefined,
    open: true,
  };
}
