import { setImmediate as breathe } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { createLanguages } from "../../core/languages.ts";
import { readSettings } from "../../core/settings/config.ts";
import { untraced } from "../../core/tracing/trace.ts";
import type { BadgeCheck } from "../../domain/listings/badge-watch.ts";
import type { Listing, ListingStatus } from "../../domain/listings/listing.ts";
import { checkBadge } from "../../jobs/check-badge.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createJobRunner } from "../../jobs/runner.ts";
import { communityOf } from "../helpers/community.ts";
import { createDatabase } from "../helpers/database.ts";
import { presenceOf } from "../helpers/presence.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;

describe("a free listing", () => {
  it("goes through all states of its badge: awaited, found, launched, missing, hidden, found again", async () => {
    const site = await createWebsite({ ...ACME });
    const world = await createWorld({ env: { OUTBOUND_RESOLVE: site.resolve("acme.test", "www.acme.test") } });
    const { id: ownerId, email } = await world.account("ann");
    const address = { url: "http://acme.test/", domain: "acme.test", siteKey: "acme.test" };
    const { id, slug } = await world.listing("Acme Charts", { ...address, status: "draft", launchedAt: null, ownerId });
    const owner = async () => (await world.as("ann").get(`/me/listings/${id}`)).body;
    const isPublic = async () => (await world.rest("GET", `/listings/${slug}`)).status === 200;
    const to = async (at: Date) => {
      world.advance(at.getTime() - world.deps.now().getTime());
      await world.drain();
    };
    /** Day by day, until the listing has this status or the days are over. */
    const live = async (days: number, until?: ListingStatus) => {
      for (let day = 1; day <= days; day++) {
        await to(new Date(world.deps.now().getTime() + DAY));
        if (until && (await owner()).status === until) return day;
      }
      return days;
    };
    // Old mails are deleted meanwhile, so their number says nothing.
    const read = new Set<string>();
    /** Subjects of the mails since the last look, oldest first. */
    const mails = async () => {
      const { items } = await world.deps.store.mails.list({ page: 1, perPage: 100 });
      const fresh = items.filter(({ id }) => !read.has(id)).reverse();
      for (const { id } of fresh) read.add(id);
      expect(fresh.every(({ recipient }) => recipient === email)).toBe(true);
      return fresh.map(({ subject }) => subject);
    };
    const bare = site.pages["/"]!;

    const chosen = (await world.as("ann").post(`/me/listings/${id}/free`)).body;
    const withBadge = `${bare}${chosen.badge_code.html}`;
    await world.drain();
    expect(await owner()).toMatchObject({
      status: "awaiting_badge",
      badge: { found: false, last_result: "not_found" },
    });
    await live(3);
    expect([await isPublic(), await mails()]).toEqual([false, []]);

    site.pages["/"] = withBadge;
    await live(1);
    expect(await owner()).toMatchObject({
      status: "scheduled",
      launch_week: chosen.launch_week,
      badge: { found: true },
    });
    expect(await mails()).toEqual(["We found the badge of Acme Charts"]);

    const monday = new Date(`${chosen.launch_week}T00:00:00Z`);
    await live(7);
    await to(new Date(monday.getTime() - HOUR));
    expect(await isPublic()).toBe(false);
    await to(monday);
    expect(await isPublic()).toBe(true);
    const launched = await owner();
    expect(launched).toMatchObject({ status: "live", plan: "free", launched_at: monday.toISOString() });
    expect(await mails()).toEqual(["Acme Charts is live on Debut"]);

    // A wall speaks against nobody.
    site.pages["/"] = (_req, res) => void res.writeHead(403).end();
    await live(12);
    expect(await owner()).toMatchObject({ status: "live", badge: { found: true, last_result: "blocked" } });

    site.pages["/"] = bare;
    await live(4);
    expect(await owner()).toMatchObject({ status: "live", badge: { found: false, last_result: "not_found" } });
    expect((await owner()).badge.grace_ends_at).toMatch(/Z$/);
    const grace = Date.parse((await owner()).badge.grace_ends_at);
    await live(10, "hidden");
    expect(world.deps.now().getTime()).toBeGreaterThanOrEqual(grace);
    expect(await owner()).toMatchObject({ status: "hidden", status_reason: expect.stringContaining("badge") });
    expect(await isPublic()).toBe(false);
    expect(await mails()).toEqual([
      "The badge of Acme Charts is missing",
      "The badge of Acme Charts is missing",
      "Acme Charts is hidden on Debut",
    ]);

    // Nobody looks after the program for a month; then the badge is back.
    site.pages["/"] = withBadge;
    await to(new Date(world.deps.now().getTime() + 30 * DAY));
    expect(await owner()).toMatchObject({
      status: "live",
      status_reason: null,
      launched_at: launched.launched_at,
      launch_week: launched.launch_week,
      badge: { found: true, grace_ends_at: null },
    });
    expect([await isPublic(), await mails()]).toEqual([true, ["Acme Charts is live again on Debut"]]);
    await live(8);
    expect([await isPublic(), await mails()]).toEqual([true, []]);
    await world.close();
    await site.close();
  });
});

describe("badge checks", () => {
  const begin = new Date("2026-11-18T10:00:00Z");
  let db: Awaited<ReturnType<typeof createDatabase>>;
  let make: ReturnType<typeof communityOf>;
  let at: Date;
  let sees: (listing: { slug: string }) => Promise<BadgeCheck>;
  let asked: string[];
  let deps: Deps;
  let runner: ReturnType<typeof createJobRunner>;
  beforeEach(async () => {
    db = await createDatabase();
    make = communityOf(db.store);
    at = begin;
    asked = [];
    sees = async () => ({ result: "found", detail: "The badge is there." });
    let ids = 0;
    deps = {
      settings: readSettings({}),
      languages: createLanguages(readSettings({})),
      store: db.store,
      now: () => new Date(at),
      uuid: () => `id-${++ids}`,
      sendMail: async () => "kept",
      domainRatings: undefined,
      checkBadge: (listing: { slug: string }) => {
        asked.push(listing.slug);
        return sees(listing);
      },
      log: pino({ level: "silent" }),
      trace: untraced,
      wakeJobs: () => undefined,
    } as unknown as Deps;
    runner = createJobRunner(deps, jobKinds, presenceOf());
  });
  afterEach(() => db.close());
  const free = (given: Partial<Listing> & { ownerId?: string } = {}) =>
    make.listing({ plan: "free", status: "awaiting_badge", launchWeek: "2027-01-04", launchedAt: null, ...given }, at);
  const find = async (id: number) => (await db.store.listings.find(id))!;
  const mails = async () => (await db.store.mails.list({ page: 1, perPage: 100 })).items;
  const pass = async (ms: number) => {
    at = new Date(at.getTime() + ms);
    await runner.drain();
  };

  it("cover every free listing that needs a badge, and no other", async () => {
    const watched = [];
    for (const status of ["awaiting_badge", "scheduled", "live", "hidden"] as const)
      watched.push((await free({ status })).slug);
    for (const status of ["draft", "pending_review", "rejected", "paused", "suspended", "removed"] as const)
      await free({ status });
    await free({ isDemo: true });
    await free({ plan: "launch", status: "live" });
    await make.listing();
    await runner.drain();
    expect(asked.toSorted()).toEqual(watched.toSorted());
    await runner.drain();
    expect(asked).toHaveLength(4);
  });

  it("have one effect if they run twice or at the same time", async () => {
    const ownerId = await make.person();
    const { id } = await free({ ownerId });
    const run = () => checkBadge.run({ listingId: id } as never, deps, new AbortController().signal);
    await Promise.all([run(), run()]);
    await run();
    expect(await mails()).toHaveLength(1);
    await runner.drain();
    sees = async () => ({ result: "not_found", detail: "Nothing." });
    for (let again = 0; again < 5; again++) await run();
    expect((await mails()).map(({ subject }) => subject).filter((subject) => subject.includes("missing"))).toHaveLength(
      1,
    );
  });

  it("change nothing if the listing changed while its homepage was read", async () => {
    const { id } = await free();
    sees = async () => {
      db.writer.prepare("update listings set status = 'suspended' where id = ?").run(id);
      return { result: "found", detail: "The badge is there." };
    };
    await runner.drain();
    expect((await find(id)).status).toBe("suspended");
    expect(await db.store.badgeWatches.find(id)).toBeUndefined();
    await pass(30 * DAY);
    expect(asked).toHaveLength(1);
    db.writer.prepare("update listings set status = 'live' where id = ?").run(id);
    await breathe();
    sees = async () => ({ result: "found", detail: "The badge is there." });
    await pass(HOUR);
    expect([asked.length, (await db.store.badgeWatches.find(id))?.result]).toEqual([2, "found"]);
  });

  it("accept a script's badge seen by five visitors on three of the last seven days", async () => {
    const { id } = await free();
    sees = async () => ({ result: "not_found", detail: "The page is built by scripts.", runsScripts: true });
    const see = (person: number) => {
      const visit = {
        kind: "badgeViews",
        listingId: id,
        day: at.toISOString().slice(0, 10),
        hash: `${person}`,
      } as const;
      return db.store.change((tx) => tx.engagement.visit([visit]));
    };
    const watch = async () => (await db.store.badgeWatches.find(id))!;
    await runner.drain();
    expect(await watch()).toMatchObject({ result: "not_found", detail: "The page is built by scripts." });
    for (const person of [1, 2, 3, 4]) await see(person);
    await pass(DAY);
    await see(5);
    await pass(HOUR);
    expect(await watch()).toMatchObject({
      result: "not_found",
      detail: expect.stringContaining("5 people saw it there on 2 days"),
    });
    await pass(DAY);
    await see(6);
    // A page without scripts adds nothing, and a hidden badge is loaded all the same.
    for (const other of [{ result: "not_found" }, { result: "hidden", runsScripts: true }] as const) {
      sees = async () => ({ detail: "No.", ...other });
      await pass(6 * HOUR);
      expect((await watch()).result).toBe(other.result);
    }
    sees = async () => ({ result: "not_found", detail: "The page is built by scripts.", runsScripts: true });
    await pass(6 * HOUR);
    expect(await find(id)).toMatchObject({ status: "scheduled" });
    expect((await watch()).detail).toBe(
      "A script of the page adds the badge: 6 people saw it there on 3 days of the last 7.",
    );
    await pass(8 * DAY);
    expect(await watch()).toMatchObject({ result: "not_found", misses: 1 });
  });

  it("give a found badge the next week with room if paid launches took its own", async () => {
    const ownerId = await make.person();
    const { id } = await free({ ownerId });
    db.writer.prepare("insert into launch_weeks(monday, capacity) values ('2027-01-04', 1), ('2027-01-11', 0)").run();
    sees = async () => ({ result: "not_found", detail: "Nothing." });
    await runner.drain();
    await make.listing({ plan: "launch", status: "scheduled", launchWeek: "2027-01-04", launchedAt: null });
    sees = async () => ({ result: "found", detail: "The badge is there." });
    await pass(HOUR);
    expect(await find(id)).toMatchObject({ status: "scheduled", launchWeek: "2027-01-18" });
    const [mail] = await mails();
    expect(mail?.text).toMatch(/week of 18 January 2027.*filled up/s);
  });

  it("email only owners with an active account", async () => {
    const [owner, editor] = [await make.person(), await make.person()];
    const { id } = await free({ ownerId: owner });
    await db.store.change((tx) => tx.listings.addEditor(id, editor, at));
    const gone = await make.person();
    await free({ ownerId: gone });
    db.writer.prepare("update accounts set status = 'suspended' where id = ?").run(gone);
    await runner.drain();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([`${owner}@people.example`]);
  });
});
