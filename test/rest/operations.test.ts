import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { readSettings } from "../../core/config.ts";
import { createLimiter } from "../../core/limiter.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { VERSION } from "../../core/version.ts";
import { createMetrics } from "../../http/metrics.ts";
import { observeRequests } from "../../http/observe.ts";
import { createOperations } from "../../rest/operations.ts";
import { openRest } from "./small-api.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open({ env = {}, isOpen = true }: { env?: Record<string, string>; isOpen?: boolean } = {}) {
  const store = {
    isOpen: () => isOpen,
    trouble: async () => undefined,
    oauth: { findSecret: async () => "secret of this installation" },
    jobs: {
      countByKind: async () => [{ kind: "send-mail", state: "queued", count: 2 }],
      oldestDue: async () => [],
    },
    mails: { countByState: async () => ({}), oldestQueued: async () => undefined },
  };
  const settings = readSettings(env);
  const deps = {
    settings,
    store,
    limiter: createLimiter(settings),
    log: pino({ level: "silent" }),
    now: () => new Date(),
    trace: untraced,
    uuid: () => "id-1",
  } as unknown as Deps;
  const metrics = createMetrics(deps);
  const server = express()
    .use(observeRequests(deps, metrics.countRequest))
    .use(createOperations(deps, metrics))
    .listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(() => void server.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
  return { get, metrics };
}

describe("health", () => {
  it("lives, and is ready while the database answers", async () => {
    const { get } = await open();
    expect(await (await get("/healthz")).json()).toEqual({ status: "ok", version: VERSION });
    const ready = await get("/readyz");
    expect([ready.status, ready.headers.get("cache-control"), await ready.json()]).toEqual([
      200,
      "no-store",
      {
        status: "ready",
        version: VERSION,
        installation: expect.stringMatching(/^[0-9a-f]{16}$/),
        forwarded: "none",
      },
    ]);
  });

  it("lives but is not ready without the database", async () => {
    const { get } = await open({ isOpen: false });
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(503);
  });
});

describe("/metrics", () => {
  it("shows the process, the jobs and the calls to this machine", async () => {
    const { get, metrics } = await open();
    await metrics.observe("mcp", "get_listing", async () => 1);
    await metrics.observe("rest", "get_listing", () => Promise.reject(new Error("no"))).catch(() => undefined);
    const text = await (await get("/metrics")).text();
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).toContain('debut_jobs{kind="send-mail",state="queued"} 2');
    expect(text).toContain('debut_operation_seconds_count{interface="mcp",operation="get_listing",outcome="ok"} 1');
    expect(text).toContain(
      'debut_operation_seconds_count{interface="rest",operation="get_listing",outcome="internal_error"} 1',
    );
  });

  it.each(["x-forwarded-for", "forwarded", "via", "x-real-ip"])(
    "is hidden from what a proxy passes on with %s",
    async (name) => {
      const { get } = await open();
      const refused = await get("/metrics", { [name]: "127.0.0.1" });
      expect([refused.status, refused.headers.get("content-type")]).toEqual([
        404,
        "application/problem+json; charset=utf-8",
      ]);
    },
  );

  it("asks for the token when there is one", async () => {
    const { get } = await open({ env: { METRICS_TOKEN: "0123456789abcdef" } });
    expect(
      (await get("/metrics", { authorization: "Bearer 0123456789abcdef", "x-forwarded-for": "1.2.3.4" })).status,
    ).toBe(200);
    for (const authorization of ["", "Bearer 0123456789abcdeF", "Bearer 0123456789abcde", "0123456789abcdef"]) {
      const refused = await get("/metrics", authorization ? { authorization } : {});
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
  });

  it("counts what the REST interface answers, also refusals", async () => {
    const { get, metrics } = await open();
    const rest = await openRest({}, metrics);
    closing.push(rest.close);
    await rest.send("/things/cup");
    await rest.send("/things/cap");
    await rest.send("/orders/quote", { method: "POST" });
    const text = await (await get("/metrics")).text();
    for (const [operation, outcome] of [
      ["get_thing", "ok"],
      ["get_thing", "not_found"],
      ["quote_order", "unauthenticated"],
    ]) {
      expect(text).toContain(
        `debut_operation_seconds_count{interface="rest",operation="${operation}",outcome="${outcome}"} 1`,
      );
    }
  });
});
