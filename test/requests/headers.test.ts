import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { FONTS } from "../../domain/site/fonts.ts";
import { assetPath } from "../../site/kit/assets.ts";
import { preloadedFonts } from "../../site/kit/fonts.ts";
import { createWorld } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";

const world = await createWorld({ env: { BASE_URL: "https://debut.example", HOST: "127.0.0.1" } });
afterAll(() => world.close());
await world.listing("Acme");
const { port } = new URL(`http://127.0.0.1:${world.port}`);

type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

const send = (path: string, { method = "GET", headers = {}, body = "" }: Sent = {}): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (answer) => {
      // A stream has no end.
      const isStream = /event-stream/.test(answer.headers["content-type"] ?? "");
      const chunks: Buffer[] = [];
      const finish = () =>
        done({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() });
      answer.on("data", (chunk) => chunks.push(chunk)).on("end", finish);
      if (isStream) answer.once("data", finish).once("data", () => answer.destroy());
    });
    sent.on("error", fail).end(body);
  });

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const tool = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
const MCP = { ...JSON_TYPE, accept: "application/json, text/event-stream" };
const initialize = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

/** One of each kind of response. Those named twice are kept after the first. */
const KINDS: [kind: string, status: number, path: string, sent?: Sent][] = [
  ["a page", 200, "/categories"],
  ["a kept page", 200, "/categories"],
  ["a compressed page", 200, "/categories", { headers: { "accept-encoding": "br" } }],
  ["a page for one person", 200, "/sign-in"],
  ["a page as Markdown", 200, "/categories", { headers: { accept: "text/markdown" } }],
  ["a page that is missing", 404, "/nothing"],
  ["a redirect", 303, "/account"],
  ["a redirect of a page", 302, "/leaderboards"],
  ["the redirect of the old address", 302, "/mcp", { headers: { accept: "text/html" } }],
  ["a form that is refused", 403, "/sign-in", { method: "POST", headers: FORM, body: "x=1" }],
  ["a REST response", 200, "/api/v1/categories"],
  ["a REST response of a listing", 200, "/api/v1/listings/acme"],
  ["a kept REST response", 200, "/api/v1/listings/acme"],
  ["a compressed REST response", 200, "/api/v1/listings/acme", { headers: { "accept-encoding": "gzip" } }],
  ["a REST refusal", 404, "/api/v1/listings/none"],
  ["a REST refusal without a credential", 401, "/api/v1/me"],
  ["a REST preflight", 204, "/api/v1/listings", { method: "OPTIONS" }],
  ["the description of REST", 200, "/api/v1/openapi.json"],
  ["an MCP handshake", 200, "/mcp", { method: "POST", headers: MCP, body: initialize }],
  ["an MCP call", 200, "/mcp", { method: "POST", headers: MCP, body: tool("get_listing", { slug: "acme" }) }],
  ["a kept MCP call", 200, "/mcp", { method: "POST", headers: MCP, body: tool("get_listing", { slug: "acme" }) }],
  ["an MCP refusal", 401, "/mcp", { method: "POST", headers: MCP, body: tool("get_account", {}) }],
  ["an MCP message that is none", 400, "/mcp", { method: "POST", headers: MCP, body: "{" }],
  ["a foreign origin on MCP", 403, "/mcp", { method: "POST", headers: { ...MCP, origin: "https://evil.example" } }],
  ["a file", 200, assetPath("style.css")],
  ["a font", 200, preloadedFonts(FONTS.bricolage)[0]!],
  ["an icon", 200, "/favicon.ico"],
  ["a feed", 200, "/feeds/launches.atom"],
  ["a sitemap", 200, "/sitemap.xml"],
  ["robots.txt", 200, "/robots.txt"],
  ["a badge", 200, "/badges/acme/listed/standard-auto-m.svg"],
  ["a live card", 200, "/embed/acme"],
  ["a preview", 200, "/previews/site.png"],
  ["a picture that is missing", 404, "/pictures/none/64"],
  ["a live stream", 200, "/live?on=listing/acme"],
  ["the metadata of a resource", 200, "/.well-known/oauth-protected-resource"],
  ["the metadata of the authorization server", 200, "/.well-known/oauth-authorization-server"],
  ["the keys of the authorization server", 200, "/oauth/jwks"],
  ["an authorization that is refused", 400, "/oauth/authorize"],
  ["a token that is refused", 401, "/oauth/token", { method: "POST", headers: FORM, body: "grant_type=x&client_id=y" }],
  ["an unknown address of OAuth", 404, "/oauth/nothing"],
  ["an interaction that is over", 400, "/interaction/none"],
  [
    "a notice of payment without a signature",
    404,
    "/webhooks/none",
    { method: "POST", headers: JSON_TYPE, body: "{}" },
  ],
  ["the health of the process", 200, "/healthz"],
];

const PROTECTING = {
  "x-content-type-options": "nosniff",
  "permissions-policy": /^camera=\(\), .*\busb=\(\)$/,
  "strict-transport-security": "max-age=31536000",
};

describe("every response", () => {
  it.each(KINDS)("says what protects browsers, once: %s", async (_, status, path, sent) => {
    const answer = await send(path, sent);
    expect([answer.status, path]).toEqual([status, path]);
    expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    for (const [name, value] of Object.entries(PROTECTING)) expect(answer.headers[name], name).toMatch(value);
  });

  it("promises no https where the site has none", async () => {
    const plain = await createWorld();
    for (const path of ["/", "/api/v1/categories", "/mcp", "/nothing"]) {
      const { headers } = await fetch(plain.url + path, { redirect: "manual" });
      expect(headers.get("strict-transport-security"), path).toBeNull();
      expect(headers.get("permissions-policy"), path).toMatch(/camera/);
    }
    await plain.close();
  });
});

describe("a page that is the same for everybody", () => {
  it.each<[string, Record<string, string>]>([
    ["as it is", {}],
    ["compressed", { "accept-encoding": "br" }],
    ["as Markdown", { accept: "text/markdown" }],
  ])("has a tag, and is not sent again to whoever has it: %s", async (_, headers) => {
    const path = "/leaderboards/community-weekly";
    const [made, kept] = [await send(path, { headers }), await send(path, { headers })];
    expect(made.headers.etag).toMatch(/^"[\w-]{27}(\.br)?"$/);
    expect(kept.headers.etag).toBe(made.headers.etag);
    for (const tag of [String(made.headers.etag), `W/${made.headers.etag}`, `"other", ${made.headers.etag}`, "*"]) {
      const answer = await send(path, { headers: { ...headers, "if-none-match": tag } });
      expect([answer.status, answer.text], tag).toEqual([304, ""]);
      expect(answer.headers).toMatchObject({ etag: made.headers.etag, "cache-control": "public, max-age=60" });
      expect(answer.headers.vary).toContain("Cookie");
      expect(answer.headers).not.toHaveProperty("content-type");
    }
    expect((await send(path, { headers: { ...headers, "if-none-match": '"other"' } })).status).toBe(200);
    // The tag is that of the page as it is now.
    await world.listing(`New ${Object.keys(headers).join()}`);
    const changed = await send("/", { headers });
    await world.listing(`Newer ${Object.keys(headers).join()}`);
    const again = await send("/", { headers: { ...headers, "if-none-match": String(changed.headers.etag) } });
    expect(again.status).toBe(200);
  });

  it("has none for whoever is signed in, or has a cookie: nothing of it may stay in a cache", async () => {
    const plain = await createWorld();
    await plain.account("ann");
    const ann = createVisitor(plain.url);
    await ann.signIn("ann@people.example");
    for (const path of ["/", "/account"]) {
      const { headers } = await ann.get(path, { "if-none-match": "*" });
      expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, "private, no-store"]);
    }
    await plain.close();
  });
});

/** The status line of a request written by hand. */
const raw = (lines: readonly string[]): Promise<string> =>
  new Promise((done, fail) => {
    let text = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => done(text)).on("error", fail);
  });

describe("the Host header", () => {
  const close = "Connection: close";
  it.each<[string, string[], number]>([
    ["one", ["GET / HTTP/1.1", "Host: debut.example", close], 200],
    ["none in HTTP/1.0", ["GET / HTTP/1.0", close], 200],
    ["none", ["GET / HTTP/1.1", close], 400],
    ["two", ["GET / HTTP/1.1", "Host: debut.example", "hOST: evil.example"], 400],
    ["two that are the same", ["GET / HTTP/1.1", "Host: debut.example", "Host: debut.example"], 400],
    ["two for REST", ["GET /api/v1/listings/acme HTTP/1.1", "Host: a", "Host: b"], 400],
    ["two for MCP", ["POST /mcp HTTP/1.1", "Host: a", "Content-Length: 0", "Host: b"], 400],
    ["two for OAuth", ["GET /oauth/authorize HTTP/1.1", "Host: a", "Host: b"], 400],
  ])("is one: %s", async (_, lines, status) => {
    const text = await raw(lines);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (lines.filter((line) => /^host:/i.test(line)).length === 2) {
      expect(text).toContain("Send one.");
      expect(text).toMatch(/^connection: close/im);
    }
  });
});
