import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { findingInEnglish } from "../../actions/health/finding.ts";
import { examineRows } from "../../actions/health/rows.ts";
import {
  addEndpoint,
  replayDeliveries,
  rotateSecret,
  sendTest,
  switchEndpoint,
} from "../../actions/notifications/webhook-endpoints.ts";

import { markPaid } from "../../actions/orders/by-hand.ts";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch, type SafeFetchOptions } from "../../crawler/safe-fetch.ts";
import { newBadgeWatch } from "../../domain/listings/badge-watch.ts";
import { EVENT_NAMES, EVENTS, type EventName } from "../../domain/notifications/event.ts";
import { THREE_DAYS_OF_RETRIES_MS } from "../../domain/notifications/retries.ts";
import { openQuestions } from "../../store/questions.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { openRaw } from "../helpers/database.ts";
import { createDeadlines } from "../helpers/deadlines.ts";
import { createWebhookReceiver, isSignedWith } from "../helpers/webhook-receiver.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";

const HOSTS = ["ann.test", "bob.test", "sick.test", "slow.test", "moved.test", "huge.test", "gone.test", "turned.test"];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const asked: SafeFetchOptions[] = [];
/** Stands still until it is moved, so that no attempt is early or late because the machine is slow. */
let clock = Date.now();
const advance = (ms: number): void => {
  clock += ms;
};
const receiver = await createWebhookReceiver();
const resolve = receiver.resolve(...HOSTS);
const fetchSite = createSafeFetch({ userAgent: "test", overrides: parseOverrides(resolve), now: () => new Date() });
const world = await createWorld({
  env: { OUTBOUND_RESOLVE: resolve },
  replaced: {
    now: () => new Date(clock),
    fetchSite: (url, options = {}) => {
      asked.push(options);
      return fetchSite(url, options);
    },
  },
});
beforeEach(() => {
  receiver.received.length = 0;
});

async function endpoint(
  name: string,
  host: string,
  types: readonly EventName[] = EVENT_NAMES,
  categories: string[] = [],
) {
  const account = await world.account(name);
  const wishes = { url: `https://${host}/hook`, types: [...types], categories };
  const made = await addEndpoint(account, wishes, world.deps);
  if (typeof made === "string") throw new Error(made);
  // Its second is over: an endpoint gets what happens after it was made.
  advance(1);
  return { ...made, account };
}
const change: World["deps"]["store"]["change"] = (work) => world.deps.store.change(work);
const later = async (ms: number) => {
  advance(ms);
  await world.drain();
};
const deliveriesOf = async (id: string) =>
  (await world.deps.store.webhooks.deliveries(id, { page: 1, perPage: 100 })).items.map(({ delivery }) => delivery);
const endpointOf = async (id: string) => (await world.deps.store.webhooks.find(id))!;
let products = 0;
const listingOf = async (name: string, given: Parameters<World["listing"]>[1] = {}) =>
  world.listing(`Product ${++products}`, { ownerId: (await world.account(name)).id, ...given });
const edit = async (name: string, id: number, tagline: string) =>
  expect((await world.as(name).patch(`/me/listings/${id}`, { body: { fields: { tagline } } })).status).toBe(200);

/** Makes each event true for ann, by the way that it becomes true in life. */
const MAKE: Record<EventName, () => Promise<unknown>> = {
  "draft.ready": () => world.as("ann").post("/drafts", { body: { url: "https://ann.test/" } }),
  "badge.seen": async () => {
    const { id } = await listingOf("ann");
    const at = world.deps.now();
    const watch = { ...newBadgeWatch(id, at), checkedAt: at };
    await change((tx) => tx.badgeWatches.save({ ...watch, result: "not_found" }));
    for (let look = 0; look < 2; look++) await change((tx) => tx.badgeWatches.save({ ...watch, result: "found" }));
  },
  "listing.live": async () => {
    const { id } = await listingOf("ann", { status: "scheduled", launchedAt: null });
    const now = world.deps.now();
    await change((tx) => tx.launches.goLive(id, { launchedAt: now, monday: "2026-11-23", now }));
  },
  "listing.changed": async () => {
    const { id } = await listingOf("ann");
    for (let time = 0; time < 2; time++) await edit("ann", id, "Changed once");
  },
  "vote.milestone": async () => {
    const { id } = await listingOf("ann");
    const voters = await Promise.all(Array.from({ length: 11 }, (_, index) => world.account(`voter-${index}`)));
    for (const voter of voters) await castVote(world.deps, voter.id, id);
    // Down to nine and up again reaches no milestone a second time.
    for (const voter of voters.slice(0, 2)) await change((tx) => tx.votes.withdraw(voter.id, id, world.deps.now()));
    await castVote(world.deps, voters[0]!.id, id);
  },
  "order.paid": async () => {
    const { id } = await listingOf("ann");
    const item = { product: "story-unlock", listing_id: id };
    const { body } = await world.as("ann").post("/orders/checkout", { body: { items: [item] } });
    const order = (await world.deps.store.orders.find(body.number))!;
    for (let time = 0; time < 2; time++) await markPaid(order, order.totalCents, world.deps);
  },
  "category.launch": async () => {
    const given = { status: "scheduled", launchedAt: null, category: "web-analytics" } as const;
    const { id } = await world.listing(`Launched ${++products}`, given);
    const now = world.deps.now();
    await change((tx) => tx.launches.goLive(id, { launchedAt: now, monday: "2026-11-23", now }));
  },
};

describe("an event", () => {
  it.each(EVENT_NAMES)(
    "%s arrives once, signed, with just what is documented, and only at whom it is for",
    async (name) => {
      const mine = await endpoint("ann", "ann.test", [name], ["analytics-and-data"]);
      const others = await endpoint("bob", "bob.test", EVENT_NAMES, ["marketing"]);
      await MAKE[name]();
      await world.drain();
      const [one, ...more] = receiver.at("ann.test").filter(({ event }) => event.type === name);
      expect(more).toEqual([]);
      const said = new Webhook(mine.secret).verify(one!.body, one!.headers) as Record<string, unknown>;
      expect(Object.keys(said)).toEqual(["type", "timestamp", "data"]);
      expect(Object.keys(one!.event.data)).toEqual(Object.keys(EVENTS[name].data));
      expect(Object.keys(EVENTS[name].example)).toEqual(Object.keys(EVENTS[name].data));
      expect(one!.id).toMatch(/^evt_[0-9a-f]{32}$/);
      expect(one!.headers["content-type"]).toBe("application/json");
      expect(receiver.at("bob.test")).toEqual([]);
      for (const { id } of [mine, others]) await change((tx) => tx.webhooks.remove(id));
    },
  );

  it("reaches followers once the listing is public, and nobody else", async () => {
    const bob = await endpoint("bob", "bob.test");
    const shown = await listingOf("ann");
    const hidden = await listingOf("ann", { status: "draft", launchedAt: null });
    const unknown = await listingOf("ann");
    for (const { id } of [shown, hidden])
      await change((tx) => tx.engagement.follow(bob.account.id, id, world.deps.now()));
    for (const { id } of [shown, hidden, unknown]) await edit("ann", id, "Changed for followers");
    await world.drain();
    expect(receiver.at("bob.test").map(({ event }) => [event.type, event.data.slug])).toEqual([
      ["listing.changed", shown.slug],
    ]);
    await change((tx) => tx.webhooks.remove(bob.id));
  });

  it("is neither written nor sent if its change is rolled back", async () => {
    const { id, slug } = await listingOf("ann");
    const ann = await endpoint("ann", "ann.test");
    const listing = (await world.deps.store.listings.find(id))!;
    const undone = change(async (tx) => {
      const terms = { ...listing, categories: [] };
      await tx.listings.setTerms(listing, terms, { accountId: null, client: null }, world.deps.now());
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await edit("ann", id, "Kept");
    await world.drain();
    expect(receiver.at("ann.test").map(({ event }) => event.data.slug)).toEqual([slug]);
    await change((tx) => tx.webhooks.remove(ann.id));
  });

  it("of a demo listing, or for a suspended account, goes nowhere", async () => {
    const ann = await endpoint("ann", "ann.test");
    const eve = await endpoint("eve", "bob.test");
    const demo = await listingOf("ann", { isDemo: true });
    const own = await listingOf("eve");
    await edit("ann", demo.id, "Changed in the demo");
    await change((tx) => tx.accounts.setStatus(eve.account.id, "suspended"));
    await change(async (tx) => {
      const listing = (await tx.listings.find(own.id))!;
      await tx.listings.setTerms(
        listing,
        { ...listing, categories: [] },
        { accountId: null, client: null },
        world.deps.now(),
      );
    });
    await world.drain();
    expect(receiver.received).toEqual([]);
    for (const { id } of [ann, eve]) await change((tx) => tx.webhooks.remove(id));
  });
});

describe("an endpoint that answers 500", () => {
  it("is tried for three days with the same id, then switched off with an email; a replay brings the event", async () => {
    receiver.behaviours.set("sick.test", (_req, res) => void res.writeHead(500).end("no"));
    const { id, secret, account } = await endpoint("sick", "sick.test");
    const { id: listingId } = await listingOf("sick");
    const began = world.deps.now().getTime();
    await edit("sick", listingId, "Once");
    await world.drain();
    for (const pause of THREE_DAYS_OF_RETRIES_MS) {
      expect((await endpointOf(id)).offSince).toBeNull();
      await later(pause - 1000);
      const before = receiver.received.length;
      await later(2000);
      expect(receiver.received.length).toBe(before + 1);
    }
    expect(receiver.received).toHaveLength(THREE_DAYS_OF_RETRIES_MS.length + 1);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
    expect(receiver.received.every((one) => isSignedWith(secret, one))).toBe(true);
    expect((world.deps.now().getTime() - began) / DAY).toBeGreaterThan(2.8);
    expect(await endpointOf(id)).toMatchObject({ offReason: "failing" });
    expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", attempts: 17, status: 500 }]);
    const mails = (await world.deps.store.mails.list({ page: 1, perPage: 100 })).items;
    const told = mails.filter(({ recipient }) => recipient === account.email);
    expect(told.map(({ subject }) => subject)).toEqual(["A webhook endpoint on Debut was switched off"]);
    expect(told[0]!.text).not.toContain(secret);

    await edit("sick", listingId, "While it is off");
    await later(DAY);
    receiver.behaviours.delete("sick.test");
    expect(await replayDeliveries(account.id, id, world.deps)).toBe("off");
    await switchEndpoint(account.id, id, true, world.deps);
    expect(await replayDeliveries(account.id, id, world.deps)).toBe("sent");
    await world.drain();
    expect(receiver.received).toHaveLength(THREE_DAYS_OF_RETRIES_MS.length + 2);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", attempts: 1, status: 204 }]);
    expect((await endpointOf(id)).failingSince).toBeNull();
  });

  it("gets new events although an old one fails, with pauses in between", async () => {
    const { id, account } = await endpoint("turned", "turned.test");
    receiver.behaviours.set("turned.test", (_req, res) => void res.writeHead(500).end());
    const { id: listingId } = await listingOf("turned");
    for (const tagline of ["One", "Two", "Three"]) await edit("turned", listingId, tagline);
    await world.drain();
    expect(receiver.received).toHaveLength(1);
    receiver.behaviours.set("turned.test", (_req, res) => {
      const { id: now } = receiver.received.at(-1)!;
      res.writeHead(now === receiver.received[0]!.id ? 400 : 200).end();
    });
    await later(MINUTE + 1);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(3);
    expect((await deliveriesOf(id)).map(({ state }) => state).sort()).toEqual(["delivered", "delivered", "waiting"]);
    await switchEndpoint(account.id, id, false, world.deps);
    expect((await deliveriesOf(id)).map(({ state }) => state).sort()).toEqual(["delivered", "delivered", "failed"]);
  });
});

describe("an endpoint with many events", () => {
  it("that fails is called once a minute, by one job", async () => {
    receiver.behaviours.set("turned.test", (_req, res) => void res.writeHead(503).end());
    const { id, account } = await endpoint("many", "turned.test");
    const { id: listingId } = await listingOf("many");
    for (let time = 0; time < 12; time++) await edit("many", listingId, `Change ${time}`);
    await world.drain();
    expect(receiver.received).toHaveLength(1);
    for (let minute = 0; minute < 3; minute++) {
      await later(MINUTE + 1);
      const jobs = await world.deps.store.jobs.list(
        { state: "queued", kind: "call-endpoint" },
        { page: 1, perPage: 100 },
      );
      expect(jobs.items.filter((job) => job.id.includes(id)).length).toBeLessThanOrEqual(2);
    }
    expect(receiver.received).toHaveLength(4);
    await switchEndpoint(account.id, id, false, world.deps);
  });
});

describe("an endpoint", () => {
  const BAD: [string, (res: ServerResponse, pass: () => void) => void, RegExp | number][] = [
    ["slow.test", (_res, pass) => pass(), /did not answer in time/],
    ["moved.test", (res) => void res.writeHead(307, { location: "http://127.0.0.1:22/" }).end(), 307],
  ];
  it.each(BAD)("%s has failed, and no other request is sent", async (host, behave, reason) => {
    const deadlines = createDeadlines();
    receiver.behaviours.set(host, (_req, res) => behave(res, deadlines.pass));
    const name = host.replace(".test", "");
    const { id, account } = await endpoint(name, host);
    asked.length = 0;
    expect(await sendTest(account.id, id, world.deps)).toBe("sent");
    await world.drain();
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ state: "waiting", attempts: 1 });
    if (typeof reason === "number") expect(delivery!.status).toBe(reason);
    else expect(delivery!.error).toMatch(reason);
    expect(receiver.received.map((one) => one.host)).toEqual([host]);
    expect(asked).toMatchObject([{ method: "POST", maxRedirects: 0, maxBytes: 4096, timeoutMs: 10_000 }]);
    await switchEndpoint(account.id, id, false, world.deps);
  });

  it("that answers 10 GB is delivered to, and hardly any of it is read", async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    receiver.behaviours.set("huge.test", (_req, res) => {
      res.writeHead(200, { "content-length": String(10 * 2 ** 30) }).on("close", closed.resolve);
      const block = Buffer.alloc(65_536);
      const more = () => {
        while (!res.destroyed && res.write(block)) sent += block.length;
      };
      res.on("drain", more);
      more();
    });
    const { id, account } = await endpoint("huge", "huge.test");
    await sendTest(account.id, id, world.deps);
    await world.drain();
    await closed.promise;
    expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", status: 200 }]);
    expect(sent).toBeLessThan(50_000_000);
  });

  it("that answers 410 Gone is switched off at once, with an email", async () => {
    receiver.behaviours.set("gone.test", (_req, res) => void res.writeHead(410).end());
    const { id, account } = await endpoint("gone", "gone.test");
    await sendTest(account.id, id, world.deps);
    await world.drain();
    expect(await endpointOf(id)).toMatchObject({ offReason: "gone" });
    expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", status: 410 }]);
    const mails = (await world.deps.store.mails.list({ page: 1, perPage: 100 })).items;
    expect(mails.filter(({ recipient }) => recipient === account.email)).toHaveLength(1);
  });

  it("gets two signatures for a day after a new secret, and then one", async () => {
    const { id, secret: first, account } = await endpoint("rotator", "bob.test");
    const second = (await rotateSecret(account.id, id, world.deps))!;
    const signers = async () => {
      receiver.received.length = 0;
      await sendTest(account.id, id, world.deps);
      await world.drain();
      const [one] = receiver.received;
      return { signers: [first, second].map((secret) => isSignedWith(secret, one!)), one: one! };
    };
    const during = await signers();
    expect(during.signers).toEqual([true, true]);
    expect(during.one.headers["webhook-signature"]!.split(" ")).toHaveLength(2);
    advance(DAY);
    expect((await signers()).signers).toEqual([false, true]);
  });

  it("that hangs is reported by doctor and overview, and called again automatically", async () => {
    const { id, account } = await endpoint("hung", "bob.test");
    await sendTest(account.id, id, world.deps);
    const [db, questions] = [await openRaw(world.deps.settings), await openQuestions(world.deps.settings)];
    try {
      db.prepare("delete from jobs where kind = 'call-endpoint'").run();
      const found = async () =>
        findingInEnglish(
          (await examineRows(questions, world.deps.settings, world.deps.now())).find(
            ({ check }) => check === "webhooks",
          )!,
        );
      expect((await found()).ok).toBe(true);
      advance(20 * MINUTE);
      expect(await found()).toMatchObject({ ok: false, detail: expect.stringContaining("1 delivery hangs") });
      await world.account("boss", { admin: true });
      const boss = createVisitor(world.baseUrl);
      await boss.signIn("boss@people.example", { password: PASSWORD });
      expect((await boss.get("/admin")).text).toContain("1 delivery hangs");
      await world.drain();
      expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered" }]);
      expect((await found()).ok).toBe(true);
    } finally {
      await questions.close();
      db.close();
    }
  });

  it("deletes what is older than 30 days", async () => {
    const { id, account } = await endpoint("old", "bob.test");
    await sendTest(account.id, id, world.deps);
    await world.drain();
    expect(await deliveriesOf(id)).toHaveLength(1);
    await later(31 * DAY);
    expect(await deliveriesOf(id)).toEqual([]);
  });
});
