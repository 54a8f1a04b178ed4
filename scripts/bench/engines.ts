import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "../../test/helpers/postgres/server.ts";
import { startHelper } from "./attack/talk.ts";
import { DATABASE_SETTINGS } from "./nodes.ts";
import { connectionsOf, cpuOf, usedMs } from "./processes.ts";
import { type Program, start } from "./programs.ts";
import { quantile } from "./quantile.ts";
import { threadsMs } from "./reads/cpu.ts";
import { ROUND_OPTIONS } from "./reads/rounds.ts";
import type { SenderQuestions, Sent } from "./reads/sender.ts";
import type { Request } from "./reads/subject.ts";
import { printTable } from "./table.ts";
import { createWriters, writtenTo } from "./writes/ground.ts";

/** Until the code is compiled that a long run would use. */
const WARM_UP_SECONDS = 10;
type Engine = { name: string; program: Program };
type Round = Sent & { nodeMs: number; databaseMs: number };

/** One node with SQLite and one with PostgreSQL on the same machine, by REST. `--rows`, `--writers`, and those of all rounds */
export async function benchEngines(folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      rows: { type: "string", default: "10000" },
      writers: { type: "string", default: "1,8,64" },
      ...ROUND_OPTIONS,
    },
  });
  const [rows, rounds, seconds] = [Number(values.rows), Number(values.rounds), Number(values.seconds)];
  const server = await startPostgres(folder, DATABASE_SETTINGS);
  const sender = startHelper<SenderQuestions>("../reads/sender.ts");
  const engines: Engine[] = [];
  try {
    const client = new pg.Client(server.url("postgres"));
    await client.connect();
    await client.query("create database debut");
    await client.end();
    for (const [name, env] of [
      ["SQLite", writtenTo(join(folder, "sqlite"))],
      [
        "PostgreSQL",
        { ...writtenTo(join(folder, "node")), DATABASE_URL: server.url("debut"), SECRETS_KEY: "00".repeat(32) },
      ],
    ] as const) {
      const { edits } = await createWriters(env, rows);
      const program = await start("server/main.ts", ["serve", "--json"], env);
      engines.push({ name, program });
      await sender.ask("prepare", { name: `edits, ${name}`, requests: edits });
      await sender.ask("prepare", { name: `get_listing, ${name}`, requests: await readsOf(program) });
    }
    const measure = async (what: string, { name, program }: Engine, connections: number, seconds: number) => {
      const [nodeBefore, before] = [threadsMs(program.child), cpuOf(connectionsOf(folder))];
      const sent = await sender.ask("send", { name: `${what}, ${name}`, origin: program.url, seconds, connections });
      const used = { nodeMs: threadsMs(program.child) - nodeBefore, databaseMs: usedMs(before) };
      return { ...sent, nodeMs: used.nodeMs / sent.answers, databaseMs: used.databaseMs / sent.answers };
    };
    const figures = new Map<string, Round[]>();
    const kinds = [
      ["get_listing", 16] as const,
      ...values.writers.split(",").map((writers) => ["edits", Number(writers)] as const),
    ];
    for (const [what, connections] of kinds) {
      for (const engine of engines) await measure(what, engine, connections, WARM_UP_SECONDS);
      for (let round = 0; round < rounds; round++)
        for (const engine of engines) {
          const row = `${what}, ${connections} at a time, ${engine.name}`;
          figures.set(row, [...(figures.get(row) ?? []), await measure(what, engine, connections, seconds)]);
        }
    }
    print(figures, values.markdown);
  } finally {
    await Promise.all([...engines.map(({ program }) => program.stop()), sender.end()]);
    await server.stop();
  }
}

/** Reads of listings in random order, as many as one list gives. */
async function readsOf({ url }: Program): Promise<Request[]> {
  const answer = await fetch(`${url}/api/v1/listings?per_page=100`);
  const { items } = (await answer.json()) as { items: { slug: string }[] };
  return items.map(({ slug }) => ({ method: "GET", path: `/api/v1/listings/${slug}` }));
}

function print(figures: Map<string, Round[]>, isMarkdown: boolean): void {
  const head = ["", "answers/s", "p50 ms", "p99 ms", "CPU of the node, ms", "CPU of the database, ms"];
  const lines = [...figures].map(([name, rounds]) => {
    const of = (key: keyof Round) =>
      quantile(
        rounds.map((round) => round[key]),
        0.5,
      );
    return [
      name,
      of("perSecond").toFixed(0),
      of("p50").toFixed(1),
      of("p99").toFixed(1),
      of("nodeMs").toFixed(2),
      of("databaseMs").toFixed(2),
    ];
  });
  printTable([head, ...lines], isMarkdown);
}
