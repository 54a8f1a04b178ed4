import { expect, it } from "vitest";
import { emptyContent } from "../../domain/drafts/draft.ts";
import { fillDraft } from "../../domain/drafts/edit-draft.ts";
import { follow as followAt } from "../helpers/event-stream.ts";
import { createGuest, type Guest } from "../helpers/guest.ts";
import { holdCrawls } from "../helpers/held-crawls.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";

const HOSTS = Array.from({ length: 20 }, (_, index) => `e${index}.example`);
const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: {
    OUTBOUND_RESOLVE: site.resolve(...HOSTS),
    TRUSTED_PROXIES: "127.0.0.1",
    LIMIT_GUEST_DRAFTS: "100",
    LIMIT_PAGE_ANONYMOUS: "1000",
  },
});
const crawls = holdCrawls(world.deps);

let taken = 0;
const begin = (guest: Guest): Promise<string> => guest.draft(HOSTS[taken++]!);

type Stream = ReturnType<typeof followAt>;
const follow = (guest: Guest, path: string, options: { lastId?: string } = {}) =>
  followAt(guest, world.url, path, options);
const until = (stream: Stream, text: string) => expect.poll(stream.last).toContain(text);

it("pages arrive while they are read, then facts with their quotes, then the end", async () => {
  const guest = createGuest(world);
  const path = await begin(guest);
  const stream = follow(guest, path);
  await until(stream, "<span>front page</span>");
  // What the first page says is there before the others are read.
  await until(stream, '<q dir="auto">Acme Charts – Web analytics for small teams</q>');
  expect(stream.last()).toContain("We are reading your website");
  expect(stream.last()).not.toContain("/save");
  await crawls.finish();
  await until(stream, "Here is your page");
  await expect.poll(() => stream.seen.isOver).toBe(true);
  expect(stream.events().at(-1)).toMatchObject({ event: "end" });
  expect(stream.last()).toContain('<q dir="auto">Acme Charts costs $9 per month');
  expect(stream.seen.headers).toMatchObject({
    "content-type": expect.stringMatching(/^text\/event-stream\b/),
    "cache-control": "private, no-store, no-transform",
    "x-accel-buffering": "no",
  });
  const ids = stream.states().map(({ id }) => Number(id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
});

it("a browser that comes back with Last-Event-ID gets only what is new", async () => {
  const guest = createGuest(world);
  const path = await begin(guest);
  const first = follow(guest, path);
  await until(first, '<q dir="auto">Acme Charts – Web analytics for small teams</q>');
  const { id } = first.states().at(-1)!;
  first.leave();
  const second = follow(guest, path, { lastId: id! });
  await expect.poll(() => second.seen.status).toBe(200);
  await crawls.finish();
  await until(second, "Here is your page");
  expect(second.states().every((state) => Number(state.id) > Number(id))).toBe(true);
  // One that had it all, but was cut off before the end, is told of the end.
  const cut = follow(guest, path, { lastId: second.states().at(-1)!.id! });
  await expect.poll(() => cut.seen.isOver).toBe(true);
  expect(
    cut
      .events()
      .map(({ event }) => event)
      .filter(Boolean),
  ).toEqual(["end"]);
  // Once it is ready, a late one gets the whole state at once.
  const late = follow(guest, path, { lastId: "none of ours" });
  await expect.poll(() => late.seen.isOver).toBe(true);
  expect(late.states()).toHaveLength(1);
});

it("texts of a website stay texts: no markup, no events of its own", async () => {
  const guest = createGuest(world);
  const path = await begin(guest);
  const stream = follow(guest, path);
  await until(stream, '<q dir="auto">Acme Charts – Web analytics for small teams</q>');
  const attack = "</p><script>alert(1)</script><img src=x onerror=alert(1)>\n\nevent: end\ndata: 1\n\n";
  const evidence = [{ quote: attack, url: "javascript:alert(1)" }];
  const fact = { value: attack, evidence };
  const parts = { faqs: [], founders: [], companySocials: {}, seo: { title: null, meta: null } };
  const content = fillDraft(emptyContent(), { ...parts, fields: { name: fact, tagline: fact } }, world.deps.now());
  await world.deps.store.change((tx) =>
    tx.guestDrafts.advance(path.split("/")[2]!, { content, updatedAt: world.deps.now() }),
  );
  await until(stream, "&lt;script&gt;alert(1)");
  expect(stream.last()).not.toMatch(/<script|<img|href="javascript/);
  expect(stream.events().filter(({ event }) => event === "end")).toEqual([]);
  await crawls.finish();
  await until(stream, "Here is your page");
  await expect.poll(() => stream.seen.isOver).toBe(true);
});

it("streams end when the server stops, and when the draft is gone", async () => {
  const guest = createGuest(world);
  const path = await begin(guest);
  const stream = follow(guest, path);
  await until(stream, "We are reading your website");
  await world.deps.store.change((tx) => tx.guestDrafts.remove(path.split("/")[2]!));
  await expect.poll(() => stream.events().at(-1)).toMatchObject({ event: "end" });
  await crawls.finish();
  await world.drain();

  const other = await createWorld({
    env: { OUTBOUND_RESOLVE: site.resolve(...HOSTS), TRUSTED_PROXIES: "127.0.0.1" },
  });
  const visitor = createGuest(other);
  const held = holdCrawls(other.deps);
  const open = followAt(visitor, other.url, await visitor.draft(HOSTS[taken++]!));
  await until(open, "We are reading your website");
  const stopped = other.stop();
  await expect.poll(() => open.seen.isOver).toBe(true);
  expect(open.events().some(({ event }) => event === "end")).toBe(false);
  await held.finish();
  await stopped;
  await other.close();
});

it("of one network 32 are open at a time; the next gets the state and is to ask again. All count as pages", async () => {
  const guest = createGuest(world, "198.51.100.99");
  const path = await begin(guest);
  const streams = Array.from({ length: 32 }, () => follow(guest, path));
  for (const stream of streams) await until(stream, "We are reading your website");
  const more = follow(guest, path);
  await expect.poll(() => more.seen.isOver).toBe(true);
  expect(more.states()).toHaveLength(1);
  expect(more.seen.text).toMatch(/^retry: \d+\n\n/);
  expect(more.events().some(({ event }) => event === "end")).toBe(false);
  const elsewhere = createGuest(world, "198.51.100.98");
  elsewhere.cookies.set(...[...guest.cookies].find(([name]) => name.startsWith("draft-"))!);
  const free = follow(elsewhere, path);
  await until(free, "We are reading your website");
  expect(free.seen.isOver).toBe(false);
  expect(world.deps.limiter.look("page-anonymous", "198.51.100.99").remaining).toBeLessThanOrEqual(1000 - 34);
  await crawls.finish();
  for (const stream of [...streams, free]) await until(stream, "Here is your page");
});
