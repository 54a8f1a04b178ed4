import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { createWorld } from "../helpers/world.ts";

const HOUR = 3600_000;
/** Slugs in the published order: the earlier launch is ahead, then the lower id. */

const world = await createWorld({ env: { LIMIT_WRITE: "10000" } });
const { startsAt } = weekOf(world.deps.now(), "UTC");
const made: { slug: string; id: number; at: number }[] = [];
// Saved in another order than they launched, two of them at the same moment; every figure is
// equal.
for (const [name, hours] of [
  ["Tie Delta", 4],
  ["Tie Alpha", 1],
  ["Tie Charlie", 3],
  ["Tie Bravo", 1],
] as const) {
  const launchedAt = new Date(startsAt.getTime() - 30 * 24 * HOUR + hours * HOUR);
  const figures = { votes: 7, views: 7, followers: 7, trending: 7, domainRating: 7 };
  const listing = await world.listing(name, {
    category: "crm",
    launchedAt,
    ...figures,
    content: { tagline: "The same words" },
  });
  await world.deps.store.change(async (tx) => {
    await tx.figures.contribute(`line-${listing.id}`, listing.id, 5000, launchedAt);
    const asOf = world.deps.now();
    const figure = { amountCents: 700, usdCents: 700, currency: "USD", verifiedBy: "admin", asOf, recordedAt: asOf };
    await tx.figures.saveRevenue({ listingId: listing.id, ...figure });
  });
  made.push({ slug: listing.slug, id: listing.id, at: launchedAt.getTime() });
}
const published = made.sort((a, b) => a.at - b.at || a.id - b.id).map(({ slug }) => slug);

type Item = { slug?: string; listing?: { slug: string } };
const order = (body: { items: Item[] }) => body.items.map((item) => item.slug ?? item.listing!.slug);

it.each([
  "/listings",
  "/listings?q=tie",
  "/listings?q=same+words",
  "/listings?sort=votes",
  "/listings?sort=trending&category=crm",
  "/listings?sort=most_viewed",
  "/listings?sort=most_followed",
  "/listings?q=tie&sort=votes",
  "/categories/crm",
  "/launches?section=trending",
  "/launches?section=most-voted",
  "/launches?section=most-viewed",
  "/launches?section=most-followed",
  "/leaderboards/community-all-time",
  "/leaderboards/billboard",
  "/leaderboards/domain-rating",
  "/leaderboards/revenue",
])("%s puts the earlier launch ahead of an equal one, then the lower id", async (path) => {
  expect(order((await world.rest("GET", path)).body)).toEqual(published);
  const paged = await Promise.all(
    [1, 2, 3, 4].map((page) => world.rest("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=1&page=${page}`)),
  );
  expect(paged.flatMap(({ body }) => order(body))).toEqual(published);
});

it("the newest come first, and at equal times the lower id", async () => {
  const newest = ["tie-delta", "tie-charlie", "tie-alpha", "tie-bravo"];
  expect(order((await world.rest("GET", "/listings?sort=newest")).body)).toEqual(newest);
  expect(order((await world.rest("GET", "/launches?section=recent")).body)).toEqual(newest);
});

it("the ranking rules say so", async () => {
  const { body } = await world.rest("GET", "/site");
  const rule = "ties go to what was public first, then to the listing that was saved first";
  expect(body.ranking.boards.join(" ")).toContain(rule);
  expect(await (await fetch(`${world.baseUrl}/how-ranking-works`)).text()).toContain(rule);
});
