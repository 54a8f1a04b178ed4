import { describe, expect, it } from "vitest";
import {
  CHANNELS,
  isChoosable,
  isNotificationKind,
  isOn,
  NOTIFICATION_KINDS,
  rowOf,
  sentenceOf,
} from "../../domain/notifications/notification.ts";
import { isFollowerStep, voteStep } from "../../domain/notifications/notification-steps.ts";
import {
  afterQuietHours,
  mailMoment,
  minuteOf,
  nextMailMoment,
  pushMoment,
  timeOf,
} from "../../domain/notifications/notification-times.ts";
import { isTimeZone } from "../../domain/time/time-zone.ts";
import { inEnglish } from "../../languages/words.ts";
import { readUnsubscribe, unsubscribeLink } from "../../mail/unsubscribe.ts";
import { freshRandom } from "../helpers/random.ts";

const MINUTE = 60_000;
const at = (text: string) => new Date(text);
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
];

describe("quiet hours", () => {
  const berlin = { timeZone: "Europe/Berlin", from: 22 * 60, until: 7 * 60 + 30 };

  it.each([
    ["by day", "2026-11-23T12:00:00Z", "2026-11-23T12:00:00Z"],
    ["as they begin", "2026-11-23T21:00:00Z", "2026-11-24T06:30:00Z"],
    ["just before", "2026-11-23T20:59:59Z", "2026-11-23T20:59:59Z"],
    ["after midnight", "2026-11-24T03:00:00Z", "2026-11-24T06:30:00Z"],
    ["as they end", "2026-11-24T06:30:00Z", "2026-11-24T06:30:00Z"],
    ["in the night in which clocks go forward", "2026-03-29T00:30:00Z", "2026-03-29T05:30:00Z"],
    ["in the night in which clocks go back", "2026-10-24T23:30:00Z", "2026-10-25T06:30:00Z"],
  ])("%s", (_when, given, wanted) => {
    expect(afterQuietHours(at(given), berlin)).toEqual(at(wanted));
  });

  it("end once when clocks repeat or skip an hour", () => {
    const until = { timeZone: "Europe/Berlin", from: 60, until: 150 };
    // 02:30 is there twice, at 00:30 and 01:30 UTC.
    expect(afterQuietHours(at("2026-10-25T00:10:00Z"), until)).toEqual(at("2026-10-25T00:30:00Z"));
    expect(afterQuietHours(at("2026-10-25T01:10:00Z"), until)).toEqual(at("2026-10-25T01:30:00Z"));
    // There is no 02:30.
    expect(afterQuietHours(at("2026-03-29T00:10:00Z"), until)).toEqual(at("2026-03-29T01:30:00Z"));
  });

  it("of zero length are off, as by default", () => {
    const now = at("2026-11-23T03:00:00Z");
    expect(afterQuietHours(now, { timeZone: "UTC", from: 180, until: 180 })).toBe(now);
    expect(afterQuietHours(now, undefined)).toBe(now);
  });

  it("end at their first moment after, in any zone and season", () => {
    const random = freshRandom("quiet hours");
    for (let time = 0; time < 3000; time++) {
      const quiet = {
        timeZone: random.pick(ZONES),
        from: random.between(0, 1439),
        until: random.between(0, 1439),
      };
      const given = new Date(
        Date.UTC(2026, 0, 1) + random.between(0, 365 * 24 * 60) * MINUTE + random.between(0, 59_999),
      );
      const after = afterQuietHours(given, quiet);
      const isQuiet = (moment: Date): boolean => {
        const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(quiet.timeZone);
        const minute = local.hour * 60 + local.minute;
        if (quiet.from === quiet.until) return false;
        return quiet.from < quiet.until
          ? minute >= quiet.from && minute < quiet.until
          : minute >= quiet.from || minute < quiet.until;
      };
      const told = `${given.toISOString()} ${JSON.stringify(quiet)} ${after.toISOString()}`;
      expect(after.getTime(), told).toBeGreaterThanOrEqual(given.getTime());
      expect(after.getTime() - given.getTime(), told).toBeLessThanOrEqual(25 * 60 * MINUTE);
      if (!isQuiet(given)) expect(after, told).toEqual(given);
      expect(isQuiet(after), told).toBe(false);
      expect(afterQuietHours(after, quiet), told).toEqual(after);
    }
  });
});

describe("the moment to send", () => {
  const now = at("2026-11-23T12:00:00Z");
  const quiet = undefined;
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);

  it("leaves time to see it on the site before an email, and an hour between emails", () => {
    expect(mailMoment({ at: now, last: null, quiet })).toEqual(at("2026-11-23T12:05:00Z"));
    expect(mailMoment({ at: now, last: ago(30), quiet })).toEqual(at("2026-11-23T12:30:00Z"));
    expect(nextMailMoment({ at: now, last: ago(61), quiet })).toEqual(now);
  });

  it("is now for a push, with five minutes between two", () => {
    expect(pushMoment({ at: now, last: null, quiet })).toEqual(now);
    expect(pushMoment({ at: now, last: ago(2), quiet })).toEqual(at("2026-11-23T12:03:00Z"));
  });
});

it("whatever the channel, the moment to send is not in quiet hours", () => {
  const now = at("2026-11-23T23:00:00Z");
  const quiet = { timeZone: "UTC", from: 22 * 60, until: 6 * 60 };
  for (const moment of [mailMoment, nextMailMoment, pushMoment])
    expect(moment({ at: now, last: null, quiet })).toEqual(at("2026-11-24T06:00:00Z"));
  // The pause after the last one may end in them.
  const before = at("2026-11-23T21:58:00Z");
  for (const moment of [nextMailMoment, pushMoment])
    expect(moment({ at: before, last: before, quiet })).toEqual(at("2026-11-24T06:00:00Z"));
});

it("times of day and time zones are read strictly", () => {
  expect(["00:00", "07:30", "23:59"].map(minuteOf)).toEqual([0, 450, 1439]);
  expect(["", "7:30", "24:00", "12:60", "12:00:00", "noon"].map(minuteOf)).toEqual(Array(6).fill(undefined));
  for (const text of ["00:00", "07:30", "23:59"]) expect(timeOf(minuteOf(text)!)).toBe(text);
  expect(["Europe/Berlin", "UTC", "Asia/Kathmandu"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "+01:00", "Mars/Olympus", "<script>"].map(isTimeZone)).toEqual(Array(4).fill(false));
});

describe("the kinds", () => {
  it("have a label each, and a sentence that survives what is stored", () => {
    const labels = NOTIFICATION_KINDS.map((kind) => inEnglish(rowOf(kind).label));
    expect(new Set(labels).size).toBe(labels.length);
    const words = { who: null, others: 2, product: "Acme", votes: 10, rating: 1, place: 1, kind: "week", count: 1 };
    const more = { followers: 1, number: "D-1", news: "paid", title: "News", about: "a review" };
    const dated = { day: "2026-12-07", todo: 2, visitors: 3, views: 9 };
    for (const kind of NOTIFICATION_KINDS) {
      const sentence = inEnglish(sentenceOf({ kind, words: { ...words, ...more, ...dated } }));
      expect(sentence, kind).toMatch(/^[A-Z\d].*[^.]$/);
      expect(sentence, kind).not.toMatch(/undefined|null|\[object/);
      expect(isNotificationKind(kind)).toBe(true);
    }
    expect(["", "toString", "__proto__", "nothing"].map(isNotificationKind)).toEqual(Array(4).fill(false));
  });

  it("can be switched by channel, except for essential emails", () => {
    for (const kind of NOTIFICATION_KINDS)
      for (const channel of CHANNELS) {
        const isAlways = channel === "mail" && rowOf(kind).ownMail === "always";
        expect(isChoosable(kind, channel)).toBe(!isAlways);
        expect(isOn(kind, channel, { [channel]: false })).toBe(isAlways);
        expect(isOn(kind, channel, { [channel]: true })).toBe(true);
      }
  });

  it("say who did it, with how many others", () => {
    const say = (who: string | null, others: number) =>
      inEnglish(sentenceOf({ kind: "comment", words: { who, others, product: "Acme" } }));
    expect([say("Ines", 0), say("Ines", 1), say(null, 3)]).toEqual([
      "Ines commented on Acme",
      "Ines and one other commented on Acme",
      "Someone and 3 others commented on Acme",
    ]);
  });
});

it("votes are announced in tens, followers one by one at first", () => {
  expect([0, 9, 10, 19, 20, 105].map(voteStep)).toEqual([0, 0, 10, 10, 20, 100]);
  expect([0, 1, 10, 11, 19, 20, 25, 30].filter(isFollowerStep)).toEqual([1, 10, 20, 30]);
});

it("the unsubscribe link names the kinds, and only what was signed", () => {
  const site = { BASE_URL: "https://debut.example" };
  const wish = { newsTo: "0190-acc", kinds: ["comment", "review"] } as const;
  const token = unsubscribeLink(site, "key", wish).split("token=")[1]!;
  expect(token).toMatch(/^[\w.~-]+$/);
  expect(readUnsubscribe(token, "key")).toEqual(wish);
  expect(readUnsubscribe(token, "another key")).toBeUndefined();
  expect(readUnsubscribe(token.replace("review", "order"), "key")).toBeUndefined();
  expect(readUnsubscribe(token.replace("0190-acc", "0191-acc"), "key")).toBeUndefined();
});
