import { afterAll, beforeAll, expect, it } from "vitest";
import { follow } from "../helpers/event-stream.ts";
import { freePort } from "../helpers/free-port.ts";
import { createGuest } from "../helpers/guest.ts";
import { end, type Served, serve } from "../helpers/process.ts";
import { slowPage } from "../helpers/slow-page.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { executable } from "../release/built.ts";
import { formOf } from "../site/world.ts";

const BASE_URL = "http://debut.test";
const slow = slowPage(ACME["/pricing"]!);
let site: Awaited<ReturnType<typeof createWebsite>>;
let here: World;
let there: Served;
/** Where each process listens. */
let at: { here: string; there: string };

// Before the time of a test or a start runs.
beforeAll(executable);
beforeAll(async () => {
  site = await createWebsite({ ...ACME, "/pricing": slow.page });
  const env = { BASE_URL, OUTBOUND_RESOLVE: site.resolve("acme.test"), TRUSTED_PROXIES: "127.0.0.1" };
  here = await createWorld({ env });
  here.runClock();
  const port = await freePort();
  const { DATABASE_URL } = here.deps.settings;
  const place = { DATA_DIR: here.folder, ...(DATABASE_URL && { DATABASE_URL }), PORT: String(port) };
  there = await serve({ ...env, ...place, CRAWL_GAP_MS: "0" });
  at = { here: `http://127.0.0.1:${here.port}`, there: `http://127.0.0.1:${port}` };
});
afterAll(async () => {
  await end(there.child, "SIGKILL");
  await here.close();
  await site.close();
});

it("a draft can be watched in another process, and no kill between saving and sign-up loses it", async () => {
  const guest = createGuest({ url: BASE_URL }, "203.0.113.1", at.there);
  const path = await guest.draft("acme.test");
  const streams = [follow(guest, at.here, path), follow(guest, at.there, path)];
  for (const { last } of streams) await expect.poll(last).toContain("<span>front page</span>");

  // Who signs up is told that an email was sent, and then the process is gone.
  const form = formOf(await guest.get(`/sign-up?return_to=${path}/save`), "/sign-up");
  expect((await guest.post("/sign-up", { ...form, email: "ann@people.example" })).status).toBe(200);
  await end(there.child, "SIGKILL");
  await expect.poll(() => streams[1]!.seen.isOver).toBe(true);
  slow.open();
  const again = follow(guest, at.here, path);
  const isReady = async () => {
    await here.jobs.beat();
    return again.last();
  };
  // On PostgreSQL, this takes a while: the website stays held for the killed node, as crawlers of several nodes take turns.
  await expect.poll(isReady).toContain("Here is your page");
  await expect.poll(streams[0]!.last).toContain("Here is your page");

  const { items } = await here.deps.store.mails.list({ page: 1, perPage: 10 });
  const link = items[0]!.text
    .split("\n")
    .find((line) => line.startsWith(`${BASE_URL}/verify?`))!
    .slice(BASE_URL.length);
  const phone = createGuest({ url: BASE_URL }, "203.0.113.2", at.here);
  const { location } = await phone.post("/verify", { ...formOf(await phone.get(link), "/verify"), do: "confirm" });
  const id = path.split("/")[2];
  expect(location).toBe(`/drafts/${id}?notice=draft-kept`);
  expect((await phone.get(`/drafts/${id}`)).text).toContain('<q dir="auto">Acme Charts costs $9 per month');
});
