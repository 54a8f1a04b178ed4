import { describe, expect, it } from "vitest";
import { html } from "../../core/text/html.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { ENGLISH } from "../../languages/language.ts";
import { race } from "../../site/parts/launches/podium.ts";
import { weekStory } from "../../site/parts/launches/week-story.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { png } from "../helpers/png.ts";
import { createWorld } from "../helpers/world.ts";

const ZONE = "UTC";
const PICTURE = { url: "https://pictures.example/a.png", alt: "The plan of a day" };

const text = async (path: string): Promise<string> => {
  const reply = await fetch(world.url + path);
  expect(reply.status, path).toBe(200);
  return reply.text();
};
const inWeek = (weeks: number) => {
  const week = weekOf(world.deps.now(), ZONE, weeks);
  return { launchedAt: new Date(week.startsAt.getTime() + 1000), launchWeek: week.monday };
};
async function vote(listingId: number, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await castVote(world.deps, (await world.account(`voter${index}`)).id, listingId);
}

const world = await createWorld({ env: { VOTE_BURST_NEW_ACCOUNTS: "1000" } });
const winner = await world.listing("Bramble", inWeek(0));
await vote(winner.id, 6);
const second = await world.listing("Octavo", inWeek(0));
await vote(second.id, 2);
world.advance(7 * 24 * 3600_000);
await world.listing("Kelpline", {
  ...inWeek(0),
  unlocked: ["media"],
  profile: {
    media: [PICTURE],
    pricingSummary: "From €39 a month",
    foundedYear: 2024,
    evidence: {
      pricing_summary: [{ quote: "One farm: €39 a month <b>.", url: "https://kelpline.example/pricing" }],
    },
  },
});
await world.listing("Plain", inWeek(0));

describe("the front page", () => {
  it("leads makers to the page that reads their website, with their address", async () => {
    expect(await text("/")).toMatch(/<form method="post" action="\/submit"[^>]*><label>.*?<input name="url"/s);
    expect(await text("/submit?url=pigmentry.com")).toContain('value="pigmentry.com"');
  });

  it("shows who won last week, with the votes of that week", async () => {
    const [strip = ""] = /<section class="strip".*?<\/section>/s.exec(await text("/")) ?? [];
    expect(strip).toContain("/listings/bramble");
    expect(strip).toContain("6 votes");
  });

  it("leaves out counts below five", async () => {
    const page = await text("/");
    expect(page).not.toMatch(/\b[0-4] (launch|vote)/);
    expect(page).toMatch(/data-count-of="\/listings\/kelpline\/vote" data-few>0</);
    const strip = /<section class="strip".*?<\/section>/s.exec(page)![0];
    expect(strip).not.toContain("2 votes");
  });

  it("draws a poster for a listing without pictures, and shows a picture as soon as there is a copy", async () => {
    const card = async (slug: string) =>
      /<li class="launch hue-\w+"><div class="shot">(.*?)<\/li>/gs.exec(
        (await text("/")).split('<ol class="firsts">')[1]!.split(slug)[0]!.concat("</li>"),
      )?.[1] ?? "";
    expect(await card("/listings/kelpline")).toContain('class="poster"');
    await world.deps.pictures.keep(PICTURE.url, png(64, 40), "wide");
    world.advance(61_000);
    const page = await text("/");
    expect(page).toMatch(/<li class="launch hue-\w+"><div class="shot"><img class="pic"/);
    expect(page).toContain('class="poster"');
  });
});

describe("the race", () => {
  const runners = (...votes: number[]) =>
    html`${race(votes.map((count, index) => ({ slug: `s${index}`, name: `S${index}`, logo_url: null, week_votes: count })))}`.in(
      ENGLISH,
    );
  const heights = (page: string) => [...page.matchAll(/up-(\d+)/g)].map((match) => Number(match[1]));

  it("lifts each launch as high as its votes", () => {
    expect(heights(runners(214, 189, 152, 118, 97, 81, 64, 41))).toEqual([100, 90, 70, 55, 45, 40, 30, 20]);
    expect(heights(runners(100, 10))).toEqual([100, 20]);
  });
  it("falls from place to place even if all have as many, so that no logo lies on the words", () => {
    expect(heights(runners(10, 10, 10, 10, 10, 10, 10, 10))).toEqual([100, 90, 70, 55, 45, 40, 30, 20]);
  });
  it("has room for eight, and none without launches", () => {
    expect(heights(runners(...Array(12).fill(9)))).toHaveLength(8);
    expect(race([])).toBe(false);
  });
});

describe("the page of a week", () => {
  it("has the winners on a podium, the others below, and the story of the week", async () => {
    const week = weekOf(world.deps.now(), ZONE, -1).monday;
    const page = await text(`/launches/weeks/${week}`);
    const [podium = ""] = /<ol class="podium">.*?<\/ol>/s.exec(page) ?? [];
    expect(podium.indexOf("/listings/bramble")).toBeLessThan(podium.indexOf("/listings/octavo"));
    expect(page).toContain("Bramble won the week: 4 votes ahead of Octavo.");
    const levels = [...page.matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });
  it.each([
    [[10, 0], "A won with 10 votes."],
    [[10, 10], "A and B had the same number of votes; A reached it first."],
    [[100, 95], "A won a close week: 5 votes ahead of B."],
    [[0, 0], undefined],
  ])("tells of votes %j", (votes, story) => {
    const launches = votes.map((count, index) => ({ name: "AB"[index]!, week_votes: count, tied: false }));
    expect(weekStory("week", launches)?.in(ENGLISH)).toBe(story);
  });
});

it("a fact that the website states opens to its quote; the others do not claim to", async () => {
  const page = await text("/listings/kelpline");
  const [proof = ""] = /<details class="proven">.*?<\/details>/s.exec(page) ?? [];
  expect(proof).toContain("From €39 a month");
  expect(proof).toContain("“One farm: €39 a month &lt;b&gt;.”");
  expect(proof).toContain('href="https://kelpline.example/pricing"');
  expect(page.match(/class="proof"/g)).toHaveLength(1);
});

it("the styleguide exists only for people who work on the site", async () => {
  expect(await text("/styleguide")).toContain("Components and their states");
  const live = await createWorld({ morePages: [] });
  expect((await fetch(`http://127.0.0.1:${live.port}/styleguide`)).status).toBe(404);
  await live.close();
});
