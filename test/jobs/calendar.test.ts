import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { createLanguages } from "../../core/languages.ts";
import { openMarks } from "../../core/runtime/marks.ts";
import { readSettings } from "../../core/settings/config.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { daysOf, weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { byWeekRank, SETTLING_MS } from "../../domain/launches/ranking.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createJobRunner } from "../../jobs/runner.ts";
import { communityOf } from "../helpers/community.ts";
import { createDatabase } from "../helpers/database.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { presenceOf } from "../helpers/presence.ts";
import { freshRandom } from "../helpers/random.ts";
import { rounds } from "../helpers/rounds.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const LIMITS = { network: 99, newAccounts: 99 };

/** Soon after each, the clocks change in New York and on Lord Howe. */
const STARTS = ["2026-09-01T12:00:00Z", "2027-02-16T12:00:00Z"];

/** What moves the calendar; orders, drafts and pictures have tests of their own, and a year of their rounds takes long. */
const KINDS = [
  "launch-week",
  "award-week",
  "check-badges",
  "check-badge",
  "refresh-domain-ratings",
  "age-out",
  "send-mail",
  "send-news",
  "tell-followers",
  "merge-search-index",
];

/** A database, people and listings, and a job runner whose clock stands still until it is moved. */
async function createCalendar(zone: string, begin: Date, replaced: Partial<Deps> = {}) {
  const db = await createDatabase();
  // A year has many commits, and nothing here pulls the plug.
  db.writer.pragma("synchronous = OFF");
  const clock = { at: begin };
  let ids = 0;
  const settings = readSettings({ SITE_TIMEZONE: zone, WEEK_CAPACITY: "3" });
  const handedMails = openMarks(join(temporaryFolder(), "handed-mails"));
  const deps = {
    settings,
    languages: createLanguages(settings),
    store: db.store,
    now: () => new Date(clock.at),
    uuid: () => `id-${++ids}`,
    sendMail: async () => "kept",
    handedMails,
    domainRatings: undefined,
    log: pino({ level: "silent" }),
    trace: untraced,
    wakeJobs: () => undefined,
    ...replaced,
  } as unknown as Deps;
  const runner = createJobRunner(deps, Object.fromEntries(KINDS.map((kind) => [kind, jobKinds[kind]!])), presenceOf());
  return {
    ...db,
    async close() {
      handedMails.close();
      await db.close();
    },
    clock,
    make: communityOf(db.store),
    /** Everything that is due now has run. */
    drain: () => runner.drain(),
    /** The process runs on: it looks at the clock every twelve hours of this time. */
    async live(ms: number) {
      const end = clock.at.getTime() + ms;
      while (clock.at.getTime() < end) {
        clock.at = new Date(Math.min(end, clock.at.getTime() + 12 * HOUR));
        await runner.drain();
      }
    },
    vote: (person: string, listingId: number) =>
      db.store.change((tx) =>
        tx.votes.set(person, listingId, { visitorHash: person, networkHash: null }, LIMITS, clock.at),
      ),
  };
}

type Calendar = Awaited<ReturnType<typeof createCalendar>>;
let calendar: Calendar;
const open = async (...given: Parameters<typeof createCalendar>) => {
  calendar = await createCalendar(...given);
  return calendar;
};
afterEach(() => calendar.close());
const find = async (id: number) => (await calendar.store.listings.find(id))!;

describe.each(["UTC", "America/New_York", "Australia/Lord_Howe"])("launches across clock changes in %s", (zone) => {
  it("happen once per listing in its week, with awards as published", async () => {
    const random = freshRandom(zone);
    const first = weekOf(new Date(random.pick(STARTS)), zone);
    const weeks = rounds({ short: 17, long: 52 });
    const { store, make, clock, vote, writer, drain } = await open(zone, first.startsAt);
    const people = await Promise.all(Array.from({ length: 6 }, () => make.person()));
    const planned = new Map<number, { week: string; at: Date; isDemo: boolean }>();
    const mondays: ReturnType<typeof weekOf>[] = [];
    let contending = 0;
    for (
      let week = weekAfter(first, zone);
      mondays.length < weeks || contending < weeks;
      week = weekAfter(week, zone)
    ) {
      mondays.push(week);
      for (let index = 0; index < random.between(0, 5); index++) {
        const launchAt = random.chance(0.3) ? new Date(week.startsAt.getTime() + random.between(1, 150) * HOUR) : null;
        const isDemo = random.chance(0.15);
        const given = { status: "scheduled", launchWeek: week.monday, launchAt, launchedAt: null, isDemo } as const;
        const { id } = await make.listing(given, clock.at);
        planned.set(id, { week: week.monday, at: launchAt ?? week.startsAt, isDemo });
        if (!isDemo) contending++;
      }
    }

    const launched = new Map<number, Date>();
    // One question for all: each by itself, through the store, took most of a year's time.
    const liveSince = writer.prepare("select id, launched_at from listings where status = 'live'").raw();
    const cast: { id: number; at: Date }[] = [];
    const end = new Date(mondays.at(-1)!.endsAt.getTime() + 3 * DAY);
    while (clock.at < end) {
      clock.at = new Date(clock.at.getTime() + 12 * HOUR);
      await drain();
      const live = new Map(liveSince.all() as [number, number][]);
      for (const [id, { at }] of planned) {
        if (launched.has(id)) continue;
        const launchedAt = live.get(id);
        expect(launchedAt !== undefined, `${id} at ${clock.at.toISOString()}`).toBe(at <= clock.at);
        if (launchedAt !== undefined) launched.set(id, new Date(launchedAt));
      }
      // The launches of the last fortnight get votes; some of them after their week.
      const recent = [...launched].filter(([, at]) => clock.at.getTime() - at.getTime() < 9 * DAY);
      for (const [id] of recent) {
        const person = random.pick(people);
        if (!random.chance(0.4) || (await store.votes.find(person, id))) continue;
        await vote(person, id);
        cast.push({ id, at: clock.at });
      }
    }

    expect(launched.size).toBe(planned.size);
    for (const [id, { week, at }] of planned) {
      expect(await find(id)).toMatchObject({ status: "live", launchWeek: week, launchedAt: at });
      expect(launched.get(id)).toEqual(at);
    }

    let given = 0;
    for (const week of mondays) {
      const contenders = [...planned]
        .filter(([, plan]) => plan.week === week.monday && !plan.isDemo)
        .map(([listingId, { at }]) => {
          const times = cast
            .filter((one) => one.id === listingId && one.at < week.endsAt)
            .map((one) => one.at.getTime());
          const reachedAt = times.length ? new Date(Math.max(...times)) : null;
          return { listingId, votes: times.length, reachedAt, launchedAt: at };
        });
      const winners = contenders
        .filter(({ votes }) => votes > 0)
        .sort(byWeekRank)
        .slice(0, 3)
        .map((winner, index) => ({
          listing_id: winner.listingId,
          place: index + 1,
          votes: winner.votes,
          tied: Number(contenders.filter(({ votes }) => votes === winner.votes).length > 1),
        }));
      const rows = writer
        .prepare("select listing_id, place, votes, tied from awards where week = ? order by place")
        .all(week.monday);
      expect(rows, week.monday).toEqual(winners);
      // Weeks before the first vote of all have nothing to give.
      expect(await store.awards.isAwarded(week.monday), week.monday).toBe(cast[0]!.at < week.endsAt);
      given += rows.length;
    }
    expect(given).toBeGreaterThan((40 / 52) * weeks);
    const early = writer
      .prepare("select count(*) as count from awards where awarded_at < ends_at + ?")
      .get(SETTLING_MS);
    expect(early).toEqual({ count: 0 });
  });
});

/** What its team chose, else a day of its week by its number. */
describe.each(["UTC", "America/New_York", "Australia/Lord_Howe"])(
  "daily launches across clock changes in %s",
  (zone) => {
    it.each(STARTS)("go live at midnight of their own day, also after a start in %s", async (begin) => {
      const random = freshRandom(`${zone} ${begin}`);
      const first = weekOf(new Date(begin), zone);
      const { store, make, clock, drain } = await open(zone, first.startsAt);
      await store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, cadence: "days" } }));
      const planned = new Map<number, { at: Date; week: string }>();
      let week = first;
      for (let count = 0; count < 14; count++) {
        week = weekAfter(week, zone);
        for (let index = 0; index < 4; index++) {
          const chosen = random.chance(0.5) ? random.pick(daysOf(week, zone)).startsAt : null;
          const given = { status: "scheduled", launchWeek: week.monday, launchAt: chosen, launchedAt: null } as const;
          const { id } = await make.listing(given, clock.at);
          planned.set(id, { at: chosen ?? daysOf(week, zone)[id % 7]!.startsAt, week: week.monday });
        }
      }
      expect(new Set(Array.from(planned.values(), ({ at }) => at.getTime())).size).toBeGreaterThan(20);
      while (clock.at < week.endsAt) {
        clock.at = new Date(clock.at.getTime() + 6 * HOUR);
        await drain();
        for (const [id, { at }] of planned)
          expect((await find(id)).status, `${id} at ${clock.at.toISOString()}`).toBe(
            at <= clock.at ? "live" : "scheduled",
          );
      }
      for (const [id, { at, week }] of planned) {
        expect(await find(id)).toMatchObject({ launchedAt: at, launchWeek: week });
        expect(at.toLocaleTimeString("en-GB", { timeZone: zone })).toBe("00:00:00");
      }
    });
  },
);

describe("the calendar", () => {
  const monday = new Date("2026-11-16T00:00:00Z");
  beforeEach(async () => void (await open("UTC", new Date("2026-11-10T09:00:00Z"))));
  const scheduled = (launchWeek: string, launchAt: Date | null = null) =>
    calendar.make.listing({ status: "scheduled", launchWeek, launchAt, launchedAt: null }, calendar.clock.at);

  it("launches at the start of the week, which is also the launch time if the job runs a little later", async () => {
    const at = new Date("2026-11-18T10:30:00Z");
    const [one, two] = [await scheduled("2026-11-16"), await scheduled("2026-11-16", at)];
    await calendar.drain();
    calendar.clock.at = new Date(monday.getTime() - 1);
    await calendar.drain();
    expect((await find(one.id)).status).toBe("scheduled");
    expect(await calendar.store.jobs.nextRunAt(calendar.clock.at)).toEqual(monday);
    calendar.clock.at = new Date(monday.getTime() + 90_000);
    await calendar.drain();
    expect(await find(one.id)).toMatchObject({ status: "live", launchedAt: monday, launchWeek: "2026-11-16" });
    expect(await calendar.store.jobs.nextRunAt(calendar.clock.at)).toEqual(at);
    calendar.clock.at = at;
    await calendar.drain();
    expect(await find(two.id)).toMatchObject({ status: "live", launchedAt: at });
  });

  it("catches up after three weeks of downtime: late launches begin now, and past weeks get their awards", async () => {
    const early = await scheduled("2026-11-16");
    const missed = await scheduled("2026-11-23", new Date("2026-11-25T12:00:00Z"));
    const inTime = await scheduled("2026-12-07");
    const ann = await calendar.make.person();
    await calendar.live(7 * DAY);
    await calendar.vote(ann, early.id);
    await calendar.drain();
    calendar.clock.at = new Date("2026-12-08T15:00:00Z");
    await calendar.drain();
    const now = calendar.clock.at;
    expect(await find(missed.id)).toMatchObject({ status: "live", launchedAt: now, launchWeek: "2026-12-07" });
    expect(await find(inTime.id)).toMatchObject({
      status: "live",
      launchedAt: new Date("2026-12-07T00:00:00Z"),
      launchWeek: "2026-12-07",
    });
    for (const week of ["2026-11-16", "2026-11-23"]) expect(await calendar.store.awards.isAwarded(week)).toBe(true);
    expect(await calendar.store.awards.isAwarded("2026-12-07")).toBe(false);
    expect(await calendar.store.awards.ofListing(early.id)).toMatchObject([{ week: "2026-11-16", place: 1, votes: 1 }]);
  });

  it("keeps chosen days when a site goes back to weekly launches; all others begin on Monday", async () => {
    const { store, clock, drain } = calendar;
    const cadence = (cadence: "weeks" | "days") =>
      store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, cadence } }));
    await cadence("days");
    const friday = new Date("2026-11-20T00:00:00Z");
    const chosen = await scheduled("2026-11-16", friday);
    const others = [await scheduled("2026-11-16"), await scheduled("2026-11-16"), await scheduled("2026-11-16")];
    await cadence("weeks");
    clock.at = new Date(monday.getTime() + 60_000);
    await drain();
    for (const { id } of others) expect(await find(id)).toMatchObject({ status: "live", launchedAt: monday });
    clock.at = friday;
    await drain();
    expect(await find(chosen.id)).toMatchObject({ status: "live", launchedAt: friday });
  });

  it("waits for a badge until the day of the launch, then moves it to the next week", async () => {
    const { store, clock, drain } = calendar;
    await store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, cadence: "days" } }));
    const friday = new Date("2026-11-20T00:00:00Z");
    const given = { status: "awaiting_badge", plan: "free", launchWeek: "2026-11-16", launchAt: friday } as const;
    const { id } = await calendar.make.listing({ ...given, launchedAt: null }, clock.at);
    clock.at = new Date(friday.getTime() - HOUR);
    await drain();
    expect((await find(id)).launchWeek).toBe("2026-11-16");
    clock.at = friday;
    await drain();
    expect(await find(id)).toMatchObject({ status: "awaiting_badge", launchWeek: "2026-11-23", launchAt: null });
  });

  it("gives awards once and never changes them", async () => {
    const listing = await scheduled("2026-11-16");
    const [ann, bob] = [await calendar.make.person(), await calendar.make.person()];
    await calendar.live(7 * DAY);
    await calendar.vote(ann, listing.id);
    await calendar.live(6 * DAY + 20 * HOUR);
    const [award] = await calendar.store.awards.ofListing(listing.id);
    expect(award).toMatchObject({ place: 1, votes: 1, tied: false });
    await calendar.store.change(async (tx) => {
      await tx.votes.withdraw(ann, listing.id, calendar.clock.at);
      await tx.votes.set(bob, listing.id, { visitorHash: "b", networkHash: null }, LIMITS, monday);
      const at = calendar.clock.at;
      for (const id of ["again", "and-again"])
        await tx.jobs.add({ id, kind: "award-week", payload: { monday: "2026-11-16" }, runAt: at, createdAt: at });
    });
    await calendar.live(14 * DAY);
    expect(await calendar.store.awards.ofListing(listing.id)).toEqual([award]);
  });

  it("gives no awards before the week is settled, and none to demo listings", async () => {
    const demo = await calendar.make.listing({
      status: "scheduled",
      launchWeek: "2026-11-16",
      isDemo: true,
      launchedAt: null,
    });
    const ann = await calendar.make.person();
    await calendar.live(7 * DAY);
    await calendar.vote(ann, demo.id);
    calendar.clock.at = new Date("2026-11-23T23:59:00Z");
    await calendar.drain();
    expect(await calendar.store.awards.isAwarded("2026-11-16")).toBe(false);
    const at = calendar.clock.at;
    await calendar.store.change((tx) =>
      tx.jobs.add({ id: "early", kind: "award-week", payload: { monday: "2026-11-16" }, runAt: at, createdAt: at }),
    );
    await calendar.drain();
    expect(await calendar.store.awards.isAwarded("2026-11-16")).toBe(false);
    calendar.clock.at = new Date("2026-11-24T00:00:00Z");
    await calendar.drain();
    expect(await calendar.store.awards.isAwarded("2026-11-16")).toBe(true);
    expect(await calendar.store.awards.ofListing(demo.id)).toEqual([]);
  });

  it("moves listings without their badge to the next week with room, and emails their owners", async () => {
    const owner = await calendar.make.person();
    for (let index = 0; index < 3; index++) await scheduled("2026-11-23");
    await calendar.store.change((tx) => tx.launches.setCapacity("2026-11-30", 1));
    const waiting = [];
    for (let index = 0; index < 3; index++)
      waiting.push(
        await calendar.make.listing({
          status: "awaiting_badge",
          launchWeek: "2026-11-16",
          launchedAt: null,
          ownerId: owner,
        }),
      );
    calendar.clock.at = monday;
    await calendar.drain();
    const weeks = await Promise.all(waiting.map(async ({ id }) => (await find(id)).launchWeek));
    expect(weeks).toEqual(["2026-11-30", "2026-12-07", "2026-12-07"]);
    for (const { id } of waiting) expect((await find(id)).status).toBe("awaiting_badge");
    const mails = (await calendar.store.mails.list({ page: 1, perPage: 9 })).items;
    expect(mails).toHaveLength(3);
    expect(mails.map(({ text }) => text).join()).toContain("7 December 2026");
    await calendar.drain();
    expect((await calendar.store.mails.list({ page: 1, perPage: 9 })).total).toBe(3);
  });

  it("reserves no paid place for listings without their badge, and unschedules them after three moved weeks", async () => {
    await open("UTC", new Date("2026-11-18T10:00:00Z"), {
      checkBadge: async () => ({ result: "not_found", detail: "Neither the badge nor a link is there." }),
    });
    const ownerId = await calendar.make.person();
    const absent: number[] = [];
    for (let index = 0; index < 3; index++) {
      const { id } = await calendar.make.listing({ status: "draft", launchedAt: null, ownerId });
      await calendar.store.change((tx) => tx.launches.reserveFree(id, "2026-12-28", calendar.clock.at));
      absent.push(id);
    }
    const full: string[] = [];
    const weeks = new Set<string | null>();
    // Noted while they are sent, because mails are deleted after 90 days.
    const mails = new Map<string, string>();
    for (let week = 0; week < 26; week++) {
      const { monday } = weekOf(calendar.clock.at, "UTC", 1);
      const { booked, capacity } = await calendar.store.launches.room(monday, 3, calendar.clock.at);
      if (booked >= capacity) full.push(monday);
      weeks.add((await find(absent[0]!)).launchWeek);
      for (let half = 0; half < 2; half++) {
        calendar.clock.at = new Date(calendar.clock.at.getTime() + 3.5 * DAY);
        await calendar.drain();
        const { items } = await calendar.store.mails.list({ page: 1, perPage: 100 });
        for (const { id, subject } of items) mails.set(id, subject);
      }
    }
    const subjects = [...mails.values()];
    const count = (part: string) => subjects.filter((subject) => subject.includes(part)).length;
    expect({ full, mails: subjects.length }).toEqual({ full: [], mails: 15 });
    expect([count("launches soon"), count("new launch week"), count("saved listings")]).toEqual([3, 9, 3]);
    expect([...weeks]).toEqual(["2026-12-28", "2027-01-04", "2027-01-11", "2027-01-18", null]);
    for (const id of absent)
      expect(await find(id)).toMatchObject({
        status: "draft",
        plan: "none",
        launchWeek: null,
        statusReason: expect.stringContaining("badge"),
      });
  });

  it("deletes revenue figures that are older than 35 days", async () => {
    const { id } = await calendar.make.listing();
    const asOf = calendar.clock.at;
    await calendar.store.change((tx) =>
      tx.figures.saveRevenue({
        listingId: id,
        amountCents: 1,
        currency: "USD",
        usdCents: 1,
        verifiedBy: "admin",
        asOf,
        recordedAt: asOf,
      }),
    );
    const count = () => calendar.writer.prepare("select count(*) as count from revenue_figures").get();
    await calendar.live(34 * DAY);
    expect(count()).toEqual({ count: 1 });
    await calendar.live(2 * DAY);
    expect(count()).toEqual({ count: 0 });
  });
});

describe("domain ratings", () => {
  it("are fetched once a week; an unknown domain has no rating, and a failure keeps the last one", async () => {
    const asked: string[] = [];
    let isDown = false;
    await open("UTC", new Date("2026-11-10T09:00:00Z"), {
      domainRatings: async (domain) => {
        asked.push(domain);
        if (isDown) throw new Error("down");
        return { value: domain.startsWith("site-1.") ? 42 : null, source: "Test" };
      },
    });
    const { make, live, drain } = calendar;
    const [one, two] = [await make.listing(), await make.listing()];
    await make.listing({ isDemo: true });
    await make.listing({ status: "draft", launchedAt: null });
    await drain();
    expect(asked).toEqual([one.domain, two.domain]);
    expect(await find(one.id)).toMatchObject({ domainRating: 42 });
    expect(await find(two.id)).toMatchObject({ domainRating: null });
    isDown = true;
    await live(9 * DAY);
    expect(asked.length).toBeGreaterThan(2);
    expect(await find(one.id)).toMatchObject({ domainRating: 42 });
    isDown = false;
    await live(9 * DAY);
    expect((await calendar.store.figures.ratings(one.id, 9)).map(({ value }) => value)).toEqual([42, 42]);
  });
});
