import { describe, expect, it } from "vitest";
import { BLOCKS } from "../../domain/site/front.ts";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const team = await createTeam({ env: { SITE_LANGUAGES: "de" } });
const { world, store } = team;
await world.listing("Acme Charts", { category: "crm" });
await world.listing("Boat Club", { category: "crm" });

const PATH = "/admin/settings/front";
const text = async (path = "/"): Promise<string> => (await createVisitor(world.baseUrl).get(path)).text;
const idsOf = (page: string): string[] => [...page.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id = ""]) => id);
const save = (order: string[], more: Record<string, string> = {}) =>
  team.act(PATH, { order, on: order, do: "save", ...more });
const shape = (change: object) =>
  store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, ...change } }));

describe("the front page", () => {
  it("is the race of the week, or a catalog on a site without launches", async () => {
    expect(idsOf(await text())).toEqual(["launch-yours", "find-need", "week", "talk", "topics"]);
    await shape({ launches: false });
    const page = await text();
    expect(idsOf(page)).toEqual(["categories", "newest", "talk"]);
    expect(page).toContain("<h1>Find what you need</h1>");
    expect(page).toContain("<bdi>Acme Charts</bdi>");
    expect(page).not.toContain("live.js");
    await shape({ launches: true });
  });

  it("has the blocks of the team in their order, each with its heading and count", async () => {
    expect(await save(["newest", "hero", "chips"], { "heading-chips": "Topics", "count-newest": "1" })).toBe(
      "site-saved",
    );
    const page = await text();
    expect(idsOf(page)).toEqual(["newest", "topics"]);
    expect(page.indexOf("Boat Club")).toBeLessThan(page.indexOf("<h1>Find what you need</h1>"));
    expect(page.match(/<li class="tile/g)).toHaveLength(1);
    expect(page).toContain('<h2 id="topics">Topics</h2>');
    expect(page).not.toContain('id="live-week"');
    expect(await text("/index.md")).toMatch(/# Find what you need[\s\S]*## Topics/);
  });

  it("shows texts in Markdown, without any markup of their own, and in each language", async () => {
    expect(await team.act(PATH, { order: ["hero"], on: ["hero"], do: "add:text" })).toBe("site-saved");
    const typed = { "heading-text-1": "Why", "markdown-text-1": "**Picked** by hand. <script>x</script>" };
    await save(["text-1", "hero"], typed);
    expect(await text()).toContain(
      '<h2 id="text-1">Why</h2><p><strong>Picked</strong> by hand. &lt;script&gt;x&lt;/script&gt;</p>',
    );
    await team.act("/admin/translations/de/site/site", {
      "text-1-heading": "Warum",
      "text-1-markdown": "**Von Hand**",
    });
    expect(await text("/de")).toContain('<h2 id="text-1">Warum</h2><p><strong>Von Hand</strong></p>');
    await team.act(PATH, { order: ["text-1", "hero"], on: ["hero", "text-1"], do: "remove:text-1", ...typed });
    expect(await text()).not.toContain("Picked");
  });

  it("has a heading of the first level even without a headline", async () => {
    await save(["chips"]);
    expect(await text()).toContain(`<h1 class="unseen">${world.deps.settings.SITE_NAME}</h1>`);
  });

  it("moves blocks by buttons, starts from presets and goes back to the default", async () => {
    await team.act(PATH, { order: ["hero", "chips"], on: ["hero", "chips"], do: "down:hero" });
    expect(store.siteLook().front.blocks?.map(({ key }) => key)).toEqual(["chips", "hero"]);
    expect(await team.logged()).toMatchObject({ action: "site.save", after: { "front page": "chips, hero" } });
    await team.act(PATH, { do: "preset:both" });
    expect(idsOf(await text()).slice(0, 2)).toEqual(["categories", "week"]);
    await team.act(PATH, { do: "reset" });
    expect(store.siteLook().front.blocks).toBeNull();
    expect(idsOf(await text())[0]).toBe("launch-yours");
  });

  it("leaves out what needs launches on a site without them, and keeps its place", async () => {
    await save(["race", "sky", "chips"]);
    await shape({ launches: false });
    expect(idsOf(await text())).toEqual(["topics"]);
    expect((await team.root.get(PATH)).text).toContain("needs launches");
    await shape({ launches: true });
    expect(idsOf(await text())).toEqual(["week", "topics"]);
  });

  it("keeps the blocks if a form has none of them, and refuses what it cannot use with the typed text", async () => {
    const before = store.siteLook().front.blocks;
    await team.act(PATH, { hero_title: "Boats", do: "save" });
    expect(store.siteLook().front.blocks?.slice(0, 3)).toEqual(before);
    const wrong = await team.root.post(PATH, {
      order: ["chips", "nothing", "race-2"],
      "count-chips": "99",
      "heading-chips": "x".repeat(81),
      do: "save",
    });
    expect(wrong.status).toBe(400);
    for (const said of ["Enter a number from 1 to 50", "Use at most 80 characters", 'value="99"'])
      expect(wrong.text).toContain(said);
    expect(store.siteLook().front.blocks?.slice(0, 3)).toEqual(before);
  });

  it("can show every block at once", async () => {
    await save(Object.keys(BLOCKS).filter((kind) => kind !== "text"));
    const page = await text();
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
    await team.act(PATH, { do: "reset" });
  });

  it("says an example of the team in the search field", async () => {
    await team.act(PATH, { search_hint: "A game for two", do: "save" });
    expect(await text()).toContain('placeholder="A game for two"');
  });
});

describe("the menu", () => {
  const MENU = "/admin/settings/menu";
  const navOf = (page: string): string => /<nav class="main"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? "";

  it("has the links of the team in their order, the sixth and later ones under More", async () => {
    const to = ["/blog", "/search", "/categories", "/collections", "/compare", "https://boats.example/"];
    const label = ["News", "", "", "", "", "Boats"];
    expect(await team.act(MENU, { to, label, do: "up:1" })).toBe("site-saved");
    const nav = navOf(await text());
    expect(nav.indexOf('href="/search"')).toBeLessThan(nav.indexOf('href="/blog">News<'));
    expect(nav).toMatch(
      /<details class="more"><summary>More<\/summary><div><a href="https:\/\/boats\.example\/">Boats<\/a>/,
    );
    await team.act("/admin/translations/de/site/site", { "menu /blog": "Neues" });
    expect(navOf(await text("/de"))).toContain('href="/de/blog">Neues<');
  });

  it("refuses what is no link and a link without a name, and goes back to the default", async () => {
    for (const wrong of [{ new_to: "javascript:alert(1)", new_label: "X" }, { new_to: "https://boats.example/b" }])
      expect((await team.root.post(MENU, { to: ["/blog"], label: ["News"], do: "save", ...wrong })).status).toBe(400);
    await team.act(MENU, { do: "reset" });
    expect(store.siteLook().front.menu).toBeNull();
    expect(navOf(await text())).not.toContain("More");
  });
});
