import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as nextRound } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { moderateListing } from "../../actions/moderation/moderate-listing.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { sender } from "../../site/machines/live/sender.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { followLive } from "../helpers/live.ts";
import { end, serve } from "../helpers/process.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld } from "../helpers/world.ts";

const DAY = 24 * 3600_000;
const world = await createWorld({
  env: { TRUSTED_PROXIES: "127.0.0.1", LIMIT_LIVE: "5", LIMIT_LIVE_ALL: "40", VOTE_BURST_NEW_ACCOUNTS: "100000" },
});
const other = await serve({ DATA_DIR: world.folder, LIMIT_LIVE: "1000" });
afterAll(async () => {
  await end(other.child, "SIGTERM");
});

let addresses = 0;
const follow = (topics: string[], options: Parameters<typeof followLive>[2] = {}) =>
  followLive(world.url, topics, { ip: `198.51.${100 + (addresses >> 8)}.${addresses++ & 255}`, ...options });

const monday = () => weekOf(world.deps.now(), "UTC").monday;
const launched = (name: string) =>
  world.listing(name, { launchedAt: weekOf(world.deps.now(), "UTC").startsAt, launchWeek: monday() });
async function vote(listingId: number, ...names: string[]): Promise<void> {
  for (const name of names) await castVote(world.deps, (await world.account(name)).id, listingId);
}
const takeBack = async (listingId: number, name: string) => {
  const { id } = await world.account(name);
  await world.deps.store.change((tx) => tx.votes.withdraw(id, listingId, world.deps.now()));
};

describe("the stream of a page", () => {
  it("begins with the state, tells every change, and passes proxies as it is", async () => {
    const { id, slug } = await launched("Acme");
    const stream = await follow([`listing/${slug}`, `week/${monday()}`], { encoding: "gzip, br" });
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(stream.headers).not.toHaveProperty("content-encoding");
    expect(stream.headers).not.toHaveProperty("set-cookie");
    await expect.poll(() => stream.state(`listing/${slug}`)).toMatchObject({ stage: "live", votes: 0, comments: 0 });
    expect(stream.state(`listing/${slug}`)).not.toHaveProperty("place");
    await vote(id, "ann");
    await expect.poll(() => stream.state(`listing/${slug}`)).toMatchObject({ votes: 1, place: 1 });
    await expect.poll(() => stream.state(`week/${monday()}`)?.rows?.[slug]).toEqual([1, 1]);
    await vote((await launched("Bolt")).id, "ann", "bo");
    await expect.poll(() => stream.state(`listing/${slug}`)).toMatchObject({ votes: 1, place: 2 });
    await expect.poll(() => stream.state(`week/${monday()}`)?.order?.slice(0, 2)).toEqual(["bolt", slug]);
    stream.leave();
  });

  it("tells of writes of another process, and other processes of ours", async () => {
    const { id, slug } = await launched("Shared");
    const there = await followLive(other.site, [`listing/${slug}`]);
    await vote(id, "ann", "bo");
    await expect.poll(() => there.state(`listing/${slug}`)).toMatchObject({ votes: 2 });
    there.leave();
    // What was seen in one process continues in another.
    await vote(id, "cy");
    const here = await follow([`listing/${slug}`], { since: there.id() });
    await expect.poll(() => here.state(`listing/${slug}`)).toMatchObject({ votes: 3 });
    here.leave();
  });

  it("continues behind Last-Event-ID with what has changed, and with everything if the id says nothing", async () => {
    const [one, two] = [await launched("One"), await world.listing("Two", { launchedAt: new Date(0) })];
    const topics = [`listing/${one.slug}`, `listing/${two.slug}`];
    const first = await follow(topics);
    await expect.poll(() => first.names()).toEqual(topics);
    first.leave();
    const nothing = await follow(topics, { since: first.id() });
    await expect.poll(() => nothing.beats()).toBeGreaterThan(0);
    expect(nothing.names()).toEqual([]);
    nothing.leave();
    await vote(one.id, "ann");
    for (const [since, wanted] of [
      [nothing.id(), topics[0]],
      ["0", topics],
      ["999999999999", topics],
      ["none of ours", topics],
      ["-1; drop table votes", topics],
    ] as const) {
      const again = await follow(topics, { since });
      await expect.poll(() => again.beats(), { message: since }).toBeGreaterThan(0);
      expect(again.names(), since).toEqual(expect.arrayContaining([wanted].flat()));
      again.leave();
    }
  });

  it("holds what the database does, whatever happens and however often it is cut", async () => {
    const random = freshRandom("live");
    const listings = await Promise.all(["Rand A", "Rand B", "Rand C"].map(launched));
    const topics = [...listings.map(({ slug }) => `listing/${slug}`), `week/${monday()}`];
    let stream = await follow(topics);
    const known = { ...stream.states };
    for (let step = 0; step < 60; step++) {
      const { id } = listings[random.between(0, 2)]!;
      const name = `voter${random.between(0, 5)}`;
      if (random.between(0, 2) === 0) await takeBack(id, name);
      else await vote(id, name);
      if (random.between(0, 5) > 0) continue;
      stream.leave();
      Object.assign(known, stream.states);
      stream = await follow(topics, { since: stream.id(), states: known });
    }
    const board = await world.deps.store.launches.standings(weekOf(world.deps.now(), "UTC"), 200);
    const places = board.filter(({ weekVotes }) => weekVotes > 0).map(({ slug }) => slug);
    for (const { id, slug } of listings) {
      const votes = (await world.deps.store.listings.find(id))!.votes;
      const place = places.indexOf(slug) + 1 || undefined;
      await expect.poll(() => stream.state(`listing/${slug}`)?.votes, { message: slug }).toBe(votes);
      await expect.poll(() => stream.state(`listing/${slug}`)?.place, { message: slug }).toBe(place);
    }
    await expect.poll(() => stream.state(`week/${monday()}`)?.order).toEqual(board.map(({ slug }) => slug));
    for (const { slug, votes, weekVotes } of board)
      expect(stream.state(`week/${monday()}`)?.rows?.[slug], slug).toEqual([votes, weekVotes]);
    stream.leave();
  });

  it("counts comments that everybody can read", async () => {
    const { id, slug } = await launched("Talked");
    const stream = await follow([`listing/${slug}`]);
    const author = await world.account("ann");
    const add = (uuid: string, status: "published" | "pending") =>
      world.deps.store.change((tx) =>
        tx.comments.add({
          ...{ id: uuid, listingId: id, subject: "launch", threadId: null, answersId: null },
          ...{ accountId: author.id, body: "Hello", status, reason: null, createdAt: world.deps.now() },
        }),
      );
    const [first, second] = [world.deps.uuid(), world.deps.uuid()];
    await add(first, "published");
    await expect.poll(() => stream.state(`listing/${slug}`)).toMatchObject({ comments: 1, newest: first });
    await add(second, "pending");
    await vote(id, "ann");
    await expect.poll(() => stream.state(`listing/${slug}`)).toMatchObject({ votes: 1, comments: 1, newest: first });
    stream.leave();
  });

  it("tells when a launch room opens, when the week is over, and when its awards are given", async () => {
    const own = await createWorld();
    const { deps } = own;
    const next = weekOf(deps.now(), "UTC", 1);
    const { slug, id } = await own.listing("Riser", {
      ...{ status: "scheduled", plan: "launch", launchWeek: next.monday, launchedAt: null },
    });
    const topics = [`listing/${slug}`, `week/${next.monday}`];
    const stream = await followLive(own.url, topics);
    await expect.poll(() => stream.state(topics[0]!)).toMatchObject({ stage: "coming" });
    expect(stream.state(topics[1]!)).toMatchObject({ stage: "future" });
    own.advance(next.startsAt.getTime() - deps.now().getTime() + 1000);
    await own.drain();
    await expect.poll(() => stream.state(topics[0]!)).toMatchObject({ stage: "live", votes: 0 });
    await expect.poll(() => stream.state(topics[1]!)).toMatchObject({ stage: "current", order: [slug] });
    await castVote(deps, (await own.account("ann")).id, id);
    await expect.poll(() => stream.state(topics[0]!)).toMatchObject({ place: 1 });
    own.advance(7 * DAY);
    await expect.poll(() => stream.state(topics[1]!)).toMatchObject({ stage: "past" });
    await expect.poll(() => stream.state(topics[0]!)).not.toHaveProperty("place");
    own.advance(DAY);
    await own.drain();
    await expect.poll(() => stream.state(topics[0]!)?.award).toEqual({ id: expect.any(String), place: 1 });
    await expect.poll(() => stream.state(topics[1]!)).toMatchObject({ stage: "settled" });
    // A stop ends the stream, so that nobody waits, and says when to come again.
    await own.stop();
    await expect.poll(() => stream.isOver()).toBe(true);
    expect(stream.text()).toMatch(/^retry: \d{4}\n\n/);
    await own.close();
  });
});

describe("misuse of streams", () => {
  it("a hidden listing looks like one that never was", async () => {
    const { id, slug } = await launched("Hidden");
    const before = await follow([`listing/${slug}`]);
    await expect.poll(() => before.state(`listing/${slug}`)).toMatchObject({ stage: "live" });
    const { id: by } = await world.account("moderator");
    await world.deps.store.change((tx) => moderateListing(tx, id, { step: "suspend", reason: "Spam", by }, world.deps));
    await expect.poll(() => before.state(`listing/${slug}`)).toEqual({ stage: "gone" });
    const draft = await world.listing("Unseen", { status: "draft", launchedAt: null });
    const stream = await follow([`listing/${slug}`, `listing/${draft.slug}`, "listing/never-was"]);
    await expect.poll(() => stream.names()).toHaveLength(3);
    for (const name of stream.names()) expect(stream.state(name), name).toEqual({ stage: "gone" });
    before.leave();
    stream.leave();
  });

  it.each<[why: string, query: string, headers?: Record<string, string>]>([
    ["no topic", ""],
    ["an unknown kind", "?on=account/root"],
    ["a slug that is none", "?on=listing/<script>"],
    ["a path out of it", "?on=listing/../../etc/passwd"],
    ["a newline", "?on=listing/a%0aevent:%20end"],
    ["a day that is no Monday", "?on=week/2026-11-24"],
    ["a day that does not exist", "?on=week/2026-02-30"],
    ["too many topics", `?${Array.from({ length: 25 }, (_, nth) => `on=listing/a${nth}`).join("&")}`],
    ["a very long one", `?on=listing/${"a".repeat(5000)}`],
  ])("refuses %s", async (_why, query) => {
    const response = await fetch(`${world.url}/live${query}`, { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("<script");
  });

  it("refuses pages of other sites, and takes no other method", async () => {
    const ask = (init: RequestInit) => fetch(`${world.url}/live?on=listing/acme`, init);
    const headers = { "x-forwarded-for": "203.0.113.8" };
    for (const site of ["cross-site", "same-site"])
      expect((await ask({ headers: { ...headers, "sec-fetch-site": site } })).status, site).toBe(404);
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await ask({ method, headers: { ...headers, "sec-fetch-site": "same-origin" } })).status).toBeGreaterThan(
        399,
      );
  });

  it("five of one network stay; the next gets the state and asks again later, and nobody else is kept out", async () => {
    const { slug } = await launched("Crowded");
    const topics = [`listing/${slug}`];
    const ip = "203.0.113.20";
    const five = await Promise.all(Array.from({ length: 5 }, () => follow(topics, { ip })));
    const sixth = await follow(topics, { ip });
    await expect.poll(() => sixth.isOver()).toBe(true);
    expect(sixth.state(topics[0]!)).toMatchObject({ stage: "live" });
    expect(Number(/^retry: (\d+)/.exec(sixth.text())![1])).toBeGreaterThanOrEqual(30_000);
    const elsewhere = await follow(topics);
    five[0]!.leave();
    await expect
      .poll(async () => {
        const again = await follow(topics, { ip });
        await expect.poll(() => again.beats()).toBeGreaterThan(0);
        const stays = !again.isOver();
        again.leave();
        return stays;
      })
      .toBe(true);
    expect(elsewhere.isOver()).toBe(false);
    for (const stream of [...five, elsewhere]) stream.leave();
  });

  it("a flood of one network is refused, and the site goes on", async () => {
    const ip = "203.0.113.30";
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const stream = await follow(["listing/acme"], { ip });
        stream.leave();
        return stream.status;
      }),
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30);
    expect((await fetch(`${world.url}/listings/acme`)).status).toBe(200);
    const free = await follow(["listing/acme"]);
    await expect.poll(() => free.beats()).toBeGreaterThan(0);
    free.leave();
  });

  it("forty are open in all, from however many networks, and all places come back", async () => {
    await expect.poll(openNow).toBe(0);
    const streams = await Promise.all(Array.from({ length: 60 }, () => follow(["listing/acme"])));
    await expect.poll(() => streams.filter((stream) => stream.isOver()).length).toBe(20);
    expect(await openNow()).toBe(40);
    expect((await fetch(`${world.url}/`)).status).toBe(200);
    for (const stream of streams) stream.leave();
    await expect.poll(openNow).toBe(0);
  });

  it("who reads nothing is dropped, soon by how much waits and else by how long", async () => {
    for (const [bytes, isBeat, most] of [
      [50_000, false, 400],
      [10, true, 3],
    ] as const) {
      const writes: number[] = [];
      const server = createServer(async (_req, res) => {
        const send = sender(res);
        res.writeHead(200);
        // The system takes a lot for a reader who is away.
        while (isBeat && res.writableLength < 30_000) {
          res.write("x".repeat(31_000));
          await nextRound();
        }
        const timer = setInterval(() => {
          if (res.destroyed) return clearInterval(timer);
          send(Buffer.alloc(bytes, "x"), isBeat);
          writes.push(bytes);
        }, 5);
      }).listen(0);
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.pause();
      const closed = await new Promise<boolean>((resolve) => {
        server.once("connection", (far) => far.once("close", () => resolve(true)));
      });
      expect(closed).toBe(true);
      expect(writes.length).toBeLessThanOrEqual(most);
      socket.destroy();
      server.close();
    }
  });

  const openNow = async () =>
    Number(/debut_live_connections (\d+)/.exec(await (await fetch(`${world.url}/metrics`)).text())?.[1]);
});
