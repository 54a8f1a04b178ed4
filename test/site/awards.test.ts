import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mondaysOf } from "../../domain/launches/award-periods.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const HOUR = 3600_000;
const ZONE = "UTC";
const LIMITS = { network: 99, newAccounts: 99 };

let world: World;
let month: string;
const listings: Record<string, Listing> = {};
const text = async (path: string) => (await createVisitor(world.baseUrl).get(path)).text;

beforeAll(async () => {
  world = await createWorld({ env: { SITE_TIMEZONE: ZONE } });
  const { deps } = world;
  const { id: ownerId } = await world.account("ann");
  // The last month whose weeks are all over and settled.
  const settled = weekOf(new Date(deps.now().getTime() - 24 * HOUR), ZONE).monday;
  const past = Temporal.PlainDate.from(settled).subtract({ months: 1 });
  month = past.toString().slice(0, 7);
  const mondays = mondaysOf(month);
  const cast: { id: string; listingId: number; at: Date }[] = [];
  const launch = async (name: string, monday: string, votes: number, given = {}) => {
    const { startsAt } = weekAfter({ monday }, ZONE, 0);
    const listing = await world.listing(name, { launchedAt: startsAt, launchWeek: monday, ownerId, ...given });
    listings[name] = listing;
    for (let index = 0; index < votes; index++) {
      const { id } = await world.account(`voter${index}`);
      cast.push({ id, listingId: listing.id, at: new Date(startsAt.getTime() + (index + 1) * HOUR) });
    }
  };
  await launch("Ant", mondays[0]!, 5);
  await launch("Bee", mondays[0]!, 2);
  await launch("Cat", mondays[1]!, 7);
  await launch("Demo", mondays[2]!, 9, { isDemo: true });
  await launch("Dog", mondays[2]!, 3);
  await launch("Eel", weekAfter({ monday: mondays.at(-1)! }, ZONE).monday, 1);
  // All at once: a week may get its awards at any moment from its first vote on.
  await deps.store.change(async (tx) => {
    for (const { id, listingId, at } of cast)
      await tx.votes.set(id, listingId, { visitorHash: "v", networkHash: null }, LIMITS, at);
  });
  world.advance(11 * 60_000);
  await world.drain();
});
afterAll(() => world.close());

const given = async () =>
  (await world.deps.store.trophies.newest("month", 12)).map(({ trophy, listing }) => [
    trophy.period,
    trophy.place,
    listing.name,
    trophy.votes,
  ]);

describe("awards of a month", () => {
  it("go to the best of its weeks once all have theirs, without the demo", async () => {
    expect(await given()).toEqual([
      [month, 1, "Cat", 7],
      [month, 2, "Ant", 5],
      [month, 3, "Dog", 3],
    ]);
  });

  it("are given once and never change", async () => {
    const before = await given();
    const { id } = await world.account("voter0");
    await world.deps.store.change((tx) => tx.votes.withdraw(id, listings.Cat!.id, world.deps.now()));
    world.advance(8 * 24 * HOUR);
    await world.drain();
    expect((await given()).filter(([period]) => period === month)).toEqual(before);
  });

  it("are in no answer of the API, which knows awards of weeks", async () => {
    const { body } = await world.rest("GET", "/awards?per_page=100");
    expect(new Set(body.items.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(["launch_of_the_week"]));
    const { body: cat } = await world.rest("GET", `/listings/${listings.Cat!.slug}`);
    expect(cat.awards).toHaveLength(1);
  });
});

describe("the page of an award", () => {
  it("says who won what when, and leads to the listing and the week", async () => {
    const { slug } = listings.Cat!;
    for (const [id, title] of [
      [`launch-of-the-month-${month}-1`, "Launch of the Month"],
      [`launch-of-the-week-${mondaysOf(month)[1]}-1`, "Launch of the Week"],
    ] as const) {
      const page = await text(`/awards/${id}`);
      expect(page).toContain(`<title>Cat: ${title}, `);
      expect(page).toContain(`href="/listings/${slug}"`);
      expect(page).toContain(`href="/launches/weeks/${mondaysOf(month)[1]}"`);
      expect(page).toContain(`<link rel="canonical" href="${world.url}/awards/${id}">`);
    }
    expect(await text(`/awards/launch-of-the-month-${month}-2`)).toContain("Second place, Launch of the Month");
  });

  it("is linked from the listing, its week, its owner’s dashboard and the list of awards", async () => {
    const path = `/awards/launch-of-the-month-${month}-1`;
    const weekly = `/awards/launch-of-the-week-${mondaysOf(month)[1]}-1`;
    expect(await text(`/listings/${listings.Cat!.slug}`)).toContain(`href="${path}"`);
    const year = month.slice(0, 4);
    expect(await text(`/awards?by=month&year=${year}`)).toContain(`href="${path}"`);
    expect(await text(`/awards?year=${year}`)).toContain(`href="${weekly}"`);
    expect(await text(`/launches/weeks/${mondaysOf(month)[1]}`)).toContain(`href="${weekly}"`);
    const ann = createVisitor(world.baseUrl);
    await ann.signIn("ann@people.example");
    expect((await ann.get(`/account/listings/${listings.Cat!.id}`)).text).toContain(`href="${path}"`);
  });

  it("does not exist for places that nobody won, and goes with its listing", async () => {
    const guest = createVisitor(world.baseUrl);
    for (const id of ["unknown", `launch-of-the-month-${month}-4`, "..%2f"])
      expect((await guest.get(`/awards/${id}`)).status, id).toBe(404);
    await world.deps.store.change(async (tx) => {
      const listing = (await tx.listings.find(listings.Dog!.id))!;
      const terms = { ...listing, status: "suspended" as const, categories: [] };
      await tx.listings.setTerms(listing, terms, { accountId: null, client: null }, world.deps.now());
    });
    expect((await guest.get(`/awards/launch-of-the-month-${month}-3`)).status).toBe(404);
    expect(await text("/awards")).not.toContain("/listings/dog");
  });
});
