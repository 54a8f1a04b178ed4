import { get as httpGet, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express, { type RequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { encodeAnswers } from "../../http/encode.ts";
import { createWorld } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";

const world = await createWorld();
for (const name of ["Acme Books", "Acme Maps", "Acme Notes"]) await world.listing(name);

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** One request as bytes on the wire: nothing is unpacked. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    httpGet(world.url + path, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
    }).on("error", reject);
  });
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };
const asset = async (pattern: RegExp) => pattern.exec((await get("/")).body.toString())![0];

describe("compression", () => {
  it.each([
    ["a page", "/"],
    ["JSON", "/api/v1/listings"],
    ["the OpenAPI document", "/api/v1/openapi.json"],
    ["a Markdown twin", "/listings/acme-books.md"],
    ["a feed", "/feeds/launches.atom"],
    ["a style sheet", /\/assets\/style\.\w+\.css/],
    ["a script", /\/assets\/script\.\w+\.js/],
  ])("packs %s for those who take it, and says so to caches", async (_what, where) => {
    const path = typeof where === "string" ? where : await asset(where);
    const plain = await get(path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toMatch(/Accept-Encoding/i);
    for (const encoding of ["br", "gzip"] as const) {
      const packed = await get(path, { "accept-encoding": encoding });
      if (plain.body.length < 1024) {
        expect(packed.headers["content-encoding"]).toBeUndefined();
        continue;
      }
      expect(packed.headers["content-encoding"]).toBe(encoding);
      expect(packed.headers.vary).toMatch(/Accept-Encoding/i);
      expect(packed.body.length).toBeLessThan(plain.body.length);
      expect(UNPACK[encoding](packed.body).equals(plain.body)).toBe(true);
    }
    expect((await get(path, { "accept-encoding": "br;q=0, gzip;q=0" })).headers["content-encoding"]).toBeUndefined();
  });

  it("skips compressed and short responses", async () => {
    const packed = { "accept-encoding": "br, gzip" };
    const font = await asset(/\/assets\/figtree-latin-wght-normal\.\w+\.woff2/);
    for (const path of [font, "/previews/site.png", "/healthz"])
      expect((await get(path, packed)).headers["content-encoding"]).toBeUndefined();
  });

  /** The response of one handler behind the encoder. */
  async function respond(handler: RequestHandler, encoding: string) {
    const server = express().use(encodeAnswers).get("/", handler).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const headers = { "accept-encoding": encoding };
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpGet({ port, host: "127.0.0.1", headers }, resolve),
    );
    return { server, response };
  }

  it.each([
    ["a table in parts", "text/csv", "a,b\n".repeat(1000), 200, "br"],
    ["a picture in parts", "image/png", "pixel".repeat(1000), 200, undefined],
    ["text that must stay as it is", "text/plain; no-transform", "a".repeat(5000), 1, undefined],
  ])("streams %s whole, packed if that helps", async (_what, type, part, times, encoding) => {
    const { server, response } = await respond(async (_req, res) => {
      res.set({ Vary: "Origin", ETag: '"tag"' }).type(type);
      if (type.includes("no-transform")) res.set("Cache-Control", "no-transform");
      await pipeline(Readable.from(Array(times).fill(part)), res);
    }, "br, gzip");
    const body = Buffer.concat(await response.toArray());
    expect((encoding ? brotliDecompressSync(body) : body).toString()).toBe(part.repeat(times));
    expect(response.headers).toMatchObject({
      vary: encoding ? "Origin, Accept-Encoding" : "Origin",
      etag: encoding ? '"tag.br"' : '"tag"',
    });
    expect(response.headers["content-encoding"]).toBe(encoding);
    server.close();
  });

  it("does not delay events of a stream", async () => {
    const { server, response } = await respond(
      (_req, res) => void res.type("text/event-stream").write(`data: ${"first ".repeat(500)}\n\n`),
      "br",
    );
    expect(response.headers["content-encoding"]).toBeUndefined();
    // The answer never ends: what arrives was sent at once.
    const chunk: Buffer = await new Promise((resolve) => response.once("data", resolve));
    expect(chunk.toString()).toContain("data: first");
    response.destroy();
    server.closeAllConnections();
    server.close();
  });

  it("gives each encoding its own strong tag, and recognizes all of them", async () => {
    const path = "/api/v1/listings?per_page=3";
    const tags = new Map<string, string>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const { status, headers } = await get(path, { "accept-encoding": encoding });
      expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
      tags.set(encoding, headers.etag!);
    }
    expect(new Set(tags.values()).size).toBe(3);
    for (const [encoding, tag] of tags)
      for (const known of [tag, `"other", ${tag}`, `W/${tag}`]) {
        const again = await get(path, { "accept-encoding": encoding, "if-none-match": known });
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
        expect(again.headers["content-encoding"]).toBeUndefined();
        expect(again.headers.vary).toMatch(/Accept-Encoding/i);
      }
    const other = await get(path, { "accept-encoding": "br", "if-none-match": '"other.br"' });
    expect(other.status).toBe(200);
  });

  it("does not compress pages for cross-site requests", async () => {
    const visitor = createVisitor(world.url);
    await world.account("ann");
    await visitor.signIn("ann@people.example");
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const encodingOf = async (headers: Record<string, string>) =>
      (await get("/search?q=guess", { "accept-encoding": "br", ...headers })).headers["content-encoding"];
    expect(await encodingOf({})).toBe("br");
    expect(await encodingOf({ cookie, "sec-fetch-site": "same-origin" })).toBe("br");
    expect(await encodingOf({ cookie, "sec-fetch-site": "none" })).toBe("br");
    for (const site of ["cross-site", "same-site"])
      expect(await encodingOf({ cookie, "sec-fetch-site": site })).toBeUndefined();
    expect(await encodingOf({ cookie })).toBeUndefined();
  });
});
