import { afterAll, describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { addToCollection } from "../../actions/community/collection-items.ts";
import { createCollection, followCollection } from "../../actions/community/collections.ts";
import { moderateListing } from "../../actions/moderation/moderate-listing.ts";
import { collectionPath, MOST_COLLECTIONS, MOST_IN_COLLECTION } from "../../domain/community/collection.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { end, serve } from "../helpers/process.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./world.ts";

const ATTACK = '"><script>alert(1)</script><img src=x onerror=alert(2)>';

const live: Listing[] = [];

async function signedIn(name: string, given = {}): Promise<Visitor> {
  await world.account(name, given);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}
const idOf = async (name: string) => (await world.account(name)).id;

const world = await createWorld({ env: { LIMIT_SIGN_IN: "10000", LIMIT_COLLECTION: "100000", LIMIT_FOLLOW: "1000" } });
const other = await serve({ DATA_DIR: world.folder, LIMIT_PAGE_ANONYMOUS: "100000" });
// Old enough that their links need nobody's approval.
for (const name of ["ann", "bo", "cleo", "dan", "eve", "fay"]) await world.account(name);
world.advance(8 * 24 * 3600_000);
const [ann, bo, root] = [await signedIn("ann"), await signedIn("bo"), await signedIn("root", { admin: true })];
for (const name of ["Tideline", "Hourwell", "Loafwise", "Kelpline"]) live.push(await world.listing(name));
afterAll(async () => {
  await end(other.child, "SIGTERM");
});

const store = () => world.deps.store;
const visitor = () => createVisitor(world.baseUrl);
const read = async (path: string, site = world.url) => (await fetch(site + path)).text();

type Wish = { by?: string; isPublic?: boolean; with?: readonly Listing[]; description?: string | null };
async function make(title: string, { by = "ann", isPublic = true, with: some = live, description = null }: Wish = {}) {
  const accountId = await idOf(by);
  // A person who writes much is slowed.
  world.advance(20 * 60_000);
  const made = await createCollection({ accountId, title, description, isPublic }, world.deps);
  if (typeof made === "string") throw new Error(made);
  for (const { id } of some) await addToCollection({ accountId, id: made.id, listingId: id }, world.deps);
  const { collection } = (await store().collections.find(made.id))!;
  return { ...collection, path: collectionPath(collection), edit: `/account/collections/${collection.id}` };
}
const sent = (person: Visitor, path: string, form: Record<string, string>) => person.post(path, form);
const toJson = { accept: "application/json", "sec-fetch-site": "same-origin" };

describe("the save button", () => {
  it("leads visitors to sign in for it, on a page that is the same for all of them", async () => {
    const page = await visitor().get("/listings/tideline");
    expect(page.headers.get("cache-control")).toBe("public, max-age=60");
    expect(page.text).toContain('<form method="post" action="/listings/tideline/save">');
    const signIn = await visitor().get("/sign-in?return_to=%2Flistings%2Ftideline%23save");
    expect(signIn.text).toContain("Sign in or sign up to save <bdi>Tideline</bdi>");
    const list = await visitor().get("/search?q=tideline");
    expect(list.text).toContain('<form method="post" action="/listings/tideline/save" class="save">');
  });

  it("saves with one press, tells only its person, and a repeated press changes nothing", async () => {
    const before = await read("/listings/hourwell");
    await ann.get("/listings/hourwell");
    for (let press = 0; press < 3; press++) {
      const reply = await ann.post("/listings/hourwell/save", { save: "on", csrf: ann.csrf }, toJson);
      expect(JSON.parse(reply.text)).toEqual({ on: true, count: 0, note: null });
    }
    expect((await ann.get("/search?q=hourwell")).text).toContain(
      'action="/listings/hourwell/save" data-toggle data-on="true"',
    );
    expect((await ann.get("/account/collections/saved")).text).toContain("Hourwell");
    expect((await bo.get("/search?q=hourwell")).text).toContain(
      'action="/listings/hourwell/save" data-toggle data-on="false"',
    );
    expect(await read("/listings/hourwell")).toBe(before);
    await ann.post("/listings/hourwell/save", { save: "off", csrf: ann.csrf }, toJson);
    expect((await ann.get("/account/collections/saved")).text).not.toContain("Hourwell");
  });

  it("goes back to the list it was on, without scripts", async () => {
    await ann.get("/search?q=hourwell");
    const reply = await sent(ann, "/listings/hourwell/save", { save: "on", back: "/search?q=hourwell" });
    expect([reply.status, reply.location]).toEqual([303, "/search?q=hourwell"]);
    await sent(ann, "/listings/hourwell/save", { save: "off", back: "https://evil.example/" }).then(({ location }) =>
      expect(location).toBe("/listings/hourwell#community"),
    );
  });
});

describe("a collection that nobody else may see", () => {
  /** Everything that somebody could learn of an address, without the address itself and what each answer has of its own. */
  async function seen(key: string, person: Visitor, csrf = "") {
    const slug = `quiet-tools-${key}`;
    const replies = [
      await person.get(`/collections/${slug}`),
      await person.get(`/collections/${key}`),
      await person.get(`/collections/${slug}.md`),
      await person.get(`/collections/${slug}`, { accept: "text/markdown" }),
      await person.get(`/feeds/collections/${key}.atom`),
      await person.get(`/feeds/collections/${key}.json`),
      await person.get(`/previews/collections/${key}.png`),
      await person.post(`/collections/${slug}/follow`, { follow: "on", csrf }),
    ];
    const own = ["date", "x-request-id", "set-cookie", "ratelimit", "content-length"];
    return replies.map(({ status, headers, text, location }) => ({
      ...{ status, location: location.replaceAll(key, "KEY") },
      headers: [...headers].filter(([name]) => !own.includes(name)).map(([, value]) => value.replaceAll(key, "KEY")),
      text: text
        .replaceAll(key, "KEY")
        .replace(/(name="csrf" value=")[^"]+/g, "$1")
        .replace(/[0-9a-f-]{36}/g, "ID"),
    }));
  }

  it.each(["private", "hidden", "held", "of a suspended account"])("is a page that is not there: %s", async (how) => {
    const { key, id } = await make("Quiet tools", { by: "dan", isPublic: how !== "private" });
    await store().change(async (tx) => {
      if (how === "hidden") await tx.collections.hide(id, { at: new Date(), reason: "Advertising" });
      if (how === "held") await tx.collections.hold(id, new Date());
      if (how === "of a suspended account") await tx.accounts.setStatus(await idOf("dan"), "suspended");
    });
    const nobody = visitor();
    await nobody.get("/sign-in");
    for (const person of [nobody, bo, root]) {
      await person.get("/sign-in");
      expect(await seen(key, person, person.csrf)).toEqual(await seen("bcdfghjkmnpq", person, person.csrf));
    }
    expect((await seen(key, nobody, nobody.csrf)).map(({ status }) => status)).toEqual([
      404, 404, 404, 404, 404, 404, 404, 404,
    ]);
    for (const path of ["/collections", "/sitemaps/collections-1.xml", "/listings/tideline/collections"])
      expect(await read(path)).not.toContain(key);
    await store().change(async (tx) => tx.accounts.setStatus(await idOf("dan"), "active"));
  });

  it("leads its owner to the editor, and others to nothing", async () => {
    const { path, edit, id } = await make("Only mine", { isPublic: false });
    expect((await ann.get(path)).location).toBe(edit);
    expect((await ann.get(edit)).text).toContain("Only mine");
    const unknown = "00000000-0000-7000-8000-00000000dead";
    for (const person of [bo, root]) {
      const words = (text: string) => text.replaceAll(id, unknown).replace(/(name="csrf" value=")[^"]+/g, "$1");
      const [one, none] = [await person.get(edit), await person.get(`/account/collections/${unknown}`)];
      expect([one.status, words(one.text)]).toEqual([404, words(none.text)]);
      for (const form of [{ do: "delete" }, { title: "Mine now", visibility: "public" }])
        expect((await sent(person, edit, form)).status).toBe(404);
      for (const what of ["add", "remove", "up", "move", "note", "unseen"]) {
        const form = {
          do: what,
          listing: String(live[0]!.id),
          product: "Tideline",
          note: "x",
          after: String(live[1]!.id),
        };
        expect((await sent(person, `${edit}/items`, form)).status).toBe(404);
      }
    }
    expect(await store().collections.shownOrder(id)).toEqual(live.map((listing) => listing.id));
  });

  it("is never the list of what is saved, whatever a form says", async () => {
    await sent(ann, "/listings/tideline/save", { save: "on" });
    const saved = (await store().collections.saved(await idOf("ann")))!;
    for (const path of ["/account/collections/saved", `/account/collections/${saved.id}`])
      expect((await sent(ann, path, { title: "Open", visibility: "public" })).status).toBe(404);
    expect((await visitor().get(collectionPath(saved))).status).toBe(404);
  });
});

describe("a public collection", () => {
  it("is made, filled, put in order and published with forms alone", async () => {
    await bo.get("/account/collections");
    const made = await sent(bo, "/account/collections", { title: "Shore tools" });
    const path = made.location.split("?")[0]!;
    for (const product of ["Tideline", `${world.url}/listings/hourwell`, "loafwise"])
      expect((await sent(bo, `${path}/items`, { do: "add", product })).status).toBe(303);
    const missing = await sent(bo, `${path}/items`, { do: "add", product: "Nothing of this name" });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining("No listing found")]);
    const last = String(live[2]!.id);
    await sent(bo, `${path}/items`, { do: "up", listing: last });
    await sent(bo, `${path}/items`, { do: "note", listing: last, note: "Best of them" });
    await sent(bo, path, { title: "Shore tools", description: "For **harvests**.", visibility: "public" });
    const { collection } = (await store().collections.shownOf(await idOf("bo"), 5))[0]!;
    const page = await read(collectionPath(collection));
    const names = [...page.matchAll(/<h3><a href="\/listings\/[^"]+"><bdi>([^<]+)/g)].map(([, name]) => name);
    expect(names).toEqual(["Tideline", "Loafwise", "Hourwell"]);
    expect(page).toContain("For <strong>harvests</strong>.");
    expect(page).toContain('<blockquote class="note"><p><bdi>Best of them</bdi></p></blockquote>');
    expect(page).toContain(`href="/report/collection/${collection.key}"`);
  });

  it("has a feed, a card, a Markdown twin and its list for machines", async () => {
    const { path, key } = await make("For machines", { description: "Words of *mine*." });
    await store().change((tx) => tx.collections.setNote({ id: "none", listingId: 1 }, null));
    const html = await read(path);
    const things = JSON.parse(/<script type="application\/ld\+json">(.+?)<\/script>/s.exec(html)![1]!);
    const thing = (things["@graph"] ?? [things]).find((one: { "@type": string }) => one["@type"] === "CollectionPage");
    expect(thing.mainEntity).toMatchObject({ "@type": "ItemList", numberOfItems: 4 });
    expect(thing.mainEntity.itemListElement.map((item: { name: string }) => item.name)).toEqual(
      live.map(({ name }) => name),
    );
    const twin = await fetch(`${world.url}${path}.md`);
    expect(twin.headers.get("content-type")).toContain("text/markdown");
    expect(await twin.text()).toMatch(/# For machines[\s\S]+Words of \*mine\*[\s\S]+Tideline[\s\S]+Kelpline/);
    const atom = await read(`/feeds/collections/${key}.atom`);
    expect(atom).toContain("<title>For machines");
    expect(atom.match(/<entry>/g)).toHaveLength(4);
    const json = JSON.parse(await read(`/feeds/collections/${key}.json`));
    expect(json.items.map(({ title }: { title: string }) => title).toSorted()).toEqual(
      live.map(({ name }) => name).toSorted(),
    );
    const card = /<meta property="og:image" content="([^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    const drawn = await fetch(card);
    expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("is in lists and the sitemap with three products, and not for search engines with fewer", async () => {
    const few = await make("Too few", { with: live.slice(0, 2) });
    const enough = await make("Just enough", { with: live.slice(0, 3) });
    const lists = (await read("/collections")) + (await read("/sitemaps/collections-1.xml"));
    expect(lists).toContain(`${world.url}${enough.path}</loc>`);
    expect(lists.match(new RegExp(enough.key, "g"))!.length).toBe(2);
    expect(lists).not.toContain(few.key);
    const robots = async (path: string) => (await fetch(world.url + path)).headers.get("x-robots-tag");
    expect([await robots(few.path), await robots(enough.path)]).toEqual(["noindex", null]);
  });

  it("keeps its old address after a new title", async () => {
    const { path, key, edit } = await make("First title");
    await sent(ann, edit, { title: "Second title", visibility: "public" });
    const moved = await visitor().get(path);
    expect([moved.status, moved.location]).toEqual([301, `/collections/second-title-${key}`]);
  });

  it("shows no script, no picture and no weight for links, in any field", async () => {
    const links =
      `${ATTACK} [a](javascript:alert(1)) ![p](https://evil.example/p.png) ` +
      `[b](https://evil.example)\n\n# H\n\n<iframe src=//evil.example>`;
    const { path, edit, id, key } = await make(ATTACK, { description: links });
    await sent(ann, `${edit}/items`, { do: "note", listing: String(live[0]!.id), note: ATTACK });
    await store().change((tx) => tx.collections.hold(id, null));
    const pages = [
      path,
      `${path}.md`,
      `/feeds/collections/${key}.atom`,
      "/collections",
      "/listings/tideline/collections",
    ];
    const shown = [
      ...(await Promise.all(pages.map((page) => read(page)))),
      (await ann.get(edit)).text,
      (await root.get("/admin/collections")).text,
    ];
    for (const text of shown) {
      expect(text).not.toMatch(/(?<!\\)<(?:script>|img[^>]+(?:onerror|evil)|iframe)|href="javascript/);
    }
    expect(shown[1]).toContain("\\![p](https://evil.example/p.png)");
    expect(shown[0]).toContain('<a href="https://evil.example/" rel="nofollow ugc noopener">b</a>');
    expect(shown[0]!.match(/<h1/g)).toHaveLength(1);
    await sent(ann, edit, { do: "delete" });
  });
});

describe("how many collections have a listing", () => {
  it("is shown from five people on, one a person, at once and in every process", async () => {
    const listing = await world.listing("Counted");
    const page = async (site = world.url) =>
      /in (\d+) collections<\/a>/.exec(await read("/listings/counted", site))?.[1];
    const people = ["ann", "bo", "cleo", "dan"];
    for (const by of people) await make(`With it, by ${by}`, { by, with: [listing] });
    await make("Again by ann", { with: [listing] });
    expect([await page(), await page(other.site)]).toEqual([undefined, undefined]);
    const fifth = await make("By eve", { by: "eve", with: [listing], isPublic: false });
    expect([await page(), await page(other.site)]).toEqual([undefined, undefined]);
    const eve = await signedIn("eve");
    await eve.get(fifth.edit);
    await sent(eve, fifth.edit, { title: "By eve", visibility: "public" });
    expect([await page(), await page(other.site)]).toEqual(["5", "5"]);
    const list = await read("/listings/counted/collections");
    expect(list.match(/<li class="card">/g)).toHaveLength(6);

    await store().change(async (tx) => tx.accounts.setStatus(await idOf("eve"), "suspended"));
    expect([await page(), await page(other.site)]).toEqual([undefined, undefined]);
    await store().change(async (tx) => tx.accounts.setStatus(await idOf("eve"), "active"));
    expect([await page(), await page(other.site)]).toEqual(["5", "5"]);
    await store().change((tx) => tx.collections.hide(fifth.id, { at: new Date(), reason: "x" }));
    expect(await page(other.site)).toBeUndefined();
    await store().change((tx) => tx.collections.hide(fifth.id, null));
    expect(await page(other.site)).toBe("5");
    await store().change((tx) => tx.collections.remove(fifth.id));
    expect([await page(), await page(other.site)]).toEqual([undefined, undefined]);
  });
});

describe("a listing that is not public any more", () => {
  it("is gone from every page of every collection, without its name, and comes back to its place", async () => {
    const secret = await world.listing("Vanishing");
    const { path, key, edit } = await make("With a gap", { with: [live[0]!, secret, live[1]!, live[2]!] });
    const everywhere = async () =>
      (
        await Promise.all(
          [
            path,
            `${path}.md`,
            `/feeds/collections/${key}.atom`,
            `/feeds/collections/${key}.json`,
            "/collections",
          ].flatMap((page) => [read(page), read(page, other.site)]),
        )
      ).concat((await ann.get(edit)).text);
    for (const text of (await everywhere()).slice(0, 8)) expect(text).toContain("Vanishing");
    const by = await idOf("root");
    const step = (what: "suspend" | "restore") =>
      store().change((tx) => moderateListing(tx, secret.id, { step: what, reason: null, by }, world.deps));
    await step("suspend");
    for (const text of await everywhere()) expect(text).not.toMatch(/vanishing/i);
    expect((await ann.get(edit)).text).toContain("1 product in this list is not public right now");
    expect(await read(path)).toContain("3 products");
    await step("restore");
    const names = [...(await read(path)).matchAll(/<h3><a href="\/listings\/([^"]+)"/g)].map(([, slug]) => slug);
    expect(names).toEqual(["tideline", "vanishing", "hourwell", "loafwise"]);
  });

  it("cannot be saved or collected", async () => {
    await world.listing("Unseen yet", { status: "draft", launchedAt: null });
    await ann.get("/account/collections");
    expect((await sent(ann, "/listings/unseen-yet/save", { save: "on" })).status).toBe(404);
    expect((await sent(ann, "/listings/unseen-yet/collect", { in: "saved" })).status).toBe(404);
    const { edit } = await make("No way in", { with: [] });
    const reply = await sent(ann, `${edit}/items`, { do: "add", product: "Unseen yet" });
    expect(reply.text).toContain("No listing found");
  });
});

describe("limits", () => {
  it("keep collections and their lengths within bounds", async () => {
    const accountId = await idOf("fay");
    const text = { title: "One of many", description: null, isPublic: false };
    const made = await Promise.all(
      Array.from({ length: MOST_COLLECTIONS + 5 }, () => createCollection({ accountId, ...text }, world.deps)),
    );
    expect(made.filter((one) => one === "too-many")).toHaveLength(5);
    const { id } = made.find((one) => typeof one === "object")!;
    const rows = Array.from({ length: MOST_IN_COLLECTION + 2 }, (_, index) => world.listing(`Many ${index}`));
    const outcomes = [];
    for (const row of rows)
      outcomes.push(await addToCollection({ accountId, id, listingId: (await row).id }, world.deps));
    expect(outcomes.filter((outcome) => outcome === "full")).toHaveLength(2);
    const fay = await signedIn("fay");
    await fay.get("/account/collections");
    const long = await sent(bo, "/account/collections", { title: "x".repeat(81) });
    expect([long.status, long.text]).toEqual([400, expect.stringContaining("Use 80 characters or fewer.")]);
    const edit = `/account/collections/${id}`;
    expect((await sent(fay, edit, { title: "", visibility: "public" })).status).toBe(400);
    expect((await sent(fay, edit, { title: "x", description: "y".repeat(2001) })).status).toBe(400);
    expect((await fay.get(`${edit}?page=4`)).text).toContain("Page 4 of 4");
    expect((await fay.get(edit)).text.length).toBeLessThan(250_000);
  });

  it("ask for a confirmed address before anything is public", async () => {
    const gus = await signedIn("gus", { verified: false });
    await gus.get("/account/collections");
    const path = (await sent(gus, "/account/collections", { title: "Not yet" })).location.split("?")[0]!;
    const reply = await sent(gus, path, { title: "Not yet", visibility: "public" });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("Confirm your email address")]);
  });
});

describe("the site team", () => {
  it("hides a collection with a reason, which its owner gets, and shows it again, all in the audit log", async () => {
    const { id, path, edit } = await make("Borderline", { description: "Buy my course." });
    const admin = await root.get("/admin/collections");
    const form = admin.text.split(`action="/admin/collections/${id}"`)[1]!.split("</form>")[0]!;
    const seen = /name="seen_at" value="([^"]+)"/.exec(form)![1]!;
    expect(
      (await sent(root, `/admin/collections/${id}`, { decision: "hide", seen_at: seen, reason: "" })).location,
    ).toContain("reason-missing");
    expect((await visitor().get(path)).status).toBe(200);
    const wish = { decision: "hide", seen_at: seen, reason: "It advertises a course." };
    expect((await sent(bo, `/admin/collections/${id}`, wish)).status).toBe(404);
    expect((await sent(root, `/admin/collections/${id}`, wish)).location).toContain("collection-hidden");
    expect((await sent(root, `/admin/collections/${id}`, wish)).location).toContain("notice=gone");
    expect((await visitor().get(path)).status).toBe(404);
    expect((await ann.get(edit)).text).toContain("It advertises a course.");
    const { items } = await store().mails.list({ page: 1, perPage: 5 });
    expect(items).toContainEqual(
      expect.objectContaining({
        recipient: "ann@people.example",
        text: expect.stringContaining("It advertises a course."),
      }),
    );
    expect((await root.get("/admin/audit")).text).toMatch(/Decided collection[\s\S]+Borderline/);
    // Nobody gets around it by publishing again.
    world.advance(1);
    await sent(ann, edit, { title: "Borderline", visibility: "private" });
    await sent(ann, edit, { title: "Borderline", visibility: "public" });
    expect((await visitor().get(path)).status).toBe(404);
    const fresh = (await store().collections.find(id))!.collection.updatedAt.toISOString();
    expect((await sent(root, `/admin/collections/${id}`, { decision: "show", seen_at: seen })).location).toContain(
      "notice=gone",
    );
    await sent(root, `/admin/collections/${id}`, { decision: "show", seen_at: fresh });
    expect((await visitor().get(path)).status).toBe(200);
  });

  it("reads the links of new accounts before anybody else does", async () => {
    const hal = await signedIn("hal");
    await hal.get("/account/collections");
    const edit = (await sent(hal, "/account/collections", { title: "Fresh" })).location.split("?")[0]!;
    await sent(hal, `${edit}/items`, { do: "add", product: "Tideline" });
    const saved = await sent(hal, edit, {
      title: "Fresh",
      description: "See https://spam.example",
      visibility: "public",
    });
    expect(saved.location).toContain("collection-waiting");
    const { collection } = (await store().collections.find(edit.split("/").at(-1)!))!;
    expect((await visitor().get(collectionPath(collection))).status).toBe(404);
    const admin = (await root.get("/admin/collections")).text;
    expect(admin.indexOf("Fresh")).toBeLessThan(admin.indexOf("Borderline"));
    const wish = { decision: "show", seen_at: collection.updatedAt.toISOString() };
    await sent(root, `/admin/collections/${collection.id}`, wish);
    expect((await visitor().get(collectionPath(collection))).status).toBe(200);
    // A note with a link of somebody whom the team trusts by now is shown at once.
    await sent(hal, `${edit}/items`, { do: "note", listing: String(live[0]!.id), note: "https://other.example" });
    expect((await visitor().get(collectionPath(collection))).status).toBe(200);
  });
});

describe("news of a collection", () => {
  const newsOf = async (name: string) =>
    (await store().notifications.ofAccount(await idOf(name), { offset: 0, limit: 50 })).map(({ kind, words }) => ({
      kind,
      words,
    }));

  it("tells the makers of a product once, and followers of what is new, but not its owner", async () => {
    const maker = await world.account("ines");
    const mine = await world.listing("Made by ines", { ownerId: maker.id });
    const { id, key, accountId } = await make("Watched", { with: live });
    for (const name of ["bo", "ann"])
      await followCollection({ accountId: await idOf(name), key, isWanted: true }, world.deps);
    world.advance(60_000);
    for (let time = 0; time < 2; time++) {
      await addToCollection({ accountId, id, listingId: mine.id }, world.deps);
      await store().change((tx) => tx.collections.removeItem({ id, listingId: mine.id }));
    }
    await addToCollection({ accountId, id, listingId: mine.id }, world.deps);
    expect(await newsOf("ines")).toEqual([
      { kind: "collection", words: { who: "ann", title: "Watched", product: "Made by ines" } },
    ]);
    world.advance(3600_000);
    await world.drain();
    const growth = { kind: "growth", words: { title: "Watched", product: "Made by ines" } };
    expect(await newsOf("bo")).toContainEqual(growth);
    expect(await newsOf("ann")).not.toContainEqual(growth);
  });

  it("says nothing of what nobody else sees", async () => {
    const maker = await world.account("jo");
    const mine = await world.listing("Made by jo", { ownerId: maker.id });
    const { edit } = await make("In secret", { with: [mine], isPublic: false });
    expect(await newsOf("jo")).toEqual([]);
    await ann.get(edit);
    await sent(ann, edit, { title: "In secret", visibility: "public" });
    expect(await newsOf("jo")).toHaveLength(1);
  });
});

describe("a person's collections", () => {
  it("are in the export, and gone with the account", async () => {
    const kim = await signedIn("kim");
    const accountId = await idOf("kim");
    const own = await make("Kim's own", { by: "kim", with: live.slice(0, 3) });
    const followed = await make("Followed by kim");
    await followCollection({ accountId, key: followed.key, isWanted: true }, world.deps);
    await kim.get("/listings/tideline");
    await sent(kim, "/listings/tideline/save", { save: "on" });
    const data = await exportAccount(accountId, world.deps);
    expect(data.collections).toMatchObject([
      { title: "Kim's own", is_public: true, items: [{ slug: "tideline", place: 1 }, { place: 2 }, { place: 3 }] },
      { title: "Saved", is_public: false, items: [{ slug: "tideline" }] },
    ]);
    expect(data.collections_followed).toMatchObject([{ title: "Followed by kim" }]);
    expect((await kim.get("/account/collections")).text).toContain("Followed by kim");
    await deleteAccount(accountId, { takeListingsDown: false }, world.deps);
    expect((await visitor().get(own.path)).status).toBe(404);
    expect(await store().collections.ofAccount(accountId)).toEqual([]);
    expect(await store().collections.followers(followed.id, { after: "", limit: 5 })).toEqual([]);
  });
});
