import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { offerPlaces } from "../../actions/launches/week-list.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { type Channel, NOTIFICATION_KINDS, rowOf } from "../../domain/notifications/notification.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { addDraft } from "../helpers/drafts.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

const mails = await createMailServer();
const sendMail = createSendMail({ smtpUrl: mails.url, from: "hello@debut.example", siteName: "Debut" });
const world = await createWorld({
  env: { LIMIT_SIGN_IN: "1000", LIMIT_FOLLOW: "1000", WEEK_CAPACITY: "2", LIMIT_VIEW: "100000" },
  replaced: { sendMail },
});
beforeEach(async () => {
  await world.drain();
  mails.delivered.length = 0;
});

const weekIn = (weeks: number) => weekOf(world.deps.now(), "UTC", weeks).monday;
const to = (address: string) => mails.delivered.filter((mail) => mail.to.includes(address));
const subjects = (address: string) => to(address).map(({ headers }) => headers.get("subject"));
const find = async ({ id }: Pick<Listing, "id">) => (await world.deps.store.listings.find(id))!;
const pathOf = ({ id }: Pick<Listing, "id">, page = "launch") => `/account/listings/${id}/${page}`;
let made = 0;
async function maker(given: Parameters<World["listing"]>[1] = {}) {
  const number = ++made;
  const name = `maker${number}`;
  const account = await world.account(name);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`);
  const listing = await world.listing(`Kelpline ${number}`, {
    status: "draft",
    launchedAt: null,
    ownerId: account.id,
    ...given,
  });
  return { name, email: `${name}@people.example`, account, person, listing };
}
type Maker = Awaited<ReturnType<typeof maker>>;
const scheduled = (weeks: number, given = {}) =>
  maker({ status: "scheduled", plan: "free", launchWeek: weekIn(weeks), ...given });
async function send({ person, listing }: Maker, page: string, form: Record<string, string | string[]> = {}) {
  await person.get(pathOf(listing));
  return person.post(pathOf(listing, page), form);
}
const fill = async (week: string) => {
  for (const _ of [1, 2]) await maker({ status: "scheduled", plan: "launch", launchWeek: week });
};
const leavesWeek = (week: string) =>
  world.deps.store.change(async (tx) => {
    const [first] = (await tx.launches.upcoming(week, { offset: 0, limit: 1 })).rows;
    await tx.launches.rebook(first!.id, weekIn(40), world.deps.now());
  });

describe("a team with its own listing", () => {
  it("pauses and resumes it, withdraws its launch, and the team and the audit log know who did", async () => {
    const live = await maker({ status: "live" });
    const page = `/account/listings/${live.listing.id}`;
    const isPublic = async () => (await fetch(`${world.baseUrl}/listings/${live.listing.slug}`)).status;
    expect((await live.person.get(page)).text).toContain("Pause listing");
    expect((await send(live, "pause")).location).toBe(`${page}?notice=listing-paused`);
    expect([(await find(live.listing)).status, await isPublic()]).toEqual(["paused", 404]);
    expect((await live.person.get(page)).text).toContain("Resume listing");
    expect((await send(live, "pause")).location).toContain("listing-paused");
    expect((await send(live, "resume")).location).toBe(`${page}?notice=listing-resumed`);
    expect([(await find(live.listing)).status, await isPublic()]).toEqual(["live", 200]);

    const coming = await maker({ status: "scheduled", plan: "free", launchWeek: weekIn(7), launchedAt: null });
    expect((await coming.person.get(pathOf(coming.listing))).text).toContain("Withdraw launch");
    expect((await send(coming, "withdraw")).location).toBe(`${pathOf(coming.listing)}?notice=launch-withdrawn`);
    expect(await find(coming.listing)).toMatchObject({ status: "draft", plan: "none", launchWeek: null });
    await world.drain();
    expect(subjects(live.email)).toEqual([
      expect.stringMatching(/is paused$/),
      expect.stringMatching(/is live again$/),
    ]);
    expect(subjects(coming.email)).toEqual([expect.stringMatching(/was withdrawn$/)]);
    const { items } = await world.deps.store.audit.list({ kind: "listing" }, { page: 1, perPage: 3 });
    expect(items.map(({ action }) => action)).toEqual(["listing.withdraw", "listing.resume", "listing.pause"]);
    expect(items[2]).toMatchObject({ before: { status: "live" }, after: { status: "paused" } });
  });

  it("corrects an update, which the site shows at once and nobody is emailed of", async () => {
    const { person, listing } = await maker({ status: "live" });
    const { email, account } = await maker();
    await world.deps.store.change((tx) => tx.engagement.follow(account.id, listing.id, new Date(0)));
    const path = pathOf(listing, "updates");
    await person.get(path);
    await person.post(path, { title: "Version 2", body: "It is fsater." });
    await world.drain();
    const { id } = (await world.deps.store.updates.ofListing(listing.id, 1))[0]!;
    const fixed = { [`title.${id}`]: "Version 2", [`body.${id}`]: "It is faster." };
    const wrong = await person.post(`${path}/${id}`, { ...fixed, [`title.${id}`]: "" });
    expect([wrong.status, wrong.text.includes("Must not be empty")]).toEqual([400, true]);
    expect((await person.post(`${path}/${id}`, fixed)).location).toBe(`${path}?notice=update-edited`);
    const shown = await (await fetch(`${world.baseUrl}/listings/${listing.slug}`)).text();
    expect([shown.includes("It is faster."), shown.includes("fsater")]).toEqual([true, false]);
    await world.drain();
    expect(to(email).map(({ text }) => text.includes("fsater"))).toEqual([true]);
    const { items } = await world.deps.store.audit.list({ kind: "listing" }, { page: 1, perPage: 1 });
    expect(items[0]).toMatchObject({ action: "listing.update", before: { body: "It is fsater." } });
  });

  it("deletes a draft with all that was read for it", async () => {
    const { person, account } = await maker();
    const id = await addDraft(world, { accountId: account.id, siteKey: "unwanted.example", fields: {} });
    expect((await person.get("/drafts")).text).toContain("Delete draft");
    expect((await person.post(`/drafts/${id}/delete`, {})).location).toBe("/drafts?notice=draft-deleted");
    expect(await world.deps.store.drafts.find(id)).toBeUndefined();
    expect((await person.get(`/drafts/${id}`)).status).toBe(404);
  });
});

describe("moving a launch", () => {
  it("changes its day everywhere, and tells the team and everybody who waits once", async () => {
    const one = await scheduled(7);
    const waiting = await maker();
    await waiting.person.get(`/listings/${one.listing.slug}`);
    await waiting.person.post(`/listings/${one.listing.slug}/tell-me`, { wait: "on" });
    const page = await one.person.get(pathOf(one.listing));
    expect(page.text).toContain("Move the launch");
    const [from, monday] = [weekIn(7), weekIn(8)];

    const { location } = await send(one, "move", { week: monday });
    expect(location).toBe(`${pathOf(one.listing)}?notice=launch-moved`);
    expect((await find(one.listing)).launchWeek).toBe(monday);
    const calendar = await (await fetch(`${world.baseUrl}/feeds/launches.ics`)).text();
    expect(calendar).toContain(`DTSTART;VALUE=DATE:${monday.replaceAll("-", "")}`);
    world.advance(11 * 60_000);
    await world.drain();
    world.advance(11 * 60_000);
    await world.drain();
    expect(subjects(one.email)).toHaveLength(1);
    expect(to(one.email)[0]!.text).toContain("moved the launch");
    expect(to(waiting.email).map(({ text }) => text.includes("has moved"))).toEqual([true]);
    expect((await waiting.person.get(`/listings/${one.listing.slug}`)).text).toContain("The launch has moved");
    const { items } = await world.deps.store.audit.list({ kind: "launch" }, { page: 1, perPage: 10 });
    expect(items[0]).toMatchObject({ action: "launch.move", before: { week: from }, after: { week: monday } });
    expect((await one.person.get(pathOf(one.listing))).text).toContain("Previous moves");
  });

  it("tells nobody who waits if it is moved back within minutes", async () => {
    const one = await scheduled(7);
    const waiting = await maker();
    await waiting.person.get(`/listings/${one.listing.slug}`);
    await waiting.person.post(`/listings/${one.listing.slug}/tell-me`, { wait: "on" });
    await send(one, "move", { week: weekIn(8) });
    await send(one, "move", { week: weekIn(7) });
    world.advance(11 * 60_000);
    await world.drain();
    expect(to(waiting.email)).toEqual([]);
  });

  it("takes three moves of its team, and only weeks that free launches can choose", async () => {
    const one = await scheduled(6);
    for (const week of [weekIn(3), weekIn(9), weekIn(0), "2026-13-45", "", "<script>"]) {
      const reply = await send(one, "move", { week });
      expect(reply.status, week).toBe(400);
      expect(reply.text).not.toContain("<script>1");
    }
    for (const weeks of [7, 8, 6]) expect((await send(one, "move", { week: weekIn(weeks) })).status).toBe(303);
    const reply = await send(one, "move", { week: weekIn(7) });
    expect([reply.status, (await find(one.listing)).launchWeek]).toEqual([400, weekIn(6)]);
    expect(reply.text).toContain("You have moved this launch 3 times");
  });

  it("is refused to strangers, after the launch and once its week has begun", async () => {
    const one = await scheduled(7);
    const stranger = await maker();
    await stranger.person.get(pathOf(stranger.listing));
    for (const page of ["move", "join-list", "leave-list", "take-place", "badge-count"])
      expect((await stranger.person.post(pathOf(one.listing, page), { week: weekIn(8) })).status, page).toBe(404);
    expect((await find(one.listing)).launchWeek).toBe(weekIn(7));
    const live = await maker({ status: "live", launchedAt: world.deps.now(), launchWeek: weekIn(0) });
    expect((await send(live, "move", { week: weekIn(7) })).status).toBe(400);
  });

  it("gives the last place of a week to one of five who race for it", async () => {
    const week = weekIn(8);
    await maker({ status: "scheduled", plan: "free", launchWeek: week });
    const racers = await Promise.all(Array.from({ length: 5 }, () => scheduled(6)));
    const before = (await world.deps.store.launches.room(week, 2, world.deps.now())).booked;
    const replies = await Promise.all(racers.map((one) => send(one, "move", { week })));
    const { booked } = await world.deps.store.launches.room(week, 2, world.deps.now());
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(Math.max(0, 2 - before));
    expect(booked).toBe(Math.max(2, before));
  });
});

describe("the list of a full week", () => {
  it("offers a place to the first in line by email, bell and page, and one click takes it", async () => {
    const week = weekIn(12);
    await fill(week);
    const [first, second] = [await maker(), await scheduled(11, { plan: "launch" })];
    for (const one of [first, second]) {
      const { location } = await send(one, "join-list", { place: `launch:${week}` });
      expect(location).toContain("notice=list-joined");
    }
    expect((await second.person.get(pathOf(second.listing))).text).toContain("1 listing is ahead of you");
    await world.drain();
    expect(to(first.email)).toEqual([]);

    await leavesWeek(week);
    // Nobody else gets the place, even before it is offered.
    expect((await first.person.get(pathOf(first.listing))).text).not.toContain(`name="launch.week" value="${week}"`);
    const stranger = await scheduled(10, { plan: "launch" });
    expect((await send(stranger, "move", { week })).status).toBe(400);
    world.advance(61_000);
    await world.drain();
    expect(subjects(first.email)).toEqual([expect.stringMatching(/^A place opened up for/)]);
    expect(to(second.email)).toEqual([]);
    const page = await first.person.get(pathOf(first.listing));
    expect(page.text).toMatch(/Take the\s+place/);
    const { location } = await first.person.post(pathOf(first.listing, "take-place"), { week });
    expect(location).toMatch(/^\/checkout\//);

    // Not taken: after a day it is the next one's, and taking it moves the launch at once.
    world.advance(DAY + 61_000);
    await world.drain();
    expect((await send(first, "take-place", { week })).status).toBe(400);
    expect(subjects(second.email)).toEqual([expect.stringMatching(/^A place opened up for/)]);
    const taken = await send(second, "take-place", { week });
    expect(taken.location).toContain("notice=launch-moved");
    expect((await find(second.listing)).launchWeek).toBe(week);
    expect((await send(second, "take-place", { week })).status).toBe(303);
    const again = await send(first, "join-list", { place: `launch:${week}` });
    expect([again.status, again.text.includes("did not accept it")]).toEqual([400, true]);
  });

  it("is left with a click, and a place that somebody declines goes to the next at once", async () => {
    const week = weekIn(13);
    await fill(week);
    const [first, second] = [await maker(), await maker()];
    for (const one of [first, second]) await send(one, "join-list", { place: `launch:${week}` });
    await leavesWeek(week);
    world.advance(61_000);
    await world.drain();
    await send(first, "leave-list", { week });
    await world.drain();
    expect([to(first.email).length, to(second.email).length]).toEqual([1, 1]);
    expect(await world.deps.store.weekWaits.list(week)).toHaveLength(1);
  });

  it("serves those who wait for a free place, once nobody is before them", async () => {
    const weeks = [6, 7, 8].map(weekIn);
    for (const week of weeks) {
      const { booked } = await world.deps.store.launches.room(week, 2, world.deps.now());
      for (let left = 2 - booked; left > 0; left--)
        await maker({ status: "scheduled", plan: "free", launchWeek: week });
    }
    const one = await maker();
    const joined = await send(one, "join-list", { place: `free:${weeks[1]}` });
    expect(joined.location).toContain("notice=list-joined");
    await leavesWeek(weeks[1]!);
    world.advance(61_000);
    await world.drain();
    const taken = await send(one, "take-place", { week: weeks[1]! });
    expect(taken.location).toContain("notice=free-chosen");
    expect(await find(one.listing)).toMatchObject({ status: "awaiting_badge", plan: "free", launchWeek: weeks[1] });
  });

  it("refuses weeks that have a place, that are over or never were, and more than three at a time", async () => {
    const one = await maker();
    for (const place of [`launch:${weekIn(30)}`, `launch:${weekIn(0)}`, "launch:9999-99-99", "x", "", "free:"])
      expect((await send(one, "join-list", { place })).status, place).toBe(400);
    for (const weeks of [14, 15, 16]) await fill(weekIn(weeks));
    const extra = weekIn(9);
    await fill(extra);
    for (const weeks of [14, 15, 16])
      expect((await send(one, "join-list", { place: `launch:${weekIn(weeks)}` })).status).toBe(303);
    const fourth = await send(one, "join-list", { place: `launch:${extra}` });
    expect([fourth.status, fourth.text.includes("is already on 3 waiting lists")]).toEqual([400, true]);
    const unverified = await world.account("unproven", { verified: false });
    const theirs = await world.listing("Unproven", { status: "draft", launchedAt: null, ownerId: unverified.id });
    const person = createVisitor(world.baseUrl);
    await person.signIn("unproven@people.example");
    await person.get(pathOf(theirs));
    const reply = await person.post(pathOf(theirs, "join-list"), { place: `launch:${extra}` });
    expect(reply.location).toContain("notice=verify-first");
  });

  it("offers a place once, however often the job is killed or runs twice", async () => {
    const week = weekIn(20);
    await fill(week);
    const waiting = [];
    for (let index = 0; index < 3; index++) {
      const one = await maker();
      waiting.push(one);
      const { id: listingId } = one.listing;
      await world.deps.store.change((tx) =>
        tx.weekWaits.join({ week, listingId, accountId: one.account.id, plan: "launch", joinedAt: world.deps.now() }),
      );
    }
    await leavesWeek(week);
    // Dies after any number of the ids that emails need.
    for (let lives = 0; lives < 3; lives++) {
      let left = lives;
      const uuid = () => {
        if (left-- === 0) throw new Error("killed");
        return world.deps.uuid();
      };
      await offerPlaces(week, { ...world.deps, uuid }).catch(() => undefined);
    }
    await Promise.all([offerPlaces(week, world.deps), offerPlaces(week, world.deps)]);
    await world.drain();
    expect(waiting.map(({ email }) => to(email).length)).toEqual([1, 0, 0]);
    const list = await world.deps.store.weekWaits.list(week);
    expect(list.map(({ offeredAt }) => offeredAt !== null)).toEqual([true, false, false]);
  });
});

describe("reminders", () => {
  const startsIn = async ({ listing }: Maker, ms: number) => {
    const { launchWeek } = await find(listing);
    const { startsAt } = weekAfter({ monday: launchWeek! }, "UTC", 0);
    world.advance(startsAt.getTime() - ms - world.deps.now().getTime());
    await world.drain();
  };

  const SETTINGS = "/account/notifications";
  const bell = async ({ account }: Maker) =>
    (await world.deps.store.notifications.ofAccount(account.id, { offset: 0, limit: 9 })).map(({ kind }) => kind);

  it("come a week and a day before a launch with what is missing, each once, and each has its own off", async () => {
    const one = await scheduled(25);
    const quiet = await scheduled(25);
    const shown = (await quiet.person.get(pathOf(quiet.listing))).text;
    expect(shown).toContain('<a href="/account/notifications">Manage reminders</a>');
    await quiet.person.get(SETTINGS);
    const wanted = (channel: Channel, but: string[] = []) =>
      NOTIFICATION_KINDS.filter((kind) => rowOf(kind).channels.includes(channel) && !but.includes(kind));
    const chosen = {
      ...{ time_zone: "UTC", quiet_from: "", quiet_until: "" },
      ...{ site: wanted("site", ["reminder_day"]), mail: wanted("mail", ["reminder_week"]), push: wanted("push") },
    };
    expect((await quiet.person.post(SETTINGS, chosen)).location).toContain("notifications-saved");
    await startsIn(one, 6.9 * DAY);
    expect(subjects(one.email)).toEqual([`${one.listing.name} launches in a week`]);
    expect(to(one.email)[0]!.text).toContain("Add the makers");
    expect(subjects(quiet.email)).toEqual([]);
    expect(await bell(quiet)).toEqual(["reminder_week"]);
    await startsIn(one, 5.5 * DAY);
    expect(subjects(one.email)).toHaveLength(1);
    await startsIn(one, 23 * HOUR);
    await startsIn(one, 20 * HOUR);
    expect(subjects(one.email)).toEqual([
      `${one.listing.name} launches in a week`,
      `${one.listing.name} launches tomorrow`,
    ]);
    expect(subjects(quiet.email)).toEqual([`${quiet.listing.name} launches tomorrow`]);
    expect([await bell(one), await bell(quiet)]).toEqual([["reminder_day"], ["reminder_week"]]);

    const link = to(one.email)[1]!.headers.get("list-unsubscribe")!.slice(1, -1);
    const reply = await fetch(link, { method: "POST" });
    expect(reply.status).toBe(200);
    expect(await world.deps.store.notificationSettings.allChoices(one.account.id)).toEqual({
      reminder_day: { mail: false },
    });
    expect((await fetch(link.replace("reminder_day", "reminder_week"), { method: "POST" })).status).toBe(410);
  });
});

describe("figures", () => {
  const read = (listing: Pick<Listing, "slug">, referer: string | undefined, agent: string) =>
    fetch(`${world.baseUrl}/listings/${listing.slug}`, {
      headers: { "user-agent": `${BROWSER["user-agent"]} ${agent}`, ...(referer === undefined ? {} : { referer }) },
    });
  const live = async () => {
    const one = await maker({ status: "live", launchedAt: world.deps.now(), launchWeek: weekIn(0) });
    return one;
  };
  const csvOf = async ({ person, listing }: Maker, file: string) =>
    (await person.get(pathOf(listing, `figures/${file}.csv`))).text;

  it("count visitors by hour and by the host that sent them, each once a day", async () => {
    const one = await live();
    await read(one.listing, "https://www.news.example.org/item?id=secret#x", "a");
    await read(one.listing, "https://news.example.org/other", "a");
    await read(one.listing, undefined, "b");
    await read(one.listing, `${world.baseUrl}/launches`, "c");
    await world.deps.visits.flush();
    const page = await one.person.get(pathOf(one.listing, "figures"));
    expect(page.text).toContain("Visitors by hour");
    expect(page.text).not.toContain("secret");
    expect(page.text).not.toContain("news.example.org");
    expect(await csvOf(one, "sources")).toBe("source,visitors\r\ndirect,1\r\nsite,1\r\nothers,1\r\n");
    expect(await csvOf(one, "hours")).toMatch(/:00:00\.000Z,3,0,0/);
    expect(await csvOf(one, "days")).toMatch(/,3,0,0,0\r\n$/);
    const stranger = await live();
    for (const file of ["days", "hours", "sources"])
      expect((await stranger.person.get(pathOf(one.listing, `figures/${file}.csv`))).status).toBe(404);
    expect((await stranger.person.get(pathOf(one.listing, "figures"))).status).toBe(404);
  });

  it("name a host once two networks sent visitors, and never let made-up ones fill the table", async () => {
    const one = await live();
    const { id: listingId } = one.listing;
    const day = world.deps.now().toISOString().slice(0, 10);
    const hour = Math.floor(world.deps.now().getTime() / HOUR);
    const visit = (n: number, source: string, network: string) => ({
      ...{
        kind: "views" as const,
        listingId,
        day,
        hash: `v${n}-${listingId}`,
        hour,
        source,
        network: `${network} ${source} ${listingId}`,
      },
    });
    await world.deps.store.change((tx) =>
      tx.engagement.visit([visit(1, "real.example.org", "n1"), visit(2, "real.example.org", "n2")]),
    );
    for (let n = 0; n < 500; n++)
      await world.deps.store.change((tx) => tx.engagement.visit([visit(100 + n, `spam${n}.example.org`, `s${n}`)]));
    await world.deps.store.change((tx) =>
      tx.engagement.visit([visit(3, "late.example.org", "n1"), visit(4, "late.example.org", "n4")]),
    );
    const sources = await world.deps.store.visitFigures.sources(listingId, day);
    expect(sources.length).toBeLessThanOrEqual(41);
    expect(await csvOf(one, "sources")).toBe(
      "source,visitors\r\nlate.example.org,2\r\nreal.example.org,2\r\nothers,500\r\n",
    );
    expect((await one.person.get(pathOf(one.listing, "figures"))).text).not.toContain("spam");
  });

  it("keep nothing of a hostile Referer but that it was one", async () => {
    const one = await live();
    const hostile = [
      "javascript:alert(1)",
      "https://<script>alert(1)</script>/",
      "https://=cmd.example|x/",
      "https://10.0.0.1/admin",
      "https://[::1]/",
      "https://wiki.corp/secret",
      "https://user:pass@localhost/",
      `https://${"a".repeat(300)}.example.org/`,
      "nonsense",
    ];
    for (const [index, referer] of hostile.entries()) await read(one.listing, encodeURI(referer), `h${index}`);
    await world.deps.visits.flush();
    expect(await csvOf(one, "sources")).toBe(`source,visitors\r\nothers,${hostile.length}\r\n`);
  });

  it("say on the page how many saw the badge only if its team wants that", async () => {
    const one = await live();
    const at = world.deps.now();
    const visits = Array.from({ length: 312 }, (_, n) => ({
      ...{ kind: "badgeViews" as const, listingId: one.listing.id, hash: `b${n}-${one.listing.id}` },
      day: new Date(at.getTime() - (1 + (n % 7)) * DAY).toISOString().slice(0, 10),
    }));
    await world.deps.store.change((tx) => tx.engagement.visit(visits));
    const publicPage = async () => (await read(one.listing, undefined, "reader")).text();
    expect((await one.person.get(pathOf(one.listing, "figures"))).text).toContain("312 visitors");
    expect(await publicPage()).not.toContain("312 visitors");
    await one.person.post(pathOf(one.listing, "badge-count"), { on: "yes" });
    expect(await publicPage()).toContain("312 visitors of its website saw the badge");
    world.advance(3 * DAY);
    await world.drain();
    expect(await publicPage()).toMatch(/\d+ visitors of its website saw the badge/);
    expect(await publicPage()).not.toContain("312 visitors");
    await one.person.get(pathOf(one.listing, "figures"));
    await one.person.post(pathOf(one.listing, "badge-count"), { on: "" });
    expect(await publicPage()).not.toMatch(/\d+ visitors of its website saw the badge/);
  });
});

it("an account finds its moves and lists in its export, and deletion leaves none of them", async () => {
  const one = await scheduled(7);
  const week = weekIn(33);
  const at = world.deps.now();
  await world.deps.store.change(async (tx) => {
    const row = { listingId: one.listing.id, accountId: one.account.id };
    await tx.launchMoves.add({ ...row, fromWeek: weekIn(6), toWeek: weekIn(7), through: "team", at });
    await tx.weekWaits.join({ ...row, week, plan: "launch", joinedAt: at });
  });
  const data = await exportAccount(one.account.id, world.deps);
  expect(data).toMatchObject({
    launches_moved: [{ slug: one.listing.slug, to_week: weekIn(7) }],
    waiting_lists: [{ week, plan: "launch" }],
  });
  await deleteAccount(one.account.id, { takeListingsDown: false }, world.deps);
  const { store } = world.deps;
  expect(await store.weekWaits.list(week)).toEqual([]);
  expect((await store.launchMoves.ofListing(one.listing.id, 5))[0]!.move.accountId).toBeNull();
});
