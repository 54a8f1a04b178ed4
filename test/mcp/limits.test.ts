import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeTurns } from "../../mcp/batch.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { bearer, type Json, legacyCall, modern, post } from "./helper.ts";

const open: World[] = [];
const openWorld = async (env: Record<string, string>): Promise<World> => {
  const world = await createWorld({ env });
  open.push(world);
  return world;
};
afterAll(() => Promise.all(open.map((world) => world.close())));

const message = (method: string, params: Json = {}, id: number | null = 1) => ({
  jsonrpc: "2.0",
  ...(id !== null && { id }),
  method,
  params,
});
const initialize = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "t", version: "1" },
});
const left = ({ headers }: { headers: Headers }) => Number(/;r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);

describe("an address without a credential", () => {
  it("is limited by every message, whatever it requests", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "100" });
    const bodies = [
      initialize,
      message("notifications/initialized", {}, null),
      message("ping"),
      message("tools/list"),
      message("resources/list"),
      message("resources/read", { uri: "directory://openapi" }),
      message("prompts/list"),
      message("prompts/get", { name: "none" }),
      message("completion/complete", {
        ref: { type: "ref/resource", uri: "listing://{slug}" },
        argument: { name: "slug", value: "a" },
      }),
      message("no/such/method"),
      legacyCall("no_such_tool"),
      legacyCall("get_site_info"),
      { jsonrpc: "2.0", id: 1, result: {} },
      {},
    ];
    for (const [index, body] of bodies.entries()) {
      const reply = await post(world, body);
      expect(left(reply), JSON.stringify(body)).toBe(99 - index);
      expect(reply.headers.get("ratelimit-policy")).toBe('"mcp-anonymous";q=100;w=60');
    }
    expect(left(await post(world, "not json"))).toBe(99 - bodies.length);
  });

  it("is limited by every message of a batch, and gets none if the limit does not cover all", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "10" });
    const batch = (size: number) => Array.from({ length: size }, (_, id) => message("ping", {}, id));
    const first = await post(world, batch(8));
    expect({ status: first.status, answers: first.body.length, left: left(first) }).toEqual({
      status: 200,
      answers: 8,
      left: 2,
    });
    const second = await post(world, batch(3));
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(second.body).toMatchObject({
      id: null,
      error: { code: 429, data: { code: "quota_exceeded", status: 429 } },
    });
  });

  it("is refused by HTTP status if the message is not a tool call", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "1" });
    await modern(world, "tools/list");
    const reply = await modern(world, "tools/list");
    expect(reply).toMatchObject({ status: 429, body: { id: 1, error: { code: 429 } } });
    expect(reply.body.error.message).toMatch(/Try again in \d+ seconds/);
  });

  it("is refused in a result for the model if a tool call is over the limit, unless it floods", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "1" });
    const call = () => post(world, legacyCall("get_site_info"));
    expect((await call()).body.result.isError).toBeUndefined();
    const refused = await call();
    expect(refused).toMatchObject({
      status: 200,
      body: { id: 1, result: { isError: true, content: [{ text: expect.stringMatching(/^quota_exceeded: /) }] } },
    });
    expect((await call()).status).toBe(429);
  });

  it("is limited in requests that are answered with sign-in", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "1" });
    const ask = async () => (await modern(world, "tools/list", {}, { path: "/mcp/account" })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429]);
  });

  it("shares one limit over all paths", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "2" });
    expect((await modern(world, "tools/list")).status).toBe(200);
    expect((await modern(world, "tools/list", {}, { path: "/mcp/public" })).status).toBe(200);
    expect((await modern(world, "tools/list", {}, { path: "/mcp/public" })).status).toBe(429);
  });
});

describe("a member", () => {
  it("is not affected by a flood of strangers from the same address", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "2", LIMIT_CREDENTIAL: "2" });
    for (let time = 0; time < 8; time++) {
      await modern(world, "tools/list");
      await modern(world, "tools/list", {}, { headers: bearer(`wrong-${time}`) });
    }
    expect((await modern(world, "tools/list")).status).toBe(429);
    const headers = bearer(await world.key("ann"));
    expect((await modern(world, "tools/list", {}, { headers })).status).toBe(200);
    const { body } = await modern(world, "tools/call", { name: "get_account" }, { headers });
    expect(body.result.structuredContent.user.email).toBe("ann@people.example");
    expect((await world.rest("GET", "/drafts", { bearer: await world.key("ann") })).status).toBe(200);
  });

  it("uses its quota of reads for profiles that are kept, too", async () => {
    const world = await openWorld({ LIMIT_READ: "3" });
    await world.listing("Acme");
    const call = (headers = {}) =>
      modern(world, "tools/call", { name: "get_listing", arguments: { slug: "acme" } }, { headers });
    for (let nth = 0; nth < 3; nth++) expect((await call()).body.result.isError).toBeUndefined();
    const headers = bearer(await world.key("ann"));
    const outcomes: unknown[] = [];
    for (let nth = 0; nth < 4; nth++) outcomes.push((await call(headers)).body.result.isError);
    expect(outcomes).toEqual([undefined, undefined, undefined, true]);
  });

  it("has a limit of messages in addition to those of its tools", async () => {
    const world = await openWorld({ LIMIT_MCP: "3", LIMIT_READ: "1" });
    const headers = bearer(await world.key("ann"));
    const call = () => modern(world, "tools/call", { name: "get_account" }, { headers });
    const first = await call();
    expect(first.headers.get("ratelimit-policy")).toBe('"mcp";q=3;w=60');
    expect((await call()).body.result.content[0].text).toMatch(
      /^quota_exceeded: .* this minute\. Try again in \d+ seconds/,
    );
    expect((await modern(world, "tools/list", {}, { headers })).status).toBe(200);
    expect((await modern(world, "tools/list", {}, { headers })).status).toBe(429);
    expect((await modern(world, "tools/list", {}, { headers: bearer(await world.key("ben")) })).status).toBe(200);
  });
});

it("invalid credentials have one limit per address for REST and MCP together", async () => {
  const world = await openWorld({ LIMIT_CREDENTIAL: "3" });
  const status = async () => (await modern(world, "ping", {}, { headers: bearer("wrong") })).status;
  expect([await status(), await status()]).toEqual([401, 401]);
  const rest = () => world.rest("GET", "/drafts", { bearer: "wrong" });
  expect((await rest()).status).toBe(401);
  const refused = await rest();
  expect(refused).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await status()).toBe(429);
});

describe("a batch", () => {
  it("has at most 100 messages", async () => {
    const world = await openWorld({ LIMIT_MCP_ANONYMOUS: "1000" });
    const many = Array.from({ length: 101 }, (_, id) => message("ping", {}, id));
    const reply = await post(world, many);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(reply.body.error.message).toContain("at most 100 messages");
    expect(left(reply)).toBe(999);
  });

  it("is answered until 1 MiB is reached, and the rest says what to do", async () => {
    const world = await openWorld({});
    const reads = Array.from({ length: 40 }, (_, id) => message("resources/read", { uri: "directory://openapi" }, id));
    const { body } = await post(world, reads);
    const answers = (body as Json[]).toSorted((a, b) => a.id - b.id);
    expect(answers).toHaveLength(40);
    const good = answers.filter(({ result }) => result).length;
    const bytes = (count: number) => Buffer.byteLength(JSON.stringify(answers.slice(0, count)));
    expect(good).toBeGreaterThan(1);
    // The answer that crosses the limit is still sent.
    expect(bytes(good - 1)).toBeLessThan(1024 * 1024);
    expect(bytes(good)).toBeGreaterThanOrEqual(1024 * 1024);
    for (const { error } of answers.slice(good))
      expect(error).toMatchObject({ code: 413, message: expect.stringContaining("in another request") });
  });

  it("lets requests of others run between two messages", async () => {
    const inTurn = takeTurns();
    const order: string[] = [];
    const first = inTurn(async () => {
      setImmediate(() => order.push("other"));
      order.push("first");
      return {};
    });
    const second = inTurn(async () => ({ at: order.push("second") }));
    await Promise.all([first, second]);
    expect(order).toEqual(["first", "other", "second"]);
  });
});

describe("answers that never change", () => {
  it("are the same in a batch", async () => {
    const world = await openWorld({});
    const methods: [string, Json][] = [
      ["tools/list", {}],
      ["prompts/list", {}],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["resources/read", { uri: "directory://openapi" }],
    ];
    for (const [method, params] of methods) {
      const alone = await post(world, message(method, params));
      const together = await post(world, [message(method, params)]);
      expect(alone.body.result, method).toEqual([together.body].flat()[0].result);
    }
    const document = await (await fetch(`${world.baseUrl}/api/v1/openapi.json`)).text();
    const { body } = await modern(world, "resources/read", { uri: "directory://openapi" });
    expect(body.result.contents[0].text).toBe(document);
  });

  it("match the id and framing of the client's request", async () => {
    const world = await openWorld({});
    const id = '"tools":[]';
    const { body } = await post(world, { jsonrpc: "2.0", id, method: "tools/list" });
    expect(body.id).toBe(id);
    expect(body.result.tools.length).toBeGreaterThan(20);
    const wrong = await modern(world, "tools/list", {}, { headers: { "mcp-method": "tools/call" } });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  });
});

describe("JSON with too many levels or members", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({});
  });
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_listings","arguments":${args}}}`;

  it.each([
    ["arguments", call(`{"q":${deep(100_000)}}`)],
    ["arguments that are objects", call(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
    ["_meta", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${deep(100_000)}}}}`],
    ["an id", `{"jsonrpc":"2.0","id":${deep(100_000)},"method":"ping"}`],
    ["a batch", deep(100_000)],
    ["arguments with 60,000 names", call(JSON.stringify(Object.fromEntries(Array(60_000).fill(1).entries())))],
    ["half of it", "[".repeat(100_000)],
  ])("in %s is a bad request", async (_, body) => {
    const reply = await post(world, body);
    expect(reply).toMatchObject({ status: 400, body: { id: null, error: { code: -32700 } } });
    expect(world.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
