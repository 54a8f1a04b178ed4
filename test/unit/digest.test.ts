import { describe, expect, it } from "vitest";
import { seededRandom } from "../../data/demo/random.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { SETTLING_MS } from "../../domain/launches/ranking.ts";
import {
  editionDue,
  editionTime,
  nextEdition,
  perMinute,
  SPREAD_MS,
  turnOf,
} from "../../domain/notifications/digest.ts";
import { isTimeZone } from "../../domain/time/time-zone.ts";

const HOUR = 3600_000;
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
];
const hourIn = (at: Date, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).hour;
const random = seededRandom("digest");
const uuid = () => Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join("");

describe("the time of an edition", () => {
  it("is between 8 and 9 a.m. local time within a day after the awards, across all clock changes", () => {
    for (const siteZone of ZONES)
      for (const zone of ZONES)
        for (
          let week = weekOf(new Date("2026-01-01"), siteZone);
          week.monday < "2027-01-15";
          week = weekAfter(week, siteZone)
        ) {
          const at = editionTime(week, { id: uuid(), zone }, siteZone);
          expect(hourIn(at, zone)).toBe(8);
          const late = at.getTime() - week.endsAt.getTime() - SETTLING_MS;
          expect(late).toBeGreaterThanOrEqual(0);
          expect(late).toBeLessThan(26 * HOUR);
        }
  });

  it("is Tuesday morning for a reader in the zone of the site", () => {
    const week = weekOf(new Date("2026-11-18T12:00:00Z"), "Europe/Berlin");
    const at = editionTime(week, { id: "a", zone: null }, "Europe/Berlin");
    expect(new Date(at.getTime() - turnOf("a")).toISOString()).toBe("2026-11-24T07:00:00.000Z");
  });

  it("comes once a week, whenever it is computed", () => {
    for (let round = 0; round < 300; round++) {
      const [siteZone, zone] = [ZONES[random.between(0, 7)]!, ZONES[random.between(0, 7)]!];
      const id = uuid();
      let now = new Date(Date.UTC(2026, 0, 1) + random.between(0, 300 * 24) * HOUR);
      let lastWeek: string | null = null;
      let due = nextEdition(now, { id, zone, lastWeek }, siteZone).at;
      const got: string[] = [];
      for (let step = 0; step < 60; step++) {
        now = new Date(now.getTime() + random.between(1, 60) * HOUR);
        if (now < due) continue;
        const week = editionDue(now, { id, zone, lastWeek }, siteZone);
        if (week) {
          lastWeek = week.monday;
          got.push(lastWeek);
        }
        due = nextEdition(now, { id, zone, lastWeek }, siteZone).at;
        expect(due.getTime()).toBeGreaterThan(now.getTime());
      }
      expect(got.length).toBeGreaterThan(2);
      expect([...new Set(got)].sort()).toEqual(got);
    }
  });

  it("after a pause is the newest edition's, never of one the reader already had", () => {
    const reader = { id: "a", zone: null, lastWeek: "2026-11-02" };
    const at = (time: string) => editionDue(new Date(time), reader, "UTC")?.monday;
    // Weeks of the 9th and the 16th passed by. On Monday, that of the 16th is not final yet.
    expect(at("2026-11-23T10:00:00Z")).toBe("2026-11-09");
    expect(at("2026-11-24T10:00:00Z")).toBe("2026-11-16");
    expect(at("2026-11-10T07:00:00Z")).toBeUndefined();
  });
});

describe("turns", () => {
  it("are spread evenly over the hour", () => {
    const minutes = new Array<number>(60).fill(0);
    for (let reader = 0; reader < 60_000; reader++) minutes[Math.floor(turnOf(uuid()) / 60_000)]!++;
    expect(Math.min(...minutes)).toBeGreaterThan(850);
    expect(Math.max(...minutes)).toBeLessThan(1150);
    expect(turnOf(uuid())).toBeLessThan(SPREAD_MS);
  });

  it("are at most a sixtieth of all per minute, so a backlog also takes an hour", () => {
    expect([0, 1, 60, 61, 10_000].map(perMinute)).toEqual([1, 1, 1, 2, 167]);
  });
});

it("a time zone is identified by its name", () => {
  for (const zone of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"]) expect(isTimeZone(zone)).toBe(true);
  for (const zone of ["", "Mars/Olympus", "+02:00", "<script>", "Europe/Berlin\n", "x".repeat(99)])
    expect(isTimeZone(zone), zone).toBe(false);
});
