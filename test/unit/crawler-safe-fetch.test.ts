import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { SafeFetchOptions } from "../../crawler/safe-fetch.ts";
import { createDeadlines } from "../helpers/deadlines.ts";
import { fetchFrom, serve, serveFiles } from "./crawler-servers.ts";

const text = (body: Uint8Array) => new TextDecoder().decode(body);

/** Asks shop.test, where every request gets this answer. */
async function ask(answer: (response: ServerResponse) => void, options?: SafeFetchOptions) {
  const { port } = await serve((_, response) => answer(response));
  return fetchFrom(port, "shop.test")("http://shop.test/", options);
}

describe("a request", () => {
  it("goes to the overridden address in plain HTTP, keeps the Host header and sends no cookies", async () => {
    const { port, hits, seen } = await serve((_, response) => response.setHeader("set-cookie", "a=b").end("hello"));
    const fetch = fetchFrom(port, "shop.test");
    const answer = await fetch("https://shop.test/a?b=c#d", { accept: "text/html" });
    expect(answer).toMatchObject({
      url: "https://shop.test/a?b=c",
      status: 200,
      redirects: [],
      requests: 1,
      truncated: false,
    });
    expect(text(answer.body)).toBe("hello");
    expect(answer.headers).not.toHaveProperty("set-cookie");
    await fetch("http://shop.test:8123/again");
    expect(hits).toEqual(["shop.test/a?b=c", "shop.test:8123/again"]);
    expect(seen[0]?.headers).toMatchObject({
      accept: "text/html",
      "user-agent": "DebutBot/1.0 (+https://debut.example/bot)",
    });
    expect(seen[1]?.headers).not.toHaveProperty("cookie");
  });

  it("posts a body and returns any status", async () => {
    const { port } = await serve(async (request, response) => {
      const [body] = await request.toArray();
      response.writeHead(418, { "x-got": `${request.method} ${request.headers["content-type"]} ${body}` }).end();
    });
    const answer = await fetchFrom(port, "shop.test")("http://shop.test/", {
      method: "POST",
      body: "a=1",
      headers: { "Content-Type": "text/x" },
    });
    expect(answer).toMatchObject({ status: 418, headers: { "x-got": "POST text/x a=1" } });
  });

  it("can use HEAD", async () => {
    const answer = await ask((response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"), {
      method: "HEAD",
    });
    expect(answer).toMatchObject({ status: 200, truncated: false });
    expect(answer.body).toHaveLength(0);
  });

  it("reports a closed port without its address", async () => {
    const { port } = await serveFiles({});
    const error = await fetchFrom(1, "shop.test")("http://shop.test/").catch((reason) => reason);
    expect(error).toMatchObject({ code: "unreachable", message: "shop.test cannot be reached.", requests: 1 });
    expect(port).toBeGreaterThan(0);
  });

  it.each([
    ["a connection cut at once", (response: ServerResponse) => response.socket?.destroy(), "unreachable"],
    ["what is no HTTP", (response: ServerResponse) => response.socket?.end("SSH-2.0-OpenSSH_9.7\r\n"), "http_error"],
    ["endless headers", (response: ServerResponse) => response.setHeader("x", "y".repeat(20_000)).end(), "http_error"],
  ])("reports %s", async (_, answer, code) => {
    await expect(ask(answer)).rejects.toMatchObject({ code });
  });
});

describe("a redirect", () => {
  it("is followed, and its trail is recorded", async () => {
    const { port, hits } = await serveFiles({
      "shop.test/": { location: "/moved", status: 301 },
      "shop.test/moved": { location: "http://www.shop.test/caf\u00c3\u00a9" },
      "www.shop.test/caf%C3%A9": "here",
    });
    const next: string[] = [];
    const answer = await fetchFrom(port, "shop.test www.shop.test")("http://shop.test/", {
      onRedirect: (url) => void next.push(url.href),
    });
    expect(answer).toMatchObject({
      url: "http://www.shop.test/caf%C3%A9",
      redirects: ["http://shop.test/", "http://shop.test/moved"],
      requests: 3,
    });
    expect(next).toEqual(["http://shop.test/moved", "http://www.shop.test/caf%C3%A9"]);
    expect(hits).toHaveLength(3);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1:22/",
    "http://shop.com:22/",
    "file:///etc/passwd",
    "http://localhost/",
    "http://[::ffff:127.0.0.1]/",
    "http://0x7f.1/",
    "//2130706433/",
    "gopher://shop.test/",
    "http://me:pw@shop.test/",
  ])("to %s is refused", async (location) => {
    const { port, hits } = await serveFiles({ "/": { location } });
    await expect(fetchFrom(port, "shop.test")("http://shop.test/")).rejects.toMatchObject({
      code: "address_refused",
      requests: 1,
    });
    expect(hits).toHaveLength(1);
  });

  it("in a loop or without end is an error", async () => {
    const circle = await serveFiles({ "/": { location: "/a" }, "/a": { location: "/" } });
    await expect(fetchFrom(circle.port, "shop.test")("http://shop.test/")).rejects.toMatchObject({
      code: "http_error",
      requests: 2,
    });
    const chain = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
    await expect(fetchFrom(chain.port, "shop.test")("http://shop.test/")).rejects.toMatchObject({ requests: 6 });
    expect(chain.hits).toHaveLength(6);
  });

  it("is the response if none may be followed, and ends if onRedirect throws", async () => {
    const { port, hits } = await serveFiles({ "/": { location: "http://127.0.0.1/" }, "/ok": { location: "/x" } });
    const fetch = fetchFrom(port, "shop.test");
    await expect(fetch("http://shop.test/", { maxRedirects: 0 })).resolves.toMatchObject({ status: 302 });
    const stop = () => Promise.reject(new Error("not there"));
    await expect(fetch("http://shop.test/ok", { onRedirect: stop })).rejects.toThrow("not there");
    expect(hits).toHaveLength(2);
  });

  it("turns a POST into a GET after 303, repeats it after 307, and keeps credentials at their origin", async () => {
    const { port, seen } = await serve((request, response) => {
      if (request.url === "/see") response.writeHead(303, { location: "/done" });
      if (request.url === "/again") response.writeHead(307, { location: "http://other.test/done" });
      response.end();
    });
    const fetch = fetchFrom(port, "shop.test other.test");
    const options = {
      method: "POST",
      body: "x",
      headers: { authorization: "Bearer t", "content-type": "text/x" },
    } as const;
    await fetch("http://shop.test/see", options);
    await fetch("http://shop.test/again", options);
    expect(seen.map(({ method, headers }) => [method, headers.authorization, headers["content-type"]])).toEqual([
      ["POST", "Bearer t", "text/x"],
      ["GET", "Bearer t", undefined],
      ["POST", "Bearer t", "text/x"],
      ["POST", undefined, "text/x"],
    ]);
  });
});

describe("a body", () => {
  const page = "<p>Fünf Äpfel</p>".repeat(200);
  it.each([
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["br", brotliCompressSync(page)],
    ["deflate", deflateSync(page)],
    ["deflate", deflateRawSync(page)],
    ["zstd", zstdCompressSync(page)],
    ["identity", Buffer.from(page)],
    ["GZIP", gzipSync(page).subarray(0, -6)],
  ])("in %s is decompressed", async (encoding, body) => {
    const answer = await ask((response) => response.writeHead(200, { "content-encoding": encoding }).end(body));
    expect(text(answer.body)).toBe(page);
  });

  it("may be empty", async () => {
    const answer = await ask((response) => response.writeHead(200, { "content-encoding": "gzip" }).end());
    expect(answer.body).toHaveLength(0);
  });

  it.each([
    ["compress", Buffer.from("x")],
    ["gzip, br", brotliCompressSync(gzipSync("x"))],
    ["gzip", Buffer.from("this is no gzip at all")],
    ["br", Buffer.from("\x00this is no brotli at all")],
  ])("in invalid %s is an error", async (encoding, body) => {
    await expect(
      ask((response) => response.writeHead(200, { "content-encoding": encoding }).end(body)),
    ).rejects.toMatchObject({
      code: "http_error",
    });
  });

  it("is truncated at the limit, or is an error on request", async () => {
    const long = (response: ServerResponse) => response.end("x".repeat(100_000));
    const cut = await ask(long, { maxBytes: 1000 });
    expect(cut).toMatchObject({ truncated: true, body: { length: 1000 } });
    const exact = await ask((response) => response.end("x".repeat(1000)), { maxBytes: 1000, tooLarge: "fail" });
    expect(exact).toMatchObject({ truncated: false, body: { length: 1000 } });
    await expect(ask(long, { maxBytes: 1000, tooLarge: "fail" })).rejects.toMatchObject({ code: "too_large" });
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(100_000_000), { level: 9 })],
    ["br", brotliCompressSync(Buffer.alloc(50_000_000))],
    ["zstd", zstdCompressSync(Buffer.alloc(100_000_000))],
  ])("that is a %s bomb is refused before it is unpacked", async (encoding, bomb) => {
    const before = process.memoryUsage().rss;
    const answer = ask((response) => response.writeHead(200, { "content-encoding": encoding }).end(bomb), {
      maxBytes: 2_000_000,
    });
    await expect(answer).rejects.toMatchObject({ code: "too_large", message: /over 100 times its size/ });
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  });

  it("that decompresses to nothing is counted by its compressed bytes", async () => {
    const nothing = gzipSync("");
    const answer = ask(
      (response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.concat(Array(20_000).fill(nothing))),
      { maxBytes: 100_000 },
    );
    await expect(answer).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("time", () => {
  it.each([
    ["a server that says nothing", (_: ServerResponse, pass: () => void) => pass()],
    ["a body that stops", (response: ServerResponse, pass: () => void) => void response.write("x", pass)],
    [
      "a body that drips",
      (response: ServerResponse, pass: () => void) => {
        let drops = 0;
        const drip = () => void response.write("x", () => (++drops < 20 ? setImmediate(drip) : pass()));
        drip();
      },
    ],
  ])("ends %s", async (_, answer) => {
    const { pass } = createDeadlines();
    await expect(ask((response) => answer(response, pass))).rejects.toMatchObject({
      code: "timeout",
      message: "shop.test did not answer in time.",
    });
  });

  it("ends when the caller aborts, with the caller's reason", async () => {
    const control = new AbortController();
    const answer = ask(() => control.abort(new Error("never mind")), { signal: control.signal });
    await expect(answer).rejects.toThrow("never mind");
    await expect(ask((response) => response.end(), { signal: control.signal })).rejects.toThrow("never mind");
  });
});
