import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { html } from "../../core/text/html.ts";
import { loadDemo } from "../../data/load-demo.ts";
import { ENGLISH, type Language } from "../../languages/language.ts";
import { t } from "../../languages/words.ts";
import { jsonLdBlock } from "../../site/kit/json-ld.ts";
import { renderMarkdown } from "../../site/kit/markdown.ts";
import { toMarkdown } from "../../site/machines/to-markdown.ts";
import { createWorld as createWhole } from "../helpers/world.ts";
import { type XmlElement as Element, parseXml } from "../helpers/xml.ts";
import { createWorld, member, type World as Pages } from "./world.ts";

/** Names that try to leave the place they are put in. */
const HOSTILE = `</script><!--<script>alert(1)//]]>&amp;"'[x](javascript:alert(1)) \u2028`;

const all = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);
const one = (element: Element, name: string): string => {
  const [found, ...more] = all(element, name);
  if (!found || more.length) throw new Error(`${element.name} has not exactly one ${name}.`);
  return found.text;
};

/** Every listing so many times again under other slugs: as a file of SQL it takes a second, through the program minutes. */
function copyListings(file: string, times: number): void {
  // The running program writes too, for a moment at a time.
  const db = new Database(file, { timeout: 30_000 });
  const columns = (db.pragma("table_info(listings)") as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== "id");
  const values = columns.map((name) => (name === "slug" || name === "site_key" ? `${name} || '-copy-' || ?` : name));
  const most = db.prepare("select max(id) from listings").pluck().get();
  const copy = db.prepare(`insert into listings (${columns}) select ${values} from listings where id <= ${most}`);
  for (let count = 1; count <= times; count++) copy.run(String(count), String(count));
  db.close();
}

let pages: Pages;

const world = await createWhole();
await world.listing("Acme CRM", {
  category: "crm",
  votes: 3,
  content: { country: "DE", tagline: "Keeps *all* contacts" },
  profile: {
    description: "First paragraph.\n\n# Not a heading\n- not a list",
    features: ["Pipelines", "[click](javascript:alert(1))"],
    socials: { x: "https://x.example/acme", custom: "javascript:alert(1)" },
    faqs: [{ question: "Is it `free`?", answer: "Yes." }],
  },
});
const other = await world.listing(HOSTILE, { category: "crm", ratingSum: 9, ratingCount: 2 });
await world.deps.store.change((tx) =>
  tx.listings.update(
    other,
    {
      ...other,
      tagline: HOSTILE,
      profile: { ...other.profile, description: HOSTILE, faqs: [{ question: HOSTILE, answer: HOSTILE }] },
    },
    { founders: [{ name: `Eve ${HOSTILE}`, title: HOSTILE, bio: HOSTILE }], ownerId: null },
    { accountId: null, client: "test" },
    world.deps.now(),
  ),
);
await world.deps.store.change((tx) =>
  tx.reference.addPost({
    slug: "hello",
    title: `Hello ${HOSTILE}`,
    excerpt: HOSTILE,
    bodyMarkdown:
      `# Top\n\nSome **bold** [link](https://a.example/) and ` +
      `[bad](javascript:alert(1)).\n\n<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
    author: "Editors",
    tags: ["one"],
    faqs: [{ question: HOSTILE, answer: HOSTILE }],
    publishedAt: world.deps.now(),
    updatedAt: world.deps.now(),
  }),
);
afterAll(async () => {
  await world.close();
  await pages?.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.baseUrl}${path}`, { headers, redirect: "manual" });
const textOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const hostileSlug = async () => (await world.deps.store.founders.list({ q: "Eve" }, { page: 1, perPage: 1 })).items[0]!;

describe("Atom feeds", () => {
  const FEEDS = ["/feeds/launches.atom", "/feeds/categories/crm.atom", "/feeds/blog.atom"];

  it.each(FEEDS)("%s is well-formed, complete, and says where it is", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const feed = parseXml(await response.text());
    expect(feed.name).toBe("feed");
    expect(feed.attributes.xmlns).toBe("http://www.w3.org/2005/Atom");
    const links = all(feed, "link").map(({ attributes }) => [attributes.rel, attributes.href]);
    expect(links).toContainEqual(["self", `${world.baseUrl}${path}`]);
    for (const name of ["id", "title", "updated"]) expect(one(feed, name)).not.toBe("");
    const entries = all(feed, "entry");
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(one(entry, "id")).toMatch(/^tag:127\.0\.0\.1,2026:\/(listings|blog)\/[a-z0-9-]+$/);
      expect(one(entry, "title")).not.toBe("");
      expect(new Date(one(entry, "updated")).toISOString()).toBe(one(entry, "updated"));
      expect(all(entry, "link")[0]!.attributes).toMatchObject({
        rel: "alternate",
        href: expect.stringMatching(/^http/),
      });
    }
    expect(new Set(entries.map((entry) => one(entry, "id"))).size).toBe(entries.length);
    expect(one(feed, "updated")).toBe(
      entries
        .map((entry) => one(entry, "updated"))
        .sort()
        .at(-1),
    );
  });

  it("keep hostile text as text", async () => {
    const feed = parseXml(await textOf("/feeds/launches.atom"));
    const titles = all(feed, "entry").map((entry) => one(entry, "title"));
    expect(titles).toContain(HOSTILE);
  });

  it("answer 304 to those that have them, by tag and by date", async () => {
    const first = await get("/feeds/blog.atom");
    const etag = first.headers.get("etag")!;
    expect((await get("/feeds/blog.atom", { "if-none-match": etag })).status).toBe(304);
    expect((await get("/feeds/blog.atom", { "if-modified-since": first.headers.get("last-modified")! })).status).toBe(
      304,
    );
    expect((await get("/feeds/blog.atom", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("name a week by its Monday, whatever day was asked for", async () => {
    const redirect = await get("/feeds/weeks/this.atom");
    expect(redirect.status).toBe(302);
    const path = redirect.headers.get("location")!;
    expect(path).toMatch(/^\/feeds\/weeks\/\d{4}-\d\d-\d\d\.atom$/);
    expect(new Date(path.slice(13, 23)).getUTCDay()).toBe(1);
    const feed = parseXml(await textOf(path));
    expect(all(feed, "entry")).toHaveLength(2);
    expect((await get("/feeds/weeks/2020-01-08.atom")).headers.get("location")).toBe("/feeds/weeks/2020-01-06.atom");
    expect((await get("/feeds/weeks/this.json")).headers.get("location")).toBe(path.replace(".atom", ".json"));
    const empty = parseXml(await textOf("/feeds/weeks/2020-01-06.atom"));
    expect([one(empty, "updated"), all(empty, "entry").length]).toEqual(["2020-01-06T00:00:00.000Z", 0]);
  });

  it.each([...FEEDS, "/feeds/updates.atom", "/feeds/awards.atom", "/feeds/collections.atom"])(
    "%s has a twin as JSON Feed 1.1, which its page names",
    async (path) => {
      const twin = path.replace(".atom", ".json");
      const response = await get(twin);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "application/feed+json; charset=utf-8",
      ]);
      const { version, feed_url, home_page_url, authors, items, title } = JSON.parse(await response.text());
      expect(version).toBe("https://jsonfeed.org/version/1.1");
      expect(feed_url).toBe(world.baseUrl + twin);
      const atom = parseXml(await textOf(path));
      expect(title).toBe(one(atom, "title"));
      expect(authors).toEqual([{ name: "Debut" }]);
      const entries = all(atom, "entry");
      expect(items.map(({ id, date_modified: at }: Record<string, string>) => [id, at])).toEqual(
        entries.map((entry) => [one(entry, "id"), one(entry, "updated")]),
      );
      for (const item of items) expect(item.content_text).not.toBe("");
      const page = await (await fetch(home_page_url)).text();
      for (const [type, address] of [
        ["application/atom+xml", path],
        ["application/feed+json", twin],
      ])
        expect(page).toMatch(
          new RegExp(
            `<link rel="alternate" type="${type?.replace("+", "\\+")}" [^>]*href="${world.baseUrl}${address}">`,
          ),
        );
    },
  );

  it("of a listing have its updates", async () => {
    const { store, now } = world.deps;
    const { slug, id } = (await store.launches.feed("recent", { limit: 1, offset: 0 })).rows[0]!;
    const { id: accountId } = await world.account("ann");
    const text = { title: "Faster", body: "Twice as fast." };
    await store.change((tx) => tx.updates.add({ listingId: id, accountId, ...text, publishedAt: now() }));
    const feed = parseXml(await textOf(`/feeds/updates/${slug}.atom`));
    expect(all(feed, "entry").map((entry) => one(entry, "summary"))).toEqual(["Twice as fast."]);
    expect(await textOf(`/listings/${slug}`)).toContain(`href="${world.baseUrl}/feeds/updates/${slug}.atom"`);
    expect((await get("/feeds/updates/nothing.atom")).status).toBe(404);
  });

  it.each([
    "/feeds/weeks/2020-02-30.atom",
    "/feeds/weeks/2020-02-30.json",
    "/feeds/launches.xml",
    "/feeds/weeks/soon.atom",
    "/feeds/weeks/__proto__.atom",
    "/feeds/categories/nothing.atom",
    "/feeds/other.atom",
  ])("%s does not exist", async (path) => expect((await get(path)).status).toBe(404));
});

describe("the sitemap", () => {
  it("names 12,000 listings in files of at most 5,000, each page once and every page there", async () => {
    const large = await createWhole();
    await loadDemo(large.deps.store, { count: 1_000, now: large.deps.now(), zone: "UTC" });
    copyListings(join(large.folder, "debut.db"), 11);
    const read = async (url: string) => parseXml(await (await fetch(url)).text());
    const index = await read(`${large.baseUrl}/sitemap.xml`);
    const files = all(index, "sitemap").map((file) => one(file, "loc"));
    expect(files.every((url) => url.startsWith(`${large.baseUrl}/sitemaps/`))).toBe(true);
    const found: string[] = [];
    for (const url of files) {
      const urls = all(await read(url), "url").map((entry) => one(entry, "loc"));
      expect(urls.length).toBeGreaterThan(0);
      expect(urls.length).toBeLessThanOrEqual(5_000);
      found.push(...urls);
    }
    expect(new Set(found).size).toBe(found.length);
    const { liveListings } = await large.deps.store.reference.counts();
    const count = (prefix: string) => found.filter((url) => url.startsWith(`${large.baseUrl}${prefix}`)).length;
    expect(count("/listings/")).toBe(liveListings);
    expect(files.filter((url) => url.includes("/listings-"))).toHaveLength(3);
    expect(count("/founders/")).toBe((await large.deps.store.founders.list({}, { page: 1, perPage: 1 })).total);
    expect(count("/blog/")).toBe(8);
    for (const prefix of ["/listings/", "/founders/", "/categories/", "/blog/"]) {
      const page = found.findLast((url) => url.startsWith(`${large.baseUrl}${prefix}`))!;
      expect((await fetch(page)).status, page).toBe(200);
    }
    await large.close();
  });

  it.each(["listings-0", "listings-99", "listings-01", "other-1", "constructor-1", "listings-1x"])(
    "has no file %s",
    async (name) => expect((await get(`/sitemaps/${name}.xml`)).status).toBe(404),
  );

  it("is named in robots.txt", async () => {
    expect(await textOf("/robots.txt")).toContain(`Sitemap: ${world.baseUrl}/sitemap.xml\n`);
  });
});

describe("llms.txt", () => {
  it("names the interfaces and pages that exist", async () => {
    const text = await textOf("/llms.txt");
    expect(text).toMatch(/^# Debut\n\n> /);
    expect(text).toContain(`${world.baseUrl}/mcp`);
    const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
  });
});

const PAGE = "https://debut.example/";

describe("JSON-LD", () => {
  it("survives any text and parses to what went in", () => {
    const thing = { "@type": "Thing", name: `${HOSTILE}\u2029<!--` };
    const text = html`${jsonLdBlock([thing], PAGE, ENGLISH)}`.in(ENGLISH);
    const inner = text.slice('<script type="application/ld+json">'.length, -"</script>".length);
    expect(inner).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(inner)).toMatchObject({ "@context": "https://schema.org", "@graph": [thing] });
    expect(jsonLdBlock([], PAGE, ENGLISH)).toBe(false);
  });

  it("says in which language a page is, and leads to pages of the same", () => {
    const german: Language = { ...ENGLISH, tag: "de", prefix: "/de" };
    const url = "https://debut.example/categories/crm";
    const page = "https://debut.example/de/categories/crm";
    const things = [
      { "@type": "CollectionPage", "@id": `${url}#category`, name: t`Categories`, url },
      { "@type": "BreadcrumbList", item: "https://debut.example/" },
      { "@type": "Product", url: "https://acme.example/" },
    ];
    const text = html`${jsonLdBlock(things, page, german)}`.in(german);
    expect(JSON.parse(text.replace(/<\/?script.*?>/g, ""))["@graph"]).toEqual([
      { "@type": "CollectionPage", "@id": `${url}#category`, name: "Categories", url: page, inLanguage: "de" },
      { "@type": "BreadcrumbList", item: "https://debut.example/de" },
      {
        ...{ "@type": "Product", url: "https://acme.example/" },
        mainEntityOfPage: { "@type": "WebPage", "@id": page, inLanguage: "de" },
      },
    ]);
  });

  const graphOf = async (path: string): Promise<Record<string, unknown>[]> => {
    const blocks = [...(await textOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(blocks).toHaveLength(1);
    return JSON.parse(blocks[0]![1]!)["@graph"];
  };

  it("describes a listing, and rates it only when people did", async () => {
    const [product, trail, faq] = await graphOf("/listings/acme-crm");
    expect(product).toMatchObject({
      "@type": "Product",
      name: "Acme CRM",
      sameAs: ["https://acme-crm.example/", "https://x.example/acme"],
    });
    expect(product).not.toHaveProperty("aggregateRating");
    expect(trail).toMatchObject({ "@type": "BreadcrumbList" });
    expect(faq).toMatchObject({ "@type": "FAQPage" });
    const founder = await hostileSlug();
    const [hostile] = await graphOf(`/listings/${founder.companies[0]!.slug}`);
    expect(hostile).toMatchObject({ name: HOSTILE, aggregateRating: { ratingValue: 4.5, ratingCount: 2 } });
  });

  it("describes a founder, a post, a category and the site", async () => {
    const founder = await hostileSlug();
    expect(await graphOf(`/founders/${founder.slug}`)).toMatchObject([
      { mainEntity: { "@type": "Person", name: founder.name } },
    ]);
    expect((await graphOf("/blog/hello"))[0]).toMatchObject({ "@type": "BlogPosting", headline: `Hello ${HOSTILE}` });
    expect((await graphOf("/categories/crm"))[0]).toMatchObject({
      "@type": "CollectionPage",
      mainEntity: { numberOfItems: 2 },
    });
    expect(await graphOf("/")).toMatchObject([{ "@type": "WebSite" }]);
  });
});

describe("public pages", () => {
  const paths = async () => {
    const founder = await hostileSlug();
    const { slug } = founder.companies[0]!;
    return [
      "/",
      "/launches",
      "/launches?section=recent",
      "/search",
      "/search?q=crm&sort=newest",
      "/leaderboards/community-weekly",
      "/leaderboards/billboard",
      "/awards",
      "/compare",
      "/categories",
      "/categories/crm",
      "/founders",
      "/founders?q=Eve",
      `/founders/${founder.slug}`,
      "/blog",
      "/blog/hello",
      `/compare?a=acme-crm&b=${slug}`,
      "/listings/acme-crm",
      `/listings/${slug}`,
      "/listings/acme-crm/alternatives",
      "/connect",
      "/bot",
      "/docs",
      "/problems",
      "/problems/not-found",
    ];
  };

  it("have one heading of the first rank, previews, and a twin in Markdown at its own address and by Accept", async () => {
    for (const path of await paths()) {
      const page = await textOf(path);
      expect(page.match(/<h1/g), path).toHaveLength(1);
      expect(page).not.toContain("<script>alert");
      expect(page).not.toMatch(/(href|src)="javascript:/);
      for (const name of ["og:title", "og:url", "og:image", "og:type"])
        expect(page, path).toContain(`<meta property="${name}"`);
      const alternate = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/
        .exec(page)![1]!
        .replaceAll("&amp;", "&");
      const canonical = /<link rel="canonical" href="([^"]+)">/.exec(page)![1]!.replaceAll("&amp;", "&");
      expect(canonical).toBe(`${world.baseUrl}${path}`);
      const twin = await fetch(alternate);
      expect(twin.status, alternate).toBe(200);
      expect(twin.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(twin.headers.get("link")).toBe(`<${canonical}>; rel="canonical"`);
      expect(twin.headers.get("cache-control")).toBe("public, max-age=60");
      const text = await twin.text();
      expect(text.match(/^# \S/gm)?.length, `${alternate}\n${text}`).toBeGreaterThanOrEqual(1);
      // A post's twin is its author's own text.
      if (!path.startsWith("/blog/")) expect(text, path).not.toMatch(/(?<!\\)<(script|div|p|span|a|ul)\b/);
      if (!path.startsWith("/blog/")) expect(text).not.toMatch(/(?<!\\)\]\((?!http)/);
      expect(text.trimEnd().endsWith(`Source: <${canonical}>`)).toBe(true);
      const negotiated = await get(path, { accept: "text/markdown, text/html;q=0.8" });
      expect(negotiated.headers.get("vary")).toMatch(/Accept/i);
      expect(await negotiated.text()).toBe(text);
    }
  });

  it("stay HTML for browsers", async () => {
    const response = await get("/", { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" });
    expect(response.headers.get("content-type")).toContain("text/html");
  });

  it.each(["/nothing.md", "/listings/nothing.md", "/sign-in.md", "/admin/outbox.md", "/assets/style.md"])(
    "%s is no page",
    async (path) => {
      const response = await get(path);
      expect([303, 404]).toContain(response.status);
      if (response.status === 404) expect(await response.text()).not.toContain("<html");
      else expect(decodeURIComponent(response.headers.get("location")!)).not.toContain(".md");
    },
  );

  it("compare two listings that are known", async () => {
    expect((await get("/compare?a=acme-crm&b=nothing")).status).toBe(400);
  });
});

describe("the Markdown of a page", () => {
  const md = (body: Parameters<typeof toMarkdown>[0]) =>
    toMarkdown(body, "https://debut.example/about", ENGLISH).trimEnd();

  it("keeps links to a part of the page on the page", () => {
    expect(md(html`<p><a href="#terms">Terms</a></p>`)).toBe("[Terms](https://debut.example/about#terms)");
  });

  it("leaves out what is for browsers", () => {
    expect(md(html`<p>Sort <noscript><button>Apply</button></noscript></p>`)).toBe("Sort");
  });

  it("keeps headings, lists, tables, facts and code", () => {
    expect(md(html`<h1>One</h1><p class="lead">Two <strong>three</strong> <em>four</em> <code>a\`b</code></p>`)).toBe(
      "# One\n\nTwo **three** *four* ``a`b``",
    );
    expect(md(html`<ul><li>a</li><li>b <a href="/x">c</a></li></ul><ol><li>d</li></ol>`)).toBe(
      "- a\n- b [c](https://debut.example/x)\n\n1. d",
    );
    expect(md(html`<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>${"x|y"}</td></tr></tbody></table>`)).toBe(
      "| A |\n| --- |\n| x\\|y |",
    );
    expect(md(html`<dl><dt>Stage</dt><dd>Growing</dd></dl><pre><code>${"a\n```\nb"}</code></pre>`)).toBe(
      "- Stage: Growing\n\n````\na\n```\nb\n````",
    );
  });

  it("leaves out what only a browser can use", () => {
    expect(
      md(html`<form><button>Vote</button></form><span aria-hidden="true">A</span><p hidden>x</p><p>Text</p>`),
    ).toBe("Text");
  });

  it("shows text as text", () => {
    const evil = `[a](javascript:alert(1)) <b> *x* _y_ snake_case \`z\` &lt; \\`;
    expect(md(html`<p>${evil}</p>`)).toBe(
      "\\[a\\](javascript:alert(1)) \\<b\\> \\*x\\* \\_y\\_ snake_case \\`z\\` \\&lt; \\\\",
    );
    expect(md(html`<p class="prose">${"# no\n- no\n1. no\n\n+ no"}</p>`)).toBe("\\# no  \n\\- no  \n1\\. no\n\n\\+ no");
  });
});

describe("Markdown that people wrote", () => {
  it("becomes HTML without their HTML and their scripts", () => {
    const text = renderMarkdown(
      '# A\n\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](/c "t") ![d](data:text/html,x) [e](https://f.example/?"g)',
    ).in(ENGLISH);
    expect(text).toContain("<h2>A</h2>");
    expect(text).not.toMatch(/<img src=x|(href|src)="(javascript|data):/);
    expect(text).toContain('<a href="/c" title="t">b</a>');
    expect(text).toContain('rel="noopener"');
  });
});

describe("pictures for previews", () => {
  it("are PNG of the size that the page names, also for names that no font has", async () => {
    const cjk = await world.listing("日本語の製品", { category: "crm" });
    const founder = await hostileSlug();
    for (const path of [
      "/previews/site.png",
      "/previews/listings/acme-crm.png",
      `/previews/listings/${cjk.slug}.png`,
      `/previews/founders/${founder.slug}.png`,
      "/previews/categories/crm.png",
      "/previews/blog/hello.png",
    ]) {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/png");
      const png = Buffer.from(await response.arrayBuffer());
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      expect((await get(path, { "if-none-match": response.headers.get("etag")! })).status).toBe(304);
    }
    expect((await get("/previews/listings/nothing.png")).status).toBe(404);
  });
});

it("shows nobody's session in a twin", async () => {
  pages = await createWorld();
  const ann = await member(pages, "ann@people.example");
  const page = await ann.get("/");
  const twin = await ann.get("/index.md");
  expect(page.text).toContain(`href="/account"`);
  expect(twin.status).toBe(200);
  expect(twin.headers.get("cache-control")).toContain("public");
  expect((await ann.get("/account.md")).location).toBe("/sign-in?return_to=%2Faccount");
});
