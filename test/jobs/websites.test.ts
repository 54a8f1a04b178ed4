import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tellRivals } from "../../actions/listings/websites.ts";
import { createGuest } from "../helpers/guest.ts";
import { runHere } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";

const HOSTS = Array.from({ length: 16 }, (_, index) => `w${index}.example`);
let used = 0;
const newHost = (): string => HOSTS[used++]!;

/** All hosts show Acme; what a host has besides is by name. */
const redirects = new Map<string, string>();
const canonicals = new Map<string, string>();
const extra = new Map<string, string>();
const site = await createWebsite({
  ...ACME,
  "/": (req, res) => {
    const host = req.headers.host!.split(":")[0]!;
    const to = redirects.get(host);
    if (to) return void res.writeHead(301, { location: to }).end();
    const link = canonicals.has(host) ? `<link rel="canonical" href="${canonicals.get(host)}">` : "";
    res.setHeader("content-type", "text/html; charset=utf-8");
    res.end(ACME["/"]!.replace("</head>", `${link}</head>`).replace("</main>", `${extra.get(host) ?? ""}</main>`));
  },
});
const world = await createWorld({
  env: {
    OUTBOUND_RESOLVE: site.resolve(...HOSTS, "docs.maker.example", "maker.example"),
    TRUSTED_PROXIES: "127.0.0.1",
    LIMIT_WRITE: "10000",
    LIMIT_SUBMIT_HOUR: "1000",
    LIMIT_SUBMIT_DAY: "1000",
    WEEK_CAPACITY: "1000",
  },
});
const { store } = world.deps;

const fields = { name: "Acme", tagline: "T", short_description: "S", description: "D", categories: ["CRM"] };
const start = (who: string, host: string) => world.as(who).post("/drafts", { body: { url: `http://${host}/` } });

async function drafted(who: string, host: string): Promise<string> {
  const { body } = await start(who, host);
  await world.drain();
  await world.as(who).patch(`/drafts/${body.id}`, { body: { fields } });
  return body.id;
}
async function saved(who: string, host: string) {
  const draftId = await drafted(who, host);
  const { status, body } = await world.as(who).post(`/drafts/${draftId}/submit`);
  expect(status).toBe(200);
  return { draftId, id: body.listing_id as number, slug: body.slug as string };
}
const choose = (who: string, id: number) => world.as(who).post(`/me/listings/${id}/free`);
const mine = async (who: string, id: number) => (await world.as(who).get(`/me/listings/${id}`)).body;
const mailsTo = async (who: string) => {
  const { items } = await store.mails.list({ page: 1, perPage: 1000 });
  return items.filter(({ recipient }) => recipient === `${who}@people.example`);
};

async function proveByBadge(who: string, id: number, host: string): Promise<void> {
  const { body } = await choose(who, id);
  extra.set(host, body.badge_code.html);
  await world.drain();
  expect((await mine(who, id)).status).toBe("scheduled");
}

describe("a saved listing that nobody published or proved", () => {
  it("leaves its website to the first who proves it, and its owner hears", async () => {
    const host = newHost();
    const ann = await saved("ann", host);
    const dan = await saved("dan", host);
    expect(await store.listings.findBySite(host)).toBeUndefined();
    await proveByBadge("dan", dan.id, host);
    expect((await store.listings.findBySite(host))?.id).toBe(dan.id);

    expect(await mine("ann", ann.id)).toMatchObject({
      status: "draft",
      status_reason: `Its website is already listed as “${dan.slug}”.`,
      next_actions: ["claim_listing", "update_my_listing", "update_draft"],
    });
    const refusal = { status: 400, body: { code: "already_listed", detail: expect.stringContaining(`"${dan.slug}"`) } };
    for (const next of [
      await choose("ann", ann.id),
      await world.as("ann").post(`/drafts/${ann.draftId}/submit`),
      await world.as("ann").post("/orders/checkout", {
        body: { items: [{ product: "launch", listing_id: ann.id }], billing_country: "US" },
      }),
      await start("eve", host),
    ]) {
      expect(next).toMatchObject(refusal);
      expect(next.body.detail).toContain("claim it with claim_listing");
    }
    const told = (await mailsTo("ann")).filter(({ subject }) => subject === "The website of Acme is already listed");
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain(`${world.url}/listings/${dan.slug}/claim`);
    expect((await mailsTo("dan")).filter(({ subject }) => subject.includes("already listed"))).toEqual([]);
    const { id } = await world.account("ann");
    const items = await store.notifications.ofAccount(id, { offset: 0, limit: 10 });
    expect(items).toMatchObject([{ kind: "taken", path: `/account/listings/${ann.id}` }]);
    // The texts stay hers, and can be changed.
    expect(
      (await world.as("ann").patch(`/me/listings/${ann.id}`, { body: { fields: { tagline: "Mine" } } })).status,
    ).toBe(200);
  });

  it("leaves the calendar when another one of its website is published", async () => {
    const host = newHost();
    const ann = await saved("ann", host);
    expect((await choose("ann", ann.id)).body.status).toBe("awaiting_badge");
    await world.drain();
    const other = await world.listing("Published", { url: `http://${host}/`, site: host, status: "draft" });
    await store.change((tx) => tx.listings.setClaimed(other.id, "dns", world.deps.now()));
    expect((await store.listings.findBySite(host))?.id).toBe(other.id);
    await store.change((tx) => tellRivals(tx, other, world.deps.now()));
    await world.drain();
    const lost = await mine("ann", ann.id);
    expect(lost).toMatchObject({ status: "draft", plan: "none", launch_week: null });
    // The other one is not public, so its address is not told.
    expect(lost.status_reason).toBe("Its website is already listed.");
    expect(lost.next_actions).not.toContain("claim_listing");
  });

  it("can be published again when the other one is removed", async () => {
    const host = newHost();
    const ann = await saved("ann", host);
    const other = await world.listing("Removed later", { url: `http://${host}/`, site: host });
    await store.change((tx) => tellRivals(tx, other, world.deps.now()));
    await world.drain();
    expect((await mine("ann", ann.id)).status_reason).toContain(other.slug);
    expect((await choose("ann", ann.id)).body.code).toBe("already_listed");
    await store.change((tx) =>
      tx.moderation.hold(other.id, { status: "removed", statusReason: null, statusBefore: null }, world.deps.now()),
    );
    expect(await mine("ann", ann.id)).toMatchObject({
      status_reason: null,
      next_actions: expect.arrayContaining(["choose_free_listing"]),
    });
    expect((await choose("ann", ann.id)).body.status).toBe("awaiting_badge");
  });

  it("loses it to one that the site team imports", async () => {
    const host = newHost();
    const ann = await saved("ann", host);
    const file = join(world.folder, "import.csv");
    writeFileSync(file, `name,url\nImported,http://${host}/\n`);
    const { DATA_DIR, DATABASE_URL = "" } = world.deps.settings;
    const env = { DATA_DIR, DATABASE_URL, OUTBOUND_RESOLVE: site.resolve(host) };
    const { stdout } = await runHere(["import", file, "--category", "crm", "--json"], env);
    expect(stdout).toContain('"added":1');
    // The clock of the other process has gone on.
    world.advance(3600_000);
    await world.drain();
    expect(await mine("ann", ann.id)).toMatchObject({
      status_reason: "Its website is already listed as “imported”.",
      next_actions: ["claim_listing", "update_my_listing", "update_draft"],
    });
  });

  it("is still its owner's own: they are led to it", async () => {
    const host = newHost();
    const { slug, id } = await saved("ann", host);
    expect(await start("ann", host)).toMatchObject({
      status: 400,
      body: { code: "already_listed", detail: expect.stringContaining(`your listing "${slug}" (listing_id ${id})`) },
    });
  });
});

describe("a website that says it is another one", () => {
  it.each([
    ["redirects to", redirects],
    ["names as canonical", canonicals],
  ])("and %s a listed one is that one, for members and guests", async (_, how) => {
    const [old, listed] = [newHost(), newHost()];
    const listing = await world.listing(`Listed at ${listed}`, { url: `http://${listed}/`, site: listed });
    how.set(old, `http://${listed}/`);
    const draftId = await drafted("ann", old);
    const { body } = await world.as("ann").get(`/drafts/${draftId}`);
    expect(body).toMatchObject({
      status: "ready",
      already_listed: { slug: listing.slug, name: listing.name, is_yours: false },
      next_actions: ["claim_listing", "delete_draft"],
    });
    expect(await world.as("ann").post(`/drafts/${draftId}/submit`)).toMatchObject({
      status: 400,
      body: { code: "already_listed", detail: body.already_listed.detail },
    });
    expect(body.already_listed.detail).toContain(`"${listing.slug}". If it is yours, claim it with claim_listing`);

    const guest = createGuest(world, `198.51.100.${used}`);
    const path = await guest.draft(`http://${old}/`);
    await world.drain();
    const page = (await guest.get(path)).text;
    expect(page).toContain("This website is already listed");
    expect(page).toContain(`/listings/${listing.slug}/claim`);
    expect(page).not.toContain("Save my page");
    await world.account("cleo");
    await guest.get("/sign-in");
    expect((await guest.post("/sign-in", { email: "cleo@people.example", password: PASSWORD })).status).toBe(303);
    await guest.get("/account");
    const save = await guest.post(`${path}/save`);
    expect([save.status, save.text]).toEqual([400, expect.stringContaining(`/listings/${listing.slug}/claim`)]);
  });

  it("has a draft of its own as long as the other one is not listed", async () => {
    const [old, other] = [newHost(), newHost()];
    redirects.set(old, `http://${other}/`);
    const draftId = await drafted("ann", old);
    expect((await world.as("ann").get(`/drafts/${draftId}`)).body).not.toHaveProperty("already_listed");
    const { body } = await world.as("ann").post(`/drafts/${draftId}/submit`);
    await world.listing("Listed meanwhile", { url: `http://${other}/`, site: other });
    expect(await choose("ann", body.listing_id)).toMatchObject({ status: 400, body: { code: "already_listed" } });
  });
});

describe("an address whose domain has listed products", () => {
  it("asks once whether it is one of them, and then drafts", async () => {
    const listing = await world.listing("Maker Docs", {
      url: "http://docs.maker.example/",
      site: "docs.maker.example",
    });
    await world.listing("Secret of the maker", { site: "secret.maker.example", status: "draft" });
    await world.listing("Not the maker", { site: "notmaker.example" });
    const guest = createGuest(world, "198.51.100.201");
    const { status, text } = await guest.paste("http://maker.example/");
    expect(status).toBe(200);
    expect(text).toContain("Is it one of these?");
    expect(text).toContain(`href="/listings/${listing.slug}"`);
    expect(text).not.toMatch(/Secret of the maker|Not the maker/);
    expect(text).toContain('name="other" value="1"');
    const { location } = await guest.post("/submit", { url: "http://maker.example/", other: "1" });
    expect(location).toMatch(/^\/submit\/[0-9a-f-]{36}$/);
  });
});
