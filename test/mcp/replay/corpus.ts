import { EARLIER, type Json, MODERN } from "../helper.ts";
import type { Sent } from "./wire.ts";

export const HOST = "debut.test";
/** Where a case has a credential; the test puts a valid one here. */
export const KEY = "Bearer <key>";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const INFO = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

type Headers = Record<string, string | string[] | undefined>;
type Body = Record<string, unknown>;
type Change = { headers?: Headers; message?: Body; params?: Body; path?: string; method?: string; raw?: string };

const GET_LISTING: Body = { name: "get_listing", arguments: { slug: "acme-charts" } };

function sent(headers: Headers, body: string, { path = "/mcp", method = "POST" }: Change): Sent {
  const all: Headers = {
    host: HOST,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "corpus/1.0",
    ...headers,
  };
  const listed = Object.entries(all).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return { method, path, headers: listed, body: Buffer.from(body) };
}

const written = (message: Body, params: Body, { message: changed, params: changedParams, raw }: Change): string =>
  raw ?? JSON.stringify({ ...message, params: { ...params, ...changedParams }, ...changed });

/** A call of an earlier version; undefined sends no version, like Claude. */
export const earlier = (version: string | undefined, change: Change = {}): Sent =>
  sent(
    { "mcp-protocol-version": version, ...change.headers },
    written({ jsonrpc: "2.0", id: 1, method: "tools/call" }, GET_LISTING, change),
    change,
  );

const META = { [VERSION]: MODERN, [INFO]: { name: "corpus", version: "1" }, [CAPABILITIES]: {} };

export function modern(change: Change = {}): Sent {
  const params: Json = { ...GET_LISTING, ...change.params };
  return sent(
    { "mcp-protocol-version": MODERN, "mcp-method": "tools/call", "mcp-name": params.name, ...change.headers },
    written({ jsonrpc: "2.0", id: 1, method: "tools/call" }, { ...GET_LISTING, _meta: META }, change),
    change,
  );
}

/** Both eras. */
const both = (name: string, change: Change): [string, Sent][] => [
  [`${name} (${MODERN})`, modern(change)],
  [`${name} (${EARLIER[0]})`, earlier(EARLIER[0], change)],
];

const each = <T>(what: string, values: readonly T[], change: (value: T) => Change): [string, Sent][] =>
  values.flatMap((value) => both(`${what} ${JSON.stringify(value)?.slice(0, 80)}`, change(value)));

const IDS = [
  0,
  -1,
  7.5,
  1e21,
  2 ** 53 - 1,
  2 ** 53,
  "",
  "a",
  'quote " and \\',
  "ü 漢字 🦊",
  "\ud800",
  "x".repeat(5000),
  null,
  true,
  {},
  [],
  [1],
];

const BODIES = [
  "",
  "null",
  "7",
  '"text"',
  "[]",
  "{}",
  "{",
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_listing","arguments":{"slug":"acme-charts"}}} x',
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"get_listing","arguments":{"slug":"acme-charts"}}}',
  ' \n{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"get_listing","arguments":{"slug":"acme-charts"}}}\n',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_listing","arguments":{"slug":"acme-charts","__proto__":1}}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_listing","arguments":{"slug":{"__proto__":1}}}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":1,"name":"get_listing","arguments":{"slug":"acme-charts"}}}',
  '{"jsonrpc":"2.0","__proto__":1,"id":1,"method":"tools/call","params":{"name":"get_listing","arguments":{"slug":"acme-charts"}}}',
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_listing","arguments":${"[".repeat(40)}${"]".repeat(40)}}}`,
];

const MESSAGES: Body[] = [
  { jsonrpc: undefined },
  { jsonrpc: "1.0" },
  { jsonrpc: 2 },
  { id: undefined },
  { method: undefined },
  { method: "tools/Call" },
  { method: "ping" },
  { method: "tools/list", params: {} },
  { method: "no/such/method" },
  { more: 1 },
  { result: {} },
  { error: { code: 1, message: "no" } },
];

const PARAMS: Body[] = [
  { more: 1 },
  { task: {} },
  { task: { ttl: 5 } },
  { task: 5 },
  { inputResponses: {} },
  { requestState: "x" },
  { cursor: "x" },
  { name: undefined },
  { name: 7 },
  { name: "" },
  { name: "constructor" },
  { name: "__proto__" },
  { name: "Get_Listing" },
  { arguments: undefined },
  { arguments: null },
  { arguments: [] },
  { arguments: "slug" },
  { arguments: {} },
  { arguments: { slug: "no-such-listing" } },
  { arguments: { slug: "Acme Charts" } },
  { arguments: { slug: "ACME-CHARTS" } },
  { arguments: { slug: 7 } },
  { arguments: { slug: null } },
  { arguments: { slug: ["acme-charts"] } },
  { arguments: { slug: "acme-charts", more: 1, ü: 2 } },
  { arguments: { slug: "beta-notes" } },
  { arguments: { slug: "ünïcode\u2028 \u0000 \ud800" } },
  { arguments: { constructor: 1, toString: 2 } },
  { arguments: { slug: "x".repeat(70_000) } },
];

/** Calls of every public tool that the demo data can answer, and some with faults. */
const TOOLS: Body[] = [
  { name: "get_site_info" },
  { name: "get_site_info", arguments: { more: 1 } },
  { name: "search_listings", arguments: {} },
  { name: "search_listings", arguments: { q: "analytics" } },
  { name: "search_listings", arguments: { q: "ünïcode" } },
  { name: "search_listings", arguments: { q: "charts", page: 2, per_page: 1 } },
  { name: "search_listings", arguments: { page: 0, per_page: "20", colour: "red" } },
  { name: "search_listings", arguments: { detail: "concise" } },
  { name: "search_listings", arguments: { detail: "full", q: "charts" } },
  { name: "search_listings", arguments: { detail: "brief", colour: "red" } },
  { name: "get_alternatives", arguments: { slug: "acme-charts" } },
  { name: "compare_listings", arguments: { slugs: ["acme-charts", "beta-notes"] } },
  { name: "compare_listings", arguments: { slugs: ["acme-charts", "none"] } },
  { name: "list_categories" },
  { name: "list_categories", arguments: { detail: "full" } },
  { name: "list_categories", arguments: { detail: 7 } },
  { name: "get_site_info", arguments: { detail: "full" } },
  { name: "get_category", arguments: { slug: "analytics" } },
  { name: "get_category", arguments: { slug: "none-such" } },
  { name: "get_launch_week", arguments: {} },
  { name: "list_launches", arguments: {} },
  { name: "get_leaderboard", arguments: { board: "most-voted" } },
  { name: "get_leaderboard", arguments: { board: "nothing" } },
  { name: "list_founders", arguments: {} },
  { name: "get_founder", arguments: { slug: "nobody" } },
  { name: "list_blog_posts", arguments: {} },
  { name: "get_blog_post", arguments: { slug: "none" } },
  { name: "list_awards", arguments: {} },
  { name: "get_badges", arguments: { slug: "acme-charts" } },
  { name: "list_interview_questions", arguments: {} },
  { name: "list_products", arguments: {} },
  { name: "get_broken", arguments: {} },
  { name: "get_account", arguments: {} },
  { name: "submit_listing", arguments: { url: "https://a.example" } },
  { name: "get_draft", arguments: { draft_id: "x" } },
  { name: "search", arguments: { query: "charts" } },
  { name: "fetch", arguments: { id: "listing:acme-charts" } },
  { name: "fetch", arguments: { id: "x" } },
];

const METAS: unknown[] = [
  {},
  null,
  [],
  "x",
  { progressToken: 1 },
  { progressToken: "a" },
  { progressToken: 1.5 },
  { progressToken: null },
  { progressToken: {} },
  { more: { deep: [1] } },
  { __more__: 1, constructor: 1 },
  { "dev.debut/idempotency-key": "abc" },
  { "dev.debut/idempotency-key": 7 },
  { "dev.debut/idempotency-key": "" },
  { "io.modelcontextprotocol/related-task": { taskId: "x" } },
  { "io.modelcontextprotocol/related-task": 7 },
  { "io.modelcontextprotocol/more": 7 },
  { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  { [CAPABILITIES]: { experimental: { "openai/visibility": { enabled: true } } } },
  { [INFO]: { name: "x", version: "1" } },
  // Not checked in earlier versions, so it must not count as accepted.
  { [INFO]: META[INFO], [CAPABILITIES]: { experimental: 1 }, "io.modelcontextprotocol/related-task": { taskId: "x" } },
  { [LOG_LEVEL]: "debug" },
  { [LOG_LEVEL]: "loud" },
  { [VERSION]: MODERN },
  { [VERSION]: "2025-11-25" },
  { [VERSION]: "2099-01-01" },
  { [VERSION]: 7 },
];

/** Parts of the envelope of 2026-07-28, right and wrong. */
const ENVELOPES: Body[] = [
  { [VERSION]: undefined },
  { [VERSION]: "2025-11-25" },
  { [CAPABILITIES]: undefined },
  { [CAPABILITIES]: null },
  { [CAPABILITIES]: { roots: { listChanged: true }, sampling: {}, elicitation: {} } },
  { [CAPABILITIES]: { roots: { listChanged: "yes" } } },
  { [CAPABILITIES]: { experimental: 1 } },
  { [CAPABILITIES]: { unknown: 1 } },
  { [INFO]: undefined },
  { [INFO]: {} },
  { [INFO]: "corpus" },
  { [INFO]: { name: "x", version: "1", title: "X", icons: [], websiteUrl: "https://x.example" } },
  { [INFO]: { name: "x".repeat(200), version: "1" } },
  { [INFO]: { name: "", version: "" } },
  { [INFO]: { name: "ü\n", version: "1" } },
  { [LOG_LEVEL]: "debug" },
  { [LOG_LEVEL]: "loud" },
  { progressToken: 3 },
  { progressToken: 3.5 },
  { more: "x".repeat(5000) },
];

const HEADERS: Headers[] = [
  { accept: undefined },
  { accept: "*/*" },
  { accept: "application/json" },
  { accept: "text/event-stream" },
  { accept: "text/event-stream,application/json;q=0.9" },
  { accept: "application/json, text/event-stream, */*" },
  { accept: ["application/json", "text/event-stream"] },
  { "content-type": undefined },
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-8" },
  { "content-type": "application/json;charset=UTF-8" },
  { "content-type": "application/json; charset=latin1" },
  { "content-type": "application/json; a=b, text/plain" },
  { "content-type": "Application/JSON" },
  { "content-encoding": "gzip" },
  { "content-encoding": "identity" },
  { "accept-encoding": "identity" },
  { "accept-encoding": "gzip, deflate" },
  { "accept-encoding": "gzip, deflate, br, zstd" },
  { "accept-encoding": "br;q=0" },
  { "accept-encoding": "gzip", cookie: "a=b" },
  { "mcp-protocol-version": undefined },
  { "mcp-protocol-version": "" },
  { "mcp-protocol-version": "2024-11-05" },
  { "mcp-protocol-version": "2099-01-01" },
  { "mcp-protocol-version": "1" },
  { "mcp-protocol-version": MODERN },
  { "mcp-protocol-version": [MODERN, MODERN] },
  { "mcp-protocol-version": ` ${MODERN} ` },
  { "mcp-method": undefined },
  { "mcp-method": "tools/list" },
  { "mcp-name": undefined },
  { "mcp-name": "search_listings" },
  { "mcp-name": `=?base64?${btoa("get_listing")}?=` },
  { "mcp-name": "=?base64?%?=" },
  { "mcp-session-id": "abc" },
  { "last-event-id": "7" },
  { "x-request-id": "trace-7" },
  { "x-request-id": "not a safe id" },
  { "x-request-id": ["a", "b"] },
  { "user-agent": undefined },
  { "user-agent": "openai-mcp/1.0.0 (ChatGPT)" },
  { "user-agent": "u".repeat(200) },
  { host: "localhost" },
  { host: "other.test" },
  { host: "DEBUT.TEST" },
  { host: "debut.test:80" },
  { host: "debut.test:81" },
  { origin: "https://claude.ai" },
  { origin: "http://localhost:6274" },
  { origin: "http://debut.test" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { authorization: KEY },
  { authorization: [KEY, KEY] },
  { authorization: "Bearer wrong" },
  { authorization: "Basic YTpi" },
  { authorization: "" },
  { cookie: "a=b" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" },
  { "if-none-match": '"x"' },
  { "x-forwarded-for": "192.0.2.7" },
  { forwarded: "for=192.0.2.7" },
  { expect: "100-continue" },
];

const PATHS = [
  "/mcp",
  "/mcp/",
  "/MCP",
  "/mcp/public",
  "/mcp/account",
  "/mcp/directory",
  "/mcp?a=b",
  "/mcp?token=x",
  "/mcp/other",
  "http://debut.test/mcp",
];

const call = (id: number, slug = "acme-charts") => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name: "get_listing", arguments: { slug } },
});

/** Requests that are known from reports of what these programs send, without a way to run them here. */
const KNOWN: [string, Sent][] = [
  [
    "ChatGPT",
    earlier("2025-11-25", {
      headers: {
        "user-agent": "openai-mcp/1.0.0 (ChatGPT)",
        "accept-encoding": "gzip, deflate",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "x-openai-session": "v1/abc",
      },
      message: { id: 0 },
      params: {
        _meta: {
          "openai/userAgent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/152.0.0.0 Safari/537.36",
          "openai/locale": "pt-BR",
          "openai/userLocation": { city: "Recife", country: "BR", timezone: "America/Recife", latitude: "-8.05" },
          "openai/subject": "v1/abc",
          "openai/session": "v1/def",
          [CAPABILITIES]: {
            experimental: { "openai/visibility": { enabled: true } },
            extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
          },
        },
      },
    }),
  ],
  [
    "Claude, without a version",
    earlier(undefined, { headers: { "user-agent": "Claude-User", "accept-encoding": "gzip, deflate, br" } }),
  ],
  [
    "Claude Code",
    earlier("2025-11-25", {
      headers: { "user-agent": "claude-code/2.1.204 (cli)", "accept-encoding": "gzip, deflate, br, zstd" },
      params: { _meta: { "claudecode/toolUseId": "toolu_01AbC", progressToken: 4 } },
    }),
  ],
  ["Claude Desktop, with two versions", modern({ headers: { "mcp-protocol-version": "2025-11-25" } })],
];

const notUtf8 = earlier(EARLIER[0], { params: { arguments: { slug: "\u00ff" } } });
notUtf8.body = notUtf8.body.map((byte) => (byte === 0xc3 ? 0xff : byte)) as Buffer;

/** Every case by its name, in the order in which it is sent. */
export const corpus: [string, Sent][] = [
  ...KNOWN,
  ["no change", modern()],
  ...[undefined, ...EARLIER].map((version): [string, Sent] => [`version ${version}`, earlier(version)]),
  ...each("id", IDS, (id) => ({ message: { id } })),
  ...each("body", BODIES, (raw) => ({ raw })),
  ...each("message", MESSAGES, (message) => ({ message })),
  ...each("params", PARAMS, (params) => ({ params, headers: { "mcp-name": String(params.name ?? "get_listing") } })),
  ...each("tool", TOOLS, (params) => ({ params: { arguments: undefined, ...params } })),
  ...each("tool for anybody", TOOLS, (params) => ({
    path: "/mcp/public",
    params: { arguments: undefined, ...params },
  })),
  ...each("tool for stores", [...TOOLS, { name: "get_leaderboard", arguments: { board: "billboard" } }], (params) => ({
    path: "/mcp/directory",
    params: { arguments: undefined, ...params },
  })),
  ...each("tool with a key", TOOLS.slice(0, 12), (params) => ({
    headers: { authorization: KEY },
    params: { arguments: undefined, ...params },
  })),
  ...each("_meta", METAS, (_meta) => ({ params: { _meta } })),
  ...ENVELOPES.map((part): [string, Sent] => [
    `envelope ${JSON.stringify(part).slice(0, 80)}`,
    modern({ params: { _meta: { ...META, ...part } } }),
  ]),
  ...METAS.filter((meta) => typeof meta === "object").map((part): [string, Sent] => [
    `envelope and ${JSON.stringify(part)}`,
    modern({ params: { _meta: { ...META, ...part } } }),
  ]),
  ...each("headers", HEADERS, (headers) => ({ headers })),
  ...each("headers of an error", HEADERS, (headers) => ({ headers, params: { arguments: { slug: "none" } } })),
  ...each("path", PATHS, (path) => ({ path })),
  ...each("method", ["GET", "PUT", "DELETE", "OPTIONS", "HEAD"], (method) => ({ method })),
  ...each(
    "batch",
    [[], [call(1)], [call(1), call(2, "none")], [{ ...call(3), id: undefined }], Array(101).fill(call(4))],
    (batch) => ({
      raw: JSON.stringify(batch),
    }),
  ),
  ["not UTF-8", notUtf8],
].map(([name, one]): [string, Sent] => [name as string, one as Sent]);
