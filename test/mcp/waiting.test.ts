import { once } from "node:events";
import { connect as dial } from "node:net";
import type { Progress } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import type { Drafter } from "../../drafting/drafter.ts";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { slowPage } from "../helpers/slow-page.ts";
import { createTimers } from "../helpers/timers.ts";
import { ACME } from "../helpers/website.ts";
import { bearer, connect, connectOld, type Json, legacyCall, MODERN, modern, post } from "./helper.ts";

const HOSTS = Array.from({ length: 40 }, (_, at) => `site-${at}.test`);
let hosts = 0;
const timers = createTimers();
const redrafting = Promise.withResolvers<void>();
const slowDrafter: Drafter = async ({ only }) => {
  if (only) await redrafting.promise;
  return {
    fields: { name: { value: "Acme", evidence: [] } },
    faqs: [],
    founders: [],
    companySocials: {},
    seo: { title: null, meta: null },
    drafter: "extractive",
  } as never;
};

const world = await createClaimsWorld({
  hosts: HOSTS,
  env: { MCP_HOLD_MS: "20000", LIMIT_SUBMIT_HOUR: "1000", LIMIT_SUBMIT_DAY: "1000" },
  replaced: { sleep: timers.sleep, checkWaitMs: 1000, drafter: slowDrafter },
});

/** A website that shows its home page, and its prices once they may be read. */
function newSite() {
  Object.assign(world.pages, ACME);
  const prices = slowPage(ACME["/pricing"]!);
  world.pages["/pricing"] = prices.page;
  return { url: `http://${HOSTS[hosts++]}`, prices };
}

const reading = (prices: ReturnType<typeof slowPage>) => expect.poll(() => prices.waiting.length).toBe(1);
const asleep = (count: number) => expect.poll(() => timers.asleep()).toBe(count);
const ann = async () => bearer(await world.key("ann"));

const submit = async (url: string, more: Json = {}, headers: Json = {}) =>
  modern(
    world,
    "tools/call",
    { name: "submit_listing", arguments: { url }, ...more },
    { headers: { ...(await ann()), ...headers } },
  );

async function draftInProgress() {
  const { url, prices } = newSite();
  const { body } = await world.as("ann").post("/drafts", { body: { url } });
  await reading(prices);
  return { id: body.id as string, prices };
}
const read = async (id: string, headers: Record<string, string> = {}) =>
  modern(world, "tools/call", { name: "get_draft", arguments: { id } }, { headers: { ...(await ann()), ...headers } });

it("a draft shows which pages were read while its website is being read", async () => {
  const { id, prices } = await draftInProgress();
  await expect
    .poll(async () => (await world.as("ann").get(`/drafts/${id}`)).body.crawl.pages)
    .toEqual([expect.stringMatching(/^http:\/\/site-\d+\.test\/$/)]);
  expect((await world.as("ann").get(`/drafts/${id}`)).body.status).toBe("crawling");
  prices.open();
  await world.drain();
  const { body } = await world.as("ann").get(`/drafts/${id}`);
  expect(body).toMatchObject({ status: "ready" });
  expect(body.crawl.pages.length).toBeGreaterThan(1);
});

describe("submit_listing", () => {
  it("keeps the request open until the draft is ready (claude-ai-mcp#115, claude-code#5221, #470)", async () => {
    const { url, prices } = newSite();
    const asked = submit(url);
    await reading(prices);
    await asleep(1);
    prices.open();
    // No time passes: the end of the job ends the wait.
    const { status, headers, body } = await asked;
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(body.result.structuredContent).toMatchObject({ status: "ready", url: `${url}/` });
    expect(body.result._meta).not.toHaveProperty("dev.debut/retry-after");
    expect(timers.asleep()).toBe(0);
  });

  const clients = {
    "the current SDK": () => world.key("ann").then((key) => connect(world, { version: MODERN, bearer: key })),
    "the current SDK at 2025-11-25": () =>
      world.key("ann").then((key) => connect(world, { version: "2025-11-25", bearer: key })),
    "the first generation of the SDK": () => world.key("ann").then((key) => connectOld(world, { bearer: key })),
  };
  it.each(Object.entries(clients))("tells %s how far it is", async (_name, open) => {
    const client = await open();
    const { url, prices } = newSite();
    const told: Progress[] = [];
    const request = { name: "submit_listing", arguments: { url } };
    const options = { onprogress: (progress: Progress) => void told.push(progress) };
    const asked = (
      client instanceof Object && "getNegotiatedProtocolVersion" in client
        ? client.callTool(request, options)
        : client.callTool(request, undefined, options)
    ) as Promise<Json>;
    await reading(prices);
    for (let beats = 1; beats <= 3; beats++) {
      await asleep(2);
      timers.pass();
      await expect.poll(() => told.length).toBe(beats);
    }
    prices.open();
    expect((await asked).structuredContent).toMatchObject({ status: "ready" });
    const figures = told.map(({ progress }) => progress);
    expect(figures).toEqual([...new Set(figures)].sort((a, b) => a - b));
    expect(Math.max(...figures)).toBeLessThan(told[0]!.total!);
    expect(told.at(-1)!.message).toBe("Reading the website: 1 page");
    await client.close();
  });

  it("answers after the longest wait with how far it is, and when to ask again", async () => {
    const { url, prices } = newSite();
    const asked = submit(url);
    await reading(prices);
    await asleep(1);
    world.advance(20_000);
    timers.pass();
    const { result } = (await asked).body;
    expect(result.structuredContent).toMatchObject({ status: "crawling", crawl: { pages: [expect.any(String)] } });
    expect(result._meta).toMatchObject({ "dev.debut/retry-after": 3 });
    prices.open();
    await world.drain();
  });

  it("waits again when its Idempotency-Key is sent again", async () => {
    const { url, prices } = newSite();
    prices.open();
    const key = { _meta: { "dev.debut/idempotency-key": "once" } };
    const first = (await submit(url, key)).body.result;
    const again = (await submit(url, key)).body.result;
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(again.structuredContent.status).toBe("ready");
    expect(again._meta).toMatchObject({ "dev.debut/idempotent-replayed": true });
  });

  it("answers at once in a batch, whose messages wait for each other", async () => {
    const { url, prices } = newSite();
    const batch = [legacyCall("submit_listing", { url }, 1), legacyCall("get_site_info", {}, 2)];
    const { body } = await post(world, batch, {
      headers: { ...(await ann()), "mcp-protocol-version": "2025-03-26" },
    });
    const first = [body].flat().find(({ id }: Json) => id === 1);
    expect(first.result.structuredContent.status).toBe("crawling");
    prices.open();
    await world.drain();
  });
});

describe("a held request", () => {
  it("ends when its client leaves", async () => {
    const { id, prices } = await draftInProgress();
    const leaving = new AbortController();
    const key = await world.key("ann");
    const client = await connect(world, { version: MODERN, bearer: key });
    const asked = client.callTool({ name: "get_draft", arguments: { id } }, { signal: leaving.signal });
    await asleep(1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await asleep(0);
    await client.close();
    prices.open();
    await world.drain();
  });

  it("counts as one read, however often it looks", async () => {
    const { id, prices } = await draftInProgress();
    const left = async () =>
      Number(/"read";r=(\d+)/.exec((await world.as("ann").get("/me")).headers.get("ratelimit")!)![1]);
    const before = await left();
    const asked = read(id);
    for (let looks = 0; looks < 5; looks++) {
      await asleep(1);
      timers.pass();
    }
    await asleep(1);
    prices.open();
    expect((await asked).body.result.structuredContent.status).toBe("ready");
    expect(before - (await left())).toBe(2);
  });

  it("delays no other request of its address", async () => {
    const { id, prices } = await draftInProgress();
    const asked = read(id);
    await asleep(1);
    expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200);
    expect((await world.as("ann").get("/me")).status).toBe(200);
    prices.open();
    await asked;
  });

  it("ends when its connection brings another one", async () => {
    const { id, prices } = await draftInProgress();
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "get_draft",
        arguments: { id },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": MODERN,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    });
    const { host, port } = new URL(world.baseUrl);
    const socket = dial(Number(port), "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    const head = [
      "POST /mcp HTTP/1.1",
      `Host: ${host}`,
      "Content-Type: application/json",
      "Accept: application/json, text/event-stream",
      `Authorization: Bearer ${await world.key("ann")}`,
      `MCP-Protocol-Version: ${MODERN}`,
      "Mcp-Method: tools/call",
      "Mcp-Name: get_draft",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    await asleep(1);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await once(socket, "close");
    expect(text).toContain('"status":"crawling"');
    expect(text).toContain('{"status":"ok"');
    prices.open();
    await world.drain();
  });

  it("answers at once if 32 requests of the address are held", async () => {
    const { id, prices } = await draftInProgress();
    const asked = Array.from({ length: 32 }, () => read(id));
    await asleep(32);
    const other = await read(id);
    expect(other.body.result.structuredContent.status).toBe("crawling");
    prices.open();
    for (const { body } of await Promise.all(asked)) expect(body.result.structuredContent.status).toBe("ready");
  });
});

it("update_draft says that it is redrafting", async () => {
  const { url, prices } = newSite();
  prices.open();
  const { id } = (await submit(url)).body.result.structuredContent;
  expect(timers.asleep()).toBe(0);
  const client = await connect(world, { version: MODERN, bearer: await world.key("ann") });
  const told: Progress[] = [];
  const asked = client.callTool(
    { name: "update_draft", arguments: { id, regenerate: ["name"] } },
    { onprogress: (progress) => void told.push(progress) },
  );
  await asleep(1);
  timers.pass();
  await expect.poll(() => told).toEqual([{ progress: 1, message: "Redrafting from the website" }]);
  redrafting.resolve();
  expect((await asked).structuredContent).toMatchObject({ id, regenerated: { name: "unchanged" } });
  await client.close();
});

describe("a check", () => {
  it("verify_claim waits for a slow website longer than without a hold, and says so", async () => {
    const host = HOSTS[hosts++]!;
    await world.listing("Slowly Claimed", { url: `http://${host}/`, domain: host, siteKey: host });
    const { body } = await world.as("ann").post("/claims", { body: { slug: "slowly-claimed", method: "meta" } });
    const slow = slowPage(`<head>${body.instructions.meta.tag}</head>`);
    world.pages["/"] = slow.page;
    const client = await connect(world, { version: MODERN, bearer: await world.key("ann") });
    const told: Progress[] = [];
    const asked = client.callTool(
      { name: "verify_claim", arguments: { claim_id: body.claim_id } },
      { onprogress: (progress) => void told.push(progress) },
    );
    await reading(slow);
    world.advance(5000);
    await asleep(2);
    timers.pass();
    await expect.poll(() => told.at(-1)?.message).toBe("Looking for the proof");
    slow.open();
    expect((await asked).structuredContent).toMatchObject({ status: "verified", checking: false });
    await client.close();
  });

  it("choose_free_listing waits for a slow homepage longer than without a hold", async () => {
    const { id: ownerId } = await world.account("ann");
    const host = HOSTS[hosts++]!;
    const given = { status: "draft", launchedAt: null, ownerId, url: `http://${host}/`, domain: host, siteKey: host };
    const { id } = await world.listing("Free", given as never);
    world.pages["/"] = "<h1>Plain</h1>";
    const { body } = await world.as("ann").post(`/me/listings/${id}/free`);
    await world.drain();
    const slow = slowPage(body.badge_code.html);
    world.pages["/"] = slow.page;
    // Two checks of one moment are one.
    world.advance(1);
    const asked = world.mcp("choose_free_listing", { listing_id: id }, { bearer: await world.key("ann") });
    await reading(slow);
    await asleep(1);
    world.advance(5000);
    timers.pass();
    await asleep(1);
    slow.open();
    expect((await asked).body.structuredContent).toMatchObject({ status: "scheduled", checking: false });
  });
});

describe("Prefer: wait", () => {
  it("waits for the final response, and says that it did", async () => {
    const { id, prices } = await draftInProgress();
    const asked = world.as("ann").get(`/drafts/${id}`, { headers: { prefer: "respond-async, wait=10" } });
    await asleep(1);
    prices.open();
    const { headers, body } = await asked;
    expect(body.status).toBe("ready");
    expect(headers.get("preference-applied")).toBe("wait=10");
    expect(headers.get("retry-after")).toBeNull();
  });

  it("answers when the time is over, which is 20 seconds at most", async () => {
    const { url, prices } = newSite();
    const asked = world.as("ann").post("/drafts", { body: { url }, headers: { prefer: "wait=600" } });
    await reading(prices);
    await asleep(1);
    world.advance(20_000);
    timers.pass();
    const { status, headers, body } = await asked;
    expect(status).toBe(201);
    expect(body.status).toBe("crawling");
    expect(headers.get("preference-applied")).toBe("wait=20");
    expect(headers.get("retry-after")).toBe("3");
    prices.open();
    await world.drain();
  });

  it.each(["wait", "wait=-1", "wait=soon", "maxwait=3", ""])("does not apply %j", async (prefer) => {
    const { headers, body } = await world.as("ann").get("/drafts", { headers: { prefer } });
    expect(body.items.length).toBeGreaterThan(0);
    expect(headers.get("preference-applied")).toBeNull();
    const { items } = body;
    const one = await world.as("ann").get(`/drafts/${items[0].id}`, { headers: { prefer } });
    expect(one.headers.get("preference-applied")).toBeNull();
  });
});

it("a server that stops ends what it holds back", async () => {
  const { id, prices } = await draftInProgress();
  const asked = read(id);
  await asleep(1);
  const stopped = world.stop();
  expect((await asked).body.result.structuredContent.status).toBe("crawling");
  prices.open();
  await stopped;
});
