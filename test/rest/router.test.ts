import { request } from "undici";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type Got, openRest } from "./small-api.ts";

const rest = await openRest({
  LIMIT_READ_ANONYMOUS: "1000",
  LIMIT_SEARCH_ANONYMOUS: "1000",
  LIMIT_WRITE: "1000",
  LIMIT_SUBMIT_HOUR: "100",
});
afterAll(() => rest.close());

const json = { "content-type": "application/json" };
const problemOf = ({ status, headers, json }: Got) => ({ status, type: headers["content-type"], code: json.code });
const faultsOf = ({ json }: Got) =>
  json.errors as { pointer?: string; parameter?: string; code: string; detail: string }[];

describe("the query", () => {
  it.each([
    ["", {}],
    ["?q=20", { q: "20" }],
    ["?q=", { q: "" }],
    ["?big=false", { big: false }],
    ["?big=true", { big: true }],
    ["?price=1.5", { price: 1.5 }],
    ["?price=-2", { price: -2 }],
    ["?colour=red", { colour: "red" }],
    ["?q=a%20b", { q: "a b" }],
    ["?q=a+b", { q: "a b" }],
  ])("reads %s by the types of the inputs", async (query, asked) => {
    const { status, json } = await rest.send(`/things${query}`);
    expect({ status, asked: json.asked }).toEqual({ status: 200, asked: { big: true, ...asked } });
  });

  it.each([
    ["page=x", "page", "type"],
    ["page=1.5", "page", "type"],
    ["page=1e2", "page", "type"],
    ["page=0x10", "page", "type"],
    ["page=+1", "page", "type"],
    ["page=", "page", "type"],
    ["page=0", "page", "minimum"],
    ["page=1001", "page", "maximum"],
    ["page=99999999999999999999", "page", "maximum"],
    ["per_page=101", "per_page", "maximum"],
    ["big=1", "big", "type"],
    ["big=FALSE", "big", "type"],
    ["q=sixsix", "q", "maximum"],
    ["colour=green", "colour", "enum"],
    ["nope=1", "nope", "unknown_field"],
    ["page=1&page=1", "page", "repeated"],
    ["nope=1&nope=2", "nope", "unknown_field"],
    ["q[]=a", "q[]", "unknown_field"],
    ["q[x]=a", "q[x]", "unknown_field"],
    ["__proto__=1", "__proto__", "unknown_field"],
    ["constructor=1", "constructor", "unknown_field"],
    ["a/b=1", "a/b", "unknown_field"],
  ])("refuses %s, naming the parameter %s", async (query, parameter, code) => {
    const got = await rest.send(`/things?${query}`);
    expect(problemOf(got)).toEqual({
      status: 400,
      type: "application/problem+json",
      code: code === "unknown_field" ? "unknown_field" : "validation_failed",
    });
    expect(faultsOf(got)[0]).toMatchObject({ parameter, code });
    expect(faultsOf(got)[0]).not.toHaveProperty("pointer");
  });

  it("names every fault at once", async () => {
    const got = await rest.send("/things?page=0&per_page=x&q=a&q=b&nope=1&colour[]=red");
    expect(
      faultsOf(got)
        .map(({ parameter, code }) => `${parameter} ${code}`)
        .sort(),
    ).toEqual(["colour[] unknown_field", "nope unknown_field", "page minimum", "per_page type", "q repeated"]);
    expect(got.json.detail).toBe("5 fields are invalid.");
  });

  it("refuses a key that the path already names", async () => {
    const got = await rest.send("/things/cup?id=cup&x=1");
    expect(problemOf(got)).toMatchObject({ status: 400, code: "unknown_field" });
    expect(faultsOf(got).map(({ parameter }) => parameter)).toEqual(["id", "x"]);
  });

  it("reads a DELETE's inputs from path and query", async () => {
    const got = await rest.send("/me/things/7/parts/8?force=true", { method: "DELETE", headers: rest.as("all") });
    expect({ status: got.status, json: got.json }).toEqual({ status: 200, json: { number: 7, part: 8, force: true } });
  });

  it.each(["access_token", "api_key"])("refuses a credential as %s and does not log it", async (key) => {
    const got = await rest.send(`/things?${key}=hunter2`);
    expect(problemOf(got)).toMatchObject({ status: 400, code: "credential_in_query" });
    expect(got.text + JSON.stringify(rest.logged)).not.toContain("hunter2");
  });
});

describe("the path", () => {
  it.each(["/things/CUP", "/things/c%2Fp", "/things/%E0%A4%A", "/things/%00", "/things/cup%20"])(
    "refuses %s as an id",
    async (path) => {
      const got = await rest.send(path);
      expect(problemOf(got)).toMatchObject({ status: 400, code: "validation_failed" });
      expect(faultsOf(got)[0]).toMatchObject({ parameter: "id" });
    },
  );

  it("parses a number in the path, also with a body", async () => {
    const ok = await rest.post("/me/things/5", { name: "x" }, { method: "PATCH" });
    expect(ok.json).toEqual({ number: 5, name: "x" });
    const bad = await rest.post("/me/things/five", { name: 1 }, { method: "PATCH" });
    expect(faultsOf(bad)).toMatchObject([
      { parameter: "number", code: "type" },
      { pointer: "/name", code: "type" },
    ]);
  });

  it("prefers fixed segments to parameters", async () => {
    expect((await rest.send("/orders/ORD-1", { headers: rest.as("all") })).json).toEqual({ number: "ORD-1" });
    expect(await rest.send("/orders/quote", { headers: rest.as("all") })).toMatchObject({
      status: 405,
      headers: { allow: "POST, OPTIONS" },
    });
  });

  it.each(["", "/", "/nope", "/things/", "/things/cup/", "/things/cup/more", "//things", "/Things"])(
    "does not know %s",
    async (path) => {
      const got = await rest.send(path);
      expect(problemOf(got)).toEqual({ status: 404, type: "application/problem+json", code: "not_found" });
      expect(got.json.detail).toContain("https://debut.example/api/v1/openapi.json");
    },
  );

  it("answers 404 with the nearest names", async () => {
    const got = await rest.send("/things/cap?");
    expect(got.json).toMatchObject({
      status: 404,
      code: "not_found",
      instance: "/api/v1/things/cap",
      type: "https://debut.example/problems/not-found",
    });
    expect(got.json.detail).toContain('"cup"');
    expect(got.headers["cache-control"]).toBe("no-store");
  });
});

describe("the body", () => {
  it.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "reads %s",
    async (type) => {
      expect((await rest.post("/things", { name: "é" }, { headers: { "content-type": type } })).status).toBe(201);
    },
  );

  it("counts an absent body as an empty object", async () => {
    expect((await rest.send("/orders/quote", { method: "POST", headers: rest.as("all") })).json).toEqual({ ok: true });
  });

  it("points at faults at every depth", async () => {
    const got = await rest.post("/things", { name: 1, note: { text: "x", more: 1 }, extra: 1 });
    expect(
      faultsOf(got)
        .map(({ pointer, code }) => `${pointer} ${code}`)
        .sort(),
    ).toEqual(["/extra unknown_field", "/name type", "/note/more unknown_field"]);
  });

  it("refuses a key that belongs in the path, with all other faults", async () => {
    const got = await rest.post("/me/things/5", { number: 5, name: 1 }, { method: "PATCH" });
    expect(problemOf(got)).toMatchObject({ status: 400 });
    expect(faultsOf(got)).toMatchObject([
      { pointer: "/number", code: "unknown_field" },
      { pointer: "/name", code: "type" },
    ]);
  });

  it("is the only place for inputs: any key in the query is unknown", async () => {
    const got = await rest.post("/things?name=x&surprise=1&surprise=2&__proto__=x", { name: 1 });
    expect(problemOf(got)).toMatchObject({ status: 400, code: "validation_failed" });
    expect(faultsOf(got)).toMatchObject([
      { parameter: "name", code: "unknown_field", detail: '"name" belongs in the body.' },
      { parameter: "surprise", code: "unknown_field" },
      { parameter: "__proto__", code: "unknown_field" },
      { pointer: "/name", code: "type" },
    ]);
  });

  it.each([
    ["POST", "/things", { name: "a" }],
    ["PATCH", "/me/things/5", { name: "a" }],
    ["POST", "/orders/quote", {}],
  ])("%s %s answers an unknown key in the query as a GET does", async (method, path, body) => {
    const read = await rest.send("/things?surprise=1");
    const got = await rest.post(`${path}?surprise=1`, body, { method });
    expect(problemOf(got)).toEqual(problemOf(read));
    expect(faultsOf(got)).toMatchObject([{ parameter: "surprise", code: faultsOf(read)[0]!.code }]);
  });

  it("refuses a key in the query that belongs in the path", async () => {
    const got = await rest.post("/me/things/5?number=5", { name: "a" }, { method: "PATCH" });
    expect(faultsOf(got)).toMatchObject([{ parameter: "number", detail: '"number" belongs in the path only.' }]);
  });

  it.each(["__proto__", "constructor", "toString"])("reports %s once, as an unknown key", async (name) => {
    const body = `{"name":"a","${name}":1}`;
    const headers = { ...json, ...rest.as("all") };
    expect(faultsOf(await rest.send("/things", { method: "POST", body, headers }))).toMatchObject([
      { pointer: `/${name}`, detail: expect.stringContaining("is not a known field") },
    ]);
    expect(faultsOf(await rest.send(`/things/cup?${name}=1`))).toMatchObject([
      { parameter: name, detail: expect.stringContaining("is not a known field") },
    ]);
  });
});

describe("credentials", () => {
  it("refuses two credentials", async () => {
    const { statusCode } = await request(`${rest.origin}/api/v1/things`, {
      headers: ["all", "reader"].flatMap((name) => Object.entries(rest.as(name)).flat()),
    });
    expect(statusCode).toBe(401);
  });

  it("asks for tokens of REST and MCP, and takes API keys", async () => {
    const statusFor = async (credential: string) =>
      (await rest.send("/things", { headers: rest.as(credential) })).status;
    for (const path of ["/api/v1", "/mcp", "/mcp/account"])
      expect(await statusFor(await rest.token(`https://debut.example${path}`)), path).toBe(200);
    expect(await statusFor(await rest.token("https://other.example/api/v1"))).toBe(401);
    expect(await statusFor("all")).toBe(200);
  });
});

describe("answers", () => {
  it("keeps a public read cacheable for every caller, and answers 304 for known content", async () => {
    const first = await rest.send("/things/cup");
    expect(first.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=60, stale-while-revalidate=300",
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    const signedIn = await rest.send("/things/cup", { headers: rest.as("all") });
    expect(signedIn.headers.etag).toBe(first.headers.etag);
    const etag = first.headers.etag as string;
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await rest.send("/things/cup", { headers: { "if-none-match": tags } });
      expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
        status: 304,
        text: "",
        etag,
      });
    }
    expect((await rest.send("/things/cup", { headers: { "if-none-match": '"x"' } })).status).toBe(200);
  });

  it("keeps signed-in answers private", async () => {
    const got = await rest.send("/orders/ORD-1", { headers: rest.as("all") });
    expect(got.headers).toMatchObject({ "cache-control": "private, no-store" });
    expect(got.headers.etag).toBeUndefined();
  });

  it("answers HEAD like GET without a body", async () => {
    const [get, head] = [await rest.send("/things/cup"), await rest.send("/things/cup", { method: "HEAD" })];
    expect(head).toMatchObject({
      status: 200,
      text: "",
      headers: { etag: get.headers.etag, "content-length": get.headers["content-length"] },
    });
    expect(await rest.send("/things/cap", { method: "HEAD" })).toMatchObject({ status: 404, text: "" });
  });

  it("answers 201 with the location of the new object and when to poll it", async () => {
    const got = await rest.post("/things", { name: "a" });
    expect(got).toMatchObject({
      status: 201,
      headers: {
        location: "https://debut.example/api/v1/things/new%20one",
        "retry-after": "3",
        "cache-control": "private, no-store",
      },
    });
  });

  it.each([
    ["?per_page=20", { first: 1, next: 2, last: 3 }],
    ["?page=2", { first: 1, prev: 1, next: 3, last: 3 }],
    ["?page=3", { first: 1, prev: 2, last: 3 }],
    ["?page=9", { first: 1, prev: 3, last: 3 }],
  ])("links the pages of %s", async (query, pages) => {
    const { headers } = await rest.send(`/things${query}`);
    const links = [...(headers.link as string).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [
      rel,
      Number(new URL(url!).searchParams.get("page")),
    ]);
    expect(Object.fromEntries(links)).toEqual(pages);
  });

  it("keeps other parameters in links, which use the public address", async () => {
    const { headers } = await rest.send("/things?q=%3E%22%26&per_page=10");
    expect(headers.link).toContain('<https://debut.example/api/v1/things?q=%3E%22%26&per_page=10&page=2>; rel="next"');
  });

  it("shows every quota it counted", async () => {
    const { headers } = await rest.post("/things", { name: "a" });
    expect(headers["ratelimit-policy"]).toBe('"write";q=1000;w=60, "submit-hour";q=100;w=3600');
    expect(headers.ratelimit).toMatch(/^"write";r=\d+;t=\d+, "submit-hour";r=\d+;t=\d+$/);
  });

  it.each([
    ["text/html", 406],
    ["application/xml, text/*", 406],
    ["application/json;q=0, */*", 406],
    ["*/*;q=0", 406],
    ["application/json", 200],
    ["text/html, application/*;q=0.5", 200],
    ["text/html,*/*;q=0.8", 200],
    ["Application/JSON", 200],
  ])("weighs Accept: %s", async (accept, status) => {
    expect((await rest.send("/things/cup", { headers: { accept } })).status).toBe(status);
  });

  it("answers preflights, and lets any origin read without credentials", async () => {
    const got = await rest.send("/things", {
      method: "OPTIONS",
      headers: { origin: "https://other.example", "access-control-request-method": "POST" },
    });
    expect(got).toMatchObject({
      status: 204,
      headers: {
        allow: "GET, POST, HEAD, OPTIONS",
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST, HEAD, OPTIONS",
        "access-control-allow-headers": expect.stringContaining("Idempotency-Key"),
      },
    });
    const read = await rest.send("/things/nope", { headers: { origin: "https://other.example" } });
    expect(read.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("RateLimit"),
    });
    expect(read.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it("never reveals internal errors", async () => {
    const got = await rest.send("/broken");
    expect(problemOf(got)).toEqual({ status: 500, type: "application/problem+json", code: "internal_error" });
    expect(got.text).not.toMatch(/SELECT|srv|at /);
    expect(rest.logged.find(({ level }) => level === 50)).toMatchObject({
      request_id: got.headers["x-request-id"],
      err: { type: "Error", stack: expect.stringContaining("small-api") },
    });
  });

  it("logs one line per request, without its contents", async () => {
    await rest.send("/things?q=priv", { headers: { ...rest.as("all"), "x-request-id": "one" } });
    const lines = () => rest.logged.filter(({ request_id: id }) => id === "one");
    await vi.waitFor(() => expect(lines()).toHaveLength(1));
    const { time: _, pid, hostname, ...line } = lines()[0];
    expect(line).toEqual({
      level: 30,
      msg: "request",
      interface: "rest",
      method: "GET",
      route: "/api/v1/things",
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      request_id: "one",
      caller: "api_key",
    });
    expect(JSON.stringify(rest.logged)).not.toMatch(/priv|Bearer/);
  });
});

describe("Idempotency-Key", () => {
  const keyed = (key: string, body: unknown) => rest.post("/things", body, { headers: { "idempotency-key": key } });

  it("stores refusals by rules, not by validation", async () => {
    const [first, second] = [await keyed("k3", { name: "taken" }), await keyed("k3", { name: "taken" })];
    expect(problemOf(second)).toEqual(problemOf(first));
    expect(second).toMatchObject({
      headers: { "idempotent-replayed": "true" },
      json: { errors: [{ pointer: "/name", code: "taken" }] },
    });
    expect((await keyed("k4", { name: "too long" })).status).toBe(400);
    expect((await keyed("k4", { name: "a" })).status).toBe(201);
  });
});

describe("quotas", () => {
  it("say when to retry, and a 304 does not count", async () => {
    const small = await openRest({ LIMIT_READ_ANONYMOUS: "3" });
    const left = ({ headers }: Got) => Number(/r=(\d+)/.exec(headers.ratelimit as string)![1]);
    const first = await small.send("/things/cup");
    const tags = { headers: { "if-none-match": first.headers.etag as string } };
    expect([
      left(first),
      left(await small.send("/things/cup", tags)),
      left(await small.send("/things/cup", tags)),
    ]).toEqual([2, 2, 2]);
    expect([left(await small.send("/things/nope")), left(await small.send("/things?page=0"))]).toEqual([1, 0]);
    const refused = await small.send("/things/cup");
    expect(problemOf(refused)).toEqual({ status: 429, type: "application/problem+json", code: "quota_exceeded" });
    expect(refused.headers).toMatchObject({
      "retry-after": expect.stringMatching(/^\d+$/),
      ratelimit: expect.stringContaining("r=0"),
    });
    await small.close();
  });
});

describe("openapi.json", () => {
  it("is served with a tag", async () => {
    const got = await rest.send("/openapi.json");
    expect(got).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json", "cache-control": expect.stringContaining("public") },
      json: { openapi: "3.1.1" },
    });
    const again = await rest.send("/openapi.json", { headers: { "if-none-match": got.headers.etag as string } });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect((await rest.send("/openapi.json", { method: "POST" })).status).toBe(405);
    expect((await rest.send("/openapi.json", { method: "OPTIONS" })).status).toBe(204);
  });
});
