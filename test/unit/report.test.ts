import { expect, it } from "vitest";
import {
  byUrgency,
  mayAppeal,
  medianHours,
  nameOfSubject,
  REASON_NAMES,
  reportWaitMs,
  reversed,
  standingOf,
  subjectNamed,
} from "../../domain/moderation/report.ts";
import { freshRandom } from "../helpers/random.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

it("the most serious case comes first, then the most reported, then the oldest", () => {
  const [child, law, spam] = [["child"], ["rights"], ["spam"]] as const;
  const cases = [
    { id: "spam of many", reasons: spam, people: 90, openedAt: ago(9) },
    { id: "nobody who counts", reasons: [], people: 0, openedAt: ago(30) },
    { id: "law, new", reasons: law, people: 1, openedAt: ago(1) },
    { id: "law, old", reasons: law, people: 1, openedAt: ago(2) },
    { id: "child", reasons: child, people: 1, openedAt: ago(0) },
    { id: "law of two", reasons: law, people: 2, openedAt: ago(0) },
  ];
  expect(cases.toSorted(byUrgency).map(({ id }) => id)).toEqual([
    ...["child", "law of two", "law, old", "law, new", "spam of many", "nobody who counts"],
  ]);
});

it("urgency is a total order", () => {
  const random = freshRandom("urgency");
  const cases = Array.from({ length: 60 }, () => ({
    reasons: REASON_NAMES.filter(() => random.between(0, 3) === 0),
    people: random.between(0, 3),
    openedAt: ago(random.between(0, 5)),
  }));
  for (let round = 0; round < 2000; round++) {
    const [a, b, c] = [random.pick(cases), random.pick(cases), random.pick(cases)];
    expect(Math.sign(byUrgency(a, b))).toBe(0 - Math.sign(byUrgency(b, a)));
    if (byUrgency(a, b) <= 0 && byUrgency(b, c) <= 0) expect(byUrgency(a, c)).toBeLessThanOrEqual(0);
  }
});

it("a side may appeal once against a negative decision, within half a year", () => {
  const hidden = { outcome: "hidden", decidedAt: ago(183) } as const;
  expect(mayAppeal(hidden, "author", false, NOW)).toBe(true);
  expect(mayAppeal(hidden, "author", true, NOW)).toBe(false);
  expect(mayAppeal(hidden, "reporter", false, NOW)).toBe(false);
  expect(mayAppeal({ ...hidden, decidedAt: ago(184) }, "author", false, NOW)).toBe(false);
  expect(mayAppeal({ outcome: "kept", decidedAt: ago(1) }, "reporter", false, NOW)).toBe(true);
  expect(mayAppeal({ outcome: "gone", decidedAt: ago(1) }, "reporter", false, NOW)).toBe(false);
  expect(mayAppeal({ outcome: null, decidedAt: null }, "reporter", false, NOW)).toBe(false);
  expect([reversed("hidden"), reversed("kept")]).toEqual(["kept", "hidden"]);
});

it("mostly unfounded reporters are slowed down, but not for a few mistakes", () => {
  expect(standingOf({ founded: 0, unfounded: 4 })).toBe("trusted");
  expect(standingOf({ founded: 0, unfounded: 5 })).toBe("slowed");
  expect(standingOf({ founded: 1, unfounded: 4 })).toBe("slowed");
  expect(standingOf({ founded: 2, unfounded: 4 })).toBe("trusted");
});

it("a slowed reporter may report once a day, others twenty times", () => {
  expect(reportWaitMs("slowed", [], NOW)).toBe(0);
  expect(reportWaitMs("slowed", [ago(0.25)], NOW)).toBe(0.75 * DAY_MS);
  expect(reportWaitMs("slowed", [ago(1)], NOW)).toBe(0);
  const many = Array.from({ length: 20 }, (_, index) => ago(index / 100));
  expect(reportWaitMs("trusted", many.slice(1), NOW)).toBe(0);
  expect(reportWaitMs("trusted", many, NOW)).toBeCloseTo(DAY_MS - 0.19 * DAY_MS, -1);
});

it("a subject survives encoding as a word, and other words are rejected", () => {
  const subject = { type: "profile", id: "a:b c" } as const;
  expect(subjectNamed(nameOfSubject(subject))).toEqual(subject);
  for (const name of ["", "profile", "profile:", "account:1", "constructor:1", "__proto__:x"])
    expect(subjectNamed(name)).toBeUndefined();
});

it("the median is the middle, in hours", () => {
  expect(medianHours([])).toBeNull();
  expect(medianHours([3_600_000])).toBe(1);
  expect(medianHours([7_200_000, 3_600_000, 90 * 3_600_000])).toBe(2);
  expect(medianHours([3_600_000, 7_200_000])).toBe(1.5);
});
