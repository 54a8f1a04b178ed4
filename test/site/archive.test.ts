import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const HOUR = 3600_000;
const ZONE = "UTC";
const LIMITS = { network: 99, newAccounts: 99 };

let world: World;
/** The current week, one that was won, one without votes, one without launches. */
let [current, won, voteless, empty] = ["", "", "", ""];
const get = (path: string) => createVisitor(world.baseUrl).get(path);
const text = async (path: string) => (await get(path)).text;
const robots = async (path: string) => /<meta name="robots" content="noindex/.test(await text(path));

beforeAll(async () => {
  world = await createWorld({ env: { SITE_TIMEZONE: ZONE } });
  const { deps } = world;
  const now = weekOf(deps.now(), ZONE);
  [current, empty, voteless, won] = [0, -2, -3, -4].map((weeks) => weekAfter(now, ZONE, weeks).monday) as [
    string,
    string,
    string,
    string,
  ];
  const cast: { voter: string; id: number; at: Date }[] = [];
  for (const [name, monday, votes] of [
    ["Ant", won, 6],
    ["Bee", won, 2],
    ["Cat", voteless, 0],
    ["Dog", current, 0],
  ] as const) {
    const { startsAt } = weekAfter({ monday }, ZONE, 0);
    const { id } = await world.listing(name, { launchedAt: startsAt, launchWeek: monday });
    for (let index = 0; index < votes; index++) {
      const voter = await world.account(`voter${index}`);
      cast.push({ voter: voter.id, id, at: new Date(startsAt.getTime() + (index + 1) * HOUR) });
    }
  }
  // All at once: a week may get its awards at any moment from its first vote on.
  const from = { visitorHash: "v", networkHash: null };
  await deps.store.change(async (tx) => {
    for (const { voter, id, at } of cast) await tx.votes.set(voter, id, from, LIMITS, at);
  });
  world.advance(11 * 60_000);
  await world.drain();
});
afterAll(() => world.close());

describe("past launches", () => {
  it("name every week with launches and its winner, by month", async () => {
    const page = await text(`/awards?year=${won.slice(0, 4)}`);
    expect(page).toContain("<h1>Past launches</h1>");
    expect(page).toContain(`href="/launches/weeks/${won}"`);
    expect(page).toMatch(/<bdi>Ant<\/bdi><\/a>\n<a class="small muted" href="\/awards\/launch-of-the-week-[\d-]+-1">6/);
    expect(await text(`/awards?year=${voteless.slice(0, 4)}`)).toContain(`href="/launches/weeks/${voteless}"`);
    expect(page).not.toContain(empty);
    expect(await text("/awards")).toContain(`href="/launches/weeks/${current}"`);
  });

  it("have a page for each month and year, with the best of its weeks", async () => {
    for (const path of [`/launches/months/${won.slice(0, 7)}`, `/launches/years/${won.slice(0, 4)}`]) {
      const page = await text(path);
      expect(page).toMatch(/<h1>Best of /);
      expect(page.indexOf(">Ant<")).toBeLessThan(page.indexOf(">Bee<"));
      expect(page).toContain('class="podium"');
    }
    for (const path of [
      "/launches/months/1999-01",
      "/launches/months/2026-13",
      "/launches/years/2026-01",
      "/launches/years/x",
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  it("say nothing of a winner where nobody voted, and search engines leave those weeks out", async () => {
    const sitemap = await text("/sitemaps/weeks-1.xml");
    for (const [monday, isIndexed] of [
      [current, true],
      [won, true],
      [voteless, false],
      [empty, false],
    ] as const) {
      const path = `/launches/weeks/${monday}`;
      const page = await text(path);
      expect(page.includes('rel="canonical"'), monday).toBe(isIndexed);
      expect(await robots(path), monday).toBe(!isIndexed);
      expect(sitemap.includes(path), monday).toBe(isIndexed);
      if (!isIndexed) expect(page).not.toMatch(/class="podium"|data-stage="settled"/);
    }
    expect(await text("/sitemaps/periods-1.xml")).toContain(`/launches/months/${won.slice(0, 7)}<`);
  });
});
