import { expect, it } from "vitest";
import { countOfNoun, SEARCH_LABEL, SUBMIT_LABEL } from "../../domain/site/nouns.ts";
import { createLanguage } from "../../languages/catalog.ts";
import { ENGLISH, NOUNS } from "../../languages/language.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const team = await createTeam();
const { root, store } = team;
const PAGES = ["/", "/search", "/search?q=xyzzy", "/categories", "/nothing-here", "/launches"];
const words = async (path: string) => (await createVisitor(team.world.url).get(path)).text;
const shape = (change: object) =>
  store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, ...change } }));

it("names what is listed in header, search, headings and empty states", async () => {
  await shape({ launches: false, votes: false, noun: "shop" });
  for (const path of PAGES) {
    const text = await words(path);
    expect(text, path).toContain("Submit a shop");
    expect(text, path).toContain('aria-label="Search shops"');
    const left = visibleText(text).filter((line) => /\bproducts?\b/i.test(line));
    // What assistants do is said of products on every site; one is a category.
    expect(
      left.filter((line) => !/compare products and list yours|Product analytics/.test(line)),
      path,
    ).toEqual([]);
  }
  await shape({ launches: true, votes: true, noun: "app" });
  expect(await words("/")).toMatch(/Submit an app.*Launch your app/s);
});

it("is chosen in the settings, and by the topic of a new site unless somebody chooses", async () => {
  const form = { launches: "on", votes: "on", submission: "open", free_links: "nofollow", paid_links: "nofollow" };
  await root.get("/admin/settings/shape");
  await root.post("/admin/settings/shape", { ...form, noun: "project" });
  expect(store.siteLook().shape.noun).toBe("project");
  const preview = (query: string) => root.get(`/admin/settings/look/preview?kind=catalog&${query}`);
  expect((await preview("topic=crafts")).text).toContain("Search shops");
  expect((await preview("topic=crafts&noun=place")).text).toContain("Search places");
  expect((await preview("topic=")).text).toContain("Search projects");
});

it("is a choice of whole phrases in a translation, and English until there is one", () => {
  const catalog =
    'msgid "Search {nouns}"\nmsgstr "{nouns, select, tool {Tools suchen} game {Spiele suchen} other {Einträge suchen}}"\n';
  const german = createLanguage("de", { prefix: "", catalogs: [catalog] });
  const said = NOUNS.map((noun) => SEARCH_LABEL.in({ ...german, noun }));
  expect(said).toEqual([
    ...["Search products", "Einträge suchen", "Tools suchen", "Einträge suchen", "Einträge suchen", "Spiele suchen"],
    ...["Einträge suchen", "Einträge suchen"],
  ]);
  expect(SUBMIT_LABEL.in({ ...german, noun: "app" })).toBe("Submit an app");
  expect(countOfNoun(1).in({ ...ENGLISH, noun: "place" })).toBe("1 place");
});
