import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPlain } from "../../rest/plain.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
/** Of two accounts, so that the quota of one way does not count for the other. */
let keys: string[];
let etag: string;
beforeAll(async () => {
  world = await createWorld({ env: { TRUSTED_PROXIES: "127.0.0.1", LIMIT_READ_ANONYMOUS: "60" } });
  for (const name of ["Acme", "Café", "Other"]) await world.listing(name, { category: "crm" });
  keys = await Promise.all(["ann", "ben"].map((name) => world.key(name, ["listings:write"])));
  etag = (await ask({ path: "/api/v1/listings/acme" })).headers.etag!;
});
afterAll(() => world.close());

type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string };
type Got = { status: number; headers: IncomingMessage["headers"]; raw: string[]; text: string };

const ask = ({ path, method = "GET", headers = {}, body }: Asked): Promise<Got> =>
  new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port: world.port, path, method, headers, agent: false }, (res) => {
      let text = "";
      res.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      res.on("end", () => done({ status: res.statusCode!, headers: res.headers, raw: res.rawHeaders, text }));
    });
    sent.once("error", fail).end(body);
  });

/** Everything sent as text over one connection, until the server has answered with so many bodies. */
const talk = (text: string, isDone: (answers: string) => boolean): Promise<string> =>
  new Promise((done, fail) => {
    let answers = "";
    const socket = connect(world.port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (part) => {
      answers += part;
      if (isDone(answers)) socket.destroy();
    });
    socket.once("close", () => done(answers)).once("error", fail);
  });

const PATHS = [
  ...["/listings/acme", "/listings/caf%C3%A9", "/listings/cafe", "/listings/none", "/listings/%zz", "/listings/Acme"],
  ...[
    "/listings",
    "/listings?q=acme",
    "/listings?page=2&per_page=1",
    "/listings?nope=1",
    "/listings/acme?x=1",
    "/site",
  ],
  ...["/listings/acme?api_key=x", "/listings/", "/listings//acme", "/", "/nowhere", "/openapi.json", "/me/listings"],
  ...["/categories/crm", "/launches/weeks/this", "/leaderboards/none", "/listings/acme/badges", "/orders/quote"],
];
const HEADERS = (): Record<string, string>[] => [
  {},
  { "if-none-match": etag },
  { "if-none-match": `W/${etag}, "other"` },
  { "if-none-match": "*" },
  { accept: "text/html" },
  { accept: "application/json;q=0" },
  { authorization: "Bearer nonsense" },
  { authorization: "a key" },
  { authorization: "a key", "idempotency-key": "" },
  { origin: "https://elsewhere.example", "user-agent": "x" },
];

/** The access log by request id, without what differs from one request to the next. */
const accessLog = () =>
  new Map(
    world.logs
      .map((each) => JSON.parse(each))
      .filter(({ msg }) => msg === "request")
      .map(({ time: _time, pid: _pid, ms: _ms, request_id: id, bytes: _bytes, ...facts }) => [id, facts]),
  );

describe("a plain read of the API", () => {
  it("gets the same bytes, headers and log line as through Express", async () => {
    const pairs: string[][] = [];
    for (const path of PATHS)
      for (const method of ["GET", "HEAD"])
        for (const headers of HEADERS()) {
          // Two hundred requests share an address, so that some exceed the quota.
          const from = Math.floor(pairs.length / 200);
          const both = [
            { "x-forwarded-for": `192.0.2.${from}` },
            // With this header, a request is no longer plain.
            { "x-forwarded-for": `198.51.100.${from}`, "accept-encoding": "identity;q=1" },
          ].map(async (more, way) => {
            const credential = headers.authorization === "a key" && { authorization: `Bearer ${keys[way]}` };
            const asked = { path: `/api/v1${path}`, method, headers: { ...more, ...headers, ...credential } };
            const { status, headers: sent, raw, text } = await ask(asked);
            const { date: _date, "x-request-id": id, ...kept } = sent;
            const known = (words: string) =>
              words.replaceAll(String(id), "ID").replace(/t=\d+|\d+ seconds|(?<="retry-after":")\d+/g, "T");
            const names = raw.filter((_, index) => index % 2 === 0);
            return {
              id: String(id),
              shown: { status, names, headers: known(JSON.stringify(kept)), text: known(text) },
            };
          });
          const [plain, express] = await Promise.all(both);
          expect(plain!.shown, `${method} ${path} ${JSON.stringify(headers)}`).toEqual(express!.shown);
          pairs.push([plain!.id, express!.id]);
        }
    const statuses = new Set([...accessLog().values()].map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 304, 400, 401, 403, 404, 405, 406, 429]);
    await expect.poll(() => pairs.filter((ids) => !ids.every((id) => accessLog().has(id)))).toEqual([]);
    const lines = accessLog();
    for (const [plain, express] of pairs) expect(lines.get(plain)).toEqual(lines.get(express));
  });

  it("counts against the quota of the address that a trusted proxy names, and of no other", async () => {
    const left = async (headers: Record<string, string>) =>
      Number(/r=(\d+)/.exec(String((await ask({ path: "/api/v1/site", headers })).headers.ratelimit))![1]);
    expect(await left({ "x-forwarded-for": "203.0.113.1" })).toBe(59);
    expect(await left({ "x-forwarded-for": "203.0.113.1" })).toBe(58);
    expect(await left({ "x-forwarded-for": "203.0.113.2" })).toBe(59);
    // The last address is the one that the proxy saw.
    expect(await left({ "x-forwarded-for": "203.0.113.3, 203.0.113.2" })).toBe(58);
  });

  it("is answered in order on a connection that sends several at once", async () => {
    const get = (path: string, header = "") =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.4\r\n${header}\r\n`;
    const text = await talk(
      [
        get("/api/v1/listings/acme"),
        get("/api/v1/listings/caf%C3%A9", "Accept-Encoding: identity\r\n"),
        get("/api/v1/listings/other"),
        get("/healthz"),
        get("/api/v1/nowhere"),
        get("/api/v1/listings/acme", "Connection: close\r\n"),
      ].join(""),
      () => false,
    );
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "200",
      "400",
      "200",
      "200",
      "404",
      "200",
    ]);
    expect([...text.matchAll(/"slug":"(acme|other)"/g)].map(([, slug]) => slug)).toEqual(["acme", "other", "acme"]);
  });
});

describe("what is not plain", () => {
  const path = "/api/v1/listings/acme";
  it.each<[name: string, asked: Partial<Asked>, plain: boolean]>([
    ["a read", {}, true],
    ["a read of the head", { method: "HEAD" }, true],
    ["a conditional read", { headers: { "if-none-match": '"x"' } }, true],
    ["a read with a credential", { headers: { authorization: "Bearer x" } }, true],
    ["a read with a query", { path: "/api/v1/listings?q=a%20b&page=2" }, true],
    ["a preflight", { method: "OPTIONS" }, false],
    ["a write", { method: "POST", headers: { "content-length": "2" } }, false],
    ["a read with a body", { headers: { "content-length": "2" } }, false],
    ["a read that accepts compression", { headers: { "accept-encoding": "gzip" } }, false],
    ["a conditional read of a compressed response", { headers: { "if-none-match": '"x.br"' } }, false],
    ["a read with a cookie", { headers: { cookie: "a=b" } }, false],
    ["a read that waits for 100 Continue", { headers: { expect: "100-continue" } }, false],
    ["upper case", { path: "/API/V1/listings/acme" }, false],
    ["an absolute URL", { path: "http://debut.example/api/v1/listings/acme" }, false],
    ["a fragment", { path: "/api/v1/listings/acme#x" }, false],
    ["a backslash", { path: "/api/v1\\listings" }, false],
    ["the root of the API", { path: "/api/v1" }, false],
    ["a page", { path: "/listings/acme" }, false],
  ])("%s: %o", (_name, asked, plain) => {
    const { method = "GET", path: url = path, headers = {} } = asked;
    expect(isPlain({ method, url, headers })).toBe(plain);
  });

  it.each([
    ["upper case", "GET /API/V1/listings/acme HTTP/1.1\r\nHost: x"],
    [
      "a read with a body",
      "GET /api/v1/listings/acme HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}GET /healthz HTTP/1.1\r\nHost: x",
    ],
  ])("gets the same listing: %s", async (_name, head) => {
    const text = await talk(`${head}\r\nConnection: close\r\n\r\n`, () => false);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\nX-Request-Id: /);
    expect(text).toContain((await ask({ path })).text);
  });

  it("is refused when it names the host too, as it always was", async () => {
    const text = await talk(`GET http://x${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, () => false);
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).toContain('"code":"not_found"');
  });

  it("is answered before its body has come, if that is too large", async () => {
    const head = [
      "POST /api/v1/drafts HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${keys[0]}`,
      "Content-Type: application/json",
      "Content-Length: 3000000",
    ].join("\r\n");
    const text = await talk(`${head}\r\n\r\n{"url":"${"x".repeat(100_000)}`, (answers) => answers.includes("}"));
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"code":"payload_too_large"');
  });

  it("includes preflights, which name the methods", async () => {
    const { status, headers, text } = await ask({ path, method: "OPTIONS", headers: { origin: "https://a.example" } });
    expect({ status, text, allow: headers.allow }).toEqual({ status: 204, text: "", allow: "GET, HEAD, OPTIONS" });
  });
});
