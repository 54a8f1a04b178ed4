import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("a read", () => {
  it.each([
    ["br", "br"],
    ["gzip, deflate", "gzip"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["*", "br"],
    ["gzip;q=0", undefined],
    ["identity", undefined],
    ["identity;q=1, gzip;q=0.2", undefined],
  ])("with Accept-Encoding %s gets %s, with a tag of its own and the same content", async (accepted, encoding) => {
    const path = "/api/v1/listings/acme";
    const from = { "x-forwarded-for": `198.51.100.${accepted.length}` };
    for (const _ of ["made", "kept"]) {
      const answer = await fetch(`${world.baseUrl}${path}`, { headers: { ...from, "accept-encoding": accepted } });
      const text = await answer.text();
      expect(answer.headers.get("content-encoding") ?? undefined).toBe(encoding);
      expect(answer.headers.get("vary")).toBe("Accept-Encoding");
      const tag = answer.headers.get("etag")!;
      expect(tag).toBe(encoding ? etag.replace(/"$/, `.${encoding}"`) : etag);
      expect(text).toBe((await ask({ path, headers: from })).text);
      const known = await ask({ path, headers: { ...from, "accept-encoding": accepted, "if-none-match": tag } });
      expect([known.status, known.headers.etag, known.text]).toEqual([304, tag, ""]);
    }
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

describe("another request", () => {
  const path = "/api/v1/listings/acme";

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

  it("is read to its end, in however many pieces its body has come", async () => {
    const codes = new Set<string>();
    for (const kilobytes of [1, 20, 60, 80, 120, 300, 900])
      for (let nth = 0; nth < 5; nth++) {
        const response = await fetch(`${world.baseUrl}/api/v1/drafts`, {
          method: "POST",
          headers: { authorization: `Bearer ${keys[1]}`, "content-type": "application/json" },
          body: JSON.stringify({ urls: "ü".repeat(kilobytes * 512) }),
        });
        codes.add(((await response.json()) as { code: string }).code);
      }
    // Of a name that is not known, which only a body that was read can have.
    expect([...codes]).toEqual(["validation_failed"]);
  });
});
