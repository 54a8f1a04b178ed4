import { describe, expect, it } from "vitest";
import { doubtOf, type VoteFacts } from "../../domain/community/votes.ts";
import { dayOf, weekAfter, weekOf, weekOfDay } from "../../domain/launches/launch-week.ts";
import {
  addToTrending,
  byWeekRank,
  type Contender,
  HALF_LIFE_MS,
  placesOf,
  ranked,
  trendingAt,
  trendingOf,
} from "../../domain/launches/ranking.ts";
import { freshRandom } from "../helpers/random.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const random = freshRandom("ranking");

describe.each([
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Pacific/Apia",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Cairo",
])("weeks in %s", (zone) => {
  it("follow each other without a gap for twenty years, and every instant is in exactly one", () => {
    let week = weekOf(new Date("2009-12-31T12:00:00Z"), zone);
    const lengths = new Set<number>();
    while (week.monday < "2030-01-01") {
      const next = weekAfter(week, zone);
      expect(next.startsAt).toEqual(week.endsAt);
      expect(weekOf(week.startsAt, zone)).toEqual(week);
      expect(weekOf(new Date(week.endsAt.getTime() - 1), zone)).toEqual(week);
      expect(weekOf(week.endsAt, zone)).toEqual(next);
      const inside = new Date(week.startsAt.getTime() + random.between(0, 143) * HOUR);
      expect(weekOf(inside, zone)).toEqual(week);
      expect(weekOf(inside, zone, 1)).toEqual(next);
      const day = dayOf(inside, zone);
      expect(day.startsAt <= inside && inside < day.endsAt).toBe(true);
      expect(day.startsAt >= week.startsAt && day.endsAt <= week.endsAt).toBe(true);
      lengths.add((week.endsAt.getTime() - week.startsAt.getTime()) / HOUR);
      week = next;
    }
    // Summer time moves an hour, at Lord Howe half of one; Samoa left a whole day out in 2011.
    const odd = [167, 167.5, 168.5, 169, 144, 143, 145];
    expect([...lengths].filter((hours) => hours !== 168 && !odd.includes(hours))).toEqual([]);
    if (zone === "Pacific/Apia") expect(lengths).toContain(144);
  });

  it("are named by any of their days", () => {
    const week = weekOf(new Date("2026-11-18T12:00:00Z"), zone);
    const days = Array.from({ length: 7 }, (_, index) => `2026-11-${16 + index}`);
    for (const day of days) expect(weekOfDay(day, zone)).toEqual(week);
  });
});

it.each([
  "2026-02-29",
  "2026-13-01",
  "2026-1-1",
  "this",
  "",
  "0000-01-01",
  "9999-12-31",
  "2026-W47",
  "2026-11-16T00:00",
  "+2026-1-16",
])("%j names no week", (text) => {
  expect(weekOfDay(text, "UTC")).toBeUndefined();
});

describe("trending", () => {
  const slow = (votes: Date[], now: Date) =>
    votes.reduce((sum, at) => sum + 2 ** (-(now.getTime() - at.getTime()) / HALF_LIFE_MS), 0);

  it("is the sum of 2^(-age / 48 h), in any order of votes", () => {
    for (let round = 0; round < 200; round++) {
      const begin = Date.UTC(2021 + random.between(0, 40), random.between(0, 11), 1);
      const votes = Array.from(
        { length: random.between(1, 60) },
        () => new Date(begin + random.between(0, 60 * 24) * HOUR),
      );
      const now = new Date(begin + 61 * DAY);
      const sum = slow(votes, now);
      expect(trendingAt(trendingOf(votes), now) / sum).toBeCloseTo(1, 8);
      expect(trendingAt(trendingOf(votes.toSorted(() => random.between(0, 2) - 1)), now) / sum).toBeCloseTo(1, 8);
    }
  });

  it("halves in 48 hours, never changes the order of listings, and never overflows", () => {
    const at = new Date("2026-11-16T00:00:00Z");
    const one = addToTrending(0, at);
    expect(trendingAt(one, at)).toBe(1);
    expect(trendingAt(one, new Date(at.getTime() + HALF_LIFE_MS))).toBe(0.5);
    expect(trendingAt(0, at)).toBe(0);
    expect(trendingOf([at, at])).toBeGreaterThan(one);
    const late = addToTrending(trendingOf([at]), new Date("2226-11-16T00:00:00Z"));
    expect(Number.isFinite(late)).toBe(true);
  });
});

describe("awards", () => {
  const launch = (listingId: number, votes: number, reached: number, launched = 0): Contender => ({
    listingId,
    votes,
    reachedAt: votes === 0 ? null : new Date(reached),
    launchedAt: new Date(launched),
  });

  it("go to at most three listings with at least one vote", () => {
    expect(placesOf([launch(1, 0, 0), launch(2, 0, 0)])).toEqual([]);
    expect(
      placesOf([launch(1, 0, 0), launch(2, 3, 9), launch(3, 5, 9), launch(4, 1, 9), launch(5, 2, 9)]),
    ).toMatchObject([
      { place: 1, listingId: 3, votes: 5, tied: false },
      { place: 2, listingId: 2, votes: 3, tied: false },
      { place: 3, listingId: 5, votes: 2, tied: false },
    ]);
  });

  it("go, for equal votes, to the listing that had them first, then to the earlier launch, then to the lower id", () => {
    expect(placesOf([launch(1, 4, 20), launch(2, 4, 10)]).map(({ listingId }) => listingId)).toEqual([2, 1]);
    expect(placesOf([launch(1, 4, 10, 8), launch(2, 4, 10, 7)]).map(({ listingId }) => listingId)).toEqual([2, 1]);
    expect(placesOf([launch(2, 4, 10, 7), launch(1, 4, 10, 7)]).map(({ listingId }) => listingId)).toEqual([1, 2]);
  });

  it("state ties, even with a listing without an award", () => {
    const four = [launch(1, 4, 1), launch(2, 2, 2), launch(3, 2, 3), launch(4, 2, 4)];
    expect(placesOf(four).map(({ tied }) => tied)).toEqual([false, true, true]);
    expect(placesOf([launch(1, 4, 1), launch(2, 3, 1), launch(3, 2, 3), launch(4, 2, 4)]).at(-1)?.tied).toBe(true);
  });

  it("follow one total order", () => {
    for (let round = 0; round < 300; round++) {
      const all = Array.from({ length: 8 }, (_, index) =>
        launch(index, random.between(0, 3), random.between(0, 3), random.between(0, 2)),
      );
      const sorted = all.toSorted(byWeekRank);
      for (const [index, one] of sorted.entries())
        for (const other of sorted.slice(index + 1)) expect(byWeekRank(one, other)).toBeLessThan(0);
    }
  });
});

it("ranks and ties of a page are those of the whole board", () => {
  for (let round = 0; round < 100; round++) {
    const board = Array.from({ length: random.between(0, 20) }, () => random.between(0, 5)).sort((a, b) => b - a);
    const whole = ranked(board, { first: 1, count: board.length, leads: false }, (value) => value);
    const count = random.between(1, 6);
    const pages = Array.from({ length: Math.ceil(board.length / count) }, (_, page) => {
      const leads = page > 0;
      const from = page * count - (leads ? 1 : 0);
      const rows = board.slice(from, from + count + (leads ? 2 : 1));
      return ranked(rows, { first: page * count + 1, count, leads }, (value) => value);
    });
    expect(pages.flat()).toEqual(whole);
    for (const { rank, row, tied } of whole) {
      expect(board[rank - 1]).toBe(row);
      expect(tied).toBe(board.filter((value) => value === row).length > 1);
    }
  }
});

describe("a vote", () => {
  const good: VoteFacts = {
    isTeam: false,
    isActive: true,
    isVerified: true,
    isNewAccount: false,
    fromSameNetwork: 0,
    fromNewAccounts: 0,
  };
  it.each([
    [{}, null],
    [{ isTeam: true, isVerified: false }, "own_listing"],
    [{ isActive: false }, "account_inactive"],
    [{ isVerified: false, fromSameNetwork: 99 }, "unverified"],
    [{ fromSameNetwork: 4 }, null],
    [{ fromSameNetwork: 5 }, "network_burst"],
    [{ fromNewAccounts: 99 }, null],
    [{ fromNewAccounts: 9, isNewAccount: true }, null],
    [{ fromNewAccounts: 10, isNewAccount: true }, "new_account_burst"],
  ] as [Partial<VoteFacts>, string | null][])("with %j is doubted for %s", (facts, doubt) => {
    expect(doubtOf({ ...good, ...facts }, { network: 5, newAccounts: 10 })).toBe(doubt);
  });
});
