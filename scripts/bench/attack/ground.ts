import { type ChildProcess, spawn } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { hashPassword } from "../../../core/credentials/passwords.ts";
import { loadDemo } from "../../../data/load-demo.ts";
import { freePort } from "../../../test/helpers/free-port.ts";
import { addListing, COMPLETE } from "../../../test/helpers/listing.ts";
import { addPerson, type Credentials } from "../../../test/helpers/people.ts";
import { end } from "../../../test/helpers/process.ts";
import { withStore } from "../postgres.ts";
import { type Env, memoryMb, ROOT, startHelper } from "../programs.ts";
import { authorizeOf, createBrowser, createClient, csrfIn, formOf } from "./client.ts";
import type { HonestQuestions } from "./honest.ts";
import type { Pulse } from "./pulse.ts";
import { type Connected, HONEST_HOSTS, type Owner, type Stage } from "./stage.ts";

const PASSWORD = "correct horse battery";
const STRANGERS = 40;
/** Enough for the orders of the longest run. */
const BUYERS = 8;
const SITES = 120;
const SAMPLE_MS = 250;
const SCOPES = ["account:read", "listings:write", "orders:write"];

export type Ground = Awaited<ReturnType<typeof createGround>>;

/** Everything around the server, and a database that each attack gets a fresh copy of. */
export async function createGround({ listings = 1200, assistants = 3, patience = 1 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "debut-attack-"));
  const honest = startHelper<HonestQuestions>("attack/honest.ts");
  const template = join(folder, "template");
  const close = async () => {
    await honest.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { sites, env: surroundings } = await honest.ask("surroundings");
    const [port, sitePort] = [await freePort(), await freePort()];
    const siteHosts = Array.from({ length: SITES }, (_, nth) => `site${nth}.test`);
    const resolve = [
      ...Object.values(HONEST_HOSTS).map((host) => `${host}=${sites}`),
      ...siteHosts.map((host) => `${host}=127.0.0.1:${sitePort}`),
    ];
    const env = (life: string): Env => ({
      ...surroundings,
      DATA_DIR: life,
      PORT: String(port),
      OUTBOUND_RESOLVE: resolve.join(","),
      MAIL_FROM: "Debut <hello@debut.test>",
      PAYMENT_INSTRUCTIONS: "Bank of Tests, account 1",
      STRIPE_SECRET_KEY: "sk_test_standin",
      STRIPE_WEBHOOK_SECRET: "whsec_standin",
    });
    const base = `http://127.0.0.1:${port}`;
    const people = await settle(env(template), listings);
    const stage: Stage = { base, patience, password: PASSWORD, sitePort, siteHosts, assistants: [], ...people };
    const first = await startServer(env(template));
    for (let nth = 0; nth < assistants; nth++)
      stage.assistants.push(await connect(base, stage.person, `https://${HONEST_HOSTS.assistant}/client${nth}.json`));
    for (let page = 1; page <= 3; page++) {
      const answer = await fetch(`${base}/api/v1/listings?per_page=100&page=${page}`);
      stage.slugs.push(...((await answer.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug));
    }
    await first.stop();
    return {
      ...{ stage, honest, close },
      /** A server on a copy of the database, so that no attack meets what another one left. */
      async live() {
        const life = mkdtempSync(join(folder, "life-"));
        cpSync(template, life, { recursive: true });
        const server = await startServer(env(life));
        return {
          ...server,
          async stop() {
            await server.stop();
            rmSync(life, { recursive: true, force: true });
          },
        };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A demo with people in it: some who mean well, and strangers with accounts and listings of their own. */
const settle = (env: Env, listings: number) =>
  withStore(env, async (store) => {
    const at = new Date();
    await loadDemo(store, { count: listings, now: at, zone: "UTC" });
    const passwordHash = await hashPassword(PASSWORD);
    const person = (name: string) =>
      addPerson(store, { email: `${name}@people.test`, name, passwordHash, isAdmin: name === "admin" }, at);
    const owner = async (name: string): Promise<Owner> => {
      const credentials = await person(name);
      const given = { ...COMPLETE, name: `Own ${name}`, site: `${name}.example`, ownerId: credentials.id };
      const { id, slug } = await addListing(store, given, at);
      return { ...credentials, listingId: id, slug };
    };
    await person("admin");
    const [who, maker] = [await person("ann"), await person("cat")];
    const [buyers, strangers]: [Owner[], Owner[]] = [[], []];
    for (let nth = 0; nth < BUYERS; nth++) buyers.push(await owner(`buyer${nth}`));
    for (let nth = 0; nth < STRANGERS; nth++) strangers.push(await owner(`stranger${nth}`));
    return { person: who, maker, buyers, strangers, slugs: [] as string[] };
  });

/** A person connects an assistant that names itself by the address of its document: consent, code, tokens. */
async function connect(base: string, { cookie }: Credentials, clientId: string): Promise<Connected> {
  const client = createClient(base, "127.0.0.1");
  const browser = createBrowser(base, client, { sid: cookie });
  const signal = AbortSignal.timeout(20_000);
  const code_verifier = randomBytes(32).toString("base64url");
  const code_challenge = hash("sha256", code_verifier, "base64url");
  const asked = authorizeOf(base, clientId, { code_challenge, scope: SCOPES.join(" ") });
  const page = await browser.follow(asked, signal);
  const fields = [["csrf", csrfIn(page.answer)], ...SCOPES.map((scope) => ["scope", scope])] as [string, string][];
  const { at } = await browser.follow(formOf(base, `${page.at.pathname}/confirm`, fields), signal);
  const code = at.searchParams.get("code");
  if (!code)
    throw new Error(`No assistant could be connected: ${page.answer.status} ${page.answer.text.slice(0, 300)}`);
  const redirect_uri = new URL("/callback", clientId).href;
  const exchange = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri, code_verifier };
  const { text } = await client.send(formOf(base, "/oauth/token", exchange), signal);
  void client.close();
  const { access_token: access, refresh_token: refresh } = JSON.parse(text);
  return { clientId, access, refresh };
}

/** The program as people run it, with a hook that says how its event loop does. */
async function startServer(env: Env) {
  const child = spawn(
    process.execPath,
    ["--import", join(import.meta.dirname, "pulse.ts"), join(ROOT, "server/main.ts"), "serve", "--json"],
    {
      env: { PATH: process.env.PATH ?? "", ...env },
      stdio: ["ignore", "pipe", process.env.ATTACK_LOG ? "inherit" : "ignore", "ipc"],
    },
  );
  const exited = once(child, "exit").then(() => undefined);
  await Promise.race([
    once(createInterface(child.stdout!), "line"),
    exited.then(() => Promise.reject(new Error("The server ended before it listened."))),
  ]);
  let most = residentMb(child);
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(child));
  }, SAMPLE_MS);
  return {
    /** What its event loop did since the last time it was asked; undefined when it ended meanwhile. */
    async pulse(): Promise<Pulse | undefined> {
      if (child.exitCode !== null || child.signalCode !== null) return undefined;
      const said = once(child, "message");
      child.send("pulse");
      return Promise.race([said.then(([pulse]) => pulse as Pulse), exited]);
    },
    /** Megabytes that are resident now, and the most since the last time. */
    memory(): { now: number; most: number } {
      const now = residentMb(child);
      const result = { now, most: Math.max(most, now) };
      most = now;
      return result;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await end(child, "SIGKILL");
    },
  };
}

/** Of a process and all that it started. 0 where the system does not say. */
function residentMb({ pid }: Pick<ChildProcess, "pid">): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    const own = memoryMb({ pid }) || 0;
    return children.reduce((sum, child) => sum + residentMb({ pid: Number(child) }), own);
  } catch {
    return 0;
  }
}
