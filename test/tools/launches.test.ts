import { describe, expect, it } from "vitest";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import type { Place } from "../../domain/launches/ranking.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { createWorld, type World } from "../helpers/world.ts";

const HOUR = 3600_000;
const LIMITS = { network: 99, newAccounts: 99 };
const ZONE = "Europe/Berlin";

const week = () => weekOf(now, ZONE);
const listings: Record<string, Listing> = {};
const names = (body: { items: { name?: string; listing?: { name: string } }[] }) =>
  body.items.map((item) => item.name ?? item.listing?.name);

async function vote(name: string, count: number, at: Date) {
  for (let index = 0; index < count; index++) {
    const { id } = await world.account(`voter${index}`);
    await world.deps.store.change((tx) =>
      tx.votes.set(id, listings[name]!.id, { visitorHash: "v", networkHash: null }, LIMITS, at),
    );
  }
}

const world = await createWorld({ env: { SITE_TIMEZONE: ZONE } });
const now = world.deps.now();
const { startsAt } = week();
// Everything of this week has happened a moment ago, whatever the day on which this test runs.
const recently = new Date(Math.max(startsAt.getTime(), now.getTime() - HOUR));
const lastWeek = new Date(startsAt.getTime() - 50 * HOUR);
const add = async (name: string, given: Parameters<World["listing"]>[1]) => {
  listings[name] = await world.listing(name, given);
};
await add("Ant", { launchedAt: recently });
await add("Bee", { launchedAt: recently, plan: "launch" });
await add("Cat", { launchedAt: recently });
await add("Dog", { launchedAt: lastWeek, views: 7, followers: 3, domainRating: 40 });
await add("Eel", { launchedAt: lastWeek, views: 9, followers: 2, domainRating: 0 });
await add("Fox", { status: "scheduled", launchedAt: null, launchWeek: weekOf(now, ZONE, 1).monday });
await add("Gnu", { status: "awaiting_badge", launchedAt: null, launchWeek: weekOf(now, ZONE, 6).monday });
await add("Hen", { status: "paused", launchedAt: lastWeek });
await vote("Dog", 4, lastWeek);
await vote("Cat", 2, new Date(recently.getTime() + 1));
await vote("Bee", 2, new Date(recently.getTime() + 2));
await vote("Eel", 1, new Date(recently.getTime() + 3));

describe("get_launch_week", () => {
  it("ranks the launches of this week by the votes of this week", async () => {
    const { status, body } = await world.rest("GET", "/launches/weeks/this");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      week: week().monday,
      starts_at: week().startsAt.toISOString(),
      ends_at: week().endsAt.toISOString(),
      timezone: ZONE,
      state: "current",
      total: 3,
      items: [
        { name: "Cat", rank: 1, week_votes: 2, tied: true, is_paid: false },
        { name: "Bee", rank: 2, week_votes: 2, tied: true, is_paid: true },
        { name: "Ant", rank: 3, week_votes: 0, tied: false },
      ],
    });
    expect((await world.mcp("get_launch_week", { week: "this" })).body.structuredContent).toEqual(body);
  });

  it("maps a date to its Monday, and accepts last and next", async () => {
    const last = weekOf(now, ZONE, -1);
    const sunday = new Date(Date.parse(`${last.monday}T00:00:00Z`) + 6 * 24 * HOUR).toISOString().slice(0, 10);
    const { body } = await world.rest("GET", `/launches/weeks/${sunday}`);
    expect(body).toMatchObject({ week: last.monday, state: "past" });
    expect((await world.rest("GET", "/launches/weeks/last")).body).toEqual(body);
    expect(body.items).toMatchObject([
      { name: "Dog", week_votes: 4, votes: 4 },
      { name: "Eel", week_votes: 0, votes: 1 },
    ]);
    expect((await world.rest("GET", "/launches/weeks/next")).body).toMatchObject({
      week: weekAfter(week(), ZONE).monday,
      state: "future",
      items: [{ name: "Fox", status: "scheduled", rank: null, week_votes: 0 }],
    });
    expect((await world.rest("GET", "/launches/weeks/1999-12-31")).body).toMatchObject({ items: [], total: 0 });
  });

  it.each(["2026-02-30", "someday", "2026-W47", "20261116", "2026-11-167", "0000-01-01", "9999-12-31"])(
    "%s is 400",
    async (text) => {
      expect(await world.rest("GET", `/launches/weeks/${text}`)).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: "week" }] },
      });
    },
  );
});

describe("list_launches", () => {
  it.each([
    ["", ["Cat", "Bee", "Ant"]],
    ["?section=this-week&per_page=2", ["Cat", "Bee"]],
    ["?section=this-week&per_page=2&page=2", ["Ant"]],
    ["?section=most-voted", ["Dog", "Cat", "Bee", "Eel", "Ant"].toSorted()],
    ["?section=recent&per_page=1", ["Ant"]],
    ["?section=most-viewed&per_page=2", ["Eel", "Dog"]],
    ["?section=most-followed&per_page=2", ["Dog", "Eel"]],
    ["?section=upcoming", ["Fox", "Gnu"]],
    ["?page=9", []],
  ])("%s gives %j", async (query, wanted) => {
    const { status, body } = await world.rest("GET", `/launches${query}`);
    expect(status).toBe(200);
    expect(query.includes("most-voted") ? names(body).toSorted() : names(body)).toEqual(wanted);
  });

  it("names its feed and time window", async () => {
    const { body } = await world.rest("GET", "/launches?section=trending");
    expect(body).toMatchObject({ section: "trending", starts_at: null, ends_at: null, timezone: ZONE, total: 5 });
    expect(names(body).slice(0, 2)).toEqual(["Bee", "Cat"]);
    const today = await world.rest("GET", "/launches?section=today");
    expect(today.body).toMatchObject({ starts_at: expect.any(String), timezone: ZONE });
    expect((await world.mcp("list_launches", { section: "trending" })).body.structuredContent).toEqual(body);
  });

  it.each(["?section=best", "?per_page=101", "?page=0", "?section=today&section=recent"])(
    "%s is 400",
    async (query) => {
      expect(await world.rest("GET", `/launches${query}`)).toMatchObject({ status: 400 });
    },
  );
});

describe("get_leaderboard", () => {
  it("ranks the week and marks ties", async () => {
    const { status, body } = await world.rest("GET", "/leaderboards/community-weekly");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      board: "community-weekly",
      paid: false,
      disclosure: null,
      week: week().monday,
      metric: { key: "votes" },
      total: 3,
      items: [
        { rank: 1, tied: true, metric: { value: 2, display: "2 votes" }, listing: { name: "Cat" } },
        { rank: 2, tied: true, listing: { name: "Bee" } },
        { rank: 3, tied: false, listing: { name: "Ant" } },
      ],
    });
    const second = await world.rest("GET", "/leaderboards/community-weekly?per_page=1&page=2");
    expect(second.body.items).toEqual([body.items[1]]);
    const last = await world.rest("GET", "/leaderboards/community-weekly?week=last");
    expect(names(last.body)).toEqual(["Dog", "Eel"]);
    expect(last.body.week).toBe(weekOf(now, ZONE, -1).monday);
  });

  it("ranks by all votes, without listings that have none", async () => {
    const { body } = await world.rest("GET", "/leaderboards/community-all-time");
    expect(names(body)[0]).toBe("Dog");
    expect(names(body)).not.toContain("Ant");
    expect(body).toMatchObject({ week: null, total: 4 });
    expect((await world.mcp("get_leaderboard", { board: "community-all-time" })).body.structuredContent.items).toEqual(
      body.items,
    );
  });

  it("ranks domain ratings, where 0 is a rating and null is not", async () => {
    const { body } = await world.rest("GET", "/leaderboards/domain-rating");
    expect(body.items).toMatchObject([
      { listing: { name: "Dog" }, metric: { value: 40, display: "40" } },
      { listing: { name: "Eel" }, metric: { value: 0 } },
    ]);
  });

  it("always says that the billboard is paid", async () => {
    const empty = await world.rest("GET", "/leaderboards/billboard");
    expect(empty.body).toMatchObject({ paid: true, disclosure: expect.stringContaining("Paid placement"), items: [] });
    await world.deps.store.change((tx) => tx.figures.contribute("line-1", listings.Ant!.id, 12_345, now));
    expect((await world.rest("GET", "/leaderboards/billboard")).body).toMatchObject({
      paid: true,
      items: [{ rank: 1, listing: { name: "Ant" }, metric: { value: 12_345, display: "$123.45" } }],
    });
  });

  it("shows verified revenue for 35 days, and then drops it", async () => {
    const figure = { currency: "JPY", verifiedBy: "admin", asOf: now, recordedAt: now };
    await world.deps.store.change((tx) =>
      tx.figures.saveRevenue({ ...figure, listingId: listings.Dog!.id, amountCents: 1500, usdCents: 1000 }),
    );
    expect((await world.rest("GET", "/leaderboards/revenue")).body.items).toMatchObject([
      { metric: { value: 1000, display: "¥1,500" } },
    ]);
  });

  it.each([
    ["/leaderboards/best", 404, "not_found"],
    ["/leaderboards/toString", 404, "not_found"],
    ["/leaderboards/community-weekly?week=someday", 400, "validation_failed"],
    ["/leaderboards/community-weekly?week=next", 400, "validation_failed"],
    ["/leaderboards/community-weekly?week=2026-13-01", 400, "validation_failed"],
    ["/leaderboards/revenue?week=this", 400, "validation_failed"],
    ["/leaderboards/revenue?per_page=0", 400, "validation_failed"],
  ])("%s is %i", async (path, status, code) => {
    expect(await world.rest("GET", path)).toMatchObject({ status, body: { code } });
  });
});

describe("list_awards", () => {
  it("gives the newest week first, of live listings, and of one listing", async () => {
    const award = (monday: string, place: Place, name: string) => ({
      id: `launch-of-the-week-${monday}-${place}`,
      kind: "launch_of_the_week" as const,
      week: monday,
      place,
      listingId: listings[name]!.id,
      votes: 9 - place,
      tied: false,
      reachedAt: now,
      startsAt: now,
      endsAt: now,
      awardedAt: now,
    });
    await world.deps.store.change(async (tx) => {
      await tx.awards.give("2026-01-05", [award("2026-01-05", 1, "Dog")], now);
      const second = [award("2026-01-12", 2, "Eel"), award("2026-01-12", 1, "Dog"), award("2026-01-12", 3, "Hen")];
      await tx.awards.give("2026-01-12", second, now);
    });
    const { status, body } = await world.rest("GET", "/awards");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 3,
      items: [
        { week: "2026-01-12", place: 1, votes: 8, tied: false, listing: { name: "Dog" } },
        { week: "2026-01-12", place: 2, listing: { name: "Eel" } },
        { week: "2026-01-05", place: 1, badge_url: expect.stringContaining("/badges/dog/launch-of-the-week/") },
      ],
    });
    expect((await world.rest("GET", "/awards?listing=eel")).body).toMatchObject({ total: 1, items: [{ place: 2 }] });
    expect((await world.rest("GET", "/awards?listing=nothing-here")).body).toMatchObject({ total: 0, items: [] });
    expect((await world.rest("GET", "/awards?per_page=1&page=3")).body.items).toEqual([body.items[2]]);
    expect((await world.mcp("list_awards", {})).body.structuredContent).toEqual(body);
    const profile = await world.rest("GET", "/listings/dog");
    expect(profile.body.awards).toEqual([
      { id: "launch-of-the-week-2026-01-12-1", place: 1, week: "2026-01-12" },
      { id: "launch-of-the-week-2026-01-05-1", place: 1, week: "2026-01-05" },
    ]);
  });

  it.each(["?listing=Not+A+Slug", "?page=1001", "?kind=x"])("%s is 400", async (query) => {
    expect(await world.rest("GET", `/awards${query}`)).toMatchObject({ status: 400 });
  });
});

it("a profile shows the trend of its domain rating", async () => {
  const { id } = listings.Cat!;
  for (const [date, value] of [
    ["2026-09-01", 10],
    ["2026-10-01", null],
    ["2026-10-10", 14],
    ["2026-11-01", 17],
  ] as const) {
    await world.deps.store.change((tx) =>
      tx.figures.saveRating({ listingId: id, date, value, source: "Tranco list", checkedAt: new Date(date) }),
    );
  }
  expect((await world.rest("GET", "/listings/cat")).body.domain_rating).toEqual({
    value: 17,
    previous: 14,
    change_30d: 7,
    history: [
      { date: "2026-09-01", value: 10 },
      { date: "2026-10-10", value: 14 },
      { date: "2026-11-01", value: 17 },
    ],
    source: "Tranco list",
    checked_at: "2026-11-01T00:00:00.000Z",
  });
});

it("the ranking rules are part of get_site_info and a page of their own", async () => {
  const { body } = await world.rest("GET", "/site");
  expect(body.ranking.trending.join(" ")).toContain("48 hours");
  const page = await (await fetch(body.ranking.url)).text();
  expect(page).toContain("every 48 hours");
});
