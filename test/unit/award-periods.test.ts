import { describe, expect, it } from "vitest";
import { isComplete, mondaysOf, periodsOf, placesOfPeriod } from "../../domain/launches/award-periods.ts";
import { ENGLISH } from "../../languages/language.ts";
import { leadOf, weekStory } from "../../site/parts/launches/week-story.ts";

describe("a month or year of awards", () => {
  it("has the weeks whose Monday is in it", () => {
    expect(mondaysOf("2026-11")).toEqual(["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23", "2026-11-30"]);
    expect(mondaysOf("2027-02")).toEqual(["2027-02-01", "2027-02-08", "2027-02-15", "2027-02-22"]);
    expect(mondaysOf("2028")).toHaveLength(52);
    expect(mondaysOf("2024")).toHaveLength(53);
    for (const monday of mondaysOf("2026")) expect(periodsOf(monday)).toEqual([monday.slice(0, 7), "2026"]);
  });

  it("is complete after its last week, ignoring weeks before the first vote", () => {
    const awarded = new Set(["2026-11-16", "2026-11-23"]);
    expect(isComplete("2026-11", awarded, "2026-11-16")).toBe(false);
    expect(isComplete("2026-11", new Set([...awarded, "2026-11-30"]), "2026-11-16")).toBe(true);
    expect(isComplete("2026-11", new Set(["2026-11-16", "2026-11-30"]), "2026-11-16")).toBe(false);
  });

  it("goes to the most votes in a week, then to whoever reached them first, once per listing", () => {
    const award = (id: string, listingId: number, votes: number, hour: number, tied = false) => ({
      ...{ id, listingId, votes, tied },
      reachedAt: new Date(Date.UTC(2026, 10, 2, hour)),
    });
    const awards = [
      award("a", 1, 5, 9),
      award("b", 2, 8, 9),
      award("c", 3, 5, 8),
      award("d", 2, 6, 1),
      award("e", 4, 5, 7, true),
      award("f", 5, 1, 1),
    ];
    expect(placesOfPeriod(awards)).toEqual([
      { awardId: "b", listingId: 2, votes: 8, place: 1, tied: false },
      { awardId: "e", listingId: 4, votes: 5, place: 2, tied: true },
      { awardId: "c", listingId: 3, votes: 5, place: 3, tied: true },
    ]);
    expect(placesOfPeriod([])).toEqual([]);
  });
});

describe("the story of a week", () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 16, hour));
  const story = (first: number[], second: number[]) => {
    const lead = leadOf(first.map(at), second.map(at));
    const launches = [first, second].map(({ length }, index) => ({
      name: "AB"[index]!,
      week_votes: length,
      tied: false,
    }));
    return weekStory("week", launches, lead && { ...lead, zone: "UTC" })?.in(ENGLISH);
  };

  it.each([
    [[1, 2, 3], [4], "A won the week: 2 votes ahead of B."],
    [[5, 6, 7], [1], "A won the week: 2 votes ahead of B. It came from behind and led from Monday morning on."],
    [
      [1, 4, 5, 143],
      [2, 3, 6],
      "A won the week: 1 vote ahead of B. The lead changed 2 times and was decided on Saturday night.",
    ],
    [
      [30, 142, 143],
      [29, 31],
      "A won the week: 1 vote ahead of B. It came from behind and led from Saturday night on.",
    ],
    [[1, 2], [0, 3], "A and B had the same number of votes; A reached it first."],
    [[1], [], "A won with 1 vote."],
  ])("of votes at the hours %j and %j", (first, second, told) => expect(story(first, second)).toBe(told));
});
