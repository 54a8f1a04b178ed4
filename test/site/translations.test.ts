import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { end, serveFromSource } from "../helpers/process.ts";
import { createTeam } from "./admin-world.ts";

// A file of the operator has what our catalogs may have one day, so that this test does not wait for translators.
const folder = createFolder();
mkdirSync(join(folder, "languages"));
const entry = (context: string, id: string, text: string) => `msgctxt "${context}"\nmsgid "${id}"\nmsgstr "${text}"\n`;
writeFileSync(
  join(folder, "languages", "nn.po"),
  [entry("category", "CRM", "Kundepleie"), entry("plan", "Launch", "Lansering"), 'msgid "Search"\nmsgstr "Søk"\n'].join(
    "\n",
  ),
);
const env = { DATA_DIR: folder, SITE_LANGUAGES: "de,nn", SITE_NAME: "Harbour" };
const team = await createTeam({ env });
await team.world.listing("Acme", { category: "crm" });
const other = await serveFromSource(env);
afterAll(async () => {
  await end(other.child, "SIGTERM");
});

const text = async (path: string, base = team.world.baseUrl) => (await fetch(base + path)).text();
const everywhere = async (path: string) => Promise.all([text(path), text(path, other.site)]);
const description = (page: string) => /<meta name="description" content="([^"]*)"/.exec(page)?.[1];

describe("a text of the database", () => {
  it("is shown in our translation while it is the standard one", async () => {
    const page = await text("/nn/categories/crm");
    expect(page).toContain("<h1>Kundepleie</h1>");
    expect(page).toContain("<title>Kundepleie · Harbour</title>");
    expect(await text("/nn/listings/acme")).toContain(">Kundepleie</a>");
    expect(await text("/nn/pricing")).toContain("<dt>Lansering</dt>");
    expect(await text("/categories/crm")).toContain("<h1>CRM</h1>");
  });

  it("is suggested in the reader's language", async () => {
    const names = async (query: string) => JSON.parse(await text(`/search/suggestions.json?${query}`)).categories;
    expect(await names("q=kundep&lang=nn")).toEqual([{ name: "Kundepleie", path: "/categories/crm" }]);
    expect(await names("q=kundep")).toEqual([]);
  });

  it("is marked with its language where nobody translated it", async () => {
    const page = await text("/nn/categories/crm");
    expect(page).toMatch(/<div class="lead" lang="en" dir="auto"><p>[^<]+<\/p>/);
    expect(await text("/categories/crm")).not.toContain('lang="en" dir="auto"');
    const legal = await text("/nn/terms");
    expect(legal).toContain('<div class="post" lang="en" dir="auto">');
    expect(await text("/terms")).toContain('<div class="post">');
  });

  it("is shown in the team's translation at once in every process, also on pages that were kept", async () => {
    await everywhere("/de/categories/crm");
    const [before] = await everywhere("/de/categories/crm");
    expect(before).not.toContain("Kundenkram");
    const path = "/admin/translations/de/category/crm";
    expect(await team.act(path, { name: "Kundenkram", description: "Wer bei dir kauft.", do: "save" })).toBe(
      "translation-saved",
    );
    expect(await team.logged()).toEqual({
      action: "translation.save",
      name: "category crm in de",
      before: {},
      after: { name: "Kundenkram", description: "Wer bei dir kauft." },
    });
    for (const page of await everywhere("/de/categories/crm")) {
      expect(page).toContain("<h1>Kundenkram</h1>");
      expect(description(page)).toBe("Wer bei dir kauft.");
    }
    for (const page of await everywhere("/de/listings/acme")) expect(page).toContain(">Kundenkram</a>");
    expect(await text("/categories/crm")).toContain("<h1>CRM</h1>");
    // Programs read the site's first language.
    expect(await text("/api/v1/categories/crm")).toContain('"name":"CRM"');
    expect(await team.act(path, { name: "", description: "", do: "save" })).toBe("translation-saved");
    for (const page of await everywhere("/de/categories/crm")) expect(page).not.toContain("Kundenkram");
  });

  it("is no longer shown in our translation once the team changed it", async () => {
    const row = (await team.store.reference.findCategory("crm"))!;
    const rename = (name: string) => team.store.change((tx) => tx.categories.save({ ...row, name }));
    await rename("Customers");
    expect(await text("/nn/categories/crm")).toContain('<h1><span lang="en" dir="auto">Customers</span></h1>');
    await rename(row.name);
    expect(await text("/nn/categories/crm")).toContain("<h1>Kundepleie</h1>");
  });
});

describe("pages, posts and texts of the site", () => {
  it("have a text in each language", async () => {
    const look = {
      name: "Harbour",
      footer_text: "Sea.",
      footer_links: "A /about",
    };
    await team.root.get("/admin/settings");
    await team.root.post("/admin/settings", { ...look, do: "save" });
    await team.act("/admin/settings/front", { hero_title: "Boats", do: "save" });
    expect(await text("/de")).toContain('<h1><span lang="en" dir="auto">Boats</span></h1>');
    const site = { "hero-title": "Boote", "footer-text": "Meer.", "footer-links": "Über uns /about" };
    expect(await team.act("/admin/translations/de/site/site", site)).toBe("translation-saved");
    const home = await text("/de");
    for (const part of ["<h1>Boote</h1>", "<p>Meer.</p>", '<a href="/de/about">Über uns</a>'])
      expect(home).toContain(part);
    expect(await text("/")).toContain("<h1>Boats</h1>");

    expect(await team.act("/admin/translations/de/page/terms", { markdown: "**Unsere Regeln**" })).toBe(
      "translation-saved",
    );
    const terms = await text("/de/terms");
    expect(terms).toContain('<div class="post"><p><strong>Unsere Regeln</strong></p>');
    expect(await text("/terms")).not.toContain("Unsere Regeln");

    await team.act("/admin/blog/new", {
      title: "First boats",
      body: "They sail.",
      author: "Ann",
      excerpt: "Look.",
      do: "publish",
    });
    const post = { title: "Erste Boote", excerpt: "Schau.", markdown: "Sie fahren." };
    expect(await team.act("/admin/translations/de/post/first-boats", post)).toBe("translation-saved");
    const german = await text("/de/blog/first-boats");
    for (const part of ["<h1>Erste Boote</h1>", "<p>Sie fahren.</p>"]) expect(german).toContain(part);
    expect(await text("/de/blog")).toContain(">Erste Boote</a>");
    expect(await text("/nn/blog/first-boats")).toContain('<div class="post" lang="en" dir="auto"><p>They sail.</p>');
    expect(await text("/de/blog/first-boats.md")).toContain("# Erste Boote");
  });

  it("are refused with what is wrong, and nothing that was typed is lost", async () => {
    const path = "/admin/translations/de/site/site";
    await team.root.get(path);
    const { status, text: page } = await team.root.post(path, {
      "hero-title": "x".repeat(81),
      "footer-links": "no link",
    });
    expect(status).toBe(400);
    for (const part of ["Use at most 80 characters.", "“no link” is not a link.", "x".repeat(81)])
      expect(page).toContain(part);
  });
});

describe("the pages of translations", () => {
  it("count what is missing, and lead to the next", async () => {
    const plans = async () =>
      /translations\/nn\/plan"><span class="tag \w+">([^<]+)</.exec(
        (await team.root.get("/admin/translations")).text,
      )?.[1];
    expect(await plans()).toBe("11 texts missing");
    const page = await team.root.get("/admin/translations/nn/plan/Launch");
    expect(page.text).toContain('value="Lansering"');
    expect(page.text).toContain("This translation comes with Debut.");
    const about = { name: "Lansering", description: "Ei betalt oppføring.", do: "next" };
    const { location } = await team.root.post("/admin/translations/nn/plan/Launch", about);
    expect(location).toContain("/admin/translations/nn/plan/Featured%20week");
    expect(await plans()).toBe("10 texts missing");
    // Ours is not kept, so that it follows ours.
    expect(await team.store.translations.of({ kind: "plan", id: "Launch", language: "nn" })).toEqual({
      description: "Ei betalt oppføring.",
    });
  });

  it("are for admins, and for languages and things that there are", async () => {
    expect((await team.ann.get("/admin/translations")).status).toBe(404);
    for (const path of ["en/plan", "fr/plan", "de/sentence", "de/plan/none", "de/category/none"])
      expect((await team.root.get(`/admin/translations/${path}`)).status, path).toBe(404);
  });
});
