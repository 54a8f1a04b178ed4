import { expect, it } from "vitest";
import { dayOf, weekAfter, weekOf, weekOfDay } from "../../domain/launches/launch-week.ts";
import { freshRandom } from "../helpers/random.ts";

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

it("is this week unless told otherwise", () => {
  expect(weekOf(new Date("2026-11-18T10:00:00Z"), "UTC").monday).toBe("2026-11-16");
});

it.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-11-18", "2026-11-16"],
  ["2026-11-22", "2026-11-16"],
  ["2028-02-29", "2028-02-28"],
  ["0001-01-02", "0001-01-01"],
  ["9998-12-31", "9998-12-28"],
])("the week of the day %s begins on %s", (day, monday) => {
  expect(weekOfDay(day, "UTC")?.monday).toBe(monday);
});

it.each([
  "",
  "2026-W47",
  "2026-11-31",
  "2026-2-1",
  "2026-02-29",
  "0001-01-01",
  "9999-01-01",
  "12026-11-16",
  "2026-11-16x",
])('no week has the day "%s"', (day) => {
  expect(weekOfDay(day, "UTC")).toBeUndefined();
});

it("the week after one begins where it ends", () => {
  const week = weekOf(new Date("2026-10-20T12:00:00Z"), "Europe/Berlin");
  expect(weekAfter(week, "Europe/Berlin")).toEqual({
    monday: "2026-10-26",
    startsAt: week.endsAt,
    endsAt: new Date("2026-11-01T23:00:00Z"),
  });
  expect(weekAfter(week, "Europe/Berlin", 3).monday).toBe("2026-11-09");
});

it("a day begins and ends at midnight of its zone", () => {
  expect(dayOf(new Date("2026-10-24T22:30:00Z"), "Europe/Berlin")).toEqual({
    date: "2026-10-25",
    startsAt: new Date("2026-10-24T22:00:00Z"),
    endsAt: new Date("2026-10-25T23:00:00Z"),
  });
});

it("does not depend on earlier calls", () => {
  const random = freshRandom("launch-week");
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia"];
  const dayMs = 24 * 3600_000;
  for (let times = 0; times < 1000; times++) {
    const zone = random.pick(zones);
    const instant = new Date(Date.UTC(2026, 2, 23) + random.between(-20, 20) * (dayMs / 2) + random.between(-1, 1));
    const weeks = random.between(-2, 2);
    const day = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();
    const monday = day.subtract({ days: day.dayOfWeek - 1 }).add({ weeks });
    expect(weekOf(instant, zone, weeks)).toEqual({
      monday: monday.toString(),
      startsAt: new Date(monday.toZonedDateTime(zone).epochMilliseconds),
      endsAt: new Date(monday.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds),
    });
  }
});
