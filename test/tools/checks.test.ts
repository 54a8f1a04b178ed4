import { afterEach, beforeAll, expect, it } from "vitest";
import { type ClaimsWorld, createClaimsWorld } from "../helpers/claims-world.ts";
import { slowPage } from "../helpers/slow-page.ts";
import { createTimers } from "../helpers/timers.ts";
import { PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";

/** How long a check is waited for. */
const WAIT_MS = 1000;
const timers = createTimers();
const HOSTS = Array.from({ length: 12 }, (_, at) => `shop-${at}.test`);
let world: ClaimsWorld;
let host = "";
let hosts = 0;

beforeAll(async () => {
  world = await createClaimsWorld({ hosts: HOSTS, replaced: { checkWaitMs: WAIT_MS, sleep: timers.sleep } });
  return () => world.close();
});
afterEach(() => {
  for (const path of Object.keys(world.pages)) delete world.pages[path];
});

async function awaited(name: string) {
  const { id: ownerId } = await world.account("ann");
  host = HOSTS[hosts++]!;
  const url = `http://${host}/`;
  const given = { status: "draft", launchedAt: null, ownerId, url, domain: host, siteKey: host } as const;
  const { id } = await world.listing(name, given);
  world.pages["/"] = "<h1>Plain</h1>";
  const { body } = await world.as("ann").post(`/me/listings/${id}/free`);
  await world.drain();
  return { id, html: body.badge_code.html as string, first: body };
}
const choose = (id: number, headers = {}) => {
  // Two checks of one moment are one.
  world.advance(1);
  return world.as("ann").post(`/me/listings/${id}/free`, { headers });
};
const byMcp = async (tool: string, args: object) => {
  world.advance(1);
  return (await world.mcp(tool, args, { bearer: await world.key("ann") })).body;
};
/** The answer of a call that has waited for long enough. */
async function late<T>(answer: Promise<T>): Promise<T> {
  await expect.poll(() => timers.asleep()).toBe(1);
  world.advance(WAIT_MS);
  timers.pass();
  return answer;
}

it("choose_free_listing again answers with what the homepage shows now", async () => {
  const { id, html, first } = await awaited("Quick");
  expect(first).toMatchObject({ status: "awaiting_badge", message: expect.stringContaining("choose_free_listing") });
  const missing = await choose(id);
  expect(missing).toMatchObject({
    status: 200,
    body: { status: "awaiting_badge", checking: false, badge: { found: false, last_result: "not_found" } },
  });
  expect(missing.body.message).toContain(missing.body.badge.last_detail);
  expect(missing.headers.get("retry-after")).toBeNull();

  world.pages["/"] = html;
  const found = await choose(id);
  expect(found).toMatchObject({
    status: 200,
    body: { status: "scheduled", checking: false, badge: { found: true, last_result: "found" } },
  });
  expect(found.body.message).toContain(first.launch_week);
  expect(found.body.next_actions).not.toContain("choose_free_listing");
});

it("choose_free_listing returns the new result by MCP too", async () => {
  const { id, html } = await awaited("By Assistant");
  world.pages["/"] = html;
  const { structuredContent } = await byMcp("choose_free_listing", { listing_id: id });
  expect(structuredContent).toMatchObject({ status: "scheduled", checking: false, badge: { found: true } });
});

it("choose_free_listing says why people do not see a badge, by REST, by MCP and on the page of its owner", async () => {
  const { id, html } = await awaited("Unseen");
  world.pages["/"] = `<div style="visibility:hidden">${html}</div>`;
  const hidden = { found: false, last_result: "hidden", last_detail: expect.stringContaining("<div> is invisible") };
  expect(await choose(id)).toMatchObject({ status: 200, body: { status: "awaiting_badge", badge: hidden } });
  const { structuredContent } = await byMcp("get_my_listing", { listing_id: id });
  expect(structuredContent.badge).toMatchObject(hidden);
  const ann = createVisitor(world.url);
  await ann.signIn("ann@people.example", { password: PASSWORD });
  const page = await ann.get(`/account/listings/${id}`);
  expect(page.text).toContain("not visible: &lt;div&gt; is invisible");
  expect(page.text).toContain("badge views (30 days)");
});

it("choose_free_listing says that it is checking when the homepage is slow, and when to ask again", async () => {
  const { id, html } = await awaited("Slow");
  const slow = slowPage("<h1>Slow</h1>");
  world.pages["/"] = slow.page;
  const reply = await late(choose(id));
  expect(reply).toMatchObject({
    status: 200,
    body: { status: "awaiting_badge", checking: true, message: expect.stringContaining("being checked now") },
  });
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(reply.body.next_actions[0]).toBe("get_my_listing");
  const call = await late(byMcp("choose_free_listing", { listing_id: id }));
  expect(call.structuredContent.checking).toBe(true);
  expect(call._meta["dev.debut/retry-after"]).toBeGreaterThan(0);

  slow.html = html;
  slow.open();
  await world.drain();
  expect((await world.as("ann").get(`/me/listings/${id}`)).body).toMatchObject({
    status: "scheduled",
    badge: { found: true },
  });
});

it("choose_free_listing stores its response under an Idempotency-Key, and does not block writes meanwhile", async () => {
  const { id, html } = await awaited("Keyed");
  const slow = slowPage("<h1>Slow</h1>");
  slow.html = html;
  world.pages["/"] = slow.page;
  const key = { "idempotency-key": "look-1" };
  const asked = choose(id, key);
  await expect.poll(() => slow.waiting.length).toBe(1);
  // A change while the homepage is being waited for: nothing is locked.
  await world.deps.store.change((tx) => tx.launches.setCapacity("2031-01-06", 3));
  slow.open();
  const first = await asked;
  expect(first.body).toMatchObject({ status: "scheduled", checking: false });
  const again = await choose(id, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

it("verify_claim answers with what the website shows now", async () => {
  host = HOSTS[hosts++]!;
  await world.listing("Claimed", { url: `http://${host}/`, domain: host, siteKey: host });
  const claim = (await world.as("bo").post("/claims", { body: { slug: "claimed", method: "meta" } })).body;
  const verify = () => {
    world.advance(1);
    return world.as("bo").post(`/claims/${claim.claim_id}/verify`);
  };
  world.pages["/"] = "<head></head>";
  expect(await verify()).toMatchObject({ status: 400, body: { code: "claim_not_verified" } });
  world.pages["/"] = `<head>${claim.instructions.meta.tag}</head>`;
  expect(await verify()).toMatchObject({ status: 200, body: { status: "verified", checking: false } });
});

it("verify_claim says that it is checking when the website is slow, and the proof counts once it is found", async () => {
  host = HOSTS[hosts++]!;
  await world.listing("Slowly Claimed", { url: `http://${host}/`, domain: host, siteKey: host });
  const claim = (await world.as("ann").post("/claims", { body: { slug: "slowly-claimed", method: "meta" } })).body;
  const slow = slowPage("<h1>Slow</h1>");
  slow.html = `<head>${claim.instructions.meta.tag}</head>`;
  world.pages["/"] = slow.page;
  const reply = await late(world.as("ann").post(`/claims/${claim.claim_id}/verify`));
  expect(reply).toMatchObject({
    status: 200,
    body: { status: "pending", checking: true, attempts_left: 10, verified_at: null },
  });
  expect(reply.body.instructions.text).toContain("being checked now");
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(reply.body.next_actions).toEqual(["list_my_claims"]);
  const call = await late(byMcp("verify_claim", { claim_id: claim.claim_id }));
  expect(call.structuredContent.checking).toBe(true);
  slow.open();
  await world.drain();
  const [item] = (await world.as("ann").get("/claims?per_page=1")).body.items;
  expect(item).toMatchObject({ claim_id: claim.claim_id, status: "verified", checking: false });
});

it("the forms on the site say what the website shows now, or that it is being checked", async () => {
  const { id, html } = await awaited("On The Site");
  const ann = createVisitor(world.baseUrl);
  await ann.signIn("ann@people.example", { password: PASSWORD });
  const path = `/account/listings/${id}`;
  await ann.get(path);
  world.advance(1);
  expect((await ann.post(`${path}/free`)).location).toBe(`${path}?notice=badge-missing`);
  const slow = slowPage("<h1>Slow</h1>");
  world.pages["/"] = slow.page;
  world.advance(1);
  expect((await late(ann.post(`${path}/free`))).location).toBe(path);
  const waiting = await ann.get(path);
  expect(waiting.text).toMatch(/data-poll="3">We are checking your homepage/);
  expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
  slow.html = html;
  slow.open();
  await world.drain();
  expect((await ann.get(path)).text).toContain("Everything is ready");

  host = HOSTS[hosts++]!;
  await world.listing("Site Claim", { url: `http://${host}/`, domain: host, siteKey: host });
  const claim = (await world.as("ann").post("/claims", { body: { slug: "site-claim", method: "meta" } })).body;
  const hanging = slowPage("<h1>Slow</h1>");
  world.pages["/"] = hanging.page;
  await late(ann.post(`/account/claims/${claim.claim_id}/check`));
  expect((await ann.get("/account/claims")).text).toContain("We are checking your website");
  hanging.html = `<head>${claim.instructions.meta.tag}</head>`;
  hanging.open();
  await world.drain();
  const settled = (await ann.get("/account/claims")).text;
  expect(settled).not.toContain("We are checking your website");
  expect(settled).toContain("verified");
});
