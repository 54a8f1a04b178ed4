import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../helpers/world.ts";

const open: World[] = [];
const openWorld = async (options: Parameters<typeof createWorld>[0]): Promise<World> => {
  const world = await createWorld(options);
  open.push(world);
  return world;
};
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.map((world) => world.close()));
});

/** A connection that says what it is told, and what came back until it ended. */
function dial(world: World) {
  const socket = connect(Number(new URL(world.baseUrl).port), "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  return {
    socket,
    ended,
    send: (words: string) => void socket.write(words),
    /** The first answer, as soon as its head is here. */
    async answer(): Promise<string> {
      while (!text.includes("\r\n\r\n")) await once(socket, "data");
      return text;
    },
  };
}

/** The head of a request whose body of 1,000 bytes is announced and never finished. */
const head = (world: World, line: string, headers: Record<string, string> = {}): string =>
  `${[
    `${line} HTTP/1.1`,
    `Host: ${new URL(world.baseUrl).host}`,
    "Accept: application/json, text/event-stream",
    "Content-Length: 1000",
    ...Object.entries({ "Content-Type": "application/json", ...headers }).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n")}\r\n\r\n{`;

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const statusOf = (text: string): number => Number(text.slice(9, 12));

describe("a request whose body is not finished", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ env: { LIMIT_MCP_ANONYMOUS: "1", LIMIT_WRITE: "1", LIMIT_PAGE_ANONYMOUS: "1" } });
  });

  const answerTo = async (line: string, headers?: Record<string, string>) => {
    const caller = dial(world);
    caller.send(head(world, line, headers));
    return caller.answer();
  };

  it("is refused by REST when nobody is signed in, the credential is wrong, or lacks the scope", async () => {
    expect(statusOf(await answerTo("POST /api/v1/drafts"))).toBe(401);
    expect(statusOf(await answerTo("POST /api/v1/drafts", { Authorization: "Bearer wrong" }))).toBe(401);
    const key = await world.key("ann", ["account:read"]);
    expect(statusOf(await answerTo("POST /api/v1/drafts", { Authorization: `Bearer ${key}` }))).toBe(403);
  });

  it("is refused by REST when the quota is used up", async () => {
    const key = await world.key("ann");
    expect((await world.rest("POST", "/drafts", { bearer: key, body: {} })).status).toBe(400);
    const text = await answerTo("POST /api/v1/drafts", { Authorization: `Bearer ${key}` });
    expect(statusOf(text)).toBe(429);
    expect(text).toMatch(/\r\nRetry-After: \d+\r\n/i);
  });

  it("is refused by MCP when the credential is wrong, missing at /mcp/account, or the address is over its limit", async () => {
    expect(statusOf(await answerTo("POST /mcp", { Authorization: "Bearer wrong" }))).toBe(401);
    expect(statusOf(await answerTo("POST /mcp/account"))).toBe(401);
    for (let time = 0; time < 2; time++)
      await fetch(`${world.baseUrl}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
    const text = await answerTo("POST /mcp");
    expect(statusOf(text)).toBe(429);
    expect(text).toMatch(/\r\nRetry-After: \d+\r\n/i);
  });

  it("is refused by the site when the address is over its page limit", async () => {
    await fetch(world.baseUrl);
    expect(statusOf(await answerTo("POST /sign-in", FORM))).toBe(429);
  });
});

it.each([
  ["POST /oauth/token", 200_000],
  ["POST /mcp", 2_000_000],
  ["POST /sign-in", 200_000],
])("a connection goes on after a body to %s that nobody wanted to read", async (line, length) => {
  const world = await openWorld({});
  const caller = dial(world);
  const { host } = new URL(world.baseUrl);
  caller.send(
    `${line} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  caller.send("x".repeat(length));
  caller.send(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const text = await caller.ended;
  expect(statusOf(text)).toBeGreaterThanOrEqual(400);
  expect(text).toContain('{"status":"ok"');
});

describe("a slow request", () => {
  it("ends with 408 when its head or its body does not come, and leaves no error in the log", async () => {
    const world = await openWorld({ times: { headersMs: 100, requestMs: 200, checkEveryMs: 20 } });
    const silent = dial(world);
    const half = dial(world);
    half.send("GET / HTTP/1.1\r\nHost:");
    const key = await world.key("ann");
    const trickling = dial(world);
    trickling.send(head(world, "POST /api/v1/drafts", { Authorization: `Bearer ${key}` }));
    const message = dial(world);
    message.send(head(world, "POST /mcp"));
    const form = dial(world);
    form.send(head(world, "POST /sign-in", FORM));
    const all = await Promise.all([silent, half, trickling, message, form].map(({ ended }) => ended));
    for (const text of all) expect(text).toMatch(/^(HTTP\/1\.1 408 |HTTP\/1\.1 403 |$)/);
    expect(world.logs.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

describe("one address", () => {
  it("can send a limited number of bodies at a time", async () => {
    const world = await openWorld({ env: { LIMIT_BODIES: "2" } });
    const key = await world.key("ann");
    // Requests with a credential that is known overtake the first ones with it.
    await world.rest("GET", "/me/listings", { bearer: key });
    const begin = () => {
      const caller = dial(world);
      caller.send(head(world, "POST /api/v1/drafts", { Authorization: `Bearer ${key}` }));
      return caller;
    };
    const [first, second] = [begin(), begin()];
    await Promise.all([first, second].map(({ socket }) => once(socket, "connect")));
    const third = begin();
    const refused = await third.answer();
    expect(statusOf(refused)).toBe(429);
    expect(refused).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(refused).toContain('"code":"quota_exceeded"');
    expect((await world.rest("GET", "/site")).status).toBe(200);
    expect((await world.as("ben").post("/drafts", { body: {} })).status).toBe(400);
    first.send(" ".repeat(998));
    first.send("}");
    expect(statusOf(await first.answer())).toBe(400);
    expect((await world.rest("POST", "/drafts", { bearer: key, body: {} })).status).toBe(400);
  });

  it("can open a limited number of connections, unless it is a proxy", async () => {
    const limit = { LIMIT_CONNECTIONS: "2" };
    const world = await openWorld({ env: limit });
    const get = `GET /healthz HTTP/1.1\r\nHost: ${new URL(world.baseUrl).host}\r\n\r\n`;
    const [first, second] = [dial(world), dial(world)];
    for (const { send } of [first, second]) send(get);
    expect([statusOf(await first.answer()), statusOf(await second.answer())]).toEqual([200, 200]);
    const third = dial(world);
    third.send(get);
    expect(await third.ended).toBe("");
    first.socket.destroy();
    await first.ended;
    const proxied = await openWorld({ env: { ...limit, TRUSTED_PROXIES: "127.0.0.1" } });
    const many = [dial(proxied), dial(proxied), dial(proxied)];
    for (const { send } of many) send(get.replace(world.baseUrl, proxied.baseUrl));
    for (const caller of many) expect(statusOf(await caller.answer())).toBe(200);
  });
});
