import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, constants, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import { freePort } from "../../../test/helpers/free-port.ts";
import { factsIn } from "./facts.ts";
import type { Subjects } from "./subject.ts";

/** root may write everywhere, so the program runs as nobody to test permissions. */
const NOBODY = { uid: 65534, gid: 65534 };
export const IS_ROOT = process.getuid?.() === 0;
export const ROOT = join(import.meta.dirname, "../../..");
/** Who owns the listing of every stage. */
export const OWNER = "ann@people.example";
const START_MS = 60_000;

export type Ended = { code: number; stdout: string; stderr: string };
export type Finding = { check: string; ok: boolean; detail: string; cure: string | null };
export type Site = {
  child: ChildProcess;
  /** Undefined if it ended before it served. */
  url: string | undefined;
  log: string[];
};

export const hasEnded = ({ child }: Site): boolean => child.exitCode !== null || child.signalCode !== null;
/** What a visitor, a reading program and a writing one get: the status, or why there was no response. */
export type Look = Record<"readyz" | "read" | "write" | "page", string>;
/** One installation to break: its folders, its process, and what it acknowledged. */
export type Stage = Awaited<ReturnType<typeof createStage>>;

/** A file to run, and what comes before the arguments of the program. */
export type Command = readonly [file: string, ...args: string[]];
const FROM_SOURCE: Command = [process.execPath, join(ROOT, "server/main.ts")];

export type Template = {
  folder: string;
  command: Command;
  key: string;
  listing: { id: number; slug: string };
  subjects: Subjects;
};

/** Options for processes that run as the program does. */
export const AS_USER = IS_ROOT ? NOBODY : {};
const base = (folder: string, template = folder): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  DATA_DIR: join(folder, "data"),
  BACKUP_DIR: join(folder, "backups", "here"),
  TMPDIR: join(folder, "tmp"),
  // A shared compile cache, because the user nobody cannot write to the default one.
  NODE_COMPILE_CACHE: join(template, "compiled"),
  LOG_LEVEL: "info",
  LIMIT_WRITE: "1000000",
  // No outside requests.
  DNS_SERVERS: "127.0.0.1:1",
});

export const giveToUser = (folder: string): void => {
  if (IS_ROOT) execFileSync("chown", ["-R", `${NOBODY.uid}:${NOBODY.gid}`, folder]);
};

/** Runs a command of the program to its end. */
const runProgram = ([file, ...before]: Command, args: string[], env: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(file, [...before, ...args], { env, ...AS_USER, cwd: "/" }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr }),
    );
  });

/**
 * An installation with an admin, demo listings and an API key, copied for each row. It runs from
 * source, or from an executable, which starts in half the time.
 */
export async function createTemplate(subjects: Subjects, executable?: string): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), "debut-drill-template-"));
  chmodSync(folder, 0o755);
  const command: Command = executable ? [join(folder, "debut")] : FROM_SOURCE;
  // The user nobody may not look into the folder of the original.
  if (executable) copyFileSync(executable, command[0], constants.COPYFILE_FICLONE);
  for (const name of ["data", "backups", "tmp", "compiled"]) mkdirSync(join(folder, name));
  giveToUser(folder);
  const env = base(folder);
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runProgram(command, args, env);
    if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  await run("seed", "--listings", "60");
  await run("user", "create", "--email", OWNER, "--password", "correct horse battery", "--admin");
  const { key } = JSON.parse(await run("api-key", "create", "--email", OWNER, "--scopes", "listings:write", "--json"));
  const db = new Database(join(folder, "data", "debut.db"));
  const listing = db
    .prepare("select id, slug from listings where status = 'live' limit 1")
    .get() as Template["listing"];
  db.prepare(
    "insert into listing_members(account_id, listing_id, role, created_at) select id, ?, 'owner', ? from accounts where email = ?",
  ).run(listing.id, Date.now(), OWNER);
  db.close();
  giveToUser(folder);
  return { folder, command, key, listing, subjects };
}

/** A copy of the template, on a separate disk if requested. */
export async function createStage(
  { folder: from, command: unhooked, key, listing, subjects }: Template,
  {
    mountMb,
    hooked = false,
    env: more = {},
  }: { mountMb?: number | undefined; hooked?: boolean; env?: Record<string, string> } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "debut-drill-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  mkdirSync(data);
  if (mountMb !== undefined) execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mountMb}m`, "debut-drill", data]);
  for (const name of ["data", "backups", "tmp"]) cpSync(join(from, name), join(folder, name), { recursive: true });
  giveToUser(folder);
  const file = join(data, "debut.db");
  const env: Record<string, string> = {
    ...base(folder, from),
    PORT: String(await freePort()),
    DRILL_FOLDER: folder,
    ...more,
  };
  env.OUTBOUND_RESOLVE = subjects.resolve;
  const host = subjects.next();
  const sites: Site[] = [];
  const closers: (() => unknown)[] = [];
  const writes: string[] = [];
  let written = 0;

  const hooks = hooked ? ["--import", join(import.meta.dirname, "hooks.mjs")] : [];
  const [node, main = ""] = FROM_SOURCE;
  // Only Node itself takes hooks.
  const command: Command = hooked ? [node, ...hooks, main] : unhooked;

  async function start(more: { env?: Record<string, string>; program?: string } = {}): Promise<Site> {
    const [file, ...before]: Command = more.program ? [node, ...hooks, more.program] : command;
    const child = spawn(file, [...before, "serve", "--json"], {
      env: { ...env, ...more.env },
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      ...AS_USER,
    });
    const log: string[] = [];
    createInterface(child.stderr!).on("line", (line) => log.push(line));
    const late = setTimeout(() => {
      log.push(`debut: neither served nor ended within ${START_MS / 1000} seconds`);
      child.kill("SIGKILL");
    }, START_MS);
    // By then all its output has arrived.
    const closed = once(child, "close");
    const [line] = await Promise.race([once(createInterface(child.stdout!), "line"), closed.then(() => ["{}"])]);
    const { site: url } = JSON.parse(line) as { site?: string };
    // Its refusal is a log line too.
    if (url === undefined) await closed;
    clearTimeout(late);
    const site = { child, url, log };
    sites.push(site);
    return site;
  }

  async function stop(site: Site, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (hasEnded(site)) return;
    const { child } = site;
    const closed = once(child, "close");
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), START_MS);
    await closed;
    clearTimeout(late);
  }

  const ask = async (url: string, init: RequestInit = {}): Promise<{ said: string; ok: boolean; text: string }> => {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
      const text = await answer.text();
      const reason = answer.ok ? "" : reasonIn(text);
      return { said: `${answer.status}${reason && ` ${reason}`}`, ok: answer.ok, text };
    } catch (error) {
      return {
        said: error instanceof Error && error.name === "TimeoutError" ? "no answer" : "refused",
        ok: false,
        text: "",
      };
    }
  };

  /** Changes the listing's tagline; an acknowledged change must survive. */
  async function write(url: string): Promise<string> {
    const tagline = `Write ${++written}`;
    const { said, ok } = await ask(`${url}/api/v1/me/listings/${listing.id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ fields: { tagline } }),
    });
    if (ok) writes.push(tagline);
    return said;
  }

  async function look({ url }: Site): Promise<Look> {
    if (url === undefined) return { readyz: "refused", read: "refused", write: "refused", page: "refused" };
    return {
      readyz: (await ask(`${url}/readyz`)).said,
      read: (await ask(`${url}/api/v1/listings?per_page=20`)).said,
      write: await write(url),
      page: (await ask(`${url}/listings/${listing.slug}`, { headers: { accept: "text/html" } })).said,
    };
  }

  const debut = (args: string[]) => runProgram(command, args, env);

  return {
    folder,
    data,
    file,
    backups: env.BACKUP_DIR!,
    env,
    key,
    start,
    stop,
    look,
    write,
    debut,
    /** What /readyz says to do. */
    async advice({ url }: Site): Promise<string> {
      const { ok, text } = url === undefined ? { ok: true, text: "" } : await ask(`${url}/readyz`);
      return ok ? "" : text;
    },
    /** Acknowledged writes that are in no version of the listing. */
    lostWrites(): string[] {
      const versions = [...factsIn(file)].filter((fact) => fact.startsWith("version "));
      return writes.filter((tagline) => !versions.some((fact) => fact.includes(`\\"${tagline}\\"`)));
    },
    facts: () => factsIn(file),
    async doctor(): Promise<Finding[]> {
      const { stdout, stderr } = await debut(["doctor", "--json"]);
      try {
        return (JSON.parse(stdout) as { findings?: Finding[] }).findings ?? [];
      } catch {
        return [{ check: "doctor", ok: false, detail: stderr.trim(), cure: null }];
      }
    },
    /** A website is submitted, which a job and a thread of the program read. */
    async submit({ url }: Site): Promise<void> {
      const { said, ok } = await ask(`${url}/api/v1/drafts`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ url: `https://${host}/` }),
      });
      if (!ok) throw new Error(`The website was not taken: ${said}`);
    },
    hold: subjects.hold,
    visits: () => subjects.visits(host),
    /** The draft of that website when it is ready or the time is up: its status, its name, or the reason. */
    async draft(waitMs: number): Promise<string> {
      const db = new Database(file, { readonly: true });
      try {
        const read = () =>
          db.prepare("select status, content_json, crawl_json from drafts").get() as Record<string, string>;
        for (let waited = 0; waited < waitMs && read().status !== "ready"; waited += 100) await delay(100);
        const { status, content_json: content = "", crawl_json: crawl = "" } = read();
        return `${status}, ${content.includes("Acme Charts") ? "drafted" : `blank: ${JSON.parse(crawl).error ?? "no reason"}`}`;
      } finally {
        db.close();
      }
    },
    onClose: (close: () => unknown) => void closers.push(close),
    async close() {
      await Promise.all(sites.map((site) => stop(site, "SIGKILL")));
      for (const close of closers) await close();
      if (mountMb !== undefined) execFileSync("umount", [data]);
      if (IS_ROOT) rmSync(folder, { recursive: true, force: true });
      else {
        execFileSync("chmod", ["-R", "u+rwX", folder]);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The text of a refusal: a problem's code and detail, or the first words of a page. */
function reasonIn(text: string): string {
  try {
    const body = JSON.parse(text) as { code?: string; detail?: string; status?: string; reason?: string };
    return String(body.code ?? body.reason ?? body.status ?? "");
  } catch {
    return /<h1[^>]*>([^<]*)/.exec(text)?.[1]?.trim() ?? "";
  }
}
