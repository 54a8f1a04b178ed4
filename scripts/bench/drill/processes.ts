import { EventEmitter, once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../test/helpers/free-port.ts";
import { createMailServer } from "../../../test/helpers/mail-server.ts";
import { startPooler } from "../../../test/helpers/postgres/pooler.ts";
import { startPostgres } from "../../../test/helpers/postgres/server.ts";
import { PATIENCE_MS, ROOT, until } from "../programs.ts";
import type { Row } from "./row.ts";
import { giveToUser, OWNER, type Stage } from "./stage.ts";

const HOUR_MS = 3_600_000;
/** How often the hooks check their files. */
const HOOK_MS = 100;
/** Long enough for a thread to fail, or for another process to claim a job. */
const WHILE_MS = 3000;

async function setClock({ folder }: Stage, hours: number): Promise<void> {
  writeFileSync(join(folder, "clock"), String(hours * HOUR_MS));
  await delay(HOOK_MS);
}

const NOT_PROGRAM = [".git", "node_modules", "var", "dist", "test", "docs"];

/** The same program with a newer migration that fails. */
function newerProgram({ folder }: Stage): string {
  const newer = join(folder, "newer");
  mkdirSync(newer);
  for (const name of readdirSync(ROOT))
    if (!NOT_PROGRAM.includes(name)) cpSync(join(ROOT, name), join(newer, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(newer, "node_modules"));
  const migration = "alter table listings add column newer text;\ninsert into no_such_table values (1);\n";
  writeFileSync(join(newer, "store/migrations/9999_broken.sqlite.sql"), migration);
  giveToUser(newer);
  return join(newer, "server/main.ts");
}

/** What the mail server of a stage got. */
const delivered = new WeakMap<Stage, unknown[]>();

const threads = (name: string, file: string): Row => ({
  name,
  anchor: "check-jobs",
  at: "running",
  hooks: true,
  async break(stage, site) {
    writeFileSync(join(stage.folder, file), "");
    // The page is fetched, then read in the thread that is not let live.
    await stage.submit(site);
    await stage.isVisited();
    await delay(WHILE_MS);
  },
  async check(stage, site) {
    rmSync(join(stage.folder, file));
    const faults = await stage.draftFaults("ready");
    return site.hasEnded() ? [...faults, "the process ended"] : faults;
  },
});

type Pooler = Awaited<ReturnType<typeof startPooler>>;
const poolers = new WeakMap<Stage, Pooler>();

async function move(stage: Stage, to: string): Promise<void> {
  const { code, stderr } = await stage.debut(["move", "--to", to]);
  if (code !== 0) throw new Error(stderr);
}

/** Processes that fail, collide, or lose their clock, a thread or their database. */
export const PROCESSES: Row[] = [
  {
    name: "Failed migration, tried three times",
    anchor: "failed-upgrade",
    at: "stopped",
    async break(stage) {
      const program = newerProgram(stage);
      for (let nth = 0; nth < 2; nth++) await (await stage.start({ program })).stop();
      return { program };
    },
    byHand: [/older|earlier|previous|version/i, () => undefined],
    async check({ data }) {
      const copies = readdirSync(data).filter((name) => name.includes("before-v"));
      return copies.length === 1 ? [] : [`${copies.length} copies of the database after three tries`];
    },
  },
  {
    name: "Two processes on one DATA_DIR, a job running in the first",
    anchor: "two-processes",
    at: "running",
    async break(stage, site) {
      const release = stage.hold();
      await stage.submit(site);
      await stage.isVisited();
      const second = await stage.start({ env: { PORT: String(await freePort()) } });
      for (let nth = 0; nth < 5; nth++) await Promise.all([site, second].map(({ url }) => url && stage.write(url)));
      await delay(WHILE_MS);
      release();
    },
    async check(stage) {
      const faults = await stage.draftFaults();
      return stage.visits() === 1 ? faults : [...faults, `the job ran ${stage.visits()} times`];
    },
  },
  {
    name: "Killed while a job runs",
    anchor: "check-jobs",
    at: "killed",
    break: () => undefined,
    async meanwhile(stage, site) {
      await stage.submit(site);
      await stage.isVisited();
      await site.stop("SIGKILL");
    },
    check: (stage) => stage.draftFaults(),
  },
  {
    name: "Five crashes, an email being sent in each",
    anchor: "jobs",
    at: "stopped",
    async break(stage) {
      // A new key is told to its owner.
      await stage.debut(["api-key", "create", "--email", OWNER, "--scopes", "account:read"]);
      const arrivals = new EventEmitter();
      const silent = createServer((socket) => {
        socket.on("error", () => undefined);
        arrivals.emit("connection");
      }).listen(0, "127.0.0.1");
      await once(silent, "listening");
      const env = { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` };
      for (let nth = 0; nth < 5; nth++) {
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const arrived = once(arrivals, "connection", { signal }).catch(() => undefined);
        const site = await stage.start({ env });
        await arrived;
        await site.stop("SIGKILL");
      }
      silent.close();
      const mails = await createMailServer();
      stage.onClose(mails.close);
      delivered.set(stage, mails.delivered);
      return { env: { SMTP_URL: mails.url } };
    },
    async check(stage) {
      const mails = delivered.get(stage)!;
      await until(() => mails.length);
      return mails.length === 1 ? [] : [`${mails.length} emails arrived`];
    },
  },
  {
    name: "Clock five hours behind (hook on Date)",
    anchor: "check-clock",
    hooks: true,
    at: "running",
    break: (stage) => setClock(stage, -5),
    byHand: [/set the clock/i, (stage) => setClock(stage, 0)],
  },
  {
    name: "Clock five hours ahead, then right again (hook on Date)",
    anchor: "check-clock",
    hooks: true,
    at: "running",
    async break(stage, site) {
      await setClock(stage, 5);
      await stage.look(site);
      await stage.submit(site);
      await setClock(stage, 0);
    },
    byHand: [/set the clock/i, () => undefined],
    check: (stage) => stage.draftFaults(),
  },
  threads("Threads that are killed (hook on Worker)", "kill-threads"),
  threads("Threads without memory (hook on Worker)", "starve-threads"),
  {
    name: "Port in use",
    anchor: "port-in-use",
    at: "stopped",
    async break(stage) {
      const other = createServer().listen(Number(stage.env.PORT), "127.0.0.1");
      await once(other, "listening");
      stage.onClose(() => other.close());
    },
  },
  // The rows are moved to PostgreSQL and back, so that they can be compared.
  {
    name: "PgBouncer ends and comes back",
    anchor: "check-database",
    needs: ["pgbouncer"],
    at: "stopped",
    async break(stage) {
      const folder = mkdtempSync(join(tmpdir(), "debut-drill-postgres-"));
      chmodSync(folder, 0o755);
      const server = await startPostgres(folder);
      const direct = server.url("postgres");
      const pooler = await startPooler("pgbouncer", folder, new URL(direct));
      stage.onClose(async () => {
        await pooler.stop();
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      });
      await move(stage, direct);
      Object.assign(stage.env, { DATABASE_URL: pooler.url("postgres"), DATABASE_LISTEN_URL: direct });
      poolers.set(stage, pooler);
    },
    async meanwhile(stage, { url }) {
      if (url) await stage.write(url);
      await poolers.get(stage)!.stop();
    },
    byHand: [/PostgreSQL server of DATABASE_URL runs/, (stage) => poolers.get(stage)!.restart()],
    async check(stage, site) {
      await site.stop();
      await move(stage, stage.file);
      delete stage.env.DATABASE_URL;
      delete stage.env.DATABASE_LISTEN_URL;
      return [];
    },
  },
];
