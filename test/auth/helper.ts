import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import express, { type ErrorRequestHandler } from "express";
import { pino } from "pino";
import type { Deps } from "../../actions/context.ts";
import { type Auth, createAuth } from "../../auth/routes.ts";
import { createSessions } from "../../auth/sessions.ts";
import { readSettings } from "../../core/config.ts";
import { asAppError } from "../../core/errors.ts";
import { createLimiter } from "../../core/limiter.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { OutboundError } from "../../crawler/outbound-error.ts";
import type { SafeFetch } from "../../crawler/safe-fetch.ts";
import { observeRequests } from "../../http/observe.ts";
import { createPages } from "../../site/kit/respond.ts";
import { createDatabase } from "../helpers/database.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are judged by the assertions that read them.
type Json = any;
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Json;
  location: URL | undefined;
};
export type Form = Record<string, string | string[]>;

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One document that the outside answers with; an Error is thrown instead. */
export type Outside = { status?: number; headers?: Record<string, string>; body: unknown } | OutboundError;

const encode = (form: Form): string => {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) params.append(name, value);
  return params.toString();
};

export const REDIRECT = "https://client.example/callback";
const verifier = "v".repeat(43);
export const challenge = createHash("sha256").update(verifier).digest("base64url");

/** The authorization server with real HTTP on loopback, a real database, a clock that moves when told and a made-up outside. */
export async function createWorld(env: Record<string, string> = {}, replaced: Partial<Deps> = {}) {
  const { store, file, close } = createDatabase();
  const app = express();
  app.set("query parser", "simple");
  const server: Server = await new Promise((done) => {
    const listening = app.listen(0, "127.0.0.1", () => done(listening));
  });
  const { port } = server.address() as AddressInfo;
  const settings = readSettings({
    BASE_URL: `http://127.0.0.1:${port}`,
    LIMIT_OAUTH_TOKEN: "1000",
    LIMIT_OAUTH_REGISTER: "1000",
    ...env,
  });
  app.set("trust proxy", settings.TRUSTED_PROXIES);

  let skewMs = 0;
  let logged = "";
  const outside = new Map<string, Outside>();
  const asked: string[] = [];
  const log = pino(
    { level: "trace" },
    new Writable({
      write(chunk, _encoding, done) {
        logged += chunk;
        done();
      },
    }),
  );
  const fetchSite: SafeFetch = async (url) => {
    asked.push(url);
    const answer = outside.get(url);
    if (!answer) throw new OutboundError("address_refused", `${url} is not known here.`);
    if (answer instanceof Error) throw answer;
    const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    const headers = { "content-type": "application/json", ...answer.headers };
    return {
      url,
      status: answer.status ?? 200,
      headers,
      body: Buffer.from(body),
      truncated: false,
      redirects: [],
      requests: 1,
    };
  };

  const refused = async (): Promise<never> => {
    throw new Error("not part of this world");
  };
  const deps: Deps = {
    settings,
    store,
    now: () => new Date(Date.now() + skewMs),
    sleep: async () => undefined,
    checkWaitMs: 0,
    random: randomBytes,
    uuid: randomUUID,
    fetchSite,
    crawl: refused as Deps["crawl"],
    checkBadge: refused,
    readSiteAddress: refused as never,
    refusalOf: () => undefined,
    proofs: { siteOf: refused as never, find: refused },
    drafter: {} as Deps["drafter"],
    domainRatings: undefined,
    checkVatNumber: async () => ({ status: "unverified", at: null, reference: null }),
    gateways: new Map(),
    pictures: {} as Deps["pictures"],
    sendMail: refused,
    limiter: createLimiter(settings),
    log,
    trace: untraced,
    wakeJobs: () => undefined,
    ...replaced,
  };

  const pages = createPages(settings);
  const errors: unknown[] = [];
  const start = async (): Promise<{
    auth: Auth;
    sessions: ReturnType<typeof createSessions>;
    handle: express.Router;
  }> => {
    const sessions = createSessions(deps, pages.refuse);
    const auth = await createAuth(deps, { sessions, pages });
    const handle = express.Router();
    handle.use(auth.router);
    handle.get("/sign-in", sessions.load, async (req, res) => {
      res.json({ csrf: (await sessions.ensure(req, res)).csrf, account: sessions.accountOf(req)?.id });
    });
    const form = express.urlencoded({ extended: false });
    handle.post("/sign-in", sessions.load, form, sessions.requireCsrf, async (req, res) => {
      await sessions.begin(req, res, req.body.account);
      res.redirect(303, String(req.body.return_to || "/"));
    });
    handle.post("/sign-out", sessions.load, form, sessions.requireCsrf, async (req, res) => {
      await sessions.end(req, res);
      res.json({});
    });
    handle.get("/who", async (req, res) => {
      const path = String(req.query.at ?? "/mcp");
      const audiences = (path === "/api/v1" ? ["/api/v1", "/mcp"] : [path]).map((known) => settings.BASE_URL + known);
      res.json(
        await auth.identify(req.headers.authorization, {
          address: req.ip ?? "",
          audiences,
          allowApiKey: req.query.keys !== "no",
          scopes: ["account:read"],
        }),
      );
    });
    handle.use(((error, _req, res, _next) => {
      const shown = asAppError(error);
      if (shown.code === "internal_error") errors.push(error);
      res.status(shown.status).json({ code: shown.code, detail: shown.message, scopes: shown.scopes });
    }) satisfies ErrorRequestHandler);
    return { auth, sessions, handle };
  };
  let running = await start();
  app.use(observeRequests(deps, () => undefined));
  app.use((req, res, next) => running.handle(req, res, next));

  const base = settings.BASE_URL;

  async function send(
    path: string,
    { method = "GET", headers = {}, body = "" as string | Buffer } = {},
  ): Promise<Answer> {
    return new Promise((done, fail) => {
      const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const json: Json = /json/.test(response.headers["content-type"] ?? "") ? JSON.parse(text) : undefined;
          const to = response.headers.location;
          const location = to === undefined ? undefined : new URL(to, base);
          done({ status: response.statusCode ?? 0, headers: response.headers, text, json, location });
        });
      });
      outgoing.on("error", fail);
      outgoing.end(body);
    });
  }

  const post = (path: string, form: Form, headers: Record<string, string> = {}): Promise<Answer> =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: encode(form),
    });

  const world = {
    deps,
    settings,
    base,
    file,
    outside,
    asked,
    errors,
    send,
    post,
    logged: () => logged,
    get auth() {
      return running.auth;
    },
    get sessions() {
      return running.sessions;
    },
    advance(seconds: number) {
      skewMs += seconds * 1000;
    },
    /** The same database under a new process, as far as memory goes. */
    async restart() {
      running = await start();
    },
    async account(name: string): Promise<string> {
      const id = randomUUID();
      await deps.store.change((tx) =>
        tx.accounts.add({ id, email: `${name}@example.com`, name, createdAt: deps.now() }),
      );
      return id;
    },
    browser: (accountId?: string): Promise<Browser> => Browser.open(world, accountId),

    register: (metadata: Json = {}, headers: Record<string, string> = {}): Promise<Answer> =>
      send("/oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body:
          typeof metadata === "string"
            ? metadata
            : JSON.stringify({ client_name: "Helper", redirect_uris: [REDIRECT], ...metadata }),
      }),
    async client(metadata: Json = {}): Promise<string> {
      return (await world.register(metadata)).json.client_id;
    },
    /** Path and query of an authorization request that is in order; `change` replaces or, with undefined, removes. */
    authorizePath(clientId: string, change: Record<string, string | undefined> = {}): string {
      const params = {
        client_id: clientId,
        redirect_uri: REDIRECT,
        response_type: "code",
        code_challenge: challenge,
        code_challenge_method: "S256",
        scope: "account:read listings:write",
        resource: `${base}/mcp`,
        state: "st4te",
        ...change,
      };
      const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return `/oauth/authorize?${new URLSearchParams(given)}`;
    },
    token: (form: Form, headers: Record<string, string> = {}): Promise<Answer> => post("/oauth/token", form, headers),
    exchange: (clientId: string, code: string, change: Form = {}): Promise<Answer> =>
      world.token({
        grant_type: "authorization_code",
        client_id: clientId,
        code,
        code_verifier: verifier,
        redirect_uri: REDIRECT,
        ...change,
      }),
    refresh: (clientId: string, token: string, change: Form = {}): Promise<Answer> =>
      world.token({ grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...change }),
    /** A connected client: its tokens, and the browser that allowed it. */
    async connect({ scope = "account:read listings:write", clientId = "", path = {} as Record<string, string> } = {}) {
      const accountId = await world.account(`p${randomBytes(4).toString("hex")}`);
      const browser = await world.browser(accountId);
      const id = clientId || (await world.client());
      const code = await browser.allow(world.authorizePath(id, { scope, ...path }));
      const { json } = await world.exchange(id, code, path.redirect_uri ? { redirect_uri: path.redirect_uri } : {});
      return {
        accountId,
        browser,
        clientId: id,
        code,
        access: json.access_token as string,
        refresh: json.refresh_token as string,
        json,
      };
    },
    who: (credential: string, at = "/mcp"): Promise<Answer> =>
      send(`/who?at=${at}`, { headers: { authorization: `Bearer ${credential}` } }),

    /** Everything the database files hold, as one text. */
    dump: () =>
      [file, `${file}-wal`]
        .filter(existsSync)
        .map((path) => readFileSync(path, "latin1"))
        .join(""),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await close();
    },
  };
  return world;
}

/** Keeps cookies by path, like a browser, and says with each form where it comes from. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string }>();
  readonly setCookies: string[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  static async open(world: World, accountId?: string): Promise<Browser> {
    const browser = new Browser(world);
    if (accountId) await browser.signIn(accountId);
    return browser;
  }

  cookieHeader(path: string): Record<string, string> {
    const fitting = [...this.cookies].filter(
      ([, { path: of }]) => path === of || path.startsWith(of.endsWith("/") ? of : `${of}/`),
    );
    return fitting.length
      ? { cookie: fitting.map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; ") }
      : {};
  }

  async send(
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> {
    const headers = { ...this.cookieHeader(path.split("?")[0]!), ...options.headers };
    const answer = await this.#world.send(path, { ...options, headers });
    for (const line of answer.headers["set-cookie"] ?? []) {
      this.setCookies.push(line);
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split("=");
      const of = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
      if (attributes.some((attribute) => /^max-age=0$|^expires=thu, 01 jan 1970/i.test(attribute)))
        this.cookies.delete(`${name} ${of}`);
      else this.cookies.set(`${name} ${of}`, { value, path: of });
    }
    return answer;
  }

  get = (path: string): Promise<Answer> => this.send(path);

  post(
    path: string,
    form: Form,
    headers: Record<string, string> = { "sec-fetch-site": "same-origin", origin: this.#world.base },
  ): Promise<Answer> {
    return this.send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: encode(form),
    });
  }

  async csrf(): Promise<string> {
    return (await this.get("/sign-in")).json.csrf;
  }
  async signIn(accountId: string): Promise<Answer> {
    return this.post("/sign-in", { csrf: await this.csrf(), account: accountId });
  }

  /** Follows redirects on this site until a page or another site; gives the last answer and where it was. */
  async follow(path: string): Promise<{ answer: Answer; path: string }> {
    let at = path;
    for (let step = 0; step < 10; step++) {
      const answer = await this.get(at);
      if (!answer.location || answer.location.origin !== this.#world.base) return { answer, path: at };
      at = answer.location.pathname + answer.location.search;
    }
    throw new Error("too many redirects");
  }

  /** From an authorization request to the consent page: `/interaction/…`. */
  async toConsent(path: string): Promise<{ answer: Answer; path: string }> {
    const page = await this.follow(path);
    if (!page.path.startsWith("/interaction/") || page.answer.status !== 200)
      throw new Error(`${page.answer.status} ${page.path} ${page.answer.text}`);
    return page;
  }

  /** Confirms the consent page and gives the address at which the client is called back. */
  async confirm(page: string, scopes = ["account:read", "listings:write", "orders:write"]): Promise<URL> {
    const sent = await this.post(`${page}/confirm`, { csrf: await this.csrf(), scope: scopes });
    if (!sent.location) throw new Error(`${sent.status} ${sent.text}`);
    const { answer } = await this.follow(sent.location.pathname);
    return answer.location!;
  }

  /** The whole way of a signed-in person; gives the code. */
  async allow(path: string, scopes?: string[]): Promise<string> {
    const { path: page } = await this.toConsent(path);
    const back = await this.confirm(page, scopes);
    const code = back.searchParams.get("code");
    if (!code) throw new Error(back.href);
    return code;
  }
}
