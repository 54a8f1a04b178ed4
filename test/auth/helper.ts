import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { z } from "zod";
import type { Deps } from "../../actions/context.ts";
import { databaseFile } from "../../core/settings/config.ts";
import { OutboundError } from "../../crawler/outbound-error.ts";
import { purge } from "../../jobs/purge.ts";
import { defineTool, READ } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { createWorld as createProgram, PASSWORD, type World as Program } from "../helpers/world.ts";

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

export type Outside = { status?: number; body: unknown } | OutboundError;

const encode = (form: Form): string => {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) params.append(name, value);
  return params.toString();
};

export const REDIRECT = "https://client.example/callback";
const verifier = "v".repeat(43);
export const challenge = createHash("sha256").update(verifier).digest("base64url");

const whoAmI = defineTool({
  name: "who_am_i",
  title: "Who am I",
  description: "Says who is calling.",
  access: "public",
  rest: "GET /who",
  annotations: READ,
  input: z.strictObject({}),
  output: z.looseObject({ kind: z.string() }),
  handler: async (_input, { askCaller }) => askCaller(),
});

/** The whole program over a made-up outside, with a clock that moves when told. No job runs unasked once it has started. */
export async function createWorld(env: Record<string, string> = {}, replaced: Partial<Deps> = {}) {
  let skewMs = 0;
  const outside = new Map<string, Outside>();
  const asked: string[] = [];
  const programs: Program[] = [];

  const start = async (more: Record<string, string> = {}): Promise<Program> => {
    const program = await createProgram({
      tools: [...tools, whoAmI],
      env: {
        LIMIT_OAUTH_TOKEN: "1000",
        LIMIT_OAUTH_REGISTER: "1000",
        LIMIT_BODIES: "1000",
        LIMIT_SIGN_IN: "1000",
        ...env,
        ...more,
      },
      replaced: {
        now: () => new Date(Date.now() + skewMs),
        async fetchSite(url) {
          asked.push(url);
          const answer = outside.get(url);
          if (!answer) throw new OutboundError("address_refused", `${url} is not known here.`);
          if (answer instanceof Error) throw answer;
          const { status = 200, body } = answer;
          const headers = { "content-type": "application/json" };
          const text = typeof body === "string" ? body : JSON.stringify(body);
          return { url, status, headers, body: Buffer.from(text), truncated: false, redirects: [], requests: 1 };
        },
        ...replaced,
      },
    });
    await program.drain();
    await program.jobs.stop(0);
    programs.push(program);
    return program;
  };
  let running = await start();
  const { url: base, folder } = running;
  const file = databaseFile(running.deps.settings);

  async function send(
    path: string,
    { method = "GET", headers = {}, body = "" as string | Buffer } = {},
  ): Promise<Answer> {
    return new Promise((done, fail) => {
      const outgoing = request(
        { host: "127.0.0.1", port: running.port, path, method, headers, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            const json: Json = /json/.test(response.headers["content-type"] ?? "") ? JSON.parse(text) : undefined;
            const to = response.headers.location;
            const location = to === undefined ? undefined : new URL(to, base);
            done({ status: response.statusCode ?? 0, headers: response.headers, text, json, location });
          });
        },
      );
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
    get deps() {
      return running.deps;
    },
    base,
    outside,
    asked,
    send,
    post,
    logged: () => programs.flatMap(({ logs }) => logs).join(""),
    get errors() {
      return programs.flatMap(({ logs }) => logs).filter((line) => JSON.parse(line).level >= 50);
    },
    advance(seconds: number) {
      skewMs += seconds * 1000;
    },
    /** The same database under a new process, as far as memory goes. */
    async restart(change: Record<string, string> = {}) {
      await running.stop();
      running = await start({ DATA_DIR: folder, BASE_URL: base, ...change });
    },
    purge: () => purge.run(undefined as never, running.deps, AbortSignal.abort()),
    account: async (name: string): Promise<string> => (await running.account(name)).id,
    /** Whose account page opens to these headers; undefined when it is nobody's. */
    async whose(headers: Record<string, string>): Promise<string | undefined> {
      const { text } = await send("/account", { headers });
      const email = /[\w.-]+@people\.example/.exec(text)?.[0];
      return email && (await running.deps.store.accounts.findByEmail(email))?.id;
    },
    async signOutEverywhere(accountId: string): Promise<void> {
      const browser = await world.browser(accountId);
      await browser.post("/account/sessions/end", { csrf: await browser.csrf() });
    },
    connectedApps: (accountId: string) => running.deps.store.oauth.connectedApps(accountId, running.deps.now()),
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
    /** Asks one of the resources who calls. MCP answers in its own form, so there only the status tells. */
    who: (credential: string, at = "/api/v1"): Promise<Answer> =>
      world.identify({ authorization: `Bearer ${credential}` }, at),
    async identify(headers: Record<string, string>, at = "/api/v1"): Promise<Answer> {
      if (at === "/api/v1") return send("/api/v1/who", { headers });
      const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" };
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "who_am_i", arguments: {} } };
      return send(at, { method: "POST", headers: { ...accept, ...headers }, body: JSON.stringify(body) });
    },

    dump: () =>
      [file, `${file}-wal`]
        .filter(existsSync)
        .map((path) => readFileSync(path, "latin1"))
        .join(""),
    async close() {
      for (const program of programs.toReversed()) await program.close();
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
    const { answer } = await this.follow("/sign-in");
    return /name="csrf" value="([^"]+)"/.exec(answer.text)![1]!;
  }
  async signIn(accountId: string, returnTo = "/account"): Promise<Answer> {
    const { email } = (await this.#world.deps.store.accounts.find(accountId))!;
    return this.post("/sign-in", { csrf: await this.csrf(), email, password: PASSWORD, return_to: returnTo });
  }
  async disconnect(clientId: string): Promise<boolean> {
    const sent = await this.post("/account/apps/disconnect", { csrf: await this.csrf(), client_id: clientId });
    return sent.location!.searchParams.get("notice") === "app-disconnected";
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

  async confirm(page: string, scopes = ["account:read", "listings:write", "orders:write"]): Promise<URL> {
    const sent = await this.post(`${page}/confirm`, { csrf: await this.csrf(), scope: scopes });
    if (!sent.location) throw new Error(`${sent.status} ${sent.text}`);
    const { answer } = await this.follow(sent.location.pathname);
    return answer.location!;
  }

  async allow(path: string, scopes?: string[]): Promise<string> {
    const { path: page } = await this.toConsent(path);
    const back = await this.confirm(page, scopes);
    const code = back.searchParams.get("code");
    if (!code) throw new Error(back.href);
    return code;
  }
}
