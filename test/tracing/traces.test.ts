import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";
import { createCollector, type ReceivedSpan } from "./collector.ts";

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

/** A day in the life of a site, whose traces are sent at the latest when it stops. */
const collector = await createCollector();
const website = await createWebsite({ ...ACME });
const world = await createWorld({
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OUTBOUND_RESOLVE: website.resolve("acme.test") },
});
const get = (path: string, headers: Record<string, string> = {}) => fetch(world.url + path, { headers });
await world.listing("Acme Books");
await get("/api/v1/listings/acme-books", { traceparent: `00-${TRACE}-${PARENT}-01`, "x-request-id": "traced" });
await get("/listings/acme-books?token=secret");
await get("/api/v1/listings/nobody-knows-it");
await world.mcp("search_listings", {});
await world.as("ann").post("/drafts", { body: { url: "https://acme.test/" } });
await world.drain();
await world.deps.trace("broken", {}, () => Promise.reject(new TypeError("no"))).catch(() => undefined);
await world.close();
await Promise.all([website.close(), collector.close()]);
const spans = collector.spans;

const named = (name: string): ReceivedSpan[] => spans.filter((span) => span.name === name);
const below = (parent: ReceivedSpan): ReceivedSpan[] => spans.filter(({ parentId }) => parentId === parent.spanId);

describe("traces", () => {
  it("arrive as OTLP under the name of the service", () => {
    expect(collector.requests[0]).toMatchObject({
      path: "/v1/traces",
      headers: { "content-type": "application/x-protobuf" },
    });
    expect(spans[0]!.resource).toMatchObject({
      "service.name": "debut",
      "service.version": expect.stringMatching(/^\d/),
    });
  });

  it("continue the trace of a request, down to its operation", () => {
    const [request] = named("GET /api/v1/listings/{slug}");
    expect(request).toMatchObject({
      kind: SERVER,
      traceId: TRACE,
      parentId: PARENT,
      isError: false,
      attributes: {
        "http.route": "/api/v1/listings/{slug}",
        "http.response.status_code": 200,
        "debut.request_id": "traced",
        "debut.interface": "rest",
      },
    });
    expect(below(request!)).toMatchObject([{ name: "get_listing", traceId: TRACE }]);
  });

  it("begin at pages and MCP too, and hold patterns instead of addresses", () => {
    const [page] = named("GET /listings/:slug");
    expect(page).toMatchObject({ kind: SERVER, parentId: "" });
    expect(page!.traceId).not.toBe(TRACE);
    expect(named("POST /mcp").flatMap(below)).toMatchObject([{ name: "search_listings" }]);
    expect(JSON.stringify(spans)).not.toContain("secret");
  });

  it("have a span for each job and, below it, each outbound request with its host alone", () => {
    const [crawl] = named("crawl-site");
    expect(crawl).toMatchObject({ kind: CONSUMER, parentId: "", attributes: { "debut.job_id": expect.any(String) } });
    const fetched = below(crawl!);
    expect(fetched.length).toBeGreaterThan(1);
    for (const span of fetched)
      expect(span).toMatchObject({
        name: "GET",
        kind: CLIENT,
        attributes: { "http.request.method": "GET", "server.port": expect.any(Number) },
      });
    // What is sent to the collector is no work of the site.
    expect(spans.filter(({ attributes }) => attributes["server.port"] === Number(new URL(collector.url).port))).toEqual(
      [],
    );
  });

  it("mark failures, but not errors that a caller can cause", () => {
    expect(named("broken")).toMatchObject([{ isError: true, attributes: { "error.type": "TypeError" } }]);
    const refused = named("get_listing").find(
      ({ traceId }) => traceId !== TRACE && !named("GET /listings/:slug").some((page) => page.traceId === traceId),
    );
    expect(refused).toMatchObject({ isError: false });
  });
});

it("the SDK is not even loaded without an endpoint", () => {
  const root = join(import.meta.dirname, "../..");
  const script = `
    // prom-client brings the interface of OpenTelemetry along, which does nothing by itself.
    const { registerHooks } = await import("node:module");
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import("./server/app.ts");
    await import("./server/deps.ts");
    console.log(loaded.length > 100, loaded.filter((url) => /@opentelemetry\\/(?!api\\/)/.test(url)).length);`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  expect(said.trim()).toBe("true 0");
});
