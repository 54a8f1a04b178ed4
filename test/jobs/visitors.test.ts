import { describe, expect, it } from "vitest";
import { ageOut } from "../../jobs/age-out.ts";
import { mailVisitors } from "../../jobs/mail-visitors.ts";
import { createWorld } from "../helpers/world.ts";
import { createTeam } from "../site/admin-world.ts";

const clock = { at: new Date("2026-11-18T10:00:00Z") };
const { world, store, root, ann } = await createTeam({
  env: { TRUSTED_PROXIES: "127.0.0.1", COUNTRY_HEADER: "CF-IPCountry" },
  replaced: { now: () => new Date(clock.at) },
});
await world.listing("Acme Charts");
const { siteVisits } = world.deps;

const AGENT = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";
const open = (path: string, from: string, headers: Record<string, string> = {}) =>
  fetch(world.baseUrl + path, { headers: { "user-agent": AGENT, "x-forwarded-for": from, ...headers } }).then(
    (answer) => answer.text(),
  );
const SPAN = { from: "2026-11-18", to: "2026-11-19" };
const day = async () => (await store.siteVisits.days(SPAN))[0];
const top = async (about: Parameters<typeof store.siteVisits.top>[0]) =>
  Object.fromEntries(
    (await store.siteVisits.top(about, SPAN, 100)).map(({ name, views, visitors }) => [name, [views, visitors]]),
  );

describe("visits of the site", () => {
  it("are counted by page, kind, source and country, each visitor once a day", async () => {
    await open("/", "198.51.100.1", { referer: "https://news.example.com/item?id=1", "cf-ipcountry": "DE" });
    await open("/", "198.51.100.1", { referer: world.baseUrl });
    await open("/listings/acme-charts", "198.51.100.1");
    await open("/listings/acme-charts", "198.51.100.2", { "cf-ipcountry": "XX" });
    await siteVisits.flush();
    await open("/search", "198.51.100.2");
    await siteVisits.flush();
    expect(await day()).toEqual({ day: "2026-11-18", views: 5, visitors: 2 });
    expect(await top("page")).toEqual({ "/": [2, 0], "/listings/acme-charts": [2, 0], "/search": [1, 0] });
    expect(await top("kind")).toEqual({ home: [2, 1], listings: [2, 2], search: [1, 1] });
    expect(await top("source")).toEqual({ "news.example.com": [0, 1], direct: [0, 1] });
    expect(await top("country")).toEqual({ DE: [0, 1] });
  });

  it("leave out bots, admins, private pages, errors, and what scripts fetch", async () => {
    const before = await day();
    await open("/", "198.51.100.3", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" });
    await open("/", "198.51.100.3", { "sec-fetch-dest": "empty" });
    await open("/", "198.51.100.3", { "sec-purpose": "prefetch" });
    await open("/sign-in", "198.51.100.3");
    await open("/nothing-here", "198.51.100.3");
    await open("/index.md", "198.51.100.3");
    await root.get("/", { "user-agent": AGENT });
    await siteVisits.flush();
    expect(await day()).toEqual(before);
    await ann.get("/", { "user-agent": AGENT });
    await siteVisits.flush();
    expect((await day())?.views).toBe((before?.views ?? 0) + 1);
  });

  it("name a country only if a trusted proxy does", async () => {
    const direct = await createWorld({ env: { COUNTRY_HEADER: "CF-IPCountry" } });
    await fetch(`${direct.baseUrl}/`, { headers: { "user-agent": AGENT, "cf-ipcountry": "FR" } });
    const { now, siteVisits: figures, store: kept } = direct.deps;
    const span = { from: now().toISOString().slice(0, 10), to: "9999-12-31" };
    // The first visit of a day makes its key.
    await expect.poll(() => figures.flush().then(() => kept.siteVisits.days(span))).toHaveLength(1);
    expect(await kept.siteVisits.top("country", span, 9)).toEqual([]);
    await direct.close();
  });

  it("of browsers that ask for privacy count as views alone", async () => {
    const before = await day();
    await open("/about", "198.51.100.4", { dnt: "1", "cf-ipcountry": "FR" });
    await open("/about", "198.51.100.4", { "sec-gpc": "1", referer: "https://secret.example.com/" });
    await siteVisits.flush();
    expect(await day()).toEqual({ ...before, views: (before?.views ?? 0) + 2 });
    expect(await top("country")).toEqual({ DE: [0, 1] });
    expect(await top("source")).not.toHaveProperty("secret.example.com");
  });

  it("keep nothing from which a person could be found", async () => {
    const kept = JSON.stringify(await Promise.all((["page", "source", "country", "search"] as const).map(top)));
    expect(kept).not.toMatch(/198\.51|Firefox|item\?id/);
    expect((await open("/", "198.51.100.5")).length).toBeGreaterThan(0);
    expect(
      (await fetch(`${world.baseUrl}/`, { headers: { "user-agent": AGENT } })).headers.get("set-cookie"),
    ).toBeNull();
  });

  it("have at most 200 names a day, of which a frequent one takes the place of a rare one", async () => {
    const row = (name: string, views: number) => ({
      day: "2026-11-10",
      about: "page" as const,
      name,
      views,
      visitors: 0,
    });
    await store.change((tx) => tx.siteVisits.add(Array.from({ length: 200 }, (_, at) => row(`/p${at}`, at + 1))));
    await store.change((tx) => tx.siteVisits.add([row("/busy", 9), row("/p199", 1)]));
    const span = { from: "2026-11-10", to: "2026-11-11" };
    const rows = await store.siteVisits.top("page", span, 500);
    expect(rows).toHaveLength(201);
    expect(rows.find(({ name }) => name === "")?.views).toBe(1);
    expect(rows.some(({ name }) => name === "/p0")).toBe(false);
    expect(rows[0]).toMatchObject({ name: "/p199", views: 201 });
    await store.change((tx) => tx.siteVisits.add([row("/rare", 1)]));
    expect((await store.siteVisits.top("page", span, 500)).find(({ name }) => name === "")?.views).toBe(2);
  });

  it("are forgotten after 400 days", async () => {
    const old = { day: "2025-10-01", about: "all" as const, name: "", views: 3, visitors: 1 };
    await store.change((tx) => tx.siteVisits.add([old]));
    await ageOut.run({}, world.deps, new AbortController().signal);
    expect(await store.siteVisits.days({ from: "2025-01-01", to: "2026-01-01" })).toEqual([]);
  });
});

describe("searches", () => {
  it("count once their text is settled, and those without results apart", async () => {
    const type = (q: string) =>
      open(`/search?q=${encodeURIComponent(q)}`, "198.51.100.9", { "sec-fetch-dest": "empty" });
    for (const q of ["ac", "acme", "Acme  Ch"]) await type(q);
    await type("zzqx nothing");
    await type("ann@people.example");
    clock.at = new Date("2026-11-18T10:00:06Z");
    await siteVisits.flush();
    expect(await top("search")).toEqual({ "acme ch": [1, 0], "zzqx nothing": [1, 0] });
    expect(await top("miss")).toEqual({ "zzqx nothing": [1, 0] });
  });
});

describe("the page of visitors", () => {
  it("shows what was counted", async () => {
    const { text, status } = await root.get("/admin/visitors?days=7");
    expect(status).toBe(200);
    for (const words of ["news.example.com", "Germany", "/listings/acme-charts", "acme ch", "zzqx nothing", "Direct"])
      expect(text).toContain(words);
    expect((await ann.get("/admin/visitors")).status).toBe(404);
  });
});

describe("the weekly email", () => {
  const run = () => mailVisitors.run({}, world.deps, new AbortController().signal);
  const sent = async () =>
    (await store.mails.list({ page: 1, perPage: 100 })).items.filter(({ id }) => id.startsWith("visitors-"));
  const choose = (mail: string[]) => root.post("/account/notifications", { mail, time_zone: "UTC" });

  it("goes to nobody who did not choose it", async () => {
    expect((await root.get("/account/notifications")).text).toContain('value="visitors"');
    expect((await ann.get("/account/notifications")).text).not.toContain('value="visitors"');
    clock.at = new Date("2026-11-23T09:00:00Z");
    await run();
    expect(await sent()).toEqual([]);
  });

  it("has the figures of the last week, and is sent once", async () => {
    await choose(["visitors"]);
    clock.at = new Date("2026-11-22T09:00:00Z");
    await run();
    expect(await sent()).toEqual([]);
    clock.at = new Date("2026-11-23T09:00:00Z");
    await run();
    await run();
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail?.recipient).toBe("root@people.example");
    expect(mail?.subject).toMatch(/^\d+ visitors on Debut last week$/);
    for (const words of ["news.example.com: 1", "Germany: 1", "zzqx nothing: 1", "/admin/visitors?days=7"])
      expect(mail?.text).toContain(words);
  });

  it("ends with one click", async () => {
    const [mail] = await sent();
    const link = /\S+\/unsubscribe\?token=\S+/.exec(mail!.text)![0];
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
    clock.at = new Date("2026-11-30T09:00:00Z");
    await store.change((tx) =>
      tx.siteVisits.add([{ day: "2026-11-25", about: "all", name: "", views: 1, visitors: 1 }]),
    );
    await run();
    expect(await sent()).toHaveLength(1);
  });
});
