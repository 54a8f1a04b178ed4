import { beforeEach, describe, expect, it } from "vitest";
import { saveField } from "../../actions/site/own-fields.ts";
import { ALTERNATIVE_TO } from "../../domain/listings/alternative-to.ts";
import { DEFAULT_SHAPE } from "../../domain/site/site-shape.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createTeam } from "../site/admin-world.ts";
import { createVisitor } from "../site/world.ts";

const site = await createWebsite({ ...ACME });
const team = await createTeam({
  env: {
    OUTBOUND_RESOLVE: site.resolve("acme.test", "one.test", "two.test", "three.test", "four.test"),
    LIMIT_WRITE: "10000",
  },
});
const { world, store, root, ann } = team;
const visitor = createVisitor(world.baseUrl);
const text = async (path: string) => (await visitor.get(path)).text;
const status = async (path: string) => (await fetch(world.baseUrl + path)).status;

const PATH = "/admin/settings/shape";
const FORM = {
  launches: "on",
  votes: "on",
  submission: "open",
  free_links: "nofollow",
  paid_links: "nofollow",
};
const CATALOG = { ...FORM, launches: "", votes: "" };
async function save(form: Record<string, string>) {
  await root.get(PATH);
  return root.post(PATH, form);
}
beforeEach(() => store.change((tx) => tx.site.save({ shape: DEFAULT_SHAPE })));

const { id: annId } = await world.account("ann");
await world.listing("Boat Club", { votes: 9 });

describe("how the site works", () => {
  it("is set on a page, applies at once to pages that were kept, and is in the audit log", async () => {
    for (const path of ["/", "/launches", "/listings/boat-club", "/search"]) await text(path);
    expect(await text("/")).toContain('href="/launches"');
    expect((await save(CATALOG)).location).toContain("notice=site-saved");
    expect(visibleText(await text("/")).join(" ")).not.toMatch(/launch|\bvot|award/i);
    expect(await text("/listings/boat-club")).not.toContain("/boat-club/vote");
    expect(await team.logged()).toMatchObject({
      action: "site.save",
      before: { launches: true, votes: true },
      after: { launches: false, votes: false },
    });
    await save(FORM);
    expect(await text("/")).toContain('href="/launches"');
    expect(await status("/launches")).toBe(200);
  });

  it("stays when the look is reset", async () => {
    await save(CATALOG);
    await root.get("/admin/settings");
    await root.upload("/admin/settings", { do: "reset" });
    expect(store.siteLook().shape).toMatchObject({ launches: false, votes: false });
  });
});

describe("a site without launches", () => {
  it("has no page, feed or calendar of them, and says where to search instead", async () => {
    await save(CATALOG);
    const gone = [
      ...["/launches", "/launches.md", "/launches/weeks/this", "/feeds/launches.atom", "/feeds/launches.json"],
      ...["/feeds/launches.ics", "/feeds/weeks/this.atom", "/awards", "/how-ranking-works"],
      ...["/leaderboards/community-weekly", "/leaderboards/community-all-time"],
    ];
    expect(await Promise.all(gone.map(status))).toEqual(gone.map(() => 404));
    expect(await text("/launches")).toContain('href="/search"');
    expect(await text("/feeds/listings.atom")).toContain("Boat Club");
    for (const path of ["/sitemap.xml", "/sitemaps/pages-1.xml", "/llms.txt"])
      expect(await text(path), path).not.toMatch(/\/(launches|awards|how-ranking|feeds\/launches)/);
    await ann.get("/listings/boat-club");
    expect((await ann.post("/listings/boat-club/vote", { vote: "on" })).status).toBe(404);
  });

  it("answers empty weeks, feeds and awards to programs, and keeps every operation", async () => {
    const get = async (path: string) => (await world.rest("GET", path)).body;
    expect((await get("/launches/weeks/this")).total).toBe(1);
    await save(CATALOG);
    for (const path of ["/launches/weeks/this", "/launches", "/launches?section=recent", "/awards"])
      expect(await get(path), path).toMatchObject({ items: [], total: 0 });
    expect(await get("/leaderboards/community-all-time")).toMatchObject({ items: [] });
    expect((await get("/site")).rules.join(" ")).toContain("There is no voting on this site.");
    expect((await get("/listings/boat-club")).name).toBe("Boat Club");
  });

  it("publishes a free listing as soon as its badge is seen, in no week", async () => {
    await save(CATALOG);
    const listing = await world.listing("Acme", {
      ...{ url: "http://acme.test/", domain: "acme.test", siteKey: "acme.test" },
      ...{ status: "draft", launchedAt: null, ownerId: annId },
    });
    const choose = () => world.as("ann").post(`/me/listings/${listing.id}/free`);
    const { body } = await choose();
    expect(body).toMatchObject({ status: "awaiting_badge", launch_week: null });
    expect(body.message).toContain("public once the badge is found");
    await world.drain();
    site.pages["/"] = `${ACME["/"]}${body.badge_code.html}`;
    world.advance(1);
    await choose();
    await world.drain();
    const { body: owned } = await world.as("ann").get(`/me/listings/${listing.id}`);
    expect(owned).toMatchObject({ status: "live", launch_week: null, launched_at: expect.any(String) });
    const { items } = await store.mails.list({ page: 1, perPage: 1 });
    expect(items[0]?.text).toContain("People can now find your listing");
    expect(items[0]?.text).not.toMatch(/launch|vote|week/i);
    site.pages["/"] = ACME["/"]!;
  });

  it("lets what waits for its week go live when launches are turned off, and gives it a week when they return", async () => {
    const soon = { launchedAt: null, launchWeek: "2099-01-05", ownerId: annId };
    const paid = await world.listing("Paid Soon", { ...soon, status: "scheduled", plan: "launch" });
    const free = await world.listing("Free Soon", { ...soon, status: "awaiting_badge", plan: "free" });
    await save(CATALOG);
    await world.drain();
    expect(await store.listings.find(paid.id)).toMatchObject({ status: "live", launchWeek: null });
    expect(await store.listings.find(free.id)).toMatchObject({ status: "awaiting_badge", launchWeek: null });
    await save(FORM);
    await world.drain();
    expect((await store.listings.find(free.id))?.launchWeek).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("sells a listing without a week, and refuses to sell one in a week", async () => {
    await save(CATALOG);
    const { body } = await world.rest("GET", "/products");
    const product = body.items.find((one: { product: string }) => one.product === "launch");
    expect(product.name).toBe("Paid listing");
    const listing = await world.listing("For Sale", { status: "draft", launchedAt: null, ownerId: annId });
    const item = { product: "launch", listing_id: listing.id };
    const quote = (items: object[]) => world.as("ann").post("/orders/quote", { body: { items } });
    expect((await quote([item])).status).toBe(200);
    const refused = await quote([{ ...item, week: "2099-01-05" }]);
    expect(refused).toMatchObject({ status: 400, body: { code: "order_item_invalid" } });
    expect(JSON.stringify(refused.body)).toContain("no launch weeks");
  });
});

describe("submissions", () => {
  const draft = (name: string, url: string) => world.as(name).post("/drafts", { body: { url } });
  const submit = async (person: typeof ann, url: string) => {
    await person.get("/submit");
    return person.post("/submit", { url });
  };

  it("by members alone send a guest to sign in, and keep the address that they typed", async () => {
    await save({ ...FORM, submission: "members" });
    const guest = createVisitor(world.baseUrl);
    expect((await guest.get("/submit")).text).toContain("Only members can submit");
    const reply = await submit(guest, "https://guest.example/");
    expect(reply.text).toContain(encodeURIComponent(new URLSearchParams({ url: "https://guest.example/" }).toString()));
    expect((await draft("ann", "https://one.test/")).status).toBe(201);
  });

  it("by admins alone are refused to others, also of a draft from before, and said before somebody starts", async () => {
    const before = await draft("ann", "https://four.test/");
    await world.drain();
    await save({ ...FORM, submission: "admins" });
    const refused = await draft("ann", "https://two.test/");
    expect(refused).toMatchObject({ status: 400, body: { code: "submission_closed" } });
    expect(refused.body.detail).toContain("claim_listing");
    expect(await world.as("ann").post(`/drafts/${before.body.id}/submit`)).toMatchObject({
      ...{ status: 400, body: { code: "submission_closed" } },
    });
    expect((await ann.get("/submit")).text).toContain("Only the team of");
    expect(await text("/search")).not.toContain('href="/submit"');
    expect((await world.rest("GET", "/site")).body.rules[0]).toContain("submission_closed");
    expect((await draft("root", "https://three.test/")).status).toBe(201);
    expect((await root.get("/submit")).text).toContain("Draft my page");
    expect(await text("/problems/submission-closed")).toContain("Submissions are closed");
  });

  it("with a review wait for the team once they would be public, and are public when it approves them", async () => {
    await save({ ...FORM, launches: "", submission: "review" });
    expect((await ann.get("/submit")).text).toContain("approves each listing");
    const listing = await world.listing("Reviewed", {
      ...{ url: "http://one.test/", domain: "one.test", siteKey: "one.test" },
      ...{ status: "draft", launchedAt: null, ownerId: annId },
    });
    const { body } = await world.as("ann").post(`/me/listings/${listing.id}/free`);
    site.pages["/"] = `${ACME["/"]}${body.badge_code.html}`;
    world.advance(1);
    await world.drain();
    const now = async () => (await store.listings.find(listing.id))?.status;
    expect(await now()).toBe("pending_review");
    await root.get(`/admin/listings/${listing.id}`);
    await root.post(`/admin/listings/${listing.id}/moderate`, { step: "approve" });
    await world.drain();
    expect(await now()).toBe("live");
    site.pages["/"] = ACME["/"]!;
  });
});

describe("links to listed websites", () => {
  it("tell search engines what the policy of their plan says; those in reviews never change", async () => {
    const socials = { github: "https://github.com/boats" };
    await world.listing("Free Boats", { profile: { socials } });
    await world.listing("Paid Boats", { plan: "launch", profile: { socials } });
    const relOf = async (slug: string, target: string) =>
      new RegExp(`href="${target}"[^>]*?rel="([^"]*)"`).exec(await text(`/listings/${slug}`))?.[1];
    expect(await relOf("free-boats", socials.github)).toBe("nofollow ugc noopener");
    await save({ ...FORM, free_links: "ugc", paid_links: "sponsored" });
    expect(await relOf("free-boats", socials.github)).toBe("ugc noopener");
    expect(await relOf("free-boats", "/listings/free-boats/website")).toBe("ugc noopener");
    expect(await relOf("paid-boats", socials.github)).toBe("sponsored noopener");
    await save({ ...FORM, paid_links: "follow" });
    expect((await root.get(PATH)).text).toContain("treat paid links without");
    const page = await text("/listings/paid-boats");
    expect(page).not.toContain('href="/listings/paid-boats/website"');
    expect(await relOf("paid-boats", socials.github)).toBe("noopener");
  });
});

describe("alternatives to products that are not listed", () => {
  it("have a page for each name, however it is spelled, with a link from the facts and in the sitemap", async () => {
    expect(await text("/alternatives")).toContain("noindex");
    await world.listing("Outliner", {
      profile: { description: "Imports from Evernote. A free alternative to Evernote." },
    });
    expect(await text("/alternatives/evernote")).toMatch(/Outliner[\s\S]*free alternative to <mark>Evernote/);
    await store.change((tx) => saveField(tx, ALTERNATIVE_TO));
    await world.listing("Memos", { profile: { attributes: { alternative_to: ["Notion", "Google Photos"] } } });
    await world.listing("Outline", { profile: { attributes: { alternative_to: ["notion"] } } });
    await world.listing("ふせん", { slug: "fusen", profile: { attributes: { alternative_to: ["付箋"] } } });
    expect(await text("/alternatives")).toMatch(/Notion<\/bdi>\s*<span class="muted">2</);
    const page = await text("/alternatives/notion");
    expect(page).toContain("Alternatives to <bdi>Notion</bdi>");
    expect(page).toMatch(/Memos[\s\S]*Outline|Outline[\s\S]*Memos/);
    expect((await visitor.get("/alternatives/Google%20Photos")).location).toContain("/alternatives/google-photos");
    expect(await text(`/alternatives/${encodeURIComponent("付箋")}`)).toContain("fusen");
    expect(await status("/alternatives/nothing")).toBe(404);
    await world.listing("Notebox", { category: "note-taking" });
    expect(await text("/alternatives/evernote")).toMatch(/Outliner[\s\S]*Similar products[\s\S]*Notebox/);
    expect(await text("/alternatives/trello")).toMatch(/noindex[\s\S]*No product here says that it replaces/);
    expect(page).toContain('"numberOfItems":2');
    expect(page).not.toContain("noindex");
    expect(await text("/alternatives/evernote.md")).toContain("Outliner");
    expect(await text("/search?q=evernote+replacement")).toContain('href="/alternatives/evernote"');
    expect(await text("/search?q=trello+replacement")).not.toContain('href="/alternatives/trello"');
    expect(await text("/listings/outliner")).toContain('href="/alternatives/evernote"');
    expect(await text("/listings/memos")).toContain('href="/alternatives/google-photos"');
    expect(await text("/sitemaps/alternatives-1.xml")).toContain("/alternatives/google-photos<");
    await world.listing("Notion");
    expect(await text("/alternatives/notion")).toContain('href="/listings/notion/alternatives"');
  });
});
