import { beforeAll, describe, expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";

const team = await createTeam();
const { world, root, act, store, logged } = team;
const CATEGORY = { name: "", description: "", parent: "", keywords: "", phrases: "", compare: "", position: "0" };
const make = (slug: string, name: string, more: Partial<typeof CATEGORY> = {}) =>
  act("/admin/categories/new", { ...CATEGORY, slug, name, ...more });
const namesBelow = async (parent: string | null) =>
  (await store.categories.all()).filter(({ parentSlug }) => parentSlug === parent).map(({ name }) => name);
const faultOf = ({ text }: { text: string }) => /class="fault"[^>]*>([^<]+)/.exec(text)?.[1];

beforeAll(async () => {
  await root.get("/admin/backups");
});

describe("a category", () => {
  it("with the name of another is refused with a message, in any letters", async () => {
    const reply = await root.post("/admin/categories/new", { ...CATEGORY, slug: "crm-again", name: "crm" });
    expect(reply.status).toBe(400);
    expect(faultOf(reply)).toBe("The category “crm” already has this name.");
    expect(await act("/admin/categories/crm", { ...CATEGORY, name: "CRM" })).toBe("category-saved");
  });

  it("shows its description as Markdown, and plain where no markup can be", async () => {
    await make("kites", "Kites", { description: "Kites for **strong** wind, see [the map](https://example.com/map)." });
    const { text } = await root.get("/categories/kites");
    expect(text).toContain('<strong>strong</strong> wind, see <a href="https://example.com/map"');
    expect(text).toContain('<meta name="description" content="Kites for strong wind, see the map."');
    expect((await world.rest("GET", "/categories/kites")).body.description).toContain("**strong**");
    expect((await root.get("/categories")).text).toContain("Kites for strong wind, see the map.");
    await make("bare", "Bare");
    expect((await root.get("/categories/bare")).text).toContain('content="Bare on Debut"');
  });

  it("moves among those beside it by arrows, and takes those below it along", async () => {
    await make("games-of-skill", "Games of skill", { position: "9000" });
    await make("darts", "Darts", { parent: "games-of-skill", position: "9001" });
    await make("chess", "Chess", { parent: "games-of-skill", position: "9002" });
    await make("last", "Last", { position: "9003" });
    expect(await namesBelow("games-of-skill")).toEqual(["Darts", "Chess"]);
    const moved = await root.post("/admin/categories/new/order", { up: "chess" });
    expect(moved.location).toBe("/admin/categories#category-chess");
    expect(await namesBelow("games-of-skill")).toEqual(["Chess", "Darts"]);
    expect(await logged()).toMatchObject({ action: "category.arrange", name: "Chess" });
    await root.post("/admin/categories/new/order", { down: "games-of-skill" });
    expect((await namesBelow(null)).slice(-2)).toEqual(["Last", "Games of skill"]);
    const before = store.version();
    await root.post("/admin/categories/new/order", { down: "games-of-skill" });
    expect(store.version()).toBe(before);
    const order = (await root.get("/admin/categories")).text;
    expect(order.indexOf("Move Last up")).toBeLessThan(order.indexOf("Move Chess up"));
  });
});

describe("deleting a category", () => {
  it("moves listings, followers and those below it, and its addresses lead to the other", async () => {
    await make("sails", "Sails");
    await make("rigs", "Rigs", { parent: "sails" });
    await make("yachts", "Yachts");
    const inSails = await world.listing("Spinnaker", { category: "sails" });
    await store.change(async (tx) =>
      tx.categoryFollows.follow((await world.account("ann")).id, "sails", world.deps.now()),
    );
    const refused = await root.post("/admin/categories/sails/delete", { into: "" });
    expect([refused.status, faultOf(refused)]).toEqual([400, "It has listings. Choose where they go."]);
    expect((await root.post("/admin/categories/sails/delete", { into: "sails" })).status).toBe(400);

    expect(await act("/admin/categories/sails/delete", { into: "yachts" })).toBe("category-removed");
    expect(await logged()).toMatchObject({ action: "category.remove", name: "Sails", after: { "moved to": "Yachts" } });
    const listing = (await store.listings.find(inSails.id))!;
    expect(listing.profile.categories).toEqual([{ slug: "yachts", name: "Yachts", primary: true }]);
    expect(listing.primaryCategory).toBe("yachts");
    expect((await world.rest("GET", "/categories/yachts")).body).toMatchObject({ listing_count: 1, total_count: 1 });
    expect((await world.rest("GET", "/listings?q=yachts")).body.items).toMatchObject([{ slug: "spinnaker" }]);
    expect(await namesBelow("yachts")).toEqual(["Rigs"]);
    expect(await store.categoryFollows.ofAccount((await world.account("ann")).id)).toMatchObject([{ slug: "yachts" }]);
    for (const [from, to] of [
      ["/categories/sails?page=1", "/categories/yachts?page=1"],
      ["/feeds/categories/sails.atom", "/feeds/categories/yachts.atom"],
      ["/feeds/categories/sails.ics", "/feeds/categories/yachts.ics"],
    ] as const)
      expect(await root.get(from)).toMatchObject({ status: 301, location: to });
    expect((await world.rest("GET", "/categories/sails")).status).toBe(404);
    expect((await world.rest("GET", "/listings?category=sails")).body.items).toMatchObject([{ slug: "spinnaker" }]);
    // A category that takes the slug again is its own.
    await make("sails", "Sails");
    expect((await root.get("/categories/sails")).status).toBe(200);
  });

  it("into one below it leaves that one in its place", async () => {
    await make("tools-top", "Tools top");
    await make("saws", "Saws", { parent: "tools-top" });
    await make("drills", "Drills", { parent: "tools-top" });
    expect(await act("/admin/categories/tools-top/delete", { into: "saws" })).toBe("category-removed");
    expect(await namesBelow(null)).toEqual(expect.arrayContaining(["Saws", "Drills"]));
    expect((await root.get("/categories/tools-top")).location).toBe("/categories/saws");
  });

  it("keeps a listing that is in both once, and without another leaves no address", async () => {
    await make("glue", "Glue");
    await make("tape", "Tape");
    const { id } = await world.listing("Sticky", { category: "glue" });
    await store.change((tx) =>
      tx.categories.refile({ id }, [
        { slug: "glue", name: "Glue", primary: true },
        { slug: "tape", name: "Tape", primary: false },
      ]),
    );
    expect(await act("/admin/categories/glue/delete", { into: "tape" })).toBe("category-removed");
    expect((await store.listings.find(id))!.profile.categories).toEqual([
      { slug: "tape", name: "Tape", primary: true },
    ]);
    await make("empty-one", "Empty one");
    expect(await act("/admin/categories/empty-one/delete", { into: "" })).toBe("category-removed");
    expect((await root.get("/categories/empty-one")).status).toBe(404);
  });

  it("of more listings than one change may move goes on as a job", async () => {
    await make("crowd", "Crowd");
    await make("calm", "Calm");
    for (let nth = 0; nth < 201; nth++) await world.listing(`Crowded ${nth}`, { category: "crowd" });
    expect(await act("/admin/categories/crowd/delete", { into: "calm" })).toBe("category-moving");
    await world.drain();
    expect((await root.get("/categories/crowd")).location).toBe("/categories/calm");
    expect((await world.rest("GET", "/categories/calm")).body.listing_count).toBe(201);
    expect(await logged()).toMatchObject({ action: "category.remove", name: "Crowd", after: { "moved to": "Calm" } });
  });
});

describe("empty categories", () => {
  it("are hidden from visitors if the team wants it, and the operation still lists them", async () => {
    expect((await root.get("/categories")).text).toContain("Kites");
    expect(await act("/admin/categories/new/empty", { hide: "yes" })).toBe("categories-saved");
    expect(await logged()).toMatchObject({ action: "site.save", after: { "empty categories": "hidden" } });
    expect((await root.get("/categories")).text).not.toContain("Kites");
    expect((await root.get("/categories")).text).toContain("Calm");
    expect(JSON.stringify((await world.rest("GET", "/categories")).body)).toContain("Kites");
    // The settings of the look keep it.
    await root.get("/admin/settings");
    await root.post("/admin/settings", { do: "reset" });
    expect(store.siteLook().hidesEmptyCategories).toBe(true);
    await act("/admin/categories/new/empty", {});
  });
});
