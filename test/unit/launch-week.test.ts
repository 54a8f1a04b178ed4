import { expect, it } from "vitest";
import { weekOf } from "../../domain/launch-week.ts";

it.each([
  ["2026-11-18T10:00:00Z", "UTC", 0, "2026-11-16", "2026-11-16T00:00:00.000Z", 168],
  ["2026-11-15T23:30:00Z", "Europe/Berlin", 0, "2026-11-16", "2026-11-15T23:00:00.000Z", 168],
  ["2026-10-25T12:00:00Z", "Europe/Berlin", 0, "2026-10-19", "2026-10-18T22:00:00.000Z", 169],
  ["2026-03-29T12:00:00Z", "Europe/Berlin", 0, "2026-03-23", "2026-03-22T23:00:00.000Z", 167],
  ["2026-11-18T10:00:00Z", "UTC", -3, "2026-10-26", "2026-10-26T00:00:00.000Z", 168],
  ["2026-12-31T23:59:59Z", "America/New_York", 1, "2027-01-04", "2027-01-04T05:00:00.000Z", 168],
])("the week of %s in %s, %i weeks later, begins on %s", (instant, zone, weeks, monday, startsAt, hours) => {
  const week = weekOf(new Date(instant), zone, weeks);
  expect(week.monday).toBe(monday);
  expect(week.startsAt.toISOString()).toBe(startsAt);
  expect((week.endsAt.getTime() - week.startsAt.getTime()) / 3600_000).toBe(hours);
});
