import { describe, expect, it } from "vitest";
import { type Day, dateOf, dayOf, weekOf } from "../../domain/launches/launch-week.ts";
import type { SiteShape } from "../../domain/site/site-shape.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { followLive } from "../helpers/live.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const ZONE = "Europe/Berlin";
const HOUR = 3600_000;
const world = await createWorld({ env: { SITE_TIMEZONE: ZONE, VOTE_BURST_NEW_ACCOUNTS: "100000" } });
const { store } = world.deps;
const day = (days: number) => dayOf(world.deps.now(), ZONE, days);
/** To noon of the next Wednesday, so that the week has days before and after. */
const wednesday = weekOf(world.deps.now(), ZONE, 1).startsAt.getTime() + 60 * HOUR;
world.advance(wednesday - world.deps.now().getTime());

const shape = (change: Partial<SiteShape>) =>
  store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, ...change } }));
const visitor = () => createVisitor(world.baseUrl);
const page = async (path: string) => (await visitor().get(path)).text;
const launched = (name: string, on: Day, given: Parameters<World["listing"]>[1] = {}) =>
  world.listing(name, { launchedAt: on.startsAt, launchWeek: weekOf(on.startsAt, ZONE).monday, ...given });
const coming = (name: string, given: Parameters<World["listing"]>[1] = {}) =>
  world.listing(name, {
    ...{ status: "scheduled", plan: "free", launchedAt: null, launchWeek: weekOf(world.deps.now(), ZONE, 1).monday },
    ...given,
  });
async function vote(listingId: number, count: number, at = world.deps.now()): Promise<void> {
  for (let index = 0; index < count; index++)
    await castVote({ ...world.deps, now: () => at }, (await world.account(`voter${index}`)).id, listingId);
}

await shape({ cadence: "days" });
const [yesterday, today, tomorrow] = [day(-1), day(0), day(1)];
const ant = await launched("Ant", yesterday);
const bee = await launched("Bee", yesterday);
const cat = await launched("Cat", today);
const dog = await launched("Dog", day(-2));
const noon = (one: Day) => new Date(one.startsAt.getTime() + 12 * HOUR);
await vote(ant.id, 2, noon(yesterday));
await vote(bee.id, 3, noon(yesterday));
// After its day: it counts for the week.
await vote(dog.id, 6, noon(yesterday));

describe("a site with daily launches", () => {
  it("shows the race of today, and yesterday’s winners, on its front page", async () => {
    const text = await page("/");
    expect(text).toContain("Today’s launches");
    expect(text).toMatch(/<ol class="firsts">(?:(?!<\/ol>).)*Cat/s);
    const [winners = ""] = /<ol class="winners">.*?<\/ol>/s.exec(text) ?? [];
    expect(text).toContain("Yesterday’s winners");
    expect(winners.indexOf("Bee")).toBeLessThan(winners.indexOf("Ant"));
    expect(winners).not.toContain("Dog");
    expect(text.match(/.{80}(?:This week’s launches|every Monday|Launching Monday).{20}/gs)).toBe(null);
    expect(text).toContain(`data-live="day/${today.date}"`);
  });

  it("lists the last days, each with its launches, and what is planned for the next ones", async () => {
    const text = await page("/launches");
    const heads = [...text.matchAll(/<h2 id="day-([\d-]+)"/g)].map(([, date]) => date);
    expect(heads).toEqual([today.date, yesterday.date, day(-2).date]);
    expect(text).toContain(`/launches/days/${tomorrow.date}`);
  });

  it("has a page for each day: with a podium if anybody voted on it, and for search engines only then", async () => {
    const won = await page(`/launches/days/${yesterday.date}`);
    expect(won).toContain("Bee won the day: 1 vote ahead of Ant.");
    expect(won).toMatch(/<ol class="podium">.*Bee.*Ant.*<\/ol>/s);
    expect(won).toContain("Launch of the day");
    expect(won).toContain(`<link rel="canonical" href="${world.baseUrl}/launches/days/${yesterday.date}"`);
    const voteless = await page(`/launches/days/${day(-2).date}`);
    expect(voteless).toContain("Dog");
    expect(voteless).not.toMatch(/class="podium"><li|rel="canonical"/);
    expect(await page(`/launches/days/${day(-5).date}`)).toContain("No launches on this day");
    for (const none of ["2026-02-30", "never", "2026-1-1"])
      expect((await visitor().get(`/launches/days/${none}`)).status, none).toBe(404);

    const sitemap = await page("/sitemaps/days-1.xml");
    for (const [one, isIndexed] of [
      [yesterday, true],
      [today, true],
      [day(-2), false],
    ] as const)
      expect(sitemap.includes(`/launches/days/${one.date}<`), one.date).toBe(isIndexed);
    const feed = await page(`/feeds/days/${yesterday.date}.atom`);
    expect(feed).toContain("<title>Ant</title>");
    expect(feed).not.toContain("<title>Cat</title>");
    expect((await page(`/previews/days/${yesterday.date}.png`)).length).toBeGreaterThan(1000);
  });

  it("publishes its rule beside those of weeks", async () => {
    expect(await page("/how-ranking-works")).toContain("Its board counts votes cast on the day");
  });

  it("says on a listing, and in lists, who was among the first of its day", async () => {
    expect(await page(`/listings/${bee.slug}`)).toContain(`/launches/days/${yesterday.date}">#1 of the day</a>`);
    expect(await page(`/listings/${dog.slug}`)).not.toContain("of the day");
    expect(await page("/launches?section=recent")).toContain("#2 of the day");
  });

  it("tells open pages about places of today", async () => {
    const stream = await followLive(world.url, [`day/${today.date}`, `day/${yesterday.date}`, `listing/${cat.slug}`]);
    await expect.poll(() => stream.state(`day/${yesterday.date}`)).toMatchObject({ stage: "past" });
    await vote(cat.id, 1);
    await expect.poll(() => stream.state(`listing/${cat.slug}`)).toMatchObject({ votes: 1, place: 1 });
    await expect.poll(() => stream.state(`day/${today.date}`)?.rows?.[cat.slug]).toEqual([1, 1]);
    expect(await page(`/listings/${cat.slug}`)).toContain("#1 today");
    stream.leave();
  });

  it("keeps the weeks of the interfaces: the week’s board has all its days", async () => {
    const { monday } = weekOf(today.startsAt, ZONE);
    const { body } = await world.rest("GET", `/launches/weeks/${monday}`);
    expect(body).toMatchObject({ week: monday, state: "current", total: 4 });
    expect(body.items[0]).toMatchObject({ slug: dog.slug, week_votes: 6, rank: 1 });
    const text = await page(`/launches/weeks/${monday}`);
    expect(text).toContain(`/launches/days/${today.date}`);
  });

  it("lets a team choose the day of its week, without using up a move", async () => {
    const { id: ownerId } = await world.account("owner");
    const owner = visitor();
    await owner.signIn("owner@people.example");
    const { id } = await coming("Elk", { ownerId });
    const path = `/account/listings/${id}/launch`;
    const week = weekOf(world.deps.now(), ZONE, 1);
    const friday = dateOf(new Date(week.startsAt.getTime() + 100 * HOUR), ZONE);
    expect((await owner.get(path)).text).toContain("Launch day");
    expect((await owner.post(`/account/listings/${id}/day`, { day: friday })).location).toContain("launch-day");
    const text = (await owner.get(path)).text;
    expect(text).toMatch(/It launches on <strong>Friday/);
    expect(text).toContain("3 more times");
    expect((await store.listings.find(id))?.launchWeek).toBe(week.monday);
    const wrong = await owner.post(`/account/listings/${id}/day`, { day: dateOf(week.endsAt, ZONE) });
    expect(wrong.text).toContain("Choose a day of the launch week");
    expect(await page(`/listings/elk`)).toContain("Friday");
    expect(await page(`/launches/days/${friday}`)).toContain("Elk");
  });

  it("goes back to weeks and to days again without losing anything", async () => {
    const before = await page(`/launches/days/${yesterday.date}`);
    await shape({ cadence: "weeks" });
    const { monday } = weekOf(yesterday.startsAt, ZONE);
    expect((await visitor().get(`/launches/days/${yesterday.date}`)).location).toContain(`/launches/weeks/${monday}`);
    expect(await page("/")).toContain("This week’s launches");
    expect(await page(`/listings/${bee.slug}`)).not.toContain("of the day");
    expect((await visitor().get("/sitemaps/days-1.xml")).status).toBe(404);
    await shape({ cadence: "days" });
    const plain = (text: string) => text.replace(/data-\w+="[^"]*"/g, "");
    expect(plain(await page(`/launches/days/${yesterday.date}`))).toBe(plain(before));
    expect((await store.listings.find(cat.id))?.launchedAt).toEqual(today.startsAt);
  });
});
