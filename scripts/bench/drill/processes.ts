import { EventEmitter, once } from "node:events";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../test/helpers/free-port.ts";
import { createMailServer } from "../../../test/helpers/mail-server.ts";
import type { Row } from "./row.ts";
import { giveToUser, hasEnded, OWNER, ROOT, type Stage } from "./stage.ts";

const HOUR_MS = 3_600_000;
const DRAFT_MS = 60_000;
/** How often the hooks check their files. */
const HOOK_MS = 100;

const put = ({ folder }: Stage, name: string, text = ""): void =>
  writeFileSync(join(folder, name), text, { mode: 0o644 });
const take = ({ folder }: Stage, name: string): void => rmSync(join(folder, name), { force: true });
const setClock = async (stage: Stage, hours: number): Promise<void> => {
  put(stage, "clock", String(hours * HOUR_MS));
  await delay(HOOK_MS);
};

const NOT_PROGRAM = [".git", "node_modules", "var", "dist", "test", "bench", "docs"];

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

/** An email that waits to be sent: a new key is told to its owner. */
const addEmail = (stage: Stage) => stage.debut(["api-key", "create", "--email", OWNER, "--scopes", "account:read"]);

const threads = (name: string, file: string): Row => ({
  name,
  anchor: "check-jobs",
  at: "running",
  hooks: true,
  async break(stage, site) {
    put(stage, file);
    await stage.submit(site);
    // The page is fetched, then read in the thread that is not let live.
    while (stage.visits() === 0) await delay(50);
    await delay(3000);
  },
  async check(stage, site) {
    take(stage, file);
    const draft = await stage.draft(DRAFT_MS);
    return draft.startsWith("ready") && !hasEnded(site)
      ? []
      : [`the draft is ${draft} a minute after the threads live again`];
  },
});

/** Processes that fail, collide, or lose their clock or a thread. */
export const PROCESSES: Row[] = [
  {
    name: "Failed migration, tried three times",
    anchor: "failed-upgrade",
    at: "stopped",
    async break(stage) {
      const program = newerProgram(stage);
      for (let nth = 0; nth < 2; nth++) await stage.stop(await stage.start({ program }));
      return { program };
    },
    byHand: [[/older|earlier|previous|version/i, () => undefined]],
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
      while (stage.visits() === 0) await delay(50);
      const second = await stage.start({ env: { PORT: String(await freePort()) } });
      for (let nth = 0; nth < 5; nth++) await Promise.all([site, second].map(({ url }) => url && stage.write(url)));
      // Long enough for the second process to claim the job, if it would.
      await delay(3000);
      release();
    },
    async check(stage) {
      const draft = await stage.draft(DRAFT_MS);
      return [
        ...(draft === "ready, drafted" ? [] : [`the draft is ${draft}`]),
        ...(stage.visits() === 1 ? [] : [`the job ran ${stage.visits()} times`]),
      ];
    },
  },
  {
    name: "Killed while a job runs",
    anchor: "check-jobs",
    at: "killed",
    async break() {},
    async meanwhile(stage, site) {
      await stage.submit(site);
      while (stage.visits() === 0) await delay(50);
      await stage.stop(site, "SIGKILL");
    },
    async check(stage) {
      const draft = await stage.draft(DRAFT_MS);
      return draft === "ready, drafted" ? [] : [`the draft is ${draft}`];
    },
  },
  {
    name: "Five crashes, an email being sent in each",
    anchor: "jobs",
    at: "stopped",
    async break(stage) {
      await addEmail(stage);
      const arrivals = new EventEmitter();
      const silent = createServer(
        (socket) =>
          void arrivals.emit(
            "connection",
            socket.on("error", () => undefined),
          ),
      );
      await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
      const env = { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` };
      for (let nth = 0; nth < 5; nth++) {
        const arrived = once(arrivals, "connection", { signal: AbortSignal.timeout(DRAFT_MS) }).catch(() => undefined);
        const site = await stage.start({ env });
        await arrived;
        await stage.stop(site, "SIGKILL");
      }
      silent.close();
      const mails = await createMailServer();
      stage.onClose(mails.close);
      delivered.set(stage, mails.delivered);
      return { env: { SMTP_URL: mails.url } };
    },
    async check(stage) {
      const mails = delivered.get(stage)!;
      for (let waited = 0; waited < DRAFT_MS && mails.length === 0; waited += 100) await delay(100);
      return mails.length === 1 ? [] : [`${mails.length} emails arrived`];
    },
  },
  {
    name: "Clock five hours behind (hook on Date)",
    anchor: "check-clock",
    hooks: true,
    at: "running",
    break: (stage) => setClock(stage, -5),
    byHand: [[/set the clock/i, (stage) => setClock(stage, 0)]],
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
    byHand: [[/set the clock/i, () => undefined]],
    async check(stage) {
      const draft = await stage.draft(DRAFT_MS);
      return draft === "ready, drafted" ? [] : [`the draft is ${draft}`];
    },
  },
  threads("Threads that are killed (hook on Worker)", "kill-threads"),
  threads("Threads without memory (hook on Worker)", "starve-threads"),
  {
    name: "Port in use",
    anchor: "port-in-use",
    at: "stopped",
    async break(stage) {
      const other = createServer();
      await new Promise<void>((done) => other.listen(Number(stage.env.PORT), "127.0.0.1", done));
      stage.onClose(() => other.close());
    },
  },
];
