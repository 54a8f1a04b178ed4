import { afterEach, describe, expect, it } from "vitest";
import { VERSION } from "../../core/runtime/version.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { smallCatalogue } from "./small-api.ts";

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(env: Record<string, string> = {}) {
  const world = await createWorld({ env, tools: smallCatalogue });
  worlds.push(world);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(world.baseUrl + path, { headers });
  return { get, world };
}

describe("health", () => {
  it("is alive, and ready while the database works", async () => {
    const { get } = await open();
    expect(await (await get("/healthz")).json()).toEqual({ status: "ok", version: VERSION });
    await expect.poll(async () => (await get("/readyz")).status).toBe(200);
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

  it("is alive but not ready without the database", async () => {
    const { get, world } = await open();
    await world.deps.store.close();
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(503);
  });
});

describe("/metrics", () => {
  it("shows process, jobs and calls to loopback addresses", async () => {
    const { get, world } = await open();
    await world.jobs.stop(0);
    const at = world.deps.now();
    for (const id of ["one", "two"])
      await world.deps.store.change((tx) =>
        tx.jobs.add({ id, kind: "send-mail", payload: "{}", runAt: at, createdAt: at }),
      );
    await world.mcp("get_thing", { id: "cup" });
    await get("/api/v1/broken");
    const text = await (await get("/metrics")).text();
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).toContain('debut_jobs{kind="send-mail",state="queued"} 2');
    expect(text).toContain('debut_operation_seconds_count{interface="mcp",operation="get_thing",outcome="ok"} 1');
    expect(text).toContain(
      'debut_operation_seconds_count{interface="rest",operation="break_down",outcome="internal_error"} 1',
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

  it("requires the token if there is one", async () => {
    const { get } = await open({ METRICS_TOKEN: "0123456789abcdef" });
    expect(
      (await get("/metrics", { authorization: "Bearer 0123456789abcdef", "x-forwarded-for": "1.2.3.4" })).status,
    ).toBe(200);
    for (const authorization of ["", "Bearer 0123456789abcdeF", "Bearer 0123456789abcde", "0123456789abcdef"]) {
      const refused = await get("/metrics", authorization ? { authorization } : {});
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
  });
});
