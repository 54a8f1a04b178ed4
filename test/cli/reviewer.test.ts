import { describe, expect, it } from "vitest";
import { pageText, type SitePage } from "../../domain/drafts/site.ts";
import { COMMAND_LINE } from "../../domain/site/audit.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld } from "../helpers/world.ts";
import { bearer, modern } from "../mcp/helper.ts";
import { createVisitor } from "../site/world.ts";

const EMAIL = "reviewer@store.example";
const PASSWORD = "a long enough password";
const world = await createWorld();
const env = { DATA_DIR: world.folder, BASE_URL: world.baseUrl };

const create = (email = EMAIL, password = PASSWORD) =>
  runHere(["reviewer", "create", "--email", email, "--password-stdin", "--json"], env, password);
const find = (email = EMAIL) => world.deps.store.accounts.findByEmail(email);
async function everything() {
  const { accounts, drafts, listings } = world.deps.store;
  const { id } = (await accounts.findByEmail(EMAIL))!;
  const all = { page: 1, perPage: 100 };
  return { drafts: (await drafts.listOwned(id, all)).items, listings: (await listings.listOwned(id, all)).items };
}

const textOf = (page: SitePage) => [page.title, ...Object.values(page.meta), pageText(page)].join("\n");

describe("reviewer create", () => {
  it("creates a verified account with a ready draft, whose quotes are on its pages, and a saved listing", async () => {
    expect(await create()).toMatchObject({ code: 0 });
    expect(await find()).toMatchObject({ emailVerifiedAt: expect.any(Date), isAdmin: false, isDemo: true });
    const { drafts, listings } = await everything();
    const open = drafts.find(({ listingId }) => listingId === null)!;
    expect(open).toMatchObject({ status: "ready", crawl: { error: null } });
    const pages = await world.deps.store.drafts.pages(open.id);
    const quoted = Object.values(open.content.fields).flatMap((field) => field.evidence);
    expect(quoted.length).toBeGreaterThan(5);
    for (const { quote, url } of quoted)
      expect(
        pages
          .filter((page) => page.url === url)
          .map(textOf)
          .join("\n"),
      ).toContain(quote);
    expect(listings).toMatchObject([
      {
        name: "Harbor Ledger",
        status: "draft",
        isDemo: true,
        profile: { story: { title: "A shoebox of receipts" }, milestones: [{ title: "First paying maker" }] },
      },
    ]);
  });

  it("is in the audit log as a command line action", async () => {
    const { items } = await world.deps.store.audit.list({}, { page: 1, perPage: 10 });
    expect(items[0]).toMatchObject({ action: "account.change", accountId: COMMAND_LINE, name: EMAIL });
  });

  it("sets the password and restores what is missing when it is repeated", async () => {
    const before = await everything();
    const { passwordHash } = (await find())!;
    expect(await create(EMAIL, "another long password")).toMatchObject({ code: 0 });
    expect((await find())!.passwordHash).not.toBe(passwordHash);
    expect(await everything()).toEqual(before);
    await create();
  });

  it("gives each store its own account", async () => {
    expect(await create("other@store.example")).toMatchObject({ code: 0 });
    expect(await runHere(["reviewer", "delete", "--email", "other@store.example"], env)).toMatchObject({ code: 0 });
  });

  it("refuses the account of somebody else, and weak passwords", async () => {
    await world.account("ann");
    expect(await create("ann@people.example")).toMatchObject({ code: 1 });
    expect(await runHere(["reviewer", "delete", "--email", "ann@people.example"], env)).toMatchObject({ code: 1 });
    expect((await find("ann@people.example"))!.isDemo).toBe(false);
    expect(await create(EMAIL, "short")).toMatchObject({ code: 2 });
  });

  it("shows nothing on the site, and lets the reviewer launch nothing", async () => {
    const { drafts, listings } = await everything();
    const key = JSON.parse(
      (await runHere(["api-key", "create", "--email", EMAIL, "--scopes", "listings:write", "--json"], env)).stdout,
    ).key;
    const call = (name: string, args: object) =>
      modern(world, "tools/call", { name, arguments: args }, { path: "/mcp/directory", headers: bearer(key) });
    const open = drafts.find(({ listingId }) => listingId === null)!;
    const submitted = (await call("submit_draft", { id: open.id })).body.result.structuredContent;
    expect(submitted).toMatchObject({ status: "draft" });
    for (const listing_id of [listings[0]!.id, submitted.listing_id])
      expect((await call("choose_free_listing", { listing_id })).body.result.content[0].text).toMatch(
        /It stays private/,
      );
    await world.drain();
    world.advance(120 * 24 * 3600_000);
    await world.drain();
    for (const { slug } of (await everything()).listings) {
      expect((await fetch(`${world.baseUrl}/listings/${slug}`)).status).toBe(404);
      expect((await world.rest("GET", `/listings/${slug}`)).status).toBe(404);
    }
    const pages = ["/", "/launches", "/founders", "/sitemap.xml", "/search?q=harbor", "/search?status=upcoming"];
    for (const page of pages) {
      const found = (await (await fetch(world.baseUrl + page)).text()).match(
        /.{0,80}(Harbor Ledger|Tidewater Notes).{0,40}/,
      );
      expect([page, found?.[0]]).toEqual([page, undefined]);
    }
    expect((await world.rest("GET", "/listings?q=harbor")).body.total).toBe(0);
  });

  it("lets the reviewer sign in with the password alone", async () => {
    const visitor = createVisitor(world.baseUrl);
    expect((await visitor.signIn(EMAIL, { password: PASSWORD })).location).toBe("/account");
  });
});

describe("reviewer delete", () => {
  it("removes the account, its drafts, listings and credentials", async () => {
    const { listings } = await everything();
    const { id } = (await find())!;
    expect(await runHere(["reviewer", "delete", "--email", EMAIL], env)).toMatchObject({ code: 0 });
    expect(await find()).toBeUndefined();
    expect((await world.deps.store.drafts.listOwned(id, { page: 1, perPage: 10 })).total).toBe(0);
    expect(await world.deps.store.accounts.apiKeysOf(id)).toEqual([]);
    for (const listing of listings) expect((await world.deps.store.listings.find(listing.id))?.status).toBe("removed");
    expect(await create()).toMatchObject({ code: 0 });
  });
});
