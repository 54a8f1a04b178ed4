import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRESETS } from "../../data/presets.ts";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { PASSWORD } from "../helpers/world.ts";
import { createTeam } from "./admin-world.ts";
import { createWorld } from "./world.ts";

const team = await createTeam();
const { root, act, store, logged, world } = team;
const IMPORT = "/admin/categories/new/import";
const PRESET = "/admin/categories/new/preset";
const slugs = async () => (await store.categories.all()).map(({ slug }) => slug);

beforeAll(async () => {
  await root.get("/admin/backups");
});

describe("an import of categories", () => {
  it("shows what it would do, and saves only when it is told to", async () => {
    const text = "name;parent;description\nPottery;;Clay and fire\nGlazes;Pottery;\nCRM;;Customers\n;;nothing";
    const before = store.version();
    const checked = await root.post(IMPORT, { text });
    expect(checked.status).toBe(200);
    expect(checked.text).toContain("<b>2</b> new, <b>1</b> changed, <b>0</b> without changes, <b>1</b> skipped");
    expect(checked.text).toContain("Import 3 categories");
    expect(store.version()).toBe(before);

    expect(await act(IMPORT, { text, do: "save" })).toBe("categories-saved");
    expect((await store.categories.all()).slice(-2)).toMatchObject([
      { slug: "pottery", name: "Pottery", parentSlug: null, description: "Clay and fire" },
      { slug: "glazes", parentSlug: "pottery" },
    ]);
    expect((await store.reference.findCategory("crm"))?.description).toBe("Customers");
    expect((await store.reference.findCategory("crm"))?.keywords.length).toBeGreaterThan(0);
    const entry = await logged();
    expect(entry).toMatchObject({ action: "category.import", name: "Categories" });
    expect(Object.keys(entry!.after).sort()).toEqual(["crm", "glazes", "pottery"]);

    const again = await root.post(IMPORT, { text });
    expect(again.text).toContain("<b>0</b> new, <b>0</b> changed, <b>3</b> without changes");
    expect(again.text).not.toContain('value="save"');
  });

  it("reads files of spreadsheets in their encodings", async () => {
    const text = "Kategorie;Beschreibung\r\nMöbel;Tische und Stühle\r\n";
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    for (const bytes of [Buffer.from(text), Buffer.from(text, "latin1"), wide]) {
      const reply = await root.upload(IMPORT, { do: "save", text: "", file: new File([bytes], "k.csv") });
      expect(reply.text).toContain("Möbel;Tische und Stühle");
      expect(reply.text).toContain("<b>1</b> new");
    }
    expect(await slugs()).not.toContain("mobel");
    const book = new File([Buffer.from("PK\x03\x04\0\0", "latin1")], "k.xlsx");
    const refused = await root.upload(IMPORT, { text: "", file: book });
    expect([refused.status, refused.text.includes("save the table as CSV")]).toEqual([400, true]);
  });

  it("says what is wrong, and keeps what was typed", async () => {
    for (const [text, fault] of [
      ["", "Paste at least one name, or choose a file."],
      ['name\n"Open <b>', "A quotation mark is not closed. Close or remove it."],
      ["x\n".repeat(2001), "Import at most 2000 categories at once."],
    ] as const) {
      const reply = await root.post(IMPORT, { text });
      expect([reply.status, reply.text.includes(fault)]).toEqual([400, true]);
    }
    expect((await root.post(IMPORT, { text: 'name\n"Open <b>' })).text).toContain("&quot;Open &lt;b&gt;");
  });
});

describe("a preset", () => {
  it("replaces built-in categories that nobody changed or uses, and leaves the others", async () => {
    await world.listing("Ledger", { category: "accounting" });
    await act("/admin/categories/crm", { name: "Customers", description: "Ours.", position: "1" });
    expect(await act(PRESET, { preset: "crafts" })).toBe("categories-saved");
    const crafts = PRESETS.crafts.map(({ slug }) => slug);
    expect(new Set(await slugs())).toEqual(new Set([...crafts, "finance", "accounting", "crm", "pottery", "glazes"]));
    expect((await logged())?.action).toBe("category.preset");
    expect(await act(PRESET, { preset: "ai-tools" })).toBe("categories-saved");
    expect(await slugs()).toEqual(expect.arrayContaining(["assistants-and-chat", "accounting"]));
    expect(await slugs()).not.toContain("ceramics");
    expect(await act(PRESET, { preset: "constructor" })).toBe("404");
  });

  it("of another kind than software has no name or slug twice, and words to find it by", () => {
    for (const rows of Object.values(PRESETS)) {
      expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length);
      expect(new Set(rows.map(({ name }) => name.toLowerCase())).size).toBe(rows.length);
      for (const row of rows) {
        expect(row.slug).toMatch(/^[a-z0-9-]+$/);
        expect(row.description).toMatch(/^[A-Z].*\.$/);
        expect(row.keywords.length).toBeGreaterThan(0);
      }
    }
  });
});

describe("a new site", () => {
  const fresh = createWorld();
  afterAll(async () => (await fresh).close());

  it("begins with the categories that its first admin chose, also after a restart, and can show the demo", async () => {
    const site = await fresh;
    const visitor = site.visitor();
    const link = await site.setupLink();
    await visitor.get(link);
    const token = new URL(link, site.url).searchParams.get("token")!;
    const form = { token, name: "Root", email: "root@people.example", password: PASSWORD };
    expect((await visitor.post("/setup", form)).location).toBe("/admin/start?notice=welcome");
    expect((await visitor.get("/admin/start")).text).toContain('name="topic" value="software" checked');
    await visitor.post("/admin/start", { kind: "race", topic: "none" });
    expect(await site.store.categories.all()).toEqual([]);
    expect(await site.store.reference.isSeeded()).toBe(true);
    expect((await visitor.get("/admin/categories")).status).toBe(200);
    expect((await visitor.get("/")).status).toBe(200);
    expect(await loadProducts(site.store, { now: site.clock.at, zone: "UTC" })).toBeGreaterThan(10);
    const slugs = new Set((await site.store.categories.all()).map(({ slug }) => slug));
    expect(slugs.size).toBeGreaterThan(5);
    expect(slugs.size).toBeLessThan(PRESETS.software.length);
  });

  it("with categories on one level shows them on its front page", async () => {
    await act(PRESET, { preset: "crafts" });
    await world.listing("Bowls", { category: "ceramics" });
    const { text } = await root.get("/");
    expect(text).toMatch(/href="\/categories\/ceramics">Ceramics/);
  });
});
