import { describe, expect, it } from "vitest";
import { filterOfSaved } from "../../actions/search/saved-searches.ts";
import { defineFields, ownField } from "../helpers/own-fields.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const world = await createWorld({
  env: { SITE_TIMEZONE: "UTC", LIMIT_READ_ANONYMOUS: "99999", LIMIT_SEARCH_ANONYMOUS: "99999" },
});
const { store } = world.deps;
const visitor = createVisitor(world.baseUrl);
const text = async (path: string) => (await visitor.get(path)).text;

const filtered = { isFilter: true } as const;
await defineFields(
  store,
  ownField("licence", "licence", filtered),
  ownField("stars", "number", { ...filtered, isSort: true, steps: [100, 1000] }),
  ownField("seen", "date", { ...filtered, label: "Last commit", steps: [Date.parse("2026-06-01") / 1000] }),
  ownField("demo", "flag", { ...filtered, label: "Has a demo" }),
  ownField("docs", "link"),
);

const random = freshRandom("filters of pages");
const [CATEGORIES, COUNTRIES, PRICES] = [
  ["crm", "accounting"],
  ["DE", "FR", "JP"],
  ["free", "freemium", "paid"],
];
const [TAGS, LICENCES] = [
  ["Self-hosted", "self-hosted", "PHP", "for teams"],
  ["MIT", "GPL-3.0", "Apache-2.0"],
];
for (let nth = 0; nth < 30; nth++) {
  // The first three are found by every filter that these tests set.
  const licence = nth < 3 ? LICENCES.slice(nth, nth + 1) : random.sample(LICENCES, 1);
  const pick = <T>(values: T[], sure: T): T => (nth < 3 ? sure : random.pick(values));
  await world.listing(`Tool ${nth}`, {
    category: pick(CATEGORIES, "crm"),
    content: { country: pick(COUNTRIES, "DE"), pricingModel: random.pick(PRICES), stage: "mvp" },
    profile: {
      tags: random.sample(TAGS, 2),
      attributes: {
        licence,
        stars: pick([5, 100, 250, 4000], 250),
        demo: nth < 3 || random.chance(0.5),
        seen: pick(["2026-01-31", "2026-06-01"], "2026-06-01"),
        ...(nth === 0 && { docs: "https://docs.example/zero" }),
      },
    },
  });
}

/** The form as a browser without scripts submits it, with these boxes ticked and fields filled. */
function submitted(page: string, ticked: string[], filled: Record<string, string> = {}): string {
  const [, form] = /<form method="get"[^>]* id="browse"[^>]*>(.*?)<\/form>/s.exec(page)!;
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&gt;", ">").replaceAll("&lt;", "<");
  const query = new URLSearchParams();
  for (const [tag] of form!.matchAll(/<input [^>]*>/g)) {
    const [name, type] = [attribute(tag, "name")!, attribute(tag, "type")];
    if (type !== "checkbox") query.append(name, filled[name] ?? attribute(tag, "value") ?? "");
    else if (/ checked/.test(tag) || ticked.includes(name)) query.append(name, "on");
  }
  for (const name of [...ticked, ...Object.keys(filled)]) expect([...query.keys()]).toContain(name);
  const [, sort] = /<select id="sort".*?<option value="([^"]*)" selected>/s.exec(page)!;
  query.append("sort", sort!);
  return query.toString();
}
const chips = (page: string) => {
  const [, list = ""] = /<ul class="chips set-filters">(.*?)<\/ul>/s.exec(page) ?? [];
  return [...list.matchAll(/href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, words]) => ({
    href: href!.replaceAll("&amp;", "&"),
    words: words!
      .replace(/<[^>]*>|Remove:/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  }));
};
const resultsOf = (page: string) => page.slice(page.indexOf('id="results"'), page.indexOf("</main>"));
const names = (page: string) => [...new Set(resultsOf(page).match(/Tool \d+/g))];
const totalOf = (page: string) => Number(/class="count">(\d+)/.exec(page)?.[1] ?? 0);

describe("filters without scripts", () => {
  it("lead from boxes and bounds to one readable address, where no key occurs twice", async () => {
    const page = await text("/search");
    const sent = await visitor.get(
      `/search?${submitted(page, ["country:DE", "country:FR", "licence:GPL-3.0", "demo:1"], { "stars>=": "100", "seen<=": "2026-06-01" })}`,
    );
    expect(sent.status).toBe(302);
    expect(decodeURIComponent(sent.location)).toBe(
      "/search?country=DE,FR&where=licence:GPL-3.0+stars>=100+seen<=2026-06-01+demo:yes",
    );
    const result = await text(sent.location);
    expect(chips(result).map(({ words }) => words)).toEqual([
      "Licence: GPL-3.0",
      "Stars: 100 or more",
      "Last commit: until 1 June 2026",
      "Has a demo: Yes",
      expect.stringMatching(/^Country: (Germany or France|France or Germany)$/),
      "Clear all",
    ]);
    expect(result).toContain("Filters (5)");
    // What is set is ticked, and the form says the same again.
    const again = await visitor.get(`/search?${submitted(result, [])}`);
    expect(again.location).toBe(sent.location);
    expect(result).toContain('<meta name="robots" content="noindex">');
  });

  it("are removed one at a time by their chips, and all at once", async () => {
    const start = "/search?q=tool&category=crm&country=DE,JP&where=stars%3E%3D100+licence:MIT";
    const page = await text(start);
    const [category, licence, stars, country, all] = chips(page);
    expect(category!.href).toBe("/search?q=tool&country=DE,JP&where=licence:MIT+stars%3E%3D100");
    expect(licence!.href).toBe("/search?q=tool&category=crm&country=DE,JP&where=stars%3E%3D100");
    expect(stars!.href).toBe("/search?q=tool&category=crm&country=DE,JP&where=licence:MIT");
    expect(country!.href).toBe("/search?q=tool&category=crm&where=licence:MIT+stars%3E%3D100");
    expect(all).toEqual({ href: "/search?q=tool", words: "Clear all" });
    expect(chips(await text(country!.href)).map(({ words }) => words)).not.toContain("Country: Germany or Japan");
  });

  it("of a field that is gone are named and left out, and its order is forgotten", async () => {
    const page = await text("/search?where=licens:%3Cb%3EMIT&country=DE&sort=-licens");
    expect(page).toContain("This site does not know these filters: <code>licens:&lt;b&gt;MIT</code>");
    expect(chips(page).map(({ words }) => words)).toEqual(["Country: Germany"]);
    expect(totalOf(page)).toBe(totalOf(await text("/search?country=DE")));
  });
});

describe("a result", () => {
  const api = async (query: string) =>
    (await (await fetch(`${world.baseUrl}/api/v1/filter?${query}`)).json()) as {
      total: number;
      items: { name: string }[];
      counts: Record<string, Record<string, number>>;
    };

  it("is the same on the page, in filter_listings, its feed and its saved search", async () => {
    const all = (await store.listings.search({ status: "live", sort: "votes" }, { page: 1, perPage: 100 })).items;
    for (let round = 0; round < 25; round++) {
      const some = (values: string[]) =>
        random.chance(0.4) ? random.sample(values, random.between(1, 2)).join(",") : undefined;
      const where = [
        random.chance(0.5) && `licence:${random.sample(LICENCES, random.between(1, 2)).join("|")}`,
        random.chance(0.3) && "stars>=100",
        random.chance(0.3) && "stars<=1000",
        random.chance(0.2) && "demo:no",
        random.chance(0.2) && "seen>=2026-05-01",
      ];
      const given = {
        category: some(CATEGORIES),
        tag: some(TAGS),
        country: some(COUNTRIES),
        pricing_model: some(PRICES),
        where: where.filter(Boolean).join(" ") || undefined,
      };
      const query = new URLSearchParams(
        Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      ).toString();
      const answer = await api(`${query}&per_page=100`);
      const page = await text(`/search?${query}`);
      expect([query, totalOf(page)]).toEqual([query, answer.total]);
      const feed = (await (await fetch(`${world.baseUrl}/feeds/search.json?${query}`)).json()) as {
        items: { title: string }[];
      };
      if (query !== "")
        expect(feed.items.map(({ title }) => title).sort()).toEqual(answer.items.map(({ name }) => name).sort());
      const found = await store.listings.fitting(
        await filterOfSaved(query, world.deps),
        all.map(({ id }) => id),
      );
      expect(found).toHaveLength(answer.total);
      for (const [name, count] of Object.entries(answer.counts.licence ?? {}))
        expect(page.replaceAll(/<\/?bdi>/g, "")).toContain(`<span>${name}</span> <span class="n">${count}</span>`);
    }
  });

  it("is sorted by a field, and shown as a table of the site's fields", async () => {
    const page = await text("/search?where=licence:MIT&sort=-stars&view=table");
    const { items } = await api("where=licence:MIT&order=-stars");
    expect(names(page)).toEqual(items.slice(0, 20).map(({ name }) => name));
    expect(page).toContain('<th scope="col" class="end">Stars ↓</th>');
    expect(page).toContain('<td data-label="Licence">MIT</td>');
    // Nothing in the results has this, so it has no column.
    expect(resultsOf(await text("/search?where=stars%3E%3D100+stars%3C%3D100&view=table"))).not.toContain("4,000");
    expect(await text("/search?q=tool+0&view=table")).toMatch(
      /href="https:\/\/docs\.example\/zero" rel="nofollow ugc noopener">Open/,
    );
    // The form keeps the view and the order.
    expect(submitted(page, [])).toMatch(/view=table&sort=-stars$/);
    expect(page).toContain('href="/search?where=licence:MIT&amp;sort=-stars" rel="nofollow">List</a>');
  });
});

describe("tags", () => {
  it("are links to everything with the tag, in any case, a page that search engines may index", async () => {
    await world.listing("Tagged", { profile: { tags: ["only here", "Only There"] } });
    const listing = await text("/listings/tagged");
    const links = [...listing.matchAll(/<li class="tag"><a href="(\/search\?tag=[^"]+)">([^<]+)<\/a>/g)];
    expect(links.map(([, , tag]) => tag)).toEqual(["only here", "Only There"]);
    for (const [, path, tag] of links) {
      const page = await text(path!);
      expect(page).toContain(`<h1>${tag}</h1>`);
      expect(page).not.toContain('content="noindex"');
      expect(page).toContain("Tagged");
    }
    for (const path of ["/search?tag=PHP,for+teams", "/search?tag=none-has-it"])
      expect(await text(path)).toContain('content="noindex"');
    expect(totalOf(await text("/search?tag=SELF-HOSTED"))).toBe(totalOf(await text("/search?tag=self-hosted")));
  });

  it("with a comma are no links, because a comma separates tags", async () => {
    await world.listing("Comma", { profile: { tags: ["a, b"] } });
    expect(await text("/listings/comma")).toContain('<li class="tag">a, b</li>');
  });
});

describe("a category page", () => {
  it("filters its listings at its own address, and counts them", async () => {
    const page = await text("/categories/crm");
    expect(page).not.toContain('name="category:');
    const sent = await visitor.get(`/categories/crm?${submitted(page, ["licence:MIT", "country:DE"])}`);
    expect(sent.location).toBe("/categories/crm?country=DE&where=licence:MIT");
    const narrowed = await text(sent.location);
    expect(totalOf(narrowed)).toBe(totalOf(await text("/search?category=crm&country=DE&where=licence:MIT")));
    expect(narrowed).toContain('href="/feeds/search.atom?category=crm&amp;country=DE&amp;where=licence:MIT"');
    expect(narrowed).toContain('<meta name="robots" content="noindex">');
    expect(page).not.toContain('content="noindex"');
    expect(page).toContain(`<link rel="canonical" href="${world.baseUrl}/categories/crm">`);
  });

  it("is kept, but its counts are those of now, also of listings on later pages", async () => {
    const asked = async () => (await fetch(`${world.baseUrl}/categories/crm`)).text();
    const before = await asked();
    const shown = names(before);
    const { items } = await store.listings.search(
      { status: "live", sort: "votes", categories: ["crm"] },
      { page: 1, perPage: 100 },
    );
    for (let nth = 0; items.length + nth <= 21; nth++) await world.listing(`Later ${nth}`, { category: "crm" });
    const all = await store.listings.search(
      { status: "live", sort: "votes", categories: ["crm"] },
      { page: 2, perPage: 20 },
    );
    const last = (await store.listings.find(all.items.at(-1)!.id))!;
    expect(shown).not.toContain(last.name);
    expect(await asked()).not.toContain("Iceland");
    const author = { accountId: null, client: "test" };
    await store.change((tx) => tx.listings.update(last, { ...last, country: "IS" }, {}, author, new Date()));
    expect(await asked()).toContain('<span>Iceland</span> <span class="n">1</span>');
    const profile = { ...last.profile, tags: ["volcanic"] };
    const edited = (await store.listings.find(last.id))!;
    await store.change((tx) => tx.listings.update(edited, { ...edited, profile }, {}, author, new Date()));
    expect(await asked()).toContain('<span><bdi>volcanic</bdi></span> <span class="n">1</span>');
  });
});

it("an address with a category that does not exist says so, and shows the results without it", async () => {
  const reply = await visitor.get("/search?category=nope&country=DE");
  const same = await text("/search?country=DE");
  expect(reply).toMatchObject({ status: 200, text: expect.stringContaining("No such category: <code>nope</code>") });
  const counted = /<h2 class="count">.*?<\/h2>/s;
  expect(reply.text).toMatch(counted);
  expect(counted.exec(reply.text)![0]).toBe(counted.exec(same)![0]);
  expect(await text("/search?category=nope,crm")).toContain("No such category: <code>nope</code>");
});

it("of a field with many values, 500 are counted and 60 are shown; long texts and links are no filters (trap 12)", async () => {
  await defineFields(store, ownField("parts", "choices", filtered));
  const part = (nth: number) => `part ${nth}`;
  for (let nth = 0; nth < 13; nth++)
    await world.listing(`Kit ${nth}`, {
      category: "crm",
      profile: { attributes: { parts: Array.from({ length: 40 }, (_, at) => part(nth * 40 + at)) } },
    });
  const { own } = await store.listings.counts({ status: "live", sort: "newest" });
  expect(own.get("parts")?.size).toBe(500);
  const page = await text("/search");
  expect([...page.matchAll(/name="parts:part \d+"/g)]).toHaveLength(60);
  expect(page).not.toContain('name="docs');
  expect((await text("/search?where=parts:%22part+519%22")).match(/Kit 12/)).not.toBeNull();
  await store.change((tx) => tx.fieldDefinitions.remove("parts"));
});

it("the front page of a catalog leads to what listings have, and not to what they lack", async () => {
  await store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, launches: false, votes: false } }));
  const [, path = ""] = /href="([^"]*where=demo[^"]*)"/.exec(await text("/")) ?? [];
  expect(chips(await text(path)).map(({ words }) => words)).toEqual(["Has a demo: Yes"]);
  expect(await text("/")).not.toContain("where=demo%3A0");
});
