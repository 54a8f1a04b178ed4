import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { byWeekRank, placesOf, trendingAt } from "../../domain/launches/ranking.ts";
import { newBadgeWatch } from "../../domain/listings/badge-watch.ts";
import { communityOf, counters, recomputed } from "../helpers/community.ts";
import { createDatabase } from "../helpers/database.ts";
import { freshRandom } from "../helpers/random.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const MONDAY = new Date("2026-11-16T00:00:00Z");
const later = (ms: number) => new Date(MONDAY.getTime() + ms);
const LIMITS = { network: 3, newAccounts: 4 };
const HOME = { visitorHash: "v", networkHash: null };

let db: Awaited<ReturnType<typeof createDatabase>>;
let make: ReturnType<typeof communityOf>;
beforeEach(async () => {
  db = await createDatabase();
  make = communityOf(db.store);
});
afterEach(() => db.close());

const vote = (person: string, listing: { id: number }, at: Date, networkHash: string | null = null) =>
  db.store.change((tx) => tx.votes.set(person, listing.id, { visitorHash: person, networkHash }, LIMITS, at));
const votesOf = async ({ id }: { id: number }) => (await db.store.listings.find(id))!.votes;

describe("votes", () => {
  it("are set and unset, keep their first date, and stay as rows", async () => {
    const listing = await make.listing();
    const ann = await make.person();
    const withdraw = (at: Date) => db.store.change((tx) => tx.votes.withdraw(ann, listing.id, at));
    await withdraw(later(0));
    await vote(ann, listing, later(HOUR));
    await withdraw(later(2 * HOUR));
    await withdraw(later(3 * HOUR));
    expect(await votesOf(listing)).toBe(0);
    expect((await db.store.listings.find(listing.id))?.trending).toBe(0);
    expect(await db.store.votes.find(ann, listing.id)).toMatchObject({ counted: false, withdrawnAt: later(2 * HOUR) });
    await vote(ann, listing, later(9 * HOUR));
    expect(await db.store.votes.find(ann, listing.id)).toMatchObject({
      counted: true,
      at: later(HOUR),
      withdrawnAt: null,
    });
    expect(counters(db.writer)).toEqual(recomputed(db.writer));
  });

  it("of the team and of unverified accounts are stored, and count once the reason is gone", async () => {
    const owner = await make.person();
    const listing = await make.listing({ ownerId: owner });
    const bob = await make.person({ verified: false });
    await vote(owner, listing, MONDAY);
    await vote(bob, listing, MONDAY);
    expect(await votesOf(listing)).toBe(0);
    expect(await db.store.votes.doubts(listing.id)).toEqual({ own_listing: 1, unverified: 1 });
    await db.store.change(async (tx) => {
      await tx.accounts.verifyEmail(bob, later(DAY));
      await tx.votes.judgeAgain(bob, LIMITS);
      await tx.votes.judgeAgain(owner, LIMITS);
    });
    expect(await votesOf(listing)).toBe(1);
    expect(await db.store.votes.doubts(listing.id)).toEqual({ own_listing: 1 });
    await db.store.change(async (tx) => {
      await tx.accounts.setStatus(bob, "suspended");
      await tx.votes.judgeAgain(bob, LIMITS);
    });
    expect(await votesOf(listing)).toBe(0);
    expect(counters(db.writer)).toEqual(recomputed(db.writer));
  });

  it("in a burst from one network are stored but not counted, and slow ones are counted", async () => {
    const listing = await make.listing();
    for (let index = 0; index < 5; index++) await vote(await make.person(), listing, later(index), "office");
    expect(await votesOf(listing)).toBe(3);
    await vote(await make.person(), listing, later(9), "elsewhere");
    await vote(await make.person(), listing, later(2 * HOUR), "office");
    expect(await votesOf(listing)).toBe(5);
    expect(await db.store.votes.doubts(listing.id)).toEqual({ network_burst: 2 });
  });

  it("in a burst of new accounts are stored but not counted, and those of older accounts are counted", async () => {
    const listing = await make.listing();
    for (let index = 0; index < 6; index++)
      await vote(await make.person({ createdAt: later(-HOUR) }), listing, later(index));
    await vote(await make.person({ createdAt: later(-2 * DAY) }), listing, later(7));
    expect(await votesOf(listing)).toBe(5);
    expect(await db.store.votes.doubts(listing.id)).toEqual({ new_account_burst: 2 });
  });

  it("come only from the site's form, and in the demo from invented people", () => {
    const root = new URL("../../", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !/^(node_modules|test|var)\/|^\./.test(file),
    );
    const using = (pattern: RegExp) =>
      files.filter((file) => pattern.test(readFileSync(new URL(file, root), "utf8"))).sort();
    expect(using(/\bvotes\.set(All)?\(|insert\(votes\)/)).toEqual(["actions/community/vote.ts"]);
    expect(using(/\bsetVote\(/)).toEqual(["site/pages/public/listing-acts.ts", "site/parts/accounts/wanted.ts"]);
    expect(using(/\bvotes\.addDemo\(|insertInto\(db, votes\)/)).toEqual([
      "server/commands/demo/people.ts",
      "store/repos/community/vote-writes.ts",
    ]);
    expect(using(/insert into votes/i)).toEqual([]);
  });
});

describe("follows, views and reviews", () => {
  it("count each person once", async () => {
    const listing = await make.listing();
    const ann = await make.person({ name: "Ann" });
    await db.store.change(async (tx) => {
      await tx.engagement.follow(ann, listing.id, MONDAY);
      await tx.engagement.follow(ann, listing.id, MONDAY);
      const view = { kind: "views", listingId: listing.id, day: "2026-11-16", hash: "a" } as const;
      await tx.engagement.visit([view, { ...view, day: "2026-11-17", hash: "b" }]);
      await tx.engagement.visit([view, { ...view, listingId: 999, hash: "c" }]);
      await tx.engagement.forgetVisitors("2026-11-17");
    });
    expect(await db.store.listings.find(listing.id)).toMatchObject({ followers: 1, views: 2 });
    expect(await db.store.engagement.visitsSince(listing.id, "2026-11-17")).toEqual({ views: 1, clicks: 0 });
    expect(db.writer.prepare("select day, hash from daily_visitors").all()).toEqual([{ day: "2026-11-17", hash: "b" }]);
    await db.store.change(async (tx) => {
      await tx.engagement.unfollow(ann, listing.id);
      await tx.engagement.unfollow(ann, listing.id);
    });
    expect(counters(db.writer)).toEqual(recomputed(db.writer));
  });

  it("reviews count from approval until edited, and only the version shown is approved", async () => {
    const listing = await make.listing();
    const ann = await make.person({ name: "Ann" });
    const write = (rating: number, body: string, at: Date) =>
      db.store.change((tx) => tx.reviews.write(ann, listing.id, { rating, title: null, body }, at));
    const decide = async (decision: "published" | "rejected", seenAt: Date) => {
      const { id } = (await db.store.reviews.find(ann, listing.id))!;
      return db.store.change((tx) => tx.reviews.decide(id, decision, { by: "admin", at: later(HOUR), seenAt }));
    };
    const rating = async () => {
      const { ratingSum, ratingCount } = (await db.store.listings.find(listing.id))!;
      return [ratingSum, ratingCount];
    };
    await write(4, "Good", later(1));
    expect(await rating()).toEqual([0, 0]);
    expect((await db.store.reviews.pending({ page: 1, perPage: 9 })).total).toBe(1);
    await write(5, "Better", later(2));
    expect(await decide("published", later(1))).toBe(false);
    expect(await decide("published", later(2))).toBe(true);
    expect(await decide("published", later(2))).toBe(false);
    expect(await rating()).toEqual([5, 1]);
    expect(await db.store.reviews.published(listing.id, 9)).toMatchObject([
      { author: "Ann", review: { body: "Better" } },
    ]);
    await write(5, "Better", later(3));
    expect(await rating()).toEqual([5, 1]);
    await write(1, "Worse", later(4));
    expect(await rating()).toEqual([0, 0]);
    await decide("rejected", later(4));
    expect(await rating()).toEqual([0, 0]);
    await db.store.change((tx) => tx.reviews.remove(ann, listing.id));
    expect(await db.store.reviews.find(ann, listing.id)).toBeUndefined();
  });
});

it("counters, feeds and boards equal a slow computation over random years", async () => {
  const random = freshRandom("engagement");
  const pick = <T>(list: T[]): T => list[random.between(0, list.length - 1)]!;
  const people = await Promise.all(
    Array.from({ length: 25 }, (_, index) => make.person({ verified: index % 5 !== 0, createdAt: later(-5 * DAY) })),
  );
  const listings = [];
  for (let index = 0; index < 30; index++) {
    const at = later(random.between(0, 20 * 24) * HOUR);
    listings.push(await make.listing({ isDemo: index % 7 === 0 }, at));
  }
  let at = MONDAY;
  for (let step = 0; step < 700; step++) {
    at = new Date(at.getTime() + random.between(0, 60) * 60_000);
    const person = pick(people);
    const { id } = pick(listings);
    const day = at.toISOString().slice(0, 10);
    await db.store.change(async (tx) => {
      switch (random.between(0, 8)) {
        case 0:
          return tx.votes.withdraw(person, id, at);
        case 1:
          return tx.engagement.follow(person, id, at);
        case 2:
          return tx.engagement.unfollow(person, id);
        case 3:
          return tx.engagement.visit([{ kind: "views", listingId: id, day, hash: `${id} ${person}` }]);
        case 4: {
          if (step < 350) return;
          await tx.accounts.verifyEmail(person, at);
          return tx.votes.judgeAgain(person, LIMITS);
        }
        default:
          return tx.votes.set(person, id, { ...HOME, networkHash: pick(["a", "b", null]) }, LIMITS, at);
      }
    });
  }
  expect(counters(db.writer)).toEqual(recomputed(db.writer));

  const cast = db.writer.prepare("select listing_id, at from votes where counted = 1").all() as {
    listing_id: number;
    at: number;
  }[];
  expect(cast.length).toBeGreaterThan(100);
  const rows = await Promise.all(listings.map(async ({ id }) => (await db.store.listings.find(id))!));
  const all = { offset: 0, limit: 1000 };
  const ids = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);
  const byFigure = (figure: (id: number) => number) =>
    rows
      .toSorted(
        (a, b) => figure(b.id) - figure(a.id) || a.launchedAt!.getTime() - b.launchedAt!.getTime() || a.id - b.id,
      )
      .map(({ id }) => id);

  const mine = (id: number) => cast.filter(({ listing_id }) => listing_id === id);
  const decayed = (id: number) =>
    mine(id).reduce((sum, vote) => sum + 2 ** ((vote.at - at.getTime()) / (48 * HOUR)), 0);
  for (const row of rows) expect(trendingAt(row.trending, at)).toBeCloseTo(decayed(row.id), 9);
  expect(ids(await db.store.launches.feed("trending", all))).toEqual(byFigure(decayed));
  expect(ids(await db.store.launches.feed("most-voted", all))).toEqual(byFigure((id) => mine(id).length));
  const newest = rows.toSorted((a, b) => b.launchedAt!.getTime() - a.launchedAt!.getTime() || a.id - b.id);
  expect(ids(await db.store.launches.feed("recent", all))).toEqual(newest.map(({ id }) => id));
  const voted = rows
    .filter(({ id }) => mine(id).length > 0)
    .sort(
      (a, b) =>
        mine(b.id).length - mine(a.id).length || a.launchedAt!.getTime() - b.launchedAt!.getTime() || a.id - b.id,
    );
  expect(ids(await db.store.launches.voted(all))).toEqual(voted.map(({ id }) => id));

  for (let week = weekOf(MONDAY, "UTC"); week.startsAt < at; week = weekAfter(week, "UTC")) {
    const isIn = (moment: Date) => moment >= week.startsAt && moment < week.endsAt;
    const contenders = rows
      .filter(({ launchedAt }) => isIn(launchedAt!))
      .map(({ id, launchedAt, isDemo }) => {
        const times = mine(id)
          .map((vote) => vote.at)
          .filter((time) => isIn(new Date(time)));
        const reachedAt = times.length ? new Date(Math.max(...times)) : null;
        return { listingId: id, votes: times.length, reachedAt, launchedAt: launchedAt!, isDemo };
      });
    const board = await db.store.launches.inWindow(week, all);
    expect(board.rows.map(({ listing, votes }) => [listing.id, votes])).toEqual(
      contenders.toSorted(byWeekRank).map(({ listingId, votes }) => [listingId, votes]),
    );
    expect(board.total).toBe(contenders.length);
    const page = await db.store.launches.inWindow(week, { offset: 2, limit: 3 });
    expect(page.rows.map(({ listing }) => listing.id)).toEqual(board.rows.slice(2, 5).map(({ listing }) => listing.id));
    expect(placesOf(await db.store.launches.contenders(week))).toEqual(
      placesOf(contenders.filter(({ isDemo }) => !isDemo)),
    );
  }
});

describe("figures", () => {
  it("an unknown rating is null and not 0, and an older revenue figure does not replace a newer one", async () => {
    const listing = await make.listing();
    const rate = (date: string, value: number | null) =>
      db.store.change((tx) =>
        tx.figures.saveRating({ listingId: listing.id, date, value, source: "Test", checkedAt: new Date(date) }),
      );
    await rate("2026-11-01", 0);
    expect((await db.store.figures.ratingBoard({ offset: 0, limit: 9 })).rows).toMatchObject([{ value: 0 }]);
    await rate("2026-11-08", null);
    expect((await db.store.figures.ratingBoard({ offset: 0, limit: 9 })).total).toBe(0);
    expect((await db.store.figures.ratings(listing.id, 9)).map(({ value }) => value)).toEqual([null, 0]);

    const revenue = { listingId: listing.id, currency: "EUR", verifiedBy: "admin", recordedAt: MONDAY };
    await db.store.change(async (tx) => {
      await tx.figures.saveRevenue({ ...revenue, amountCents: 200, usdCents: 220, asOf: later(0) });
      await tx.figures.saveRevenue({ ...revenue, amountCents: 100, usdCents: 110, asOf: later(-DAY) });
    });
    const board = (since: Date) => db.store.figures.revenueBoard(since, { offset: 0, limit: 9 });
    expect((await board(later(-DAY))).rows).toMatchObject([{ value: 220, amountCents: 200, currency: "EUR" }]);
    expect(await board(later(0))).toEqual({ rows: [], total: 0 });
  });

  it("money counts once, until it is refunded", async () => {
    const [one, two] = [await make.listing(), await make.listing()];
    await db.store.change(async (tx) => {
      await tx.figures.contribute("a", one.id, 500, later(1));
      await tx.figures.contribute("a", one.id, 500, later(1));
      await tx.figures.contribute("b", two.id, 300, later(2));
      await tx.figures.contribute("c", two.id, 200, later(3));
    });
    const board = async () =>
      (await db.store.figures.billboard({ offset: 0, limit: 9 })).rows.map(({ listing, value }) => [listing.id, value]);
    expect(await board()).toEqual([
      [one.id, 500],
      [two.id, 500],
    ]);
    await db.store.change((tx) => tx.figures.refundContribution("a", later(9)));
    expect(await board()).toEqual([[two.id, 500]]);
  });
});

it("badges that were never checked are due first, then those that wait longest", async () => {
  const listings = [];
  for (let nth = 0; nth < 3; nth++) listings.push(await make.listing({ status: "awaiting_badge", plan: "free" }));
  const [late, never, soon] = listings.map(({ id }) => id) as [number, number, number];
  for (const [id, at] of [
    [soon, later(0)],
    [late, later(HOUR)],
  ] as const)
    await db.store.change((tx) => tx.badgeWatches.save({ ...newBadgeWatch(id, MONDAY), nextCheckAt: at }));
  const due = await db.store.badgeWatches.due(later(DAY), 10);
  expect(due.map(({ listingId }) => listingId)).toEqual([never, soon, late]);
});

it("counted votes are read by the hour and by the day", async () => {
  const listing = await make.listing();
  for (const hours of [0, 1, 1, 30]) await vote(await make.person(), listing, later(hours * HOUR));
  const byHour = await db.store.visitFigures.hours(listing.id, MONDAY.getTime() / HOUR, 3);
  expect(byHour.map(({ votes }) => votes)).toEqual([1, 2, 0]);
  const byDay = await db.store.visitFigures.days(listing.id, "2026-11-16", 2);
  expect(byDay.map(({ votes }) => votes)).toEqual([3, 1]);
});
