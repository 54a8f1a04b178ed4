import { describe, expect, it } from "vitest";
import { html } from "../../core/text/html.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { ENGLISH } from "../../languages/language.ts";
import { inEnglish } from "../../languages/words.ts";
import { trendChart } from "../../site/kit/charts.ts";
import { weekDays } from "../../site/parts/launches/calendar.ts";
import { communityOf } from "../helpers/community.ts";
import { createWorld, member } from "./world.ts";

const DAY_MS = 24 * 3600_000;
const JSON_PLEASE = { accept: "application/json" };

const world = await createWorld({ env: { SITE_TIMEZONE: "Europe/Berlin" } });
const make = communityOf(world.store);
const launched = await make.listing({}, world.clock.at);
await make.listing({ status: "scheduled", launchedAt: null, launchWeek: "2026-11-23" });
const ann = await member(world, "ann@people.example", "Ann");

const text = async (path: string): Promise<string> => {
  const reply = await world.visitor().get(path);
  expect(reply.status, path).toBe(200);
  return reply.text;
};

describe("the front page", () => {
  it("shows this week ranked, next week with links to what is up, and when the next launch is at the site", async () => {
    const page = await text("/");
    expect(page).toContain(`/listings/${launched.slug}`);
    expect(page).toContain("Launching Monday");
    expect(page).toContain('href="/listings/site-2"');
    expect(page).toContain('data-countdown="2026-11-22T23:00:00.000Z"');
    expect(page).toContain("Monday 23 November at 00:00 CET");
  });

  it("is light: at most 250 kB in all, and 50 kB of it JavaScript", async () => {
    const page = await text("/");
    const sizes: Record<string, number> = { html: page.length };
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
    for (const file of new Set(files)) {
      const kind = file.slice(file.lastIndexOf(".") + 1);
      const body = await (await fetch(world.url + file)).arrayBuffer();
      sizes[kind] = (sizes[kind] ?? 0) + body.byteLength;
    }
    expect(sizes.js).toBeLessThan(50_000);
    expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });
});

describe("the calendar", () => {
  it("goes from week to week, and any day leads to its week", async () => {
    const week = await text("/launches/weeks/2026-11-16");
    expect(week).toContain('href="/launches/weeks/2026-11-09"');
    expect(week).toContain('href="/launches/weeks/2026-11-23"');
    expect(week).toContain("/feeds/weeks/2026-11-16.atom");
    const day = await world.visitor().get("/launches/weeks/2026-11-18");
    expect(day).toMatchObject({ status: 302, location: "/launches/weeks/2026-11-16" });
    expect((await world.visitor().get("/launches/weeks/next")).location).toBe("/launches/weeks/2026-11-23");
    for (const wrong of ["soon", "2026-02-30", "__proto__"])
      expect((await world.visitor().get(`/launches/weeks/${wrong}`)).status).toBe(404);
    expect(await text("/launches/weeks/2026-11-23")).toContain("Begins in");
    expect(await text("/launches/weeks/2020-01-06")).toContain("No launches this week");
  });

  it.each(["trending", "most-voted", "most-viewed", "most-followed", "recent", "upcoming"])(
    "has a tab for %s",
    async (section) => {
      expect(await text(`/launches?section=${section}`)).toContain(`section=${section}" aria-current="page"`);
    },
  );

  it("is led to by the feed of a week, and is in the sitemap", async () => {
    expect(await text("/feeds/weeks/2026-11-16.atom")).toContain(`${world.url}/launches/weeks/2026-11-16`);
    expect(await text("/sitemap.xml")).toContain("/sitemaps/weeks-1.xml");
    expect(await text("/sitemaps/weeks-1.xml")).toContain(`${world.url}/launches/weeks/2026-11-16`);
  });

  it.each([
    ["2026-11-16", "16 to 22 November 2026", "16 to 22 Nov"],
    ["2026-11-30", "30 November to 6 December 2026", "30 Nov to 6 Dec"],
    ["2026-12-28", "28 December 2026 to 3 January 2027", "28 Dec – 3 Jan"],
  ])("says the week of %s in words", (monday, long, short) => {
    expect([weekDays(monday), weekDays(monday, "short")].map(inEnglish)).toEqual([long, short]);
  });
});

describe("the search", () => {
  it("is a form that works without scripts, keeps what was chosen, and pages", async () => {
    const page = await text("/search?q=site&sort=newest&category=&stage=");
    expect(page).toContain('value="site"');
    expect(page).toContain('<option value="newest" selected>');
    expect(page).toContain(`<link rel="canonical" href="${world.url}/search?q=site&amp;sort=newest">`);
    expect(page).toContain(`/listings/${launched.slug}`);
    expect(await text("/search?q=xyzzyplughquux")).toContain("No products found");
    // A field may be gone that an old address sorts by.
    expect(await text("/search?sort=best")).toContain(`<link rel="canonical" href="${world.url}/search">`);
  });
});

describe("leaderboards and awards", () => {
  it("say which one is paid, and what that means", async () => {
    const { at } = world.clock;
    await world.store.change((tx) => tx.figures.contribute("line-1", launched.id, 12_300, at));
    const page = await text("/leaderboards/billboard");
    expect(page).toContain("Paid placement: the billboard ranks listings by the money they paid for it.");
    expect(page).toContain("$123.00");
    expect(await text("/")).toContain("Paid placement: the billboard");
    expect((await world.visitor().get("/leaderboards")).location).toBe("/leaderboards/community-weekly");
    expect((await world.visitor().get("/leaderboards/nothing")).status).toBe(404);
  });

  it("show the winners of a week", async () => {
    expect(await text("/awards")).toContain("<h1>Past launches</h1>");
    const week = weekOf(world.clock.at, "Europe/Berlin", -1);
    const award = {
      id: "award-1",
      kind: "launch_of_the_week" as const,
      place: 1 as const,
      week: week.monday,
      listingId: launched.id,
      votes: 3,
      tied: false,
      startsAt: week.startsAt,
      endsAt: week.endsAt,
      reachedAt: week.endsAt,
      awardedAt: world.clock.at,
    };
    await world.store.change((tx) => tx.awards.give(week.monday, [award], world.clock.at));
    expect(await text(`/listings/${launched.slug}`)).toContain("First in its week");
  });
});

describe("comparing", () => {
  it("finds two listings by name or slug, and says which one it did not find", async () => {
    const found = await world.visitor().get("/compare?left=Site+1&right=site-1");
    expect(found.text).toContain("Choose a different product.");
    const other = await communityOf(world.store).listing({ siteKey: "other", domain: "other.example" });
    await world.store.change((tx) => tx.listings.find(other.id));
    const missing = await world.visitor().get("/compare?left=site-1&right=xyzzyplughquux");
    expect(missing.text).toContain("No product has this name.");
    expect(missing.text).toContain('value="xyzzyplughquux"');
    const both = await world.visitor().get(`/compare?left=site-1&right=${other.slug}`);
    expect(both).toMatchObject({ status: 303, location: `/compare?a=site-1&b=${other.slug}` });
  });
});

describe("votes and follows for the script of the page", () => {
  const send = (name: "vote" | "follow", state: string, slug = launched.slug) =>
    ann.post(
      `/listings/${slug}/${name}`,
      { [name]: state },
      { ...JSON_PLEASE, "sec-fetch-site": "same-origin", origin: world.url },
    );

  it("answer with the state that holds now", async () => {
    await ann.get(`/listings/${launched.slug}`);
    const voted = await send("vote", "on");
    expect(JSON.parse(voted.text)).toEqual({ on: true, count: 1, note: null });
    expect(voted.headers.get("cache-control")).toBe("private, no-store");
    expect((await ann.get("/")).text).toContain('data-on="true"');
    expect(JSON.parse((await send("follow", "on")).text)).toMatchObject({ on: true, count: 1 });
    expect(JSON.parse((await send("vote", "off")).text)).toMatchObject({ on: false, count: 0 });
  });

  it("answer with what to do when they are refused", async () => {
    expect(JSON.parse((await send("vote", "on", "nothing-here")).text).detail).toContain("Reload");
    expect((await send("vote", "sideways")).status).toBe(400);
    const stranger = world.visitor();
    await stranger.get("/sign-in");
    const refused = await stranger.post(
      `/listings/${launched.slug}/vote`,
      { vote: "on" },
      { ...JSON_PLEASE, "sec-fetch-site": "same-origin", origin: world.url },
    );
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text).detail).toContain("Sign in");
    const stale = await ann.post(
      `/listings/${launched.slug}/vote`,
      { vote: "on", csrf: "old" },
      { ...JSON_PLEASE, "sec-fetch-site": "same-origin", origin: world.url },
    );
    expect(stale.status).toBe(403);
    expect(JSON.parse(stale.text).detail).toContain("Reload it");
  });

  it("lead a form back to its page, and to no other site", async () => {
    const back = (path: string) => ann.post(`/listings/${launched.slug}/vote`, { vote: "on", back: path });
    expect((await back("/search?q=site")).location).toBe("/search?q=site");
    for (const evil of ["https://evil.example/", "//evil.example", "/\\evil.example"])
      expect((await back(evil)).location).toBe(`/listings/${launched.slug}#community`);
  });
});

describe("the chart of a figure", () => {
  const at = (day: number, value: number) => ({
    date: new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString().slice(0, 10),
    value,
  });
  const drawn = (points: Parameters<typeof trendChart>[0]) => html`${trendChart(points)}`.in(ENGLISH);
  it("says in words what it draws", () => {
    const svg = drawn([at(0, 10), at(7, 30), at(14, 20)]);
    expect(svg).toContain('aria-label="From 10 on 2026-01-01 to 20 on 2026-01-15; lowest 10, highest 30."');
    expect(svg).toContain('points="4.0,52.0 120.0,4.0 236.0,28.0"');
  });
  it("draws a figure that never moves as a level line, and one point not at all", () => {
    expect(drawn([at(0, 5), at(7, 5)])).toContain('points="4.0,28.0 236.0,28.0"');
    expect(trendChart([at(0, 5)])).toBe(false);
    expect(trendChart([])).toBe(false);
  });
});
