import { hash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hashPassword } from "../../../core/credentials/passwords.ts";
import { loadDemo } from "../../../data/load-demo.ts";
import { freePort } from "../../../test/helpers/free-port.ts";
import { createMailServer } from "../../../test/helpers/mail-server.ts";
import { startPayPalServer } from "../../../test/helpers/paypal-server.ts";
import { addPerson, type Credentials } from "../../../test/helpers/people.ts";
import { ACME, createWebsite, type Served } from "../../../test/helpers/website.ts";
import { addOwners, withStore } from "../databases.ts";
import { type Env, memoryMb, metricsOf, node, start } from "../programs.ts";
import { type Asked, authorizeOf, createClient, csrfIn, formOf } from "./client.ts";
import { createHonest } from "./honest.ts";
import { type Connected, HONEST_HOSTS, type Stage } from "./stage.ts";

const PASSWORD = "correct horse battery";
/** Eight buyers are enough for the orders of the longest run. */
const [BUYERS, STRANGERS, SITES] = [8, 40, 120];
const SAMPLE_MS = 250;
/** Websites take a little time to answer. */
const SITE_MS = 30;
const SCOPES = ["account:read", "listings:write", "orders:write"];

export type Ground = Awaited<ReturnType<typeof createGround>>;

/** Everything around the server, and a database that each attack gets a fresh copy of. */
export async function createGround({ listings = 1200, assistants = 3, patience = 1 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "debut-attack-"));
  const template = join(folder, "template");
  const [mail, paypal] = [await createMailServer(), await startPayPalServer()];
  const documents = ["/client.json", ...Array.from({ length: assistants }, (_, nth) => `/client${nth}.json`)];
  const sites = await createWebsite(honestSites(documents));
  const close = async () => {
    await Promise.all([mail.close(), paypal.close(), sites.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [port, sitePort] = [await freePort(), await freePort()];
    const siteHosts = Array.from({ length: SITES }, (_, nth) => `site${nth}.test`);
    const hostile = siteHosts.map((host) => `${host}=127.0.0.1:${sitePort}`);
    const env = (life: string): Env => ({
      PATH: process.env.PATH ?? "",
      DATA_DIR: life,
      PORT: String(port),
      OUTBOUND_RESOLVE: [sites.resolve(...Object.values(HONEST_HOSTS)), ...hostile].join(","),
      SMTP_URL: mail.url,
      MAIL_FROM: "Debut <hello@debut.test>",
      PAYMENT_INSTRUCTIONS: "Bank of Tests, account 1",
      STRIPE_SECRET_KEY: "sk_test_standin",
      STRIPE_WEBHOOK_SECRET: "whsec_standin",
      PAYPAL_CLIENT_ID: paypal.account.clientId,
      PAYPAL_CLIENT_SECRET: paypal.account.clientSecret,
      PAYPAL_WEBHOOK_ID: paypal.account.webhookId,
      PAYPAL_API_BASE: paypal.url,
    });
    const base = `http://127.0.0.1:${port}`;
    const people = await settle(env(template), listings);
    const stage: Stage = {
      ...{ base, patience, password: PASSWORD, sitePort, siteHosts, assistants: [], slugs: [] },
      ...people,
    };
    const first = await startServer(env(template));
    for (const path of documents.slice(1))
      stage.assistants.push(await connect(base, stage.person, `https://${HONEST_HOSTS.assistant}${path}`));
    for (let page = 1; page <= 3; page++) {
      const answer = await fetch(`${base}/api/v1/listings?per_page=100&page=${page}`);
      stage.slugs.push(...((await answer.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug));
    }
    await first.stop();
    return {
      ...{ stage, close },
      honest: () => createHonest(stage, mail.delivered),
      /** A server on a copy of the database, so that no attack meets what another one left. */
      async live() {
        const life = join(folder, "life");
        rmSync(life, { recursive: true, force: true });
        cpSync(template, life, { recursive: true });
        return startServer(env(life));
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Pages of makers, and documents of assistants. */
function honestSites(documents: string[]): Record<string, Served> {
  const hostOf = ({ headers: { host = "" } }: IncomingMessage) => host.replace(/:\d+$/, "");
  const page = (path: string, html: string) => async (req: IncomingMessage, res: ServerResponse) => {
    await delay(SITE_MS);
    const host = hostOf(req);
    // The earlier website has only one page, so that nobody waits long for it.
    const isThere = host === HONEST_HOSTS.maker || (host === HONEST_HOSTS.earlier && path === "/");
    res.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(isThere ? html : "");
  };
  const document = (path: string) => (req: IncomingMessage, res: ServerResponse) => {
    const origin = `https://${hostOf(req)}`;
    const client = {
      ...{ client_id: `${origin}${path}`, client_name: "Assistant", redirect_uris: [`${origin}/callback`] },
      ...{ grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "none" },
    };
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(client));
  };
  return Object.fromEntries([
    ...Object.entries(ACME).map(([path, html]) => [path, page(path, html)]),
    ...documents.map((path) => [path, document(path)]),
  ]);
}

/** A demo with people in it: some who mean well, and strangers with accounts and listings of their own. */
const settle = (env: Env, listings: number) =>
  withStore(env, async (store) => {
    const now = new Date();
    await loadDemo(store, { count: listings, now, zone: "UTC" });
    await addPerson(store, { email: "admin@people.test", name: "admin", isAdmin: true }, now);
    const passwordHash = await hashPassword(PASSWORD);
    const [person, maker, ...buyers] = await addOwners(store, 2 + BUYERS, "honest", passwordHash);
    return { person: person!, maker: maker!, buyers, strangers: await addOwners(store, STRANGERS, "stranger") };
  });

/** A person connects an assistant that names itself by the address of its document: consent, code, tokens. */
async function connect(base: string, { cookie }: Credentials, clientId: string): Promise<Connected> {
  const client = createClient(base, "127.0.0.1", { cookies: new Map([["sid", cookie]]) });
  /** Follows redirects within the site; `at` is the last address, which may be of another site. */
  async function follow(asked: Asked) {
    let at = new URL(asked.path, base);
    let answer = await client.send(asked);
    for (; answer.headers.location; answer = await client.send({ path: at.pathname + at.search })) {
      at = new URL(answer.headers.location, at);
      if (at.origin !== base) break;
    }
    return { answer, at };
  }
  const code_verifier = randomBytes(32).toString("base64url");
  const code_challenge = hash("sha256", code_verifier, "base64url");
  const page = await follow(authorizeOf(base, clientId, { code_challenge, scope: SCOPES.join(" ") }));
  const scopes = SCOPES.map((scope): [string, string] => ["scope", scope]);
  const form = formOf(base, `${page.at.pathname}/confirm`, [["csrf", csrfIn(page.answer)], ...scopes]);
  const code = (await follow(form)).at.searchParams.get("code");
  if (!code)
    throw new Error(`No assistant could be connected: ${page.answer.status} ${page.answer.text.slice(0, 300)}`);
  const redirect_uri = new URL("/callback", clientId).href;
  const exchange = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri, code_verifier };
  const { text } = await client.send(formOf(base, "/oauth/token", exchange));
  const { access_token: access, refresh_token: refresh } = JSON.parse(text);
  return { clientId, access, refresh };
}

/** The program as people run it, and its memory over time. */
async function startServer(env: Env) {
  const log = process.env.ATTACK_LOG ? "inherit" : "ignore";
  const server = await start(node("server/main.ts", "serve", "--json"), { env, stdio: ["ignore", "pipe", log] });
  let most = 0;
  const sample = () => {
    const now = residentMb(server.child.pid!);
    most = Math.max(most, now);
    return now;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    /** The longest time that its event loop stood still since the last question; undefined if the server ended. */
    async blockMs(): Promise<number | undefined> {
      const read = await metricsOf(server.url).catch(() => undefined);
      return read && read("nodejs_eventloop_lag_max_seconds") * 1000;
    },
    /** Megabytes that are resident now, and the most since the last time. */
    memory() {
      const result = { now: sample(), most };
      most = 0;
      return result;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await server.stop("SIGKILL");
    },
  };
}

/** Of a process and all that it started. 0 where the system does not say. */
function residentMb(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return children.reduce((sum, child) => sum + residentMb(Number(child)), memoryMb({ pid }) || 0);
  } catch {
    return 0;
  }
}
