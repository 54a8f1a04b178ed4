import { rmSync } from "node:fs";
import { pino } from "pino";
import { type Deps, SCOPES, type Scope } from "../../actions/context.ts";
import { createApiKey } from "../../core/credentials/api-keys.ts";
import { databaseFile, readSettings } from "../../core/settings/config.ts";
import type { ServerTimes } from "../../http/http-server.ts";
import { styleguidePages } from "../../scripts/styleguide/styleguide.ts";
import { type Parts, startServer } from "../../server/app.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import { checkAnswer } from "../contract/openapi.ts";
import { placeSeeded } from "./database.ts";
import { createFolder } from "./folder.ts";
import { placeKey } from "./key.ts";
import { closeAfterFile, letGoOf } from "./let-go.ts";
import { addListing, type GivenListing } from "./listing.ts";
import { cloneDatabase } from "./postgres/engine.ts";
import { isPostgres } from "./postgres/is-postgres.ts";

export const PASSWORD = "correct horse battery";
/** PASSWORD at the least cost. A hash carries its parameters, so signing in with it is as cheap; the forms make full ones. */
export const CHEAP_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IGZvciB0ZXN0cw$MlFQP5pWrc/k0mn24kiaChL9CmQ2yl/EQKiVVUIY4R8";

/** Compressing answers only to unpack them took half of a request. What compression does has tests of its own. */
export const PLAIN = { "accept-encoding": "identity" };

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON whose shape the OpenAPI check has already held.
export type Reply = { status: number; headers: Headers; body: any };

/** A whole running Debut on a free loopback port with its own database, and a clock that moves when told. */
export async function createWorld({
  env = {},
  replaced = {},
  ...options
}: {
  env?: Record<string, string>;
  replaced?: Partial<Deps>;
  times?: Partial<ServerTimes>;
} & Parts = {}) {
  const folder = createFolder();
  const database = isPostgres() && !replaced.store ? await cloneDatabase("seeded") : undefined;
  placeKey(folder);
  let stillAt: number | undefined = Date.now();
  let movedMs = 0;
  const logs: string[] = [];
  const settings = readSettings({
    PORT: "0",
    DATA_DIR: folder,
    ...(database && { DATABASE_URL: database.url }),
    CRAWL_GAP_MS: "0",
    MCP_HOLD_MS: "0",
    LIMIT_READ_ANONYMOUS: "100000",
    LIMIT_SEARCH_ANONYMOUS: "100000",
    LIMIT_MCP_ANONYMOUS: "100000",
    LIMIT_CREDENTIAL: "100000",
    LIMIT_PAGE_ANONYMOUS: "100000",
    LIMIT_PAGE: "100000",
    LIMIT_IMAGE: "100000",
    SELLER_VAT_NUMBER: "DE123456789",
    ...env,
  });
  if (!replaced.store && !database) await placeSeeded(databaseFile(settings));
  const running = await startServer(
    settings,
    {
      now: () => new Date((stillAt ?? Date.now()) + movedMs),
      log: pino({ level: "debug" }, { write: (line: string) => void logs.push(line) }),
      ...replaced,
    },
    { morePages: [styleguidePages], ...options },
  );
  const { deps, jobs, url } = running;
  const keys = new Map<string, string>();

  const people = new Map<string, Promise<Account>>();
  function account(name: string, { admin = false, verified = true } = {}): Promise<Account> {
    const known = people.get(name);
    if (known) return known;
    const made = (async () => {
      const email = `${name}@people.example`;
      const at = deps.now();
      return (await deps.store.change((tx) =>
        tx.accounts.add({
          id: deps.uuid(),
          email,
          name,
          passwordHash: CHEAP_HASH,
          isAdmin: admin,
          emailVerifiedAt: verified ? at : null,
          createdAt: at,
        }),
      ))!;
    })();
    people.set(name, made);
    return made;
  }

  /** An API key of that account, made once for each set of scopes and each end. */
  async function key(name: string, scopes: readonly Scope[] = SCOPES, expiresAt: Date | null = null): Promise<string> {
    const id = `${name} ${scopes.join(" ")} ${expiresAt?.getTime()}`;
    const known = keys.get(id);
    if (known) return known;
    const owner = await account(name);
    const made = createApiKey(deps.random);
    await deps.store.change((tx) =>
      tx.accounts.addApiKey({
        id: deps.uuid(),
        accountId: owner.id,
        hash: made.hash,
        name: "test",
        prefix: made.prefix,
        last4: made.last4,
        scopes: scopes.join(" "),
        createdAt: deps.now(),
        expiresAt,
      }),
    );
    keys.set(id, made.key);
    return made.key;
  }

  /** One REST request; every answer is checked against the OpenAPI document. */
  async function rest(
    method: string,
    path: string,
    {
      body,
      headers = {},
      bearer,
    }: { body?: unknown; headers?: Record<string, string>; bearer?: string | undefined } = {},
  ): Promise<Reply> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...PLAIN,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const raw = await response.text();
    const parsed = raw === "" ? undefined : JSON.parse(raw);
    checkAnswer(method, `/api/v1${path}`, response.status, response.headers, parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  type Options = { body?: unknown; headers?: Record<string, string>; scopes?: readonly Scope[] };
  const as = (name: string) => {
    const send =
      (method: string) =>
      async (path: string, { scopes, ...options }: Options = {}) =>
        rest(method, path, { ...options, bearer: await key(name, scopes) });
    return { get: send("GET"), post: send("POST"), patch: send("PATCH"), put: send("PUT"), delete: send("DELETE") };
  };

  let calls = 0;
  async function mcp(
    tool: string,
    args: unknown,
    { bearer, meta = {} }: { bearer?: string; meta?: Record<string, unknown> } = {},
  ): Promise<Reply> {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        ...PLAIN,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": tool,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: ++calls,
        method: "tools/call",
        params: {
          name: tool,
          arguments: args,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            ...meta,
          },
        },
      }),
    });
    const body = (await response.json()) as { result?: unknown };
    return { status: response.status, headers: response.headers, body: body.result ?? body };
  }

  const listing = (name: string, given: Omit<GivenListing, "name"> = {}) =>
    addListing(deps.store, { ...given, name }, deps.now());

  const world = closeAfterFile({
    ...running,
    // Not the function of the server itself, which would hold all of it.
    stop: (options?: Parameters<typeof running.stop>[0]) => running.stop(options),
    baseUrl: url,
    folder,
    logs,
    account,
    key,
    rest,
    mcp,
    as,
    listing,
    drain: () => jobs.drain(),
    async close() {
      await running.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
      letGoOf(world, running, deps, deps.store, logs);
    },
    /** For a world that shares its database with another process, or its time with a browser. */
    runClock() {
      stillAt = undefined;
    },
    advance(ms: number) {
      movedMs += ms;
    },
  });
  return world;
}

export type World = Awaited<ReturnType<typeof createWorld>>;
