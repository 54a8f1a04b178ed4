import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const NAME = `Commas, semicolons; back\\slashes and ${"läng".repeat(30)} 🚀`;
const world = await createWorld({ env: { SITE_TIMEZONE: "Europe/Berlin" } });
const monday = weekAfter(weekOf(world.deps.now(), "Europe/Berlin"), "Europe/Berlin", 2).monday;
const at = new Date(`${monday}T15:30:00Z`);
const { id: ownerId } = await world.account("ann");
const planned = { status: "scheduled", launchedAt: null, launchWeek: monday } as const;
await world.listing(NAME, { ...planned, category: "web-analytics", content: { tagline: "One line,\nand another" } });
await world.listing("Timed", { ...planned, launchAt: at, category: "crm", ownerId });
await world.listing("Waits", { ...planned, status: "awaiting_badge", ownerId });
await world.listing("Saved", { status: "draft", launchedAt: null, ownerId });
await world.listing("Paused", { ...planned, status: "paused" });
await world.listing("Out", { launchWeek: weekOf(world.deps.now(), "Europe/Berlin").monday });

const get = (path: string, headers: Record<string, string> = {}) => fetch(world.baseUrl + path, { headers });
async function eventsOf(path: string) {
  const reply = await get(path);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const text = await reply.text();
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  return calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component));
}
const summaries = async (path: string) => (await eventsOf(path)).map(({ summary }) => summary).sort();
async function ownCalendar(): Promise<{ person: ReturnType<typeof createVisitor>; path: string }> {
  const person = createVisitor(world.baseUrl);
  await person.signIn("ann@people.example", { password: PASSWORD });
  await person.get("/account/calendar");
  const { text } = await person.post("/account/calendar");
  return { person, path: /\/calendar\.ics\?key=[\w-]+/.exec(text)![0] };
}

describe("the calendar of launches", () => {
  it("has this week's and all booked launches, whatever their names hold", async () => {
    const events = await eventsOf("/feeds/launches.ics");
    expect(events.map(({ summary }) => summary).sort()).toEqual(
      [`${NAME} launches`, "Out launches", "Timed launches", "Waits launches"].sort(),
    );
    const one = events.find(({ summary }) => summary.startsWith("Commas"))!;
    expect(one.description).toBe("One line,\nand another");
    expect(one.startDate.toString()).toBe(monday);
    expect(one.startDate.isDate).toBe(true);
    const timed = events.find(({ summary }) => summary.startsWith("Timed"))!;
    expect(timed.startDate.toJSDate()).toEqual(at);
    for (const { component } of events) expect(component.getFirstProperty("dtend")).toBeNull();
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(4);
    const statusOf = (name: string) =>
      events.find(({ summary }) => summary.startsWith(name))!.component.getFirstPropertyValue("status");
    expect([statusOf("Timed"), statusOf("Waits")]).toEqual(["CONFIRMED", "TENTATIVE"]);
  });

  it("of a category has its own and those of categories below it", async () => {
    expect(await summaries("/feeds/categories/web-analytics.ics")).toEqual([`${NAME} launches`]);
    expect(await summaries("/feeds/categories/analytics-and-data.ics")).toEqual([`${NAME} launches`]);
    expect(await summaries("/feeds/categories/crm.ics")).toEqual(["Timed launches"]);
    expect(await summaries("/feeds/categories/vpn.ics")).toEqual([]);
    expect((await get("/feeds/categories/nothing.ics")).status).toBe(404);
  });

  it("is the same document until something changes", async () => {
    const etag = (await get("/feeds/launches.ics")).headers.get("etag")!;
    world.advance(60_000);
    expect((await get("/feeds/launches.ics", { "if-none-match": etag })).status).toBe(304);
  });
});

describe("the calendar of an account", () => {
  it("has the launches of its listings, at a secret address that is shown once", async () => {
    const { person, path } = await ownCalendar();
    expect(await summaries(path)).toEqual(["Timed launches", "Waits launches"]);
    expect((await get(path)).headers.get("cache-control")).toBe("private, no-store");
    const key = path.split("=")[1]!;
    expect((await person.get("/account/calendar")).text).not.toContain(key);
    expect(world.logs.join("")).not.toContain(key);
  });

  it("ends with its address, with a new one, and with the account", async () => {
    const first = await ownCalendar();
    const second = await ownCalendar();
    expect((await get(first.path)).status).toBe(404);
    expect((await get(second.path)).status).toBe(200);
    await second.person.get("/account/calendar");
    await second.person.post("/account/calendar/remove");
    expect((await get(second.path)).status).toBe(404);
    const third = await ownCalendar();
    const { id } = await world.account("ann");
    await world.deps.store.change((tx) => tx.accounts.setStatus(id, "suspended"));
    expect((await get(third.path)).status).toBe(404);
    expect((await get("/calendar.ics")).status).toBe(404);
  });
});
