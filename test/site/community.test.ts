import { describe, expect, it } from "vitest";
import type { Listing } from "../../domain/listings/listing.ts";
import { isOnNetwork } from "../../site/kit/visitor-hash.ts";
import { communityOf, counters, recomputed } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { statementsOf } from "../helpers/statements.ts";
import { createWorld as createWhole } from "../helpers/world.ts";
import { admin, createWorld, member, type Visitor } from "./world.ts";

const world = await createWorld({ env: { LIMIT_VOTE: "1000", TRUSTED_PROXIES: "" } });
const make = communityOf(world.store);
let ann: Visitor = await member(world, "ann@people.example", "Ann");

const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const find = async ({ id }: Listing) => (await world.store.listings.find(id))!;
const pathOf = ({ slug }: Listing) => `/listings/${slug}`;
const idOf = async (email: string) => (await world.store.accounts.findByEmail(email))!.id;
const listing = () => make.listing({}, world.clock.at);

describe("a vote", () => {
  it("is a form of the page: set, set again, unset, unset again", async () => {
    const one = await listing();
    const page = await ann.get(pathOf(one));
    expect(page.text).toContain(`action="${pathOf(one)}/vote"`);
    for (const _ of [1, 2]) {
      const reply = await ann.post(`${pathOf(one)}/vote`, { vote: "on" });
      expect(reply).toMatchObject({ status: 303, location: `${pathOf(one)}#community` });
    }
    expect((await find(one)).votes).toBe(1);
    expect((await ann.get(pathOf(one))).text).toContain("Take back my vote");
    for (const _ of [1, 2]) await ann.post(`${pathOf(one)}/vote`, { vote: "off" });
    expect((await find(one)).votes).toBe(0);
    await ann.post(`${pathOf(one)}/vote`, { vote: "on" });
    expect((await find(one)).votes).toBe(1);
    expect((await ann.post(`${pathOf(one)}/vote`, { vote: "toggle" })).status).toBe(400);
    expect((await ann.post("/listings/nothing-here/vote", { vote: "on" })).status).toBe(404);
  });

  it("of fifty people at once with double clicks counts fifty", async () => {
    const one = await listing();
    const people = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const id = await make.person();
        const secret = world.deps.random(32).toString("base64url");
        const { createHash } = await import("node:crypto");
        const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
        const at = world.clock.at;
        await world.store.change((tx) =>
          tx.accounts.addSession({
            idHash: hash(secret),
            accountId: id,
            userAgent: null,
            signedInAt: at,
            createdAt: at,
            lastSeenAt: at,
            expiresAt: new Date(at.getTime() + 3600_000),
          }),
        );
        const person = world.visitor();
        person.cookies.set("sid", secret);
        return { person, csrf: hash(`csrf ${secret}`) };
      }),
    );
    const replies = await Promise.all(
      [...people, ...people].map(({ person, csrf }) => person.post(`${pathOf(one)}/vote`, { csrf, vote: "on" })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await find(one)).votes).toBe(50);
    expect(counters(world.writer)).toEqual(recomputed(world.writer));
  });

  it("of the owner never counts, and the page says why", async () => {
    const one = await make.listing({ ownerId: await idOf("ann@people.example") }, world.clock.at);
    await ann.get(pathOf(one));
    await ann.post(`${pathOf(one)}/vote`, { vote: "on" });
    expect((await find(one)).votes).toBe(0);
    expect((await ann.get(pathOf(one))).text).toContain("your own listing");
  });

  it("of an unconfirmed account counts once the address is confirmed", async () => {
    const one = await listing();
    const bob = world.visitor();
    await bob.signUp("bob@people.example");
    await bob.signIn("bob@people.example");
    await bob.get(pathOf(one));
    await bob.post(`${pathOf(one)}/vote`, { vote: "on" });
    expect((await find(one)).votes).toBe(0);
    expect((await bob.get(pathOf(one))).text).toContain("once you confirm your email address");
    const link = await world.linkFor("bob@people.example", "verify");
    await bob.get(link);
    await bob.post("/verify", { token: new URL(world.url + link).searchParams.get("token")! });
    expect((await find(one)).votes).toBe(1);
  });

  it("is refused without a session, and with an API key or token", async () => {
    const one = await listing();
    const send = (headers: Record<string, string>) =>
      fetch(`${world.url}${pathOf(one)}/vote`, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: "vote=on",
      });
    expect((await send({})).status).toBe(403);
    expect((await send({ authorization: "Bearer dbt_key" })).status).toBe(403);
    const stranger = world.visitor();
    await stranger.get("/sign-in");
    const reply = await stranger.post(`${pathOf(one)}/vote`, { vote: "on" });
    expect(reply).toMatchObject({ status: 303, location: expect.stringContaining("/sign-in?return_to=") });
    expect((await find(one)).votes).toBe(0);
  });

  it("is refused over the limit, and when the limiter fails", async () => {
    const one = await listing();
    const { take } = world.deps.limiter;
    await ann.get(pathOf(one));
    try {
      world.deps.limiter.take = async (name, key) => ({ ...(await take(name, key)), allowed: name !== "vote" });
      expect((await ann.post(`${pathOf(one)}/vote`, { vote: "on" })).status).toBe(429);
      world.deps.limiter.take = async () => {
        throw new Error("down");
      };
      expect((await ann.post(`${pathOf(one)}/vote`, { vote: "on" })).status).toBe(500);
    } finally {
      world.deps.limiter.take = take;
    }
    expect((await find(one)).votes).toBe(0);
  });
});

describe("a follow", () => {
  it("is set and unset, by people with a confirmed address", async () => {
    const one = await listing();
    await ann.get(pathOf(one));
    for (const _ of [1, 2]) await ann.post(`${pathOf(one)}/follow`, { follow: "on" });
    expect((await find(one)).followers).toBe(1);
    for (const _ of [1, 2]) await ann.post(`${pathOf(one)}/follow`, { follow: "off" });
    expect((await find(one)).followers).toBe(0);
    const carol = world.visitor();
    await carol.signUp("carol@people.example");
    await carol.signIn("carol@people.example");
    await carol.get(pathOf(one));
    expect((await carol.post(`${pathOf(one)}/follow`, { follow: "on" })).location).toContain("notice=verify-first");
    expect((await find(one)).followers).toBe(0);
  });
});

describe("a view", () => {
  it("counts a visitor once a day, and neither programs nor the team", async () => {
    const owned = await make.listing({ ownerId: await idOf("ann@people.example") }, world.clock.at);
    const views = async () => {
      await world.deps.visits.flush();
      return (await find(owned)).views;
    };
    const stranger = world.visitor();
    for (const _ of [1, 2]) await stranger.get(pathOf(owned), BROWSER);
    expect(await views()).toBe(1);
    await stranger.get(pathOf(owned), { "user-agent": `${BROWSER["user-agent"]} Edge` });
    expect(await views()).toBe(2);
    for (const agent of ["curl/8.0", "", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"])
      await stranger.get(pathOf(owned), { "user-agent": agent });
    await stranger.get(pathOf(owned), { ...BROWSER, "user-agent": "Mozilla/5.0 X", "sec-purpose": "prefetch" });
    await ann.get(pathOf(owned), { "user-agent": "Mozilla/5.0 (the owner)" });
    expect(await views()).toBe(2);
    world.clock.at = new Date(world.clock.at.getTime() + 24 * 3600_000);
    await stranger.get(pathOf(owned), BROWSER);
    expect(await views()).toBe(3);
    expect(counters(world.writer)).toEqual(recomputed(world.writer));
    const kept = world.writer.prepare("select hash from daily_visitors").all() as { hash: string }[];
    expect(JSON.stringify(kept)).not.toMatch(/127\.0\.0\.1|Firefox/);
  });
});

describe("views", () => {
  it("of many visitors are written in one change, and a reload meanwhile asks the database nothing", async () => {
    const [one, two] = [await listing(), await listing()];
    const look = (path: string, agent: number) =>
      world.visitor().get(path, { "user-agent": `${BROWSER["user-agent"]} ${agent}` });
    await look(pathOf(two), 0);
    await world.deps.visits.flush();
    const before = world.store.version();
    for (const agent of [1, 2, 3]) for (const path of [pathOf(one), pathOf(two)]) await look(path, agent);
    const again = await statementsOf(() => look(pathOf(one), 1));
    expect(again.filter(({ sql }) => /daily_visitors|daily_views|"secrets"/.test(sql))).toEqual([]);
    expect(world.store.version()).toBe(before);
    await world.deps.visits.flush();
    expect(world.store.version()).toBe(before + 1);
    expect([await find(one), await find(two)]).toMatchObject([{ views: 3 }, { views: 4 }]);
    expect(counters(world.writer)).toEqual(recomputed(world.writer));
  });

  it("that wait are written when the server stops", async () => {
    const { store, writer, close } = await createSeededDatabase();
    const stopped = { ...store, close: async () => undefined };
    const shop = await createWhole({ replaced: { store: stopped } });
    const { slug } = await shop.listing("Acme");
    const { status } = await fetch(`${shop.url}/listings/${slug}`, { headers: BROWSER });
    expect(status).toBe(200);
    await shop.close();
    expect(writer.prepare("select views from listings where slug = ?").pluck().get(slug)).toBe(1);
    await close();
  });

  it("that cannot be written are reported, and those after them count", async () => {
    const one = await listing();
    const { change } = world.store;
    const look = () => world.visitor().get(pathOf(one), BROWSER);
    world.store.change = async () => Promise.reject(new Error("no space"));
    try {
      await look();
      await world.deps.visits.flush();
    } finally {
      world.store.change = change;
    }
    expect(world.logs.join("")).toContain("visitors were not counted");
    await look();
    await world.deps.visits.flush();
    expect((await find(one)).views).toBe(1);
  });
});

describe("a click", () => {
  it("leads to the website, and counts a visitor once a day, neither programs nor the team", async () => {
    const owned = await make.listing({ ownerId: await idOf("ann@people.example") }, world.clock.at);
    const stranger = world.visitor();
    const page = await stranger.get(pathOf(owned), BROWSER);
    expect(page.text).toContain(`href="${pathOf(owned)}/website"`);
    const day = world.clock.at.toISOString().slice(0, 10);
    const counted = async () => {
      await world.deps.visits.flush();
      return world.deps.store.engagement.visitsSince(owned.id, day);
    };
    for (const _ of [1, 2]) {
      const answer = await stranger.get(`${pathOf(owned)}/website`, BROWSER);
      expect(answer).toMatchObject({ status: 302, location: owned.url });
    }
    expect(await counted()).toEqual({ views: 1, clicks: 1 });
    await stranger.get(`${pathOf(owned)}/website`, { "user-agent": "curl/8.0" });
    await ann.get(`${pathOf(owned)}/website`, { "user-agent": "Mozilla/5.0 (the owner)" });
    expect(await counted()).toEqual({ views: 1, clicks: 1 });
    expect(counters(world.writer)).toEqual(recomputed(world.writer));
    expect((await stranger.get(`${pathOf(owned)}.md`)).text).toContain(`](${owned.url})`);
    expect((await stranger.get("/robots.txt")).text).toContain("Disallow: /listings/*/website");
    expect((await stranger.get("/listings/nothing-here/website")).status).toBe(404);
  });
});

describe("a review", () => {
  it("shows after an admin approved these very words, and counts from then", async () => {
    ann = await member(world, "ann2@people.example", "Ann");
    const one = await listing();
    const root = await admin(world);
    await ann.get(pathOf(one));
    const evil = "<script>alert(1)</script>";
    const write = (body: string) => ann.post(`${pathOf(one)}/review`, { rating: "4", title: "Nice", body });
    expect((await write(evil)).location).toContain("notice=review-sent");
    expect((await world.visitor().get(pathOf(one))).text).toContain("No reviews yet");
    const list = await root.get("/admin/reviews");
    expect(list.text).toContain("&lt;script&gt;");
    const [, id] = /action="\/admin\/reviews\/(\d+)"/.exec(list.text)!;
    const [, seen] = /name="seen_at" value="([^"]+)"/.exec(list.text)!;
    world.clock.at = new Date(world.clock.at.getTime() + 1000);
    await write(`${evil} and more`);
    const stale = await root.post(`/admin/reviews/${id}`, { decision: "approve", seen_at: seen! });
    expect(stale.location).toContain("notice=gone");
    const [, fresh] = /name="seen_at" value="([^"]+)"/.exec((await root.get("/admin/reviews")).text)!;
    const done = await root.post(`/admin/reviews/${id}`, { decision: "approve", seen_at: fresh! });
    expect(done.location).toContain("notice=review-published");
    expect(await find(one)).toMatchObject({ ratingSum: 4, ratingCount: 1 });
    const shown = (await world.visitor().get(pathOf(one))).text;
    expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt; and more");
    expect(shown).not.toContain(evil);
    await ann.get(pathOf(one));
    await ann.post(`${pathOf(one)}/review`, { remove: "on" });
    expect(await find(one)).toMatchObject({ ratingSum: 0, ratingCount: 0 });
  });

  it("needs a rating and words, and comes from other people than the team", async () => {
    const one = await listing();
    await ann.get(pathOf(one));
    const bad = await ann.post(`${pathOf(one)}/review`, { rating: "6", title: "", body: "Kept" });
    expect(bad).toMatchObject({ status: 400 });
    expect(bad.text).toContain("Kept");
    const own = await make.listing({ ownerId: await idOf("ann2@people.example") }, world.clock.at);
    const reply = await ann.post(`${pathOf(own)}/review`, { rating: "5", title: "", body: "Great" });
    expect(reply.location).toContain("notice=own-review");
    expect((await ann.get("/admin/reviews")).status).toBe(404);
    expect((await ann.post("/admin/reviews/1", { decision: "approve" })).status).toBe(404);
  });
});

it("a page for everybody stays one that may be cached", async () => {
  const reply = await world.visitor().get(pathOf(await listing()));
  expect(reply.headers.get("cache-control")).toBe("public, max-age=60");
  expect(reply.headers.getSetCookie()).toEqual([]);
  expect(reply.text).not.toContain('name="csrf"');
});

it.each([
  ["127.0.0.1", false],
  ["::ffff:10.0.0.1", false],
  ["::1", false],
  ["192.168.1.4", false],
  ["fd00::1", false],
  ["unknown", false],
  ["203.0.113.9", true],
  ["::ffff:203.0.113.9", true],
  ["2001:db8::1", true],
])("%s names a network: %s", (address, is) => {
  expect(isOnNetwork(address)).toBe(is);
});
