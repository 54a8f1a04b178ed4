import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SafeFetch } from "../../crawler/safe-fetch.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
let world: World;
const sent: string[] = [];
beforeEach(async () => {
  db = await createSeededDatabase();
  sent.length = 0;
  world = await createWorld({
    replaced: {
      store: db.store,
      fetchSite: (async () => {
        throw new Error("not asked for");
      }) as SafeFetch,
      sendMail: async ({ to }) => {
        lock();
        sent.push(to);
        return "sent";
      },
    },
  });
});
afterEach(async () => {
  unlock();
  await world.close();
});

/** From here on every write fails, as it does on a disk that is full or that was taken away. */
const lock = () => db.writer.pragma("query_only = ON");
const unlock = () => db.writer.pragma("query_only = OFF");
const ready = async () => {
  const response = await fetch(`${world.baseUrl}/readyz`);
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
};

async function signIn(): Promise<{ response: Response; cookie: string }> {
  const page = await fetch(`${world.baseUrl}/sign-in`);
  const visitor = page.headers.getSetCookie()[0]!.split(";")[0]!;
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())![1]!;
  const response = await fetch(`${world.baseUrl}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: visitor, origin: world.baseUrl, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrf, email: "ann@people.example", password: PASSWORD }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return { response, cookie: cookies.join("; ") };
}

describe("while nothing can be written", () => {
  it("REST refuses writes with 503 and Retry-After, answers reads, and takes the same request when it is over", async () => {
    await world.listing("Acme");
    const ann = world.as("ann");
    await world.key("ann");
    lock();
    const request = { body: { url: "https://new-product.com/" }, headers: { "idempotency-key": "once" } };
    const refused = await ann.post("/drafts", request);
    expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
      503,
      "30",
      expect.objectContaining({ code: "service_unavailable", detail: expect.stringContaining("nothing was changed") }),
    ]);
    expect((await world.rest("GET", "/listings?q=acme")).status).toBe(200);
    unlock();
    expect((await ann.post("/drafts", request)).status).toBe(201);
  });

  it("MCP says so to the model, and goes on reading", async () => {
    const bearer = await world.key("ann");
    await world.listing("Acme");
    lock();
    const { body } = await world.mcp("submit_listing", { url: "https://new-product.com/" }, { bearer });
    expect(body).toMatchObject({ isError: true, _meta: { "dev.debut/retry-after": 30 } });
    expect(body.content[0].text).toMatch(/^service_unavailable: .*30 seconds/);
    expect((await world.mcp("get_listing", { slug: "acme" })).body.isError).toBeFalsy();
  });

  it("/readyz says why, /healthz lives on, and both are well again afterwards", async () => {
    lock();
    await db.store.change((tx) => tx.reference.saveSecret("a", "1")).catch(() => undefined);
    expect(await ready()).toEqual({
      status: 503,
      retryAfter: "30",
      body: expect.objectContaining({ status: "not_ready", reason: "read_only", detail: expect.any(String) }),
    });
    expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${world.baseUrl}/metrics`)).text()).toMatch(/^debut_database_writable 0$/m);
    unlock();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(await (await fetch(`${world.baseUrl}/metrics`)).text()).toMatch(/^debut_database_writable 1$/m);
  });

  it("nobody can sign in, and is told why; nobody is signed out, and pages are shown", async () => {
    await world.account("ann", { admin: true });
    await world.listing("Acme");
    const { cookie } = await signIn();
    lock();
    const { response } = await signIn();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await response.text()).toContain("Service is unavailable");
    // Late enough that the session's last visit and a visitor of the listing would be written.
    world.advance(3600_000);
    const headers = { cookie, "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" };
    for (const path of ["/", "/listings/acme", "/account", "/drafts", "/search?q=acme"]) {
      const page = await fetch(`${world.baseUrl}${path}`, { headers });
      expect([path, page.status]).toEqual([path, 200]);
    }
    const admin = await (await fetch(`${world.baseUrl}/admin`, { headers })).text();
    expect(admin).toMatch(/database cannot be used: the file or its file system is read-only.*mount the file system/s);
    unlock();
  });

  it("an app that registers is told to come back, not that it is wrong", async () => {
    const register = async () => {
      const response = await fetch(`${world.baseUrl}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Reader", redirect_uris: ["http://127.0.0.1/callback"] }),
      });
      return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
    };
    lock();
    expect(await register()).toMatchObject({
      status: 503,
      retryAfter: "30",
      body: { error: "temporarily_unavailable" },
    });
    unlock();
    expect((await register()).status).toBe(201);
  });

  it("a sent email is recorded once that is possible, and not sent again", async () => {
    await world.drain();
    const id = "mail-1";
    await db.store.change(async (tx) => {
      const at = world.deps.now();
      await tx.mails.add({ id, recipient: "a@b.example", subject: "s", text: "t", html: "h", createdAt: at } as never);
      await tx.jobs.add({
        id: `send-mail:${id}`,
        kind: "send-mail",
        payload: { mailId: id },
        runAt: at,
        createdAt: at,
      });
    });
    world.deps.wakeJobs();
    await expect.poll(() => db.store.waiting()).toBe(1);
    expect(await ready()).toMatchObject({ status: 503, body: { waiting_changes: 1 } });
    unlock();
    await expect.poll(async () => (await db.store.jobs.find(`send-mail:${id}`))?.state).toBe("done");
    expect(sent).toEqual(["a@b.example"]);
    expect((await db.store.mails.find(id))?.state).toBe("sent");
  });
});
