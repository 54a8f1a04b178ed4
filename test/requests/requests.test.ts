import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();
await world.listing("Acme Books");

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(world.url + path, { method, headers, redirect: "manual" });
type Line = Record<string, unknown>;
const linesOf = (id: string): Line[] =>
  world.logs.map((line) => JSON.parse(line) as Line).filter((line) => line.request_id === id);
/** The line comes when the answer has gone, which may be after it arrived. */
const lineOf = (id: string): Promise<Line> =>
  vi.waitFor(() => {
    const line = linesOf(id).find(({ msg }) => msg === "request");
    if (!line) throw new Error(`There is no line of ${id}.`);
    return line;
  });

describe("X-Request-Id", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/sign-in"],
    ["POST", "/sign-in"],
    ["GET", "/nothing-is-here"],
    ["GET", "/%ff"],
    ["GET", "/favicon.svg"],
    ["GET", "/badges/acme-books/listed/standard-auto-m.svg"],
    ["GET", "/listings/acme-books.md"],
    ["GET", "/feeds/launches.atom"],
    ["GET", "/robots.txt"],
    ["GET", "/healthz"],
    ["GET", "/readyz"],
    ["GET", "/metrics"],
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/.well-known/oauth-protected-resource"],
    ["GET", "/oauth/jwks"],
    ["GET", "/oauth/authorize"],
    ["POST", "/oauth/token"],
    ["POST", "/oauth/register"],
    ["OPTIONS", "/oauth/register"],
    ["GET", "/interaction/%ff"],
    ["POST", "/webhooks/stripe"],
    ["GET", "/api/v1/listings"],
    ["HEAD", "/api/v1/listings"],
    ["OPTIONS", "/api/v1/listings"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/mcp"],
    ["POST", "/mcp"],
  ])("is in every answer: %s %s", async (method, path) => {
    const own = await get(path, {}, method);
    expect(own.headers.get("x-request-id")).toMatch(UUID_7);
    const given = await get(path, { "x-request-id": "trace-1:a/b=" }, method);
    expect(given.headers.get("x-request-id")).toBe("trace-1:a/b=");
    const unsafe = await get(path, { "x-request-id": "x".repeat(129) }, method);
    expect(unsafe.headers.get("x-request-id")).toMatch(UUID_7);
  });

  it("is in the body of a refusal too", async () => {
    const refused = await get("/api/v1/nothing", { "x-request-id": "one-id" });
    expect(await refused.json()).toMatchObject({ request_id: "one-id" });
    const call = await world.mcp("get_listing", { slug: "nobody-knows-it" });
    expect(call.body._meta["dev.debut/problem"].request_id).toBe(call.headers.get("x-request-id"));
  });
});

describe("the access log", () => {
  it("has one line for each request, with the pattern of its address", async () => {
    const bearer = await world.key("ann");
    for (const [id, path, headers] of [
      ["page", "/listings/acme-books?secret=1", {}],
      ["missing", "/reset?token=secret", {}],
      ["rest", "/api/v1/listings/acme-books", { authorization: `Bearer ${bearer}` }],
      ["oauth", "/oauth/jwks", {}],
      ["strange", "/oauth/no-such-path-secret", {}],
      ["invoice", "/invoices/secret", {}],
    ] as const)
      await get(path, { ...headers, "x-request-id": `log-${id}` });
    expect(await lineOf("log-page")).toMatchObject({
      interface: "site",
      method: "GET",
      route: "/listings/:slug",
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      caller: "anonymous",
    });
    expect(await lineOf("log-missing")).toMatchObject({ interface: "site", route: "/reset" });
    expect(await lineOf("log-rest")).toMatchObject({
      interface: "rest",
      route: "/api/v1/listings/{slug}",
      caller: "api_key",
    });
    expect(await lineOf("log-oauth")).toMatchObject({ interface: "oauth", route: "/oauth/jwks" });
    expect(await lineOf("log-strange")).toMatchObject({ interface: "oauth", route: null, status: 404 });
    expect(await lineOf("log-invoice")).toMatchObject({ route: "/invoices/:token" });
    for (const id of ["page", "missing", "rest", "oauth", "strange", "invoice"])
      expect(linesOf(`log-${id}`)).toHaveLength(1);
    expect(world.logs.join("")).not.toContain("secret");
  });

  it("logs a client that left before the response", async () => {
    const asked = request(`${world.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": "100",
        "x-request-id": "left",
        expect: "100-continue",
      },
    });
    asked.on("error", () => undefined);
    // The server says that it has the request.
    await new Promise((resolve) => asked.once("continue", resolve).flushHeaders());
    asked.destroy();
    expect(await lineOf("left")).toMatchObject({ aborted: true });
  });

  it("reveals nothing about the program for an invalid URL", async () => {
    const answer = await get("/interaction/%ff");
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/node_modules|decodeURIComponent|\bat \//);
  });
});

describe("/metrics", () => {
  it("counts requests by interface, route and status class, with bounded labels", async () => {
    const before = await seriesOf("debut_request_seconds_count");
    for (let n = 0; n < 20; n++) await get(`/nothing-${n}`);
    for (let n = 0; n < 20; n++) await get(`/oauth/nothing-${n}`);
    for (let n = 0; n < 20; n++) await get(`/listings/nothing-${n}`);
    await get("/sign-in");
    const after = await vi.waitFor(async () => {
      const series = await seriesOf("debut_request_seconds_count");
      expect(series).toContainEqual(expect.stringMatching(/interface="site",route="\/sign-in",status="2xx"/));
      return series;
    });
    expect(after).toContainEqual(expect.stringMatching(/interface="oauth",route="none",status="4xx"/));
    expect(after.length - before.length).toBeLessThan(8);
  });

  it("counts the refusals of each rate limit", async () => {
    const tight = await createWorld({ env: { LIMIT_READ_ANONYMOUS: "1" } });
    await tight.rest("GET", "/listings");
    await tight.rest("GET", "/listings");
    const text = await (await fetch(`${tight.url}/metrics`)).text();
    expect(text).toContain('debut_limit_refusals_total{quota="read-anonymous"} 1');
    expect(text).toContain('debut_limit_refusals_total{quota="sign-in"} 0');
    await tight.close();
  });

  it("has jobs by kind, the age of due jobs, the age of unsent email, and the version", async () => {
    const { store, now, uuid } = world.deps;
    const runAt = new Date(now().getTime() - 90_000);
    await store.change(async (tx) => {
      await tx.jobs.add({ id: "waiting", kind: "nobody-runs-this", payload: {}, runAt, createdAt: runAt });
      const mail = { recipient: "x@people.example", subject: "S", text: "T", html: "T", createdAt: runAt };
      await tx.mails.add({ id: uuid(), ...mail });
    });
    const text = await (await fetch(`${world.url}/metrics`)).text();
    expect(text).toContain('debut_jobs{kind="nobody-runs-this",state="queued"} 1');
    expect(text).toContain('debut_jobs{kind="crawl-site",state="failed"} 0');
    expect(Number(/debut_job_oldest_due_seconds\{kind="nobody-runs-this"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(89);
    expect(text).toContain('debut_job_oldest_due_seconds{kind="crawl-site"} 0');
    expect(Number(/^debut_mail_oldest_queued_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(89);
    expect(text).toMatch(/debut_build_info\{version="\d+\.\d+\.\d+",node="v\d+/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds /);
  });
});

async function seriesOf(name: string): Promise<string[]> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  return text.split("\n").filter((line) => line.startsWith(`${name}{`));
}
