import { execFile, execFileSync } from "node:child_process";
import { chmodSync, constants, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import { freePort } from "../../../test/helpers/free-port.ts";
import { createWebsite } from "../../../test/helpers/website.ts";
import { type Command, type Env, type Launched, launch, node, until } from "../programs.ts";

/** root may write everywhere, so the program runs as nobody to test permissions. */
const NOBODY = { uid: 65534, gid: 65534 };
export const IS_ROOT = process.getuid?.() === 0;
/** Options for processes that run as the program does. */
export const AS_USER = IS_ROOT ? NOBODY : {};
/** Who owns the listing of every stage. */
export const OWNER = "ann@people.example";

/** Rows that must survive every fault: those that are only added. A version contains its whole listing. */
const FACTS: Record<string, string> = {
  account: "select email, password_hash, is_admin from accounts",
  key: "select hash, scopes from api_keys where revoked_at is null",
  version: "select listing_id, version, snapshot_json from listing_versions",
  listing: "select id, slug, url, status from listings",
  founder: "select id, slug, name, bio from founders",
  post: "select slug, body_markdown from posts",
  category: "select slug, name from categories",
};

/** Websites of the drill take so long, so that something can happen meanwhile. */
const SITE_MS = 1000;
const SITES = 40;
const PAGE = `<!doctype html><html lang="en"><title>Acme Charts</title>
<meta name="description" content="Acme Charts makes charts of everything, simply and quickly.">
<h1>Acme Charts</h1><p>Acme Charts makes charts of everything, simply and quickly.</p>`;

export type Ended = { code: number; stdout: string; stderr: string };
export type Finding = { check: string; ok: boolean; detail: string; cure: string | null };
/** What a visitor, a reading program and a writing one get: the status, or why there was no response. */
export type Look = Record<"readyz" | "read" | "write" | "page", string>;
export type Template = Awaited<ReturnType<typeof createTemplate>>;
/** One installation to break: its folders, its process, and what it acknowledged. */
export type Stage = Awaited<ReturnType<typeof createStage>>;

const envOf = (folder: string, template = folder): Env => ({
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

/** A folder that the program can read, whoever runs it. */
function createFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  chmodSync(folder, 0o755);
  return folder;
}
export const giveToUser = (folder: string): void => {
  if (IS_ROOT) execFileSync("chown", ["-R", `${NOBODY.uid}:${NOBODY.gid}`, folder]);
};

/** Runs a command of the program to its end. */
const runProgram = ([file, ...before]: Command, args: string[], env: Env): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(file, [...before, ...args], { env, ...AS_USER, cwd: "/" }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, stdout, stderr }),
    );
  });

/** Slow websites for the installations to read. */
async function createSites() {
  const visits: Record<string, number> = {};
  let held = Promise.resolve();
  const { resolve, close } = await createWebsite({
    "/": async ({ headers: { host = "" } }, res) => {
      const name = host.split(":")[0]!;
      visits[name] = (visits[name] ?? 0) + 1;
      await Promise.all([delay(SITE_MS), held]);
      res.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    },
  });
  const hosts = Array.from({ length: SITES }, (_, nth) => `s${nth}.test`);
  return {
    ...{ visits, close, resolve: resolve(...hosts) },
    next: () => hosts.shift()!,
    /** Stops responding until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

/** An installation with an admin, demo listings and an API key, to be copied; from source or of an executable. */
export async function createTemplate(executable?: string) {
  const folder = createFolder("debut-drill-template-");
  const command: Command = executable ? [join(folder, "debut")] : node("server/main.ts");
  // The user nobody may not look into the folder of the original.
  if (executable) copyFileSync(executable, command[0], constants.COPYFILE_FICLONE);
  for (const name of ["data", "backups", "tmp", "compiled"]) mkdirSync(join(folder, name));
  giveToUser(folder);
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runProgram(command, args, envOf(folder));
    if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  await run("seed", "--listings", "60");
  await run("user", "create", "--email", OWNER, "--password", "correct horse battery", "--admin");
  const created = await run("api-key", "create", "--email", OWNER, "--scopes", "listings:write", "--json");
  const { key } = JSON.parse(created) as { key: string };
  const db = new Database(join(folder, "data", "debut.db"));
  const live = db.prepare("select id, slug from listings where status = 'live' limit 1");
  const listing = live.get() as { id: number; slug: string };
  const own = `insert into listing_members(account_id, listing_id, role, created_at)
    select id, ?, 'owner', ? from accounts where email = ?`;
  db.prepare(own).run(listing.id, Date.now(), OWNER);
  db.close();
  giveToUser(folder);
  const sites = await createSites();
  const close = async () => {
    await sites.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, command, key, listing, sites, close };
}

type Options = { mountMb?: number; hooks?: boolean; env?: Env };

/** A copy of the template, on a separate disk if requested. */
export async function createStage(template: Template, { mountMb, hooks = false, env: more = {} }: Options = {}) {
  const { key, listing, sites } = template;
  const folder = createFolder("debut-drill-");
  const data = join(folder, "data");
  const file = join(data, "debut.db");
  mkdirSync(data);
  if (mountMb !== undefined) execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mountMb}m`, "debut-drill", data]);
  for (const name of ["data", "backups", "tmp"])
    cpSync(join(template.folder, name), join(folder, name), { recursive: true });
  giveToUser(folder);
  const env: Env = {
    ...envOf(folder, template.folder),
    PORT: String(await freePort()),
    DRILL_FOLDER: folder,
    OUTBOUND_RESOLVE: sites.resolve,
    ...more,
  };
  const host = sites.next();
  const started: Launched[] = [];
  const closers: (() => unknown)[] = [];
  const writes: string[] = [];
  let written = 0;

  const hooked = ["--import", join(import.meta.dirname, "hooks.mjs")];
  const fromSource = (main: string): Command => [process.execPath, ...(hooks ? hooked : []), main];
  // Only Node itself takes hooks.
  const command = hooks ? fromSource(node("server/main.ts")[1]!) : template.command;

  async function start(other: { env?: Env; program?: string } = {}): Promise<Launched> {
    const run = other.program ? fromSource(other.program) : command;
    const options = { env: { ...env, ...other.env }, cwd: "/", ...AS_USER };
    const site = await launch([...run, "serve", "--json"], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    started.push(site);
    return site;
  }

  async function ask(url: string, init: RequestInit = {}): Promise<{ said: string; ok: boolean; text: string }> {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
      const text = await answer.text();
      return { said: `${answer.status} ${answer.ok ? "" : reasonIn(text)}`.trim(), ok: answer.ok, text };
    } catch (error) {
      const said = error instanceof Error && error.name === "TimeoutError" ? "no answer" : "refused";
      return { said, ok: false, text: "" };
    }
  }
  const send = (url: string, method: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return ask(url, { method, headers, body: JSON.stringify(body) });
  };

  /** Changes the listing's tagline; an acknowledged change must survive. */
  async function write(url: string): Promise<string> {
    const tagline = `Write ${++written}`;
    const { said, ok } = await send(`${url}/api/v1/me/listings/${listing.id}`, "PATCH", { fields: { tagline } });
    if (ok) writes.push(tagline);
    return said;
  }

  const read = <Result>(work: (db: Database.Database) => Result): Result => {
    const db = new Database(file, { readonly: true });
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  /** Every fact in the database, as text; readable while the site runs. */
  const facts = (): Set<string> =>
    read((db) => {
      const rows = Object.entries(FACTS).map(([kind, sql]) => ({ kind, all: db.prepare(sql).raw().all() }));
      return new Set(rows.flatMap(({ kind, all }) => all.map((row) => `${kind} ${JSON.stringify(row)}`)));
    });
  const debut = (args: string[]) => runProgram(command, args, env);

  return {
    ...{ folder, data, file, env, start, write, facts, debut },
    backups: env.BACKUP_DIR!,
    async look({ url }: Launched): Promise<Look> {
      if (url === undefined) return { readyz: "refused", read: "refused", write: "refused", page: "refused" };
      return {
        readyz: (await ask(`${url}/readyz`)).said,
        read: (await ask(`${url}/api/v1/listings?per_page=20`)).said,
        write: await write(url),
        page: (await ask(`${url}/listings/${listing.slug}`, { headers: { accept: "text/html" } })).said,
      };
    },
    /** What /readyz says to do. */
    async advice(url: string): Promise<string> {
      const { ok, text } = await ask(`${url}/readyz`);
      return ok ? "" : text;
    },
    /** Acknowledged writes that are in no version of the listing. */
    lostWrites(): string[] {
      const versions = [...facts()].filter((fact) => fact.startsWith("version "));
      return writes.filter((tagline) => !versions.some((fact) => fact.includes(`\\"${tagline}\\"`)));
    },
    async doctor(): Promise<Finding[]> {
      const { stdout, stderr } = await debut(["doctor", "--json"]);
      try {
        return (JSON.parse(stdout) as { findings?: Finding[] }).findings ?? [];
      } catch {
        return [{ check: "doctor", ok: false, detail: stderr.trim(), cure: null }];
      }
    },
    /** Submits a website, which a job and a thread of the program read. */
    async submit({ url }: Launched): Promise<void> {
      const { said, ok } = await send(`${url}/api/v1/drafts`, "POST", { url: `https://${host}/` });
      if (!ok) throw new Error(`The website was not taken: ${said}`);
    },
    /** Until the page of that website is asked for. */
    isVisited: () => until(() => sites.visits[host]),
    hold: sites.hold,
    visits: () => sites.visits[host] ?? 0,
    /** Faults unless the draft of that website is done, and drafted if it must be. */
    async draftFaults(wanted = "ready, drafted"): Promise<string[]> {
      const draft = () =>
        read((db) => {
          const sql = "select status, content_json as content, crawl_json as crawl from drafts";
          const { status, content = "", crawl = "{}" } = db.prepare(sql).get() as Record<string, string>;
          const isDrafted = content.includes("Acme Charts");
          return `${status}, ${isDrafted ? "drafted" : `blank: ${JSON.parse(crawl).error?.code ?? "no reason"}`}`;
        });
      await until(() => draft().startsWith("ready"));
      return draft().startsWith(wanted) ? [] : [`the draft is ${draft()}`];
    },
    onClose: (close: () => unknown) => void closers.push(close),
    async close() {
      await Promise.all(started.map((site) => site.stop("SIGKILL")));
      for (const close of closers) await close();
      if (mountMb !== undefined) execFileSync("umount", [data]);
      if (!IS_ROOT) execFileSync("chmod", ["-R", "u+rwX", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The text of a refusal: a problem's code or status, or the heading of a page. */
function reasonIn(text: string): string {
  try {
    const body = JSON.parse(text) as { code?: string; status?: string; reason?: string };
    return String(body.code ?? body.reason ?? body.status ?? "");
  } catch {
    return /<h1[^>]*>([^<]*)/.exec(text)?.[1]?.trim() ?? "";
  }
}
