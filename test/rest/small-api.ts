import { request } from "undici";
import { z } from "zod";
import { SCOPES } from "../../actions/context.ts";
import { hashToken } from "../../core/credentials/tokens.ts";
import { conflict, notFound } from "../../core/errors/errors.ts";
import { type AnyTool, CREATE, defineTool, READ, REPLACE } from "../../tools/define.ts";
import { listOf, paging } from "../../tools/schemas/common.ts";
import { createWorld } from "../helpers/world.ts";

const Thing = z.object({ id: z.string(), name: z.string() });
const things = new Map([["cup", { id: "cup", name: "Cup" }]]);

/** A small catalogue with one of everything that REST treats differently. */
export const smallCatalogue: readonly AnyTool[] = [
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
    later: { isDone: () => false, retrySeconds: 3 },
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
    annotations: REPLACE,
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

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
export type Got = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: Record<string, unknown>;
};

export async function openRest(env: Record<string, string> = {}) {
  const world = await createWorld({ env: { BASE_URL: "https://debut.example", ...env }, tools: smallCatalogue });
  const { store, now, random } = world.deps;
  const origin = `http://127.0.0.1:${world.port}`;
  const keys: Record<string, string> = {
    all: await world.key("all"),
    reader: await world.key("reader", ["account:read"]),
    old: await world.key("old", SCOPES, new Date(now().getTime() - 1)),
  };

  async function token(resource: string): Promise<string> {
    const value = random(32).toString("base64url");
    const { id: accountId } = await world.account("all");
    const row = { model: "AccessToken", id: hashToken(value), accountId, createdAt: now(), expiresAt: null };
    const payload = JSON.stringify({ aud: resource, accountId });
    await store.change((tx) => tx.oauth.put({ ...row, payload, grantId: null, uid: null, clientId: null }));
    return value;
  }

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
  const as = (name: string) => ({ authorization: `Bearer ${keys[name] ?? name}` });
  const post = (path: string, value: unknown, { method = "POST", headers = {} }: Sent = {}) =>
    send(path, {
      method,
      body: JSON.stringify(value),
      headers: { "content-type": "application/json", ...as("all"), ...headers },
    });
  return {
    send,
    post,
    as,
    token,
    origin,
    get logged() {
      return world.logs.map((line) => JSON.parse(line));
    },
    close: () => world.close(),
  };
}
