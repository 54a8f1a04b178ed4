import { describe, expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { LISTING_STATUSES, type ListingStatus } from "../../domain/listings/listing.ts";
import { createWebsite } from "../helpers/website.ts";
import { createWorld, type World } from "../helpers/world.ts";

const site = await createWebsite({ "/": "<h1>Acme</h1>" });
const world = await createWorld({
  env: {
    LIMIT_WRITE: "10000",
    WEEK_CAPACITY: "1000",
    OUTBOUND_RESOLVE: site.resolve("acme.test", "www.acme.test"),
  },
});

let names = 0;
async function saved(given: Parameters<World["listing"]>[1] = {}) {
  const { id: ownerId } = await world.account("ann");
  return world.listing(`Product ${++names}`, { status: "draft", launchedAt: null, ownerId, ...given });
}
const choose = (id: number | string, options = {}) => world.as("ann").post(`/me/listings/${id}/free`, options);
const week = (ahead: number) => weekOf(world.deps.now(), "UTC", ahead).monday;
describe("choose_free_listing", () => {
  it("reserves the first week with room and says what to put on the homepage", async () => {
    const { id, slug } = await saved();
    const { status, body } = await choose(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      listing_id: id,
      status: "awaiting_badge",
      plan: "free",
      launch_week: week(6),
      launched_at: null,
      badge: {
        required: true,
        found: false,
        last_result: null,
        next_check_at: expect.any(String),
        grace_ends_at: null,
      },
      badge_code: {
        html: expect.stringContaining(`<a href="${world.url}/listings/${slug}"`),
        svg_url: `${world.url}/badges/${slug}/listed/standard-auto-m.svg`,
        target_url: `${world.url}/listings/${slug}`,
        more_styles: `${world.url}/listings/${slug}/badges`,
      },
      next_actions: expect.arrayContaining(["get_badges", "choose_free_listing", "update_my_listing"]),
    });
    const owner = (await world.as("ann").get(`/me/listings/${id}`)).body;
    expect(owner).toMatchObject({ status: "awaiting_badge", launch_week: week(6), next_actions: body.next_actions });
  });

  it("follows submit_draft, and gives the owner the badges before the launch", async () => {
    const { id, slug } = await saved();
    expect((await world.as("ann").get(`/me/listings/${id}`)).body).toMatchObject({
      badge: { required: false, found: false, next_check_at: null },
      next_actions: expect.arrayContaining(["choose_free_listing", "update_my_listing"]),
    });
    const { body } = await choose(id);
    const badges = (await world.as("ann").get(`/listings/${slug}/badges`)).body.items;
    expect(badges[0]).toMatchObject({ kind: "listed", eligible: true, reason: null, html: body.badge_code.html });
    expect((await world.as("eve").get(`/listings/${slug}/badges`)).status).toBe(404);
    expect((await world.rest("GET", `/listings/${slug}/badges`)).status).toBe(404);
  });

  it("checks the homepage at once, and schedules a listing with its badge", async () => {
    const ann = await world.account("ann");
    const listing = await saved({ url: "http://acme.test/", domain: "acme.test", siteKey: "acme.test" });
    const { body } = await choose(listing.id);
    await world.drain();
    const waiting = (await world.as("ann").get(`/me/listings/${listing.id}`)).body;
    expect(waiting).toMatchObject({
      status: "awaiting_badge",
      badge: { found: false, last_result: "not_found", last_detail: expect.stringContaining("http://acme.test/") },
    });
    expect(site.requests).toContain("/robots.txt");

    site.pages["/"] = `<h1>Acme</h1>${body.badge_code.html}`;
    world.advance(1);
    const again = await choose(listing.id);
    expect(again).toMatchObject({ status: 200, body: { status: "scheduled", launch_week: body.launch_week } });
    await world.drain();
    const found = (await world.as("ann").get(`/me/listings/${listing.id}`)).body;
    expect(found).toMatchObject({
      status: "scheduled",
      launch_week: body.launch_week,
      badge: { required: true, found: true, last_result: "found", grace_ends_at: null },
      next_actions: expect.not.arrayContaining(["choose_free_listing"]),
    });
    const { items } = await world.deps.store.mails.list({ page: 1, perPage: 50 });
    expect(
      items.filter(({ recipient, subject }) => recipient === ann.email && subject.startsWith("We found the badge")),
    ).toHaveLength(1);
  });

  it.each(LISTING_STATUSES.filter((status) => !["draft", "awaiting_badge", "hidden"].includes(status)))(
    "is refused for a listing that is %s, by both interfaces, with the way on",
    async (status: ListingStatus) => {
      const reason = status === "suspended" || status === "rejected" ? "It sells elephants." : null;
      const { id } = await saved({ status, statusReason: reason, launchWeek: "2026-11-16", plan: "free" });
      const { body } = await choose(id);
      const code = status === "rejected" || status === "removed" ? "listing_not_submitted" : "listing_state_conflict";
      expect(body).toMatchObject({ status: 400, code });
      expect(body.detail).toMatch(/[a-z]+_[a-z_]+|Contact the site team/);
      if (reason) expect(body.detail).toContain("It sells elephants");
      const call = await world.mcp("choose_free_listing", { listing_id: id }, { bearer: await world.key("ann") });
      expect(call.body.content[0].text).toContain(body.detail);
      expect((await world.deps.store.listings.find(id))!.status).toBe(status);
    },
  );

  it("checks waiting and hidden listings again, ten times an hour", async () => {
    const { id } = await saved({ status: "hidden", plan: "free", launchWeek: "2026-11-16" });
    for (let asked = 0; asked < 10; asked++) expect((await choose(id)).body.status).toBe("hidden");
    await world.drain();
    expect((await world.as("ann").get(`/me/listings/${id}`)).body.badge.last_result).toBe("unreachable");
    const refused = await choose(id);
    expect(refused).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await saved({ status: "hidden", plan: "free" });
    expect((await choose(other.id)).status).toBe(200);
  });

  it("gives a domain one place until its badge was seen, and each project on a shared host its own", async () => {
    const on = (host: string, path = "") =>
      saved({ url: `http://${host}/${path}`, domain: host, siteKey: `${host}${path && `/${path}`}` });
    const first = await on("one.product.test");
    expect((await choose(first.id)).status).toBe(200);
    const second = await on("two.product.test");
    const refused = await choose(second.id);
    expect(refused).toMatchObject({ status: 400, body: { code: "listing_state_conflict" } });
    expect(refused.body.detail).toContain(first.name);
    expect(refused.body.detail).toContain("list_products");
    for (const project of ["acme/one", "acme/two"])
      expect((await choose((await on("github.com", project)).id)).status).toBe(200);
    await world.deps.store.change((tx) => tx.launches.setBadgeStatus(first.id, "scheduled", null, world.deps.now()));
    expect((await choose(second.id)).status).toBe(200);
  });

  it("is 404 for another member's listing and an unknown one, and needs its scope", async () => {
    const { id } = await saved();
    expect((await world.as("eve").post(`/me/listings/${id}/free`)).body).toMatchObject({
      status: 404,
      code: "not_found",
    });
    expect((await choose(999_999)).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await choose(id, { body: { week: "2026-11-16" } })).body).toMatchObject({
      status: 400,
      code: "unknown_field",
    });
    expect((await choose(id, { scopes: ["account:read"] })).status).toBe(403);
    expect((await world.rest("POST", `/me/listings/${id}/free`)).status).toBe(401);
  });

  it("never checks the homepage of a demo listing", async () => {
    const before = site.requests.length;
    const { id } = await saved({ isDemo: true, url: "http://acme.test/" });
    await choose(id);
    await world.drain();
    expect(site.requests.length).toBe(before);
    expect((await world.as("ann").get(`/me/listings/${id}`)).body.badge.next_check_at).toBeNull();
  });
});

describe("the free weeks", () => {
  it("thirty concurrent callers share the free places, each place once, and the rest learn when to try again", async () => {
    const small = await createWorld({ env: { LIMIT_WRITE: "10000", WEEK_CAPACITY: "9" } });
    const { id: ownerId } = await small.account("ann");
    const week = (ahead: number) => weekOf(small.deps.now(), "UTC", ahead).monday;
    for (let taken = 0; taken < 4; taken++)
      await small.listing(`Taken ${taken}`, { status: "scheduled", launchWeek: week(6), launchedAt: null });
    await small.deps.store.change((tx) => tx.launches.setCapacity(week(9), 0));
    const listings = [];
    for (let made = 0; made < 30; made++)
      listings.push(await small.listing(`Many ${made}`, { status: "draft", launchedAt: null, ownerId }));
    const replies = await Promise.all(listings.map(({ id }) => small.as("ann").post(`/me/listings/${id}/free`)));
    const weeks = replies.filter(({ status }) => status === 200).map(({ body }) => body.launch_week);
    const count = (monday: string) => weeks.filter((each) => each === monday).length;
    expect([count(week(6)), count(week(7)), count(week(8)), weeks.length]).toEqual([5, 9, 9, 23]);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([400, "launch_weeks_full"]);
      expect(body.detail).toContain(`The week of ${week(10)} has room and can be booked from ${week(2)}`);
    }
    for (const ahead of [6, 7, 8])
      expect(await small.deps.store.launches.placesIn(week(ahead), small.deps.now())).toMatchObject(
        ahead === 6 ? { free: 4, awaited: 5 } : { free: 0, awaited: 9 },
      );

    // What the error says is so.
    const [late] = refused.map(({ body }) => Number(/listings\/(\d+)/.exec(body.instance)![1]));
    small.advance(Date.parse(week(2)) - small.deps.now().getTime());
    const then = await small.as("ann").post(`/me/listings/${late}/free`);
    expect(then).toMatchObject({ status: 200, body: { launch_week: week(8) } });
    await small.close();
  });

  it("are a setting", async () => {
    const near = await createWorld({ env: { FREE_WEEKS_MIN: "1", FREE_WEEKS_MAX: "1" } });
    const { id: ownerId } = await near.account("ann");
    const { id } = await near.listing("Soon", { status: "draft", launchedAt: null, ownerId });
    const { body } = await near.as("ann").post(`/me/listings/${id}/free`);
    expect(body.launch_week).toBe(weekOf(near.deps.now(), "UTC", 1).monday);
    await near.close();
    await expect(createWorld({ env: { FREE_WEEKS_MIN: "9" } })).rejects.toThrow("FREE_WEEKS_MAX");
  });
});
