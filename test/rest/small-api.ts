import type { AddressInfo } from "node:net";
import express from "express";
import { request } from "undici";
import { z } from "zod";
import type { Caller, Deps, Scope } from "../../actions/context.ts";
import { readSettings } from "../../core/config.ts";
import { AppError, conflict, notFound } from "../../core/errors.ts";
import { createLimiter } from "../../core/limiter.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { limitBodies } from "../../http/http-server.ts";
import type { Metrics } from "../../http/metrics.ts";
import { observeRequests } from "../../http/observe.ts";
import { openApiDocument } from "../../rest/openapi.ts";
import { createRest } from "../../rest/router.ts";
import type { Tx } from "../../store/store.ts";
import { type AnyTool, CREATE, DELETE, defineTool, READ, REPLACE } from "../../tools/define.ts";
import { listOf, paging } from "../../tools/schemas/common.ts";

const Thing = z.object({ id: z.string(), name: z.string() });
const things = new Map([["cup", { id: "cup", name: "Cup" }]]);

/** A small catalogue with one of everything that REST treats differently. */
export const fakeTools: readonly AnyTool[] = [
  defineTool({
    name: "list_things",
    title: "List things",
    description: "Lists things.",
    access: "public",
    rest: "GET /things",
    annotations: READ,
    input: z.strictObject({
      q: z.string().max(5).optional(),
      big: z.boolean().default(true),
      price: z.number().optional(),
      colour: z.enum(["red", "blue"]).optional(),
      ...paging,
    }),
    output: listOf(Thing).extend({ asked: z.record(z.string(), z.unknown()) }),
    async handler({ page, per_page: perPage, ...asked }) {
      const total = 45;
      return {
        items: [],
        page,
        per_page: perPage,
        total,
        total_pages: Math.ceil(total / perPage),
        has_more: false,
        asked,
      };
    },
  }),
  defineTool({
    name: "get_thing",
    title: "Get a thing",
    description: "Gets a thing.",
    access: "public",
    rest: "GET /things/{id}",
    annotations: READ,
    input: z.strictObject({ id: z.string().regex(/^[a-z]+$/, "Must be lower-case letters.") }),
    output: Thing,
    async handler({ id }) {
      const thing = things.get(id);
      if (!thing) throw notFound("thing", id, "Find things with list_things.", ["cup"]);
      return thing;
    },
  }),
  defineTool({
    name: "create_thing",
    title: "Create a thing",
    description: "Creates a thing.",
    access: "listings:write",
    rest: "POST /things",
    status: 201,
    annotations: CREATE,
    idempotent: true,
    limits: () => ["submit-hour"],
    input: z.strictObject({ name: z.string().max(5), note: z.strictObject({ text: z.string() }).optional() }),
    output: Thing,
    retryAfter: () => 3,
    async handler({ name }, { store }) {
      if (name === "taken")
        throw conflict("already_listed", "This name is taken.", [
          { pointer: "/name", code: "taken", detail: "Is taken." },
        ]);
      return store.change(async () => ({ id: "new one", name }));
    },
  }),
  defineTool({
    name: "update_thing",
    title: "Update a thing",
    description: "Updates a thing.",
    access: "listings:write",
    rest: "PATCH /me/things/{number}",
    annotations: REPLACE,
    input: z.strictObject({ number: z.int().min(1), name: z.string().optional() }),
    output: z.object({ number: z.int(), name: z.string().nullable() }),
    async handler({ number, name = null }) {
      return { number, name };
    },
  }),
  defineTool({
    name: "delete_part",
    title: "Delete a part",
    description: "Deletes a part.",
    access: "listings:write",
    rest: "DELETE /me/things/{number}/parts/{part}",
    annotations: DELETE,
    input: z.strictObject({ number: z.int(), part: z.int(), force: z.boolean().default(false) }),
    output: z.object({ number: z.int(), part: z.int(), force: z.boolean() }),
    handler: async (input) => input,
  }),
  defineTool({
    name: "quote_order",
    title: "Quote",
    description: "Quotes.",
    access: "orders:write",
    rest: "POST /orders/quote",
    annotations: READ,
    input: z.strictObject({}),
    output: z.object({ ok: z.boolean() }),
    handler: async () => ({ ok: true }),
  }),
  defineTool({
    name: "get_order",
    title: "Order",
    description: "Order.",
    access: "account:read",
    rest: "GET /orders/{number}",
    annotations: READ,
    input: z.strictObject({ number: z.string() }),
    output: z.object({ number: z.string() }),
    handler: async ({ number }) => ({ number }),
  }),
  defineTool({
    name: "break_down",
    title: "Break",
    description: "Breaks.",
    access: "public",
    rest: "GET /broken",
    annotations: READ,
    input: z.strictObject({}),
    output: z.object({}),
    async handler() {
      throw new Error("SELECT secret FROM /srv/debut/var/debut.db");
    },
  }),
];

const SCOPES: Record<string, readonly Scope[]> = {
  all: ["account:read", "listings:write", "orders:write"],
  reader: ["account:read"],
};

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
export type Got = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: Record<string, unknown>;
};
export type LogLine = { level: string; fields: Record<string, unknown>; text: string };

/** The REST interface over the fake catalogue on a loopback port; the credentials `all` and `reader` are known, `old` has expired. */
export async function openRest(env: Record<string, string> = {}, metrics?: Metrics) {
  const settings = readSettings({ BASE_URL: "https://debut.example", ...env });
  const logged: LogLine[] = [];
  const log = (level: string) => (fields: Record<string, unknown>, text: string) =>
    void logged.push({ level, fields, text });
  const kept = new Map<string, unknown>();
  const keyOf = ({ accountId, operation, path, key }: Record<string, unknown>) =>
    JSON.stringify([accountId, operation, path, key]);
  const tx = {
    idempotency: {
      find: async (id: Record<string, unknown>) => kept.get(keyOf(id)),
      save: async (row: Record<string, unknown>) => void kept.set(keyOf(row), row),
    },
  } as unknown as Tx;
  let ids = 0;
  const deps = {
    settings,
    now: () => new Date("2026-11-16T12:00:00Z"),
    uuid: () => `id-${++ids}`,
    limiter: createLimiter(settings),
    log: { info: log("info"), error: log("error") },
    trace: untraced,
    store: {
      change: (work: (tx: Tx) => Promise<unknown>) => work(tx),
      idempotency: tx.idempotency,
    },
  } as unknown as Deps;

  const seen: unknown[] = [];
  async function identify(authorization: string | undefined, asked: { address: string }): Promise<Caller> {
    seen.push(asked);
    if (authorization === undefined) return { kind: "anonymous", address: asked.address };
    const name = authorization.replace("Bearer ", "");
    if (name === "old") throw new AppError("token_expired", "This access token has expired.");
    const scopes = SCOPES[name];
    if (!scopes) throw new AppError("unauthenticated", "This credential is not valid.");
    return { kind: "member", address: asked.address, accountId: name, via: "oauth", client: "Test", scopes };
  }

  const app = express().disable("x-powered-by");
  app.use(observeRequests(deps, metrics?.countRequest ?? (() => undefined)));
  app.use(limitBodies(deps));
  app.use(
    "/api/v1",
    createRest(deps, {
      identify,
      tools: fakeTools,
      openApiDocument: () => openApiDocument(fakeTools, { baseUrl: deps.settings.BASE_URL, name: "Debut" }),
      ...(metrics && { metrics }),
    }),
  );
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function send(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Got> {
    const answer = await request(`${origin}/api/v1${path}`, { method: method as "GET", headers, body: body ?? null });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      json: text.startsWith("{") ? JSON.parse(text) : {},
    };
  }
  const as = (name: string) => ({ authorization: `Bearer ${name}` });
  const post = (path: string, value: unknown, { method = "POST", headers = {} }: Sent = {}) =>
    send(path, {
      method,
      body: JSON.stringify(value),
      headers: { "content-type": "application/json", ...as("all"), ...headers },
    });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { send, post, as, close, logged, seen, origin };
}
