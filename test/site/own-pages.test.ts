import { describe, expect, it } from "vitest";
import { caughtUp } from "../helpers/postgres/caught-up.ts";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const team = await createTeam({ env: { SITE_LANGUAGES: "de" } });
const { world, store } = team;
const get = (path: string) => createVisitor(world.baseUrl).get(path);

const FAQ = { title: "Questions & answers", name: "faq", markdown: "## Why\n\nWe **test** all.\n\n- a\n- b" };
const save = (path: string, form: Record<string, string> = {}) =>
  team.act(`/admin/pages/${path}`, { ...FAQ, do: "save", ...form });
const sitemap = async () => (await get("/sitemaps/pages-1.xml")).text;

describe("pages that the team adds", () => {
  it("have an address, a description, a twin, and a place in the sitemap and the footer", async () => {
    expect((await get("/p/faq")).status).toBe(404);
    expect(await save("new")).toBe("page-saved");
    const { status, text } = await get("/p/faq");
    expect(status).toBe(200);
    expect(text).toContain("<h1>Questions &amp; answers</h1>");
    expect(text).toContain("We <strong>test</strong> all.");
    expect(text).toContain('<meta name="description" content="We test all.">');
    expect(text).toContain(`<link rel="canonical" href="${world.baseUrl}/p/faq">`);
    expect((await get("/p/faq.md")).text).toMatch(/^# Questions & answers\n[\s\S]*We \*\*test\*\* all/);
    expect(await sitemap()).toContain("/p/faq</loc><lastmod>");
    expect((await get("/about")).text).toContain('<li><a href="/p/faq">Questions &amp; answers</a></li>');
    expect(await team.logged()).toMatchObject({ action: "page.save", name: FAQ.title, after: { address: "/p/faq" } });
  });

  it("show markup of others as text", async () => {
    await save("p/faq", { markdown: "<script>x</script> [a](javascript:alert(1))" });
    const { text } = await get("/p/faq");
    expect(text).toContain("&lt;script&gt;x");
    expect(text).not.toContain('href="javascript:');
    await save("p/faq");
  });

  it.each([
    ["no title", { title: " " }, "Enter a title."],
    ["no text", { markdown: "" }, "Enter a text."],
    ["an address with spaces", { name: "Our FAQ" }, "Use lowercase letters, digits and hyphens."],
    ["an address with more than one part", { name: "faq/more" }, "Use lowercase letters, digits and hyphens."],
    ["the address of another page", { name: "/p/faq", title: "Other" }, "Another page has this address."],
  ])("refuse %s, and keep what was typed", async (_name, form, fault) => {
    const answer = await team.root.post("/admin/pages/new", { ...FAQ, name: "new-one", ...form, do: "save" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(fault);
    if (!("markdown" in form)) expect(answer.text).toContain("We **test** all.");
    expect((await store.sitePages.find("p/faq"))?.title).toBe(FAQ.title);
  });

  it("are translated, title and text", async () => {
    expect((await get("/de/p/faq")).text).toContain('<span lang="en" dir="auto">Questions &amp; answers</span>');
    expect((await team.root.get("/admin/translations/de/page")).text).toContain("/admin/translations/de/page/p%2Ffaq");
    await team.act("/admin/translations/de/page/p%2Ffaq", { title: "Fragen", markdown: "Wir prüfen.", do: "save" });
    const { text } = await get("/de/p/faq");
    expect(text).toContain("<h1>Fragen</h1>");
    expect(text).toContain('<meta name="description" content="Wir prüfen.">');
    expect(text).toContain('<li><a href="/de/p/faq">Fragen</a></li>');
  });

  it("can stand in the menu, which follows a new address, as translations do", async () => {
    expect((await team.root.get("/admin/settings/menu")).text).toContain('<option value="/p/faq">');
    await team.act("/admin/settings/menu", { to: ["/search"], label: [""], page: "/p/faq", do: "save" });
    expect((await get("/p/faq")).text).toContain('<a href="/p/faq" aria-current="page">Questions &amp; answers</a>');
    expect(await save("p/faq", { name: "help" })).toBe("page-saved");
    expect(await team.logged()).toMatchObject({ before: { address: "/p/faq" }, after: { address: "/p/help" } });
    expect((await get("/p/faq")).status).toBe(404);
    expect((await get("/de/p/help")).text).toContain('<a href="/de/p/help" aria-current="page">Fragen</a>');
  });

  it("are for admins alone while they are hidden", async () => {
    expect(await save("p/help", { name: "help", hidden: "yes" })).toBe("page-kept");
    for (const path of ["/p/help", "/p/help.md"]) expect((await get(path)).status).toBe(404);
    const other = createVisitor(world.baseUrl);
    await world.account("ann");
    await other.signIn("ann@people.example");
    expect((await other.get("/p/help")).status).toBe(404);
    const { status, text } = await team.root.get("/p/help");
    expect([status, text]).toEqual([200, expect.stringContaining("Only admins see it.")]);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text.split('class="main"')[1]?.split("</nav>")[0]).not.toContain("/p/help");
    expect(await sitemap()).not.toContain("/p/");
    expect((await get("/about")).text).not.toContain("/p/help");
    // The menu can be saved while it leads to a hidden page.
    const menu = { to: ["/search", "/p/help"], label: ["", ""], do: "save" };
    expect(await team.act("/admin/settings/menu", menu)).toBe("site-saved");
  });

  it("leave the menu and their translations when they are deleted", async () => {
    expect((await team.root.get("/admin/pages/p/help/delete")).text).toContain("Delete Questions &amp; answers?");
    expect(await team.act("/admin/pages/p/help/delete", {})).toBe("page-deleted");
    expect(await team.logged()).toMatchObject({ action: "page.delete", name: FAQ.title });
    expect((await team.root.get("/p/help")).status).toBe(404);
    expect(store.siteLook().front.menu).toEqual([{ to: "/search", label: null }]);
    expect(await store.translations.keys()).toEqual([]);
    expect(store.siteLook().pages).toEqual([]);
  });

  it("have the address of their title if none is given", async () => {
    await save("new", { title: "Über uns", name: "" });
    await caughtUp(store);
    expect(store.siteLook().pages).toEqual([{ slug: "p/uber-uns", title: "Über uns", isHidden: false }]);
  });
});
