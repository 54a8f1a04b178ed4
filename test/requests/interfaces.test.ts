import { request } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../core/credentials/api-keys.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { challengeOf, type Json, legacyCall } from "../mcp/helper.ts";

const INTERFACES = ["rest", "mcp"] as const;
type Interface = (typeof INTERFACES)[number];
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const WEBSITE = "https://tidepool.test/";

const world = await createWorld({
  env: { OUTBOUND_RESOLVE: "tidepool.test=127.0.0.1:9", LIMIT_WRITE: "100000", LIMIT_SUBMIT_HOUR: "100" },
});
const key = await world.key("ann");
const expired = await addExpiredKey();

async function addExpiredKey(): Promise<string> {
  const { deps } = world;
  const { key, ...row } = createApiKey(deps.random);
  const { id: accountId } = await world.account("ann");
  const at = deps.now();
  const rest = { id: deps.uuid(), accountId, name: "old", scopes: "listings:write", createdAt: at, expiresAt: at };
  await deps.store.change((tx) => tx.accounts.addApiKey({ ...row, ...rest }));
  return key;
}

type Sent = {
  /** Pairs, because a header may be sent twice. */
  headers?: Record<string, string> | string[];
  query?: string;
  /** A whole body in place of the call of submit_listing. */
  body?: string | Buffer;
  input?: object | string;
  meta?: object;
  tool?: "submit_listing" | "get_site_info";
  at?: World;
};

/** An answer as far as both interfaces have the same words for it. */
type Outcome = {
  status: number;
  problem: Json;
  headers: Headers;
  /**
   * Seconds until the same call may succeed, in the header or, in the result of a tool, in `_meta`.
   */
  retryAfter: number | undefined;
  replayed: boolean;
};

const PLACES = { submit_listing: ["POST", "/drafts"], get_site_info: ["GET", "/site"] } as const;

/** One call of a tool by either interface. */
async function call(by: Interface, sent: Sent = {}): Promise<Outcome> {
  const { headers = {}, query = "", input = { url: WEBSITE }, meta, tool = "submit_listing", at = world } = sent;
  const [method, path] = by === "mcp" ? (["POST", "/mcp"] as const) : [PLACES[tool][0], `/api/v1${PLACES[tool][1]}`];
  const args = typeof input === "string" ? input : JSON.stringify(input);
  const message = legacyCall(tool, "ARGUMENTS");
  const body =
    sent.body ??
    (by === "rest"
      ? args
      : JSON.stringify({ ...message, params: { ...message.params, _meta: meta } }).replace('"ARGUMENTS"', args));
  const type = Object.entries(JSON_TYPE).flat();
  const response = await request(`${at.url}${path}${query}`, {
    method,
    headers: Array.isArray(headers) ? [...type, ...headers] : { ...JSON_TYPE, ...headers },
    ...(method === "POST" && { body }),
  });
  const answer = readAnswer(await response.body.text());
  const heard = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  const problem = by === "rest" ? answer : (answer?.error?.data ?? answer?.result?._meta?.["dev.debut/problem"]);
  const told = answer?.result?._meta ?? {};
  const wait = heard.get("retry-after") ?? told["dev.debut/retry-after"];
  return {
    status: answer?.result?.isError ? problem?.status : response.statusCode,
    problem,
    headers: heard,
    retryAfter: wait === undefined ? undefined : Number(wait),
    replayed: heard.get("idempotent-replayed") === "true" || told["dev.debut/idempotent-replayed"] === true,
  };
}

function readAnswer(text: string): Json {
  const data = /^data: ?(\{.+)$/m.exec(text)?.[1] ?? text;
  return data === "" ? undefined : JSON.parse(data);
}

const as = (credential: string) => ({ authorization: `Bearer ${credential}` });
const large = `{"pad":"${"x".repeat(1024 * 1024)}"}`;

/** What both interfaces answer to the same fault, and with which headers. */
const REFUSALS: [string, () => Sent, { status: number; code: string; error?: string }][] = [
  ["no credential", () => ({}), { status: 401, code: "unauthenticated" }],
  ["a wrong token", () => ({ headers: as("wrong") }), { status: 401, code: "unauthenticated", error: "invalid_token" }],
  [
    "a wrong token at a public operation",
    () => ({ headers: as("wrong"), tool: "get_site_info", input: {} }),
    { status: 401, code: "unauthenticated", error: "invalid_token" },
  ],
  [
    "a wrong token before a body that is not JSON",
    () => ({ headers: as("wrong"), body: "{" }),
    { status: 401, code: "unauthenticated", error: "invalid_token" },
  ],
  ["an expired key", () => ({ headers: as(expired) }), { status: 401, code: "token_expired", error: "invalid_token" }],
  [
    "another scheme",
    () => ({ headers: { authorization: "Basic YTpi" } }),
    { status: 401, code: "unauthenticated", error: "invalid_token" },
  ],
  [
    "two credentials",
    () => ({ headers: ["authorization", `Bearer ${key}`, "authorization", "Bearer other"] }),
    { status: 401, code: "unauthenticated", error: "invalid_token" },
  ],
  ...["access_token", "api_key", "apikey", "key", "token", "Authorization", "ACCESS_TOKEN"].map(
    (name): (typeof REFUSALS)[number] => [
      `a credential as ?${name}=`,
      () => ({ headers: as(key), query: `?${name}=hunter2` }),
      { status: 400, code: "credential_in_query" },
    ],
  ),
  ["a body of more than 1 MiB", () => ({ headers: as(key), body: large }), { status: 413, code: "payload_too_large" }],
  ...[
    ["text", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["another charset", { "content-type": "application/json; charset=latin1" }],
    ["a compressed body", { "content-encoding": "gzip" }],
  ].map(([what, type]): (typeof REFUSALS)[number] => [
    what as string,
    () => ({ headers: { ...as(key), ...(type as object) } }),
    { status: 415, code: "unsupported_media_type" },
  ]),
  ["broken JSON", () => ({ headers: as(key), body: "{" }), { status: 400, code: "malformed_json" }],
  [
    "bytes that are not UTF-8",
    () => ({ headers: as(key), body: Buffer.from([0x7b, 0xff, 0x7d]) }),
    { status: 400, code: "malformed_json" },
  ],
  [
    "too many levels",
    () => ({ headers: as(key), body: "[".repeat(40) + "]".repeat(40) }),
    { status: 400, code: "malformed_json" },
  ],
];

describe.each(INTERFACES)("%s", (by) => {
  it.each(REFUSALS)("refuses %s like the other interface", async (_what, sent, { status, code, error }) => {
    const { problem, headers, ...outcome } = await call(by, sent());
    expect({ ...outcome, code: problem?.code }).toEqual({ status, code, retryAfter: undefined, replayed: false });
    expect(problem).toMatchObject({
      type: `${world.url}/problems/${code.replaceAll("_", "-")}`,
      status,
      request_id: headers.get("x-request-id"),
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("connection")).toBe("keep-alive");
    // MCP asks for all scopes at once, REST for those of the operation.
    const { scope: _, resource_metadata: metadata, ...challenge } = challengeOf(headers);
    expect(challenge).toEqual(error ? { error, error_description: problem.detail.replaceAll('"', "'") } : {});
    expect(metadata !== undefined).toBe(status === 401);
  });

  it("names the methods that an address supports", async () => {
    const path = by === "rest" ? "/api/v1/drafts" : "/mcp";
    const response = await fetch(world.url + path, { method: "PUT" });
    const answer: Json = await response.json();
    expect([response.status, response.headers.get("cache-control")]).toEqual([405, "no-store"]);
    expect(response.headers.get("allow")).toMatch(/POST.*OPTIONS/);
    expect(by === "rest" ? answer : answer.error.data).toMatchObject({ status: 405, code: "method_not_allowed" });
  });

  it("requests granted and missing scopes when a scope is missing", async () => {
    const { status, problem, headers } = await call(by, { headers: as(await world.key("ann", ["orders:write"])) });
    expect([status, problem.code]).toEqual([403, "insufficient_scope"]);
    expect(challengeOf(headers)).toMatchObject({
      error: "insufficient_scope",
      error_description: problem.detail,
      scope: "listings:write orders:write",
    });
  });

  it("accepts a valid request id and replaces an invalid one", async () => {
    const kept = await call(by, { headers: { "x-request-id": "trace-1:a/b=" } });
    expect([kept.headers.get("x-request-id"), kept.problem.request_id]).toEqual(["trace-1:a/b=", "trace-1:a/b="]);
    const made = await call(by, { headers: { "x-request-id": "x".repeat(129) } });
    expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.problem.request_id).toBe(made.headers.get("x-request-id"));
  });

  it("says which rate limit is exceeded and when to retry", async () => {
    const tight = await createWorld({
      env: { LIMIT_READ_ANONYMOUS: "1", LIMIT_MCP_ANONYMOUS: "1", LIMIT_CREDENTIAL: "1" },
    });
    try {
      const read = { tool: "get_site_info", input: {}, at: tight } as const;
      const sent: [string, Sent][] = [
        [by === "rest" ? "read-anonymous" : "mcp-anonymous", read],
        ["credential", { ...read, headers: as("wrong") }],
      ];
      for (const [quota, each] of sent) {
        await call(by, each);
        const { status, problem, headers, retryAfter } = await call(by, each);
        expect([status, problem.code], quota).toEqual([429, "quota_exceeded"]);
        expect(headers.get("ratelimit-policy")).toBe(`"${quota}";q=1;w=60`);
        expect(headers.get("ratelimit")).toBe(`"${quota}";r=0;t=${retryAfter}`);
        expect(problem.detail).toContain(`Try again in ${retryAfter} seconds.`);
      }
    } finally {
      await tight.close();
    }
  });

  it("counts a call before validating its input", async () => {
    const tight = await createWorld({ env: { LIMIT_WRITE: "2" } });
    try {
      const headers = as(await tight.key("ann"));
      const wrong: Sent[] = [
        { input: { url: 7 } },
        { headers: { "idempotency-key": "" }, meta: { "dev.debut/idempotency-key": 7 } },
      ];
      for (const sent of wrong)
        expect((await call(by, { ...sent, at: tight, headers: { ...headers, ...sent.headers } })).status).toBe(400);
      expect((await call(by, { at: tight, headers })).problem).toMatchObject({ status: 429, code: "quota_exceeded" });
    } finally {
      await tight.close();
    }
  });

  describe("Idempotency-Key", () => {
    let own: string;
    beforeAll(async () => {
      own = await world.key(by);
    });
    const keyed = (text: string, url = WEBSITE): Sent => ({
      headers: { ...as(own), ...(by === "rest" && { "idempotency-key": text }) },
      input: { url },
      meta: { "dev.debut/idempotency-key": text },
    });

    it.each(["", "x".repeat(256), '""'])("refuses %j", async (text) => {
      expect((await call(by, keyed(text))).problem).toMatchObject({ status: 400, code: "idempotency_key_invalid" });
    });

    it("is checked after the credential and the input", async () => {
      const stranger = { ...keyed(""), headers: { "idempotency-key": "" } };
      expect((await call(by, stranger)).problem).toMatchObject({ status: 401 });
      expect((await call(by, { ...keyed(""), input: {} })).problem.code).toBe("validation_failed");
    });

    it("returns the first response again, and is refused for another request", async () => {
      const [first, second] = [await call(by, keyed("one")), await call(by, keyed("one"))];
      expect([first.status < 300, first.replayed, second.replayed]).toEqual([true, false, true]);
      const other = await call(by, keyed("one", `${WEBSITE}other`));
      expect(other.problem).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    });
  });
});

describe("the site", () => {
  const form = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };

  it("refuses a form of more than 1 MiB with the headers of every refusal", async () => {
    const response = await request(`${world.url}/sign-in`, {
      method: "POST",
      headers: { ...form, origin: world.url },
      body: large,
    });
    expect(response.statusCode).toBe(413);
    expect(response.headers).toMatchObject({ connection: "keep-alive", "x-request-id": expect.stringMatching(/./) });
    expect(response.headers["cache-control"]).toContain("no-store");
    expect(response.headers["www-authenticate"]).toBeUndefined();
    await response.body.dump();
  });

  it("counts searches by words like REST, on every page", async () => {
    const tight = await createWorld({ env: { LIMIT_SEARCH_ANONYMOUS: "1" } });
    const get = async (path: string) => (await fetch(tight.url + path)).status;
    try {
      expect(await get("/api/v1/founders?q=ann")).toBe(200);
      for (const path of ["/search?q=charts", "/founders?q=ann", "/blog?q=news", "/api/v1/listings?q=charts"])
        expect(await get(path), path).toBe(429);
      for (const path of ["/search?q=", "/founders", "/blog", "/api/v1/listings"])
        expect(await get(path), path).toBe(200);
    } finally {
      await tight.close();
    }
  });
});
