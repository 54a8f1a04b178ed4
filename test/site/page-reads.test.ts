import { describe, expect, it } from "vitest";
import type { Listing } from "../../domain/listings/listing.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { addListing } from "../helpers/listing.ts";
import { type Ran, statementsOf } from "../helpers/statements.ts";
import { admin, createWorld, member, type Visitor } from "./world.ts";

/** Searches ask what has changed since the last one, as often as they wait; a wait ends the transaction of reads, too. */
const FRESHNESS = /search_changes|listing_changes|data_version|max\(id\)|^begin$|^commit$/;
/** Two operations of the front page each say how many listings are live; pages and the search each keep the own fields. */
const LIVE =
  /^select "name", "count" from "counts" where "counts"."name" = \?$|from own_fields order by position, key$/;
/** Each list of a page reads its rows at once. */
const ROWS =
  /^select .* from "listings" where "listings"."id" in \(select cast\(value as bigint\) from json_each\(\?\)\)$/;
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36" };

const listings: Listing[] = [];

const world = await createWorld();
const owner = await member(world, "owner@people.example", "Olga");
const reader = await member(world, "reader@people.example", "Rita");
const root = await admin(world);
const at = world.clock.at;
const [olga, rita] = await Promise.all(
  ["owner", "reader"].map((name) => world.store.accounts.findByEmail(`${name}@people.example`)),
);
for (const name of ["One", "Two", "Three"])
  listings.push(
    await addListing(
      world.store,
      {
        name,
        category: "crm",
        profile: { description: `What ${name} is for` },
        founders: [{ name: `Founder of ${name}`, title: null, bio: null }],
        ownerId: olga!.id,
      },
      at,
    ),
  );
const listingId = listings[0]!.id;
// So that lists in different orders do not name the same listings in the same order.
await castVote(world.deps, rita!.id, listings[2]!.id);
const earlier = new Date(at.getTime() - 15 * 24 * 3600 * 1000);
await castVote({ ...world.deps, now: () => earlier }, rita!.id, listings[1]!.id);
await world.store.change(async (tx) => {
  await tx.reviews.write(rita!.id, listingId, { rating: 5, title: null, body: "Good" }, at);
  await tx.reviews.decide(1, "published", { by: olga!.id, at, seenAt: at });
  await tx.updates.add({ listingId, accountId: olga!.id, title: "News", body: "New", publishedAt: at });
  await tx.figures.saveRating({ listingId, date: "2026-11-18", value: 30, source: "x", checkedAt: at });
});
// The first search reads what has changed, listing by listing.
await world.visitor().get("/search?q=one");

/** What a page asks of the database when nothing is kept from the page before. */
async function readsOf(visitor: Visitor, path: string): Promise<Ran[]> {
  world.writer.exec("update listings set name = name");
  const ran = await statementsOf(async () => {
    expect((await visitor.get(path, BROWSER)).status).toBe(200);
  });
  await world.deps.visits.flush();
  expect(ran).not.toEqual([]);
  return ran.filter(({ sql }) => !FRESHNESS.test(sql));
}

const page = () => `/listings/${listings[0]!.slug}`;

describe("the page of a listing", () => {
  it.each([
    ["a visitor", () => world.visitor()],
    ["a member", () => reader],
    ["its owner", () => owner],
  ])("reads the row of the listing once for %s, and only cards of its alternatives", async (_who, visitor) => {
    const ran = await readsOf(visitor(), page());
    const row = (listing: Listing) =>
      ran.filter(({ rows }) => JSON.stringify(rows).includes(`What ${listing.name} is for`));
    expect(listings.map((listing) => row(listing).length)).toEqual([1, 0, 0]);
  });
});

describe("no page asks the database the same question twice:", () => {
  const dashboard = () => `/account/listings/${listings[0]!.id}`;
  it.each<[name: string, visitor: () => Visitor, path: () => string]>([
    ...[
      "/",
      "/categories",
      "/categories/crm",
      "/leaderboards/community-weekly",
      "/leaderboards/community-all-time",
      "/leaderboards/billboard",
      "/leaderboards/domain-rating",
      "/leaderboards/revenue",
      "/launches",
      "/launches?section=trending",
      "/launches/weeks/2026-11-16",
      "/launches/weeks/2026-11-23",
      "/founders",
      "/founders/founder-of-one",
      "/compare",
      "/compare?a=one&b=two",
      "/search",
      "/search?q=one",
      "/updates",
      "/awards",
      "/listings/one/alternatives",
      "/listings/one/badges",
    ].map((path): [string, () => Visitor, () => string] => [path, () => world.visitor(), () => path]),
    ["the launch weeks, for an admin", () => root, () => "/admin/weeks"],
    ["the listing, for a visitor", () => world.visitor(), page],
    ["the listing, for a member", () => reader, page],
    ["the listing, for its owner", () => owner, page],
    ...["", "/launch", "/edit", "/updates", "/milestones", "/story", "/pictures", "/history"].map(
      (tab): [string, () => Visitor, () => string] => [
        `the owner's dashboard${tab}`,
        () => owner,
        () => `${dashboard()}${tab}`,
      ],
    ),
  ])("%s", async (_name, visitor, path) => {
    const ran = (await readsOf(visitor(), path())).filter(({ sql }) => !LIVE.test(sql));
    const times = Map.groupBy(ran, ({ sql, values }) => `${sql} ${JSON.stringify(values)}`);
    expect([...times].filter(([, all]) => all.length > 1).map(([question]) => question)).toEqual([]);
    // The same for each of many rows is a question, too.
    const shapes = Map.groupBy(
      ran.filter(({ sql }) => !ROWS.test(sql)),
      ({ sql }) => sql,
    );
    expect([...shapes].filter(([, all]) => all.length > 2).map(([sql, all]) => `${all.length} times ${sql}`)).toEqual(
      [],
    );
  });
});
