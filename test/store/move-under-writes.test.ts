import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { createFolder } from "../helpers/folder.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { runHere } from "../helpers/process.ts";
import type { Acknowledged } from "./writing-site.ts";

const MAIN = join(import.meta.dirname, "../../server/main.ts");
const SITE = join(import.meta.dirname, "writing-site.ts");
type Env = Record<string, string>;
type Ask = (sql: string) => Promise<unknown[][]>;

let server: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
let url: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = createFolder();
  server = await startPostgres(folder);
  const admin = new pg.Client(server.url("postgres"));
  await admin.connect();
  await admin.query("create database written");
  await admin.end();
  url = server.url("written");
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startedProcess(file: string, args: string[], env: Env): ChildProcess {
  const child = fork(file, args, {
    env: { PATH: process.env.PATH, SECRETS_KEY: TEST_KEY, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  started.push(child);
  return child;
}

/** A site that writes, and what it has acknowledged. */
async function site(env: Env, { accounts, slugs }: { accounts: string[]; slugs: string[] }, known: Acknowledged[]) {
  const child = startedProcess(SITE, ["site", accounts.join(), slugs.join()], env);
  const printed: string[] = [];
  child.stderr!.on("data", (chunk) => printed.push(String(chunk)));
  child.stdout!.resume();
  let refused = 0;
  let isReady = false;
  let news = 0;
  child.on("message", (one: Acknowledged) => {
    if (one.kind === "refused") refused++;
    else if (one.kind === "ready") isReady = true;
    else news += known.push(one) > 0 ? 1 : 0;
  });
  await expect.poll(() => isReady || printed.join()).toBe(true);
  const writes = async (more: number) => {
    const before = news;
    await expect.poll(() => news - before).toBeGreaterThan(more);
  };
  return {
    writes,
    refused: () => refused,
    async stop() {
      const ended = once(child, "exit");
      child.send("stop");
      expect([...(await ended), printed.join("")]).toEqual([0, null, ""]);
    },
  };
}

/** Moves until the command says `until`, and gives what it printed; then it is killed, or `then` runs and it goes on. */
async function moves(to: string, env: Env, until: RegExp, then?: () => Promise<void>) {
  const child = startedProcess(MAIN, ["move", "--json", "--to", to], env);
  let answer = "";
  child.stdout!.on("data", (chunk) => {
    answer += chunk;
  });
  const ended = once(child, "exit");
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr!)) {
    lines.push(line);
    if (!until.test(line)) continue;
    if (then) await then();
    else child.kill("SIGKILL");
  }
  return { lines, answer, ended: await ended };
}

/** Everything that was acknowledged is there once, and nothing else; numbers have no gaps. */
async function requireAll(ask: Ask, known: readonly Acknowledged[]): Promise<void> {
  const told = (kind: "order" | "invoice") => known.flatMap((one) => (one.kind === kind ? [one.number] : []));
  const [orders, invoices] = [told("order"), told("invoice")];
  expect((await ask("select number from orders order by id")).flat()).toEqual(orders);
  expect((await ask("select number from invoices order by number")).flat()).toEqual(invoices);
  for (const numbers of [orders, invoices]) {
    const counted = numbers.map((number) => Number(/\d+$/.exec(number)![0]));
    expect(counted).toEqual(counted.map((_, at) => counted[0]! + at));
  }
  for (const [kind, rows] of [
    ["vote", "votes where withdrawn_at is null"],
    ["follow", "follows"],
  ] as const) {
    const wanted = known.flatMap((one) =>
      one.kind === kind ? [[`${one.accountId} ${one.slug}`, one.isWanted] as const] : [],
    );
    const there = await ask(
      `select account_id, slug from (select * from ${rows}) mine join listings on listings.id = mine.listing_id`,
    );
    const found = new Set(there.map(([account, slug]) => `${account} ${slug}`));
    const wrong = [...new Map(wanted)].filter(([what, isWanted]) => found.has(what) !== isWanted);
    expect([kind, wrong]).toEqual([kind, []]);
    // Each of them was given and taken back.
    expect(new Set(wanted.map((one) => one.join(" "))).size).toBe(2 * new Map(wanted).size);
  }
  const counted = "select count(*) from votes where listing_id = listings.id and counted = 1 and withdrawn_at is null";
  expect(await ask(`select slug from listings where votes <> (${counted})`)).toEqual([]);
}

const asksFile =
  (file: string): Ask =>
  async (sql) => {
    const db = new Database(file, { readonly: true });
    try {
      return db.prepare<[], unknown[]>(sql).raw().all();
    } finally {
      db.close();
    }
  };
const asksPostgres: Ask = async (sql) => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
};

it("a move there and back, interrupted at each step, loses or duplicates no acknowledged write", async () => {
  const DATA_DIR = createFolder();
  const file = join(DATA_DIR, "debut.db");
  expect((await runHere(["seed", "--demo"], { DATA_DIR })).code).toBe(0);
  const [onFile, onPostgres] = [{ DATA_DIR }, { DATA_DIR, DATABASE_URL: url }];
  const ask = asksFile(file);
  const column = async (sql: string) => (await ask(sql)).flat() as string[];
  const people = {
    accounts: await column("select id from accounts order by id limit 3"),
    slugs: await column("select slug from listings where status = 'live' order by id limit 2"),
  };
  const known: Acknowledged[] = [];

  const first = await site(onFile, people, known);
  await first.writes(20);
  for (const step of [/^Copied/, /read-only from now on/, /stop all its processes now/]) {
    const cut = await moves(url, onFile, step);
    expect([step, cut.ended]).toEqual([step, [null, "SIGKILL"]]);
    // Nobody keeps it locked, and what is on the way serves nobody.
    await first.writes(20);
  }
  const onHalf = await runHere(["user", "list"], { DATA_DIR: createFolder(), DATABASE_URL: url });
  expect([onHalf.code, onHalf.stderr]).toEqual([1, expect.stringContaining("was cut off before the old site")]);
  const there = await moves(url, onFile, /stop all its processes now/, () => first.stop());
  expect(there).toMatchObject({ ended: [0, null] });
  expect(JSON.parse(there.answer).corrected).toBeGreaterThan(0);
  expect(existsSync(file)).toBe(false);
  await requireAll(asksPostgres, known);

  const second = await site(onPostgres, people, known);
  await second.writes(20);
  for (const step of [/^Copied/, /read-only from now on/, /stop all its processes now/]) {
    const cut = await moves(file, onPostgres, step);
    expect([step, cut.ended, existsSync(file)]).toEqual([step, [null, "SIGKILL"], false]);
    await second.writes(20);
  }
  const back = await moves(file, onPostgres, /stop all its processes now/, () => second.stop());
  expect(back).toMatchObject({ ended: [0, null] });
  expect(JSON.parse(back.answer).corrected).toBeGreaterThan(0);
  await requireAll(ask, known);
  expect(checkDatabase(file)).toEqual([]);
  expect(await ask("select name from sqlite_master where name like 'moving%'")).toEqual([]);
  expect(readdirSync(DATA_DIR).filter((name) => name.includes(".moving"))).toEqual([]);

  const third = await site(onFile, people, known);
  await third.writes(20);
  await third.stop();
  await requireAll(ask, known);
});
