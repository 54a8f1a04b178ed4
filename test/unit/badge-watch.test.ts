import { describe, expect, it } from "vitest";
import {
  afterBadgeCheck,
  type BadgeResult,
  type BadgeWatch,
  graceEndsAt,
  hasBadge,
  newBadgeWatch,
} from "../../domain/listings/badge-watch.ts";
import type { ListingStatus } from "../../domain/listings/listing.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const start = new Date("2026-11-18T10:00:00Z");
const moment = (ms: number) => new Date(start.getTime() + ms);
const check = (result: BadgeResult) => ({ result, detail: `${result}.` });

function live(status: ListingStatus, steps: [ms: number, result: BadgeResult][], weekStartsAt: Date | null = null) {
  let watch: BadgeWatch = newBadgeWatch(1, start);
  let now = status;
  const mails: string[] = [];
  for (const [ms, result] of steps) {
    const outcome = afterBadgeCheck(watch, now, weekStartsAt, check(result), moment(ms));
    ({ watch, status: now } = outcome);
    if (outcome.mail) mails.push(`${Math.round(ms / DAY)}: ${outcome.mail}`);
  }
  return { watch, status: now, mails };
}

describe("the next badge check", () => {
  it("is immediate, then hourly for 48 hours, every 6 hours for 14 days, then daily", () => {
    expect(newBadgeWatch(1, start).nextCheckAt).toEqual(start);
    let watch = newBadgeWatch(1, start);
    const gaps: number[] = [];
    while (watch.nextCheckAt < moment(20 * DAY)) {
      const at = watch.nextCheckAt;
      ({ watch } = afterBadgeCheck(watch, "awaiting_badge", null, check("not_found"), at));
      gaps.push((watch.nextCheckAt.getTime() - at.getTime()) / HOUR);
    }
    expect(gaps).toEqual([...Array(48).fill(1), ...Array(56).fill(6), ...Array(4).fill(24)]);
  });

  it("is an hour before the booked week begins, whatever the cadence", () => {
    const week = moment(30 * DAY + 5 * HOUR);
    const { watch } = live("awaiting_badge", [[30 * DAY, "not_found"]], week);
    expect(watch.nextCheckAt).toEqual(moment(30 * DAY + 4 * HOUR));
    const later = afterBadgeCheck(watch, "awaiting_badge", week, check("not_found"), watch.nextCheckAt).watch;
    expect(later.nextCheckAt).toEqual(moment(31 * DAY + 4 * HOUR));
  });

  it("is every three days for a listing with its badge, and when the grace period ends", () => {
    for (const status of ["scheduled", "live"] as const)
      expect(live(status, [[0, "found"]]).watch.nextCheckAt).toEqual(moment(3 * DAY));
    const missing = live("live", [
      [0, "not_found"],
      [3 * DAY, "not_found"],
      [6 * DAY, "not_found"],
    ]).watch;
    expect(missing.nextCheckAt).toEqual(moment(7 * DAY));
    expect(graceEndsAt(missing, "live")).toEqual(moment(7 * DAY));
  });

  it("starts again with hourly checks if the badge was lost", () => {
    const { watch, status } = live(
      "live",
      [0, 3, 6, 7].map((day) => [day * DAY, "not_found"]),
    );
    expect([status, watch.nextCheckAt]).toEqual(["hidden", moment(7 * DAY + HOUR)]);
  });
});

describe("the result of a badge check", () => {
  it("schedules a waiting listing, restores a hidden one, and leaves others unchanged", () => {
    const found = (status: ListingStatus) => {
      const { status: now, mails } = live(status, [
        [0, "found"],
        [DAY, "found"],
      ]);
      return [now, ...mails];
    };
    expect(found("awaiting_badge")).toEqual(["scheduled", "0: found"]);
    expect(found("hidden")).toEqual(["live", "0: restored"]);
    expect(found("live")).toEqual(["live"]);
    expect(found("scheduled")).toEqual(["scheduled"]);
  });

  it.each(["blocked", "unreachable", "redirected_elsewhere", "robots_disallowed", "too_large", "not_html"] as const)(
    "%s never counts against the owner",
    (result) => {
      const month = Array.from({ length: 30 }, (_, day): [number, BadgeResult] => [(day + 1) * DAY, result]);
      const { status, mails, watch } = live("live", [[0, "found"], ...month]);
      expect([status, mails, hasBadge(watch), watch.result]).toEqual(["live", [], true, result]);
    },
  );

  it("hides a live listing after three misses over seven days, with two emails before", () => {
    const { status, mails } = live(
      "live",
      [0, 3, 6, 7].map((day) => [day * DAY, "not_found"]),
    );
    expect([status, mails]).toEqual(["hidden", ["0: missing", "3: missing", "7: hidden"]]);
  });

  it("returns a scheduled listing to waiting and keeps its week", () => {
    const { status, mails } = live(
      "scheduled",
      [0, 3, 6, 9].map((day) => [day * DAY, "not_found"]),
    );
    expect([status, mails]).toEqual(["awaiting_badge", ["0: missing", "3: missing", "9: lost"]]);
  });

  it("does not count misses faster when checks are requested often", () => {
    const often = Array.from({ length: 50 }, (_, index): [number, BadgeResult] => [index * HOUR, "not_found"]);
    expect(live("live", often)).toMatchObject({ status: "live", mails: ["0: missing"] });
  });

  it("sends two emails before it hides a listing, even after downtime, and leaves time to act", () => {
    const { status, mails, watch } = live("live", [
      [0, "not_found"],
      [HOUR, "not_found"],
      [20 * DAY, "not_found"],
    ]);
    expect([status, mails]).toEqual(["live", ["0: missing", "20: missing"]]);
    expect(watch.nextCheckAt).toEqual(moment(22 * DAY));
    expect(afterBadgeCheck(watch, "live", null, check("not_found"), moment(21 * DAY)).status).toBe("live");
    expect(afterBadgeCheck(watch, "live", null, check("not_found"), moment(22 * DAY)).status).toBe("hidden");
  });

  it("needs three misses, however long ago the first was", () => {
    const { status } = live("live", [
      [0, "not_found"],
      [3 * DAY, "blocked"],
      [30 * DAY, "not_found"],
    ]);
    expect(status).toBe("live");
  });

  it("resets misses when the badge is back, and keeps them while the homepage cannot be read", () => {
    const back = live("live", [
      [0, "not_found"],
      [3 * DAY, "not_found"],
      [6 * DAY, "found"],
      [9 * DAY, "not_found"],
    ]);
    expect(back).toMatchObject({
      status: "live",
      mails: ["0: missing", "3: missing", "9: missing"],
      watch: { misses: 1 },
    });
    const walled = live("live", [
      [0, "not_found"],
      [3 * DAY, "not_found"],
      [6 * DAY, "blocked"],
      [9 * DAY, "not_found"],
    ]);
    expect(walled.status).toBe("hidden");
  });

  it("reminds once in the week before the launch, whatever the check found, and not earlier", () => {
    const week = moment(30 * DAY);
    const days = Array.from({ length: 29 }, (_, day): [number, BadgeResult] => [
      day * DAY,
      day % 2 ? "blocked" : "not_found",
    ]);
    expect(live("awaiting_badge", days, week)).toMatchObject({
      status: "awaiting_badge",
      mails: ["23: awaited"],
      watch: { misses: 0 },
    });
  });
});
