import { setImmediate as nextRound } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { type CrawlerDeps, createCrawler } from "../../crawler/crawl.ts";
import type { ExtractPage } from "../../crawler/open-page.ts";
import { createExtractor } from "../../crawler/parse-html.ts";
import { createDeadlines } from "../helpers/deadlines.ts";
import { type File, fetchFrom, overridesTo, serve, serveFiles, virtualTime } from "./crawler-servers.ts";

const extractor = createExtractor();
afterAll(() => extractor.close());

/** Enough of an extractor for tests: paragraphs, links, scripts, title and named metas by their plainest spelling. */
const extractPage: ExtractPage = async (html, url, { id, kind }) => {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)];
  return {
    id,
    url,
    kind,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? null,
    language: null,
    blocks: all(/<p>(.*?)<\/p>/g).map(([, text = ""]) => ({ text, tag: "p", region: "main" as const })),
    meta: Object.fromEntries(all(/<meta name="(.*?)" content="(.*?)">/g).map(([, name, content]) => [name, content])),
    jsonLd: [],
    links: all(/<a href="(.*?)">(.*?)<\/a>/g).map(([, href = "", text = ""]) => ({
      href,
      text,
      rel: "",
      region: "nav" as const,
    })),
    images: [{ href: `${url}icon.svg`, alt: "", source: "icon", size: 0 }],
    scripts: all(/<script/g).length,
  };
};

const WORDS = "Acme counts the bees in your garden and tells you every evening how many came home. ".repeat(3);
const page = (text: string, ...links: string[]) =>
  `<title>Acme</title><p>${text}</p>${links.map((href) => `<a href="${href}">link</a>`).join("")}`;

function crawlerAt(port: number, { hosts = "shop.test", ...deps }: Partial<CrawlerDeps> & { hosts?: string } = {}) {
  const time = virtualTime();
  const crawl = createCrawler({
    fetch: fetchFrom(port, hosts),
    extractPage,
    run: extractor.run,
    robotsCache: { find: async () => undefined, save: async () => undefined },
    overrides: overridesTo(port, hosts),
    userAgentToken: "DebutBot",
    gapMs: 0,
    ...time,
    ...deps,
  });
  return { crawl, ...time };
}

/** Crawls http://shop.test/, where these files are. */
async function crawlOf(files: Record<string, string | File>, deps?: Partial<CrawlerDeps> & { hosts?: string }) {
  const { port, hits } = await serveFiles(files);
  const { crawl, slept } = crawlerAt(port, deps);
  return { site: await crawl("http://shop.test/"), hits, slept };
}

const robots = (body: string): File => ({ type: "text/plain", body });

describe("a crawl", () => {
  it("reads the home page, the most informative pages, then llms.txt", async () => {
    const kept: string[] = [];
    const { port, hits } = await serveFiles({
      "/": page(WORDS, "/blog", "/about", "/login", "/pricing", "https://other.com/team"),
      "/pricing": page("9 EUR a month"),
      "/about": page("We keep bees"),
      "/blog": page("News of bees"),
      "/llms.txt": { type: "text/plain", body: "# Acme\nBees, counted." },
    });
    const site = await crawlerAt(port).crawl("http://shop.test/", {
      onPage: (done, url) => kept.push(`${done} ${url}`),
    });
    expect(site.pages.map(({ id, kind, url }) => `${id} ${kind} ${url}`)).toEqual([
      "p1 home http://shop.test/",
      "p2 pricing http://shop.test/pricing",
      "p3 about http://shop.test/about",
      "p4 blog http://shop.test/blog",
      "p5 llms http://shop.test/llms.txt",
    ]);
    expect(hits.map((hit) => hit.replace("shop.test", ""))).toEqual([
      "/robots.txt",
      "/",
      "/sitemap.xml",
      "/pricing",
      "/about",
      "/blog",
      "/llms.txt",
      "/contact",
      "/imprint",
      "/support",
    ]);
    expect(site).toMatchObject({
      url: "http://shop.test/",
      robots: "allowed",
      error: null,
      needsJavascript: false,
      requests: hits.length,
    });
    expect(kept).toHaveLength(5);
    expect(kept[4]).toBe("5 http://shop.test/llms.txt");
  });

  it("reads at most ten pages", async () => {
    const links = [
      "pricing",
      "team",
      "about",
      "about-us",
      "contact",
      "imprint",
      "features",
      "product",
      "tour",
      "faq",
      "services",
      "changelog",
      "blog",
    ];
    const { site, hits } = await crawlOf({
      "/": page(WORDS, ...links.map((name) => `/${name}`)),
      ...Object.fromEntries(links.map((name) => [`/${name}`, page(name)])),
    });
    expect(site.pages).toHaveLength(10);
    expect(hits).toHaveLength(11);
    expect(site.pages.map(({ kind }) => kind)).toEqual([
      "home",
      "pricing",
      "team",
      "about",
      "contact",
      "features",
      "faq",
      "services",
      "changelog",
      "blog",
    ]);
  });

  it("uses the sitemap in robots.txt for kinds of pages without a link", async () => {
    const { site } = await crawlOf({
      "/robots.txt": robots("Sitemap: http://shop.test/map.xml"),
      "/": page(WORDS, "/pricing"),
      "/pricing": page("9 EUR"),
      "/map.xml": {
        type: "application/xml",
        body: "<urlset><url><loc>http://shop.test/ueber-uns</loc></url></urlset>",
      },
      "/ueber-uns": page("Imker"),
    });
    expect(site.pages.map(({ kind }) => kind)).toEqual(["home", "pricing", "about"]);
  });

  it("reads each page once, by final URL, canonical URL and text", async () => {
    const { site } = await crawlOf({
      "/": page(WORDS, "/pricing", "/about", "/team", "/features", "/contact"),
      "/pricing": page("9 EUR"),
      "/about": { location: "/pricing" },
      "/team": `<link rel="canonical" href="http://www.shop.test/pricing/">${page("Team")}`,
      "/features": page("9 EUR"),
      "/contact": `<link rel="canonical" href="http://shop.test/">${page("Write to us")}`,
    });
    expect(site.pages.map(({ kind }) => kind)).toEqual(["home", "pricing", "contact"]);
  });

  it("follows the home page to another domain, but no other page", async () => {
    const { site, hits } = await crawlOf(
      {
        "shop.test/": { location: "https://moved.test/" },
        "moved.test/": page(WORDS, "/pricing", "http://shop.test/about", "/team"),
        "moved.test/pricing": { location: "http://shop.test/pricing" },
        "moved.test/team": page("Team"),
      },
      { hosts: "shop.test moved.test" },
    );
    expect(site.url).toBe("https://moved.test/");
    expect(site.pages.map(({ url }) => url)).toEqual(["https://moved.test/", "https://moved.test/team"]);
    expect(hits).toContain("moved.test/robots.txt");
    expect(hits).not.toContain("shop.test/pricing");
  });

  it("reports an empty shell, and reads only its llms.txt", async () => {
    const { site, hits } = await crawlOf({
      "/": '<title>Acme</title><meta name="description" content="Bees"><p>Loading</p><script src="/a.js"></script><a href="/pricing">x</a>',
      "/llms.txt": { type: "text/markdown", body: "# Acme" },
    });
    expect(site).toMatchObject({ needsJavascript: true, error: null, pages: [{ kind: "home" }, { kind: "llms" }] });
    expect(hits).toHaveLength(3);
  });

  it("ignores an llms.txt that is returned for every path, and pages that are files", async () => {
    const { site } = await crawlOf({
      "/": page(WORDS, "/pricing", "/about", "/contact", "/features"),
      "/llms.txt": { type: "text/plain", body: "<!doctype html><p>Welcome</p>" },
      "/pricing": { type: "application/pdf", body: "%PDF" },
      "/about": { type: "", body: page("About") },
      "/contact": { type: "", body: "no page" },
      "/features": { status: 500 },
    });
    expect(site.pages.map(({ kind }) => kind)).toEqual(["home", "about"]);
  });

  it("takes no text from pages that ask not to be quoted, but reads their links", async () => {
    const { site } = await crawlOf({
      "/": `<meta name="robots" content="nosnippet">${page(WORDS, "/about", "/pricing")}`,
      "/pricing": { body: page("9 EUR"), headers: { "x-robots-tag": "nosnippet" } },
      "/about": page("Bees"),
    });
    expect(site.pages.map(({ kind, blocks }) => `${kind} ${blocks.length}`)).toEqual([
      "home 0",
      "pricing 0",
      "about 1",
    ]);
    expect(site).toMatchObject({ needsJavascript: false, error: null });
  });

  it("stops when the site asks to back off, and when its time is up", async () => {
    const links = ["/pricing", "/about", "/contact", "/features"];
    const rest = await crawlOf({ "/": page(WORDS, ...links), "/pricing": { status: 429 } });
    expect(rest.hits).toHaveLength(3);
    const files = Object.fromEntries(links.map((path) => [path, page(path)]));
    const slow = await crawlOf({ "/": page(WORDS, ...links), ...files }, { gapMs: 9_000, wallMs: 30_000 });
    expect(slow.site.pages.map(({ kind }) => kind)).toEqual(["home", "pricing", "about"]);
    expect(slow.site.error).toBeNull();
  });
});

describe("a page that the home page does not link", () => {
  const hitsAfter = (hits: string[], path: string) =>
    hits.slice(hits.indexOf(`shop.test${path}`) + 1).map((hit) => hit.replace("shop.test", ""));

  it("is tried once at its usual path, after all linked pages", async () => {
    const { site, hits } = await crawlOf({
      "/": page(WORDS, "/about"),
      "/about": page("We keep bees"),
      "/pricing": page("9 EUR a month"),
      "/support": page("We answer within a day"),
    });
    expect(site.pages.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      "home /",
      "about /about",
      "pricing /pricing",
      "faq /support",
    ]);
    expect(hitsAfter(hits, "/about")).toEqual(["/llms.txt", "/pricing", "/contact", "/imprint", "/support"]);
    expect(site).toMatchObject({ error: null, robots: "allowed", requests: hits.length });
  });

  it("is read after the others if one of them links it", async () => {
    const { site, hits } = await crawlOf({
      "/": page(WORDS, "/about", "/features"),
      "/about": page("We keep bees", "/impressum", "/vacation"),
      "/features": page("Honey by post", "/prices", "/plans", "/about"),
      "/prices": page("9 EUR a month"),
      "/impressum": page("Bees Ltd, 1 Hive Road"),
    });
    expect(site.pages.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      "home /",
      "about /about",
      "features /features",
      "pricing /prices",
      "contact /impressum",
    ]);
    expect(hits.filter((hit) => hit.endsWith("/pricing") || hit.endsWith("/plans"))).toEqual([]);
  });

  it("is tried in the language of the site first", async () => {
    const { site, hits } = await crawlOf(
      { "/": page(WORDS), "/preise": page("9 EUR im Monat"), "/contact": page("Schreiben Sie uns") },
      { extractPage: async (...args) => ({ ...(await extractPage(...args)), language: "de-DE" }) },
    );
    expect(site.pages.map(({ kind }) => kind)).toEqual(["home", "pricing", "contact"]);
    expect(hitsAfter(hits, "/llms.txt")).toEqual([
      "/preise",
      "/kontakt",
      "/contact",
      "/ueber-uns",
      "/about",
      "/impressum",
      "/imprint",
      "/hilfe",
      "/support",
    ]);
  });

  it("never displaces a linked page, and is dropped if it is an error page", async () => {
    const files = {
      "/": page(WORDS, "/about"),
      "/about": page("We keep bees"),
      "/pricing": "<title>404 - Page not found</title><p>Sorry.</p>",
      "/contact": { location: "/login" },
      "/login": page("Sign in"),
      "/support": page("We answer within a day"),
    };
    expect((await crawlOf(files)).site.pages.map(({ kind }) => kind)).toEqual(["home", "about", "faq"]);
    const few = await crawlOf(files, { maxPages: 2 });
    expect(few.site.pages.map(({ kind }) => kind)).toEqual(["home", "about"]);
    expect(few.hits).not.toContain("shop.test/pricing");
  });

  it("is not tried if robots.txt forbids it, after a request to back off, below a folder, or when pages are known", async () => {
    const tried = async (files: Record<string, string | File>) =>
      hitsAfter((await crawlOf({ "/": page(WORDS), ...files })).hits, "/llms.txt");
    const forbidden = await crawlOf({ "/": page(WORDS), "/robots.txt": robots("User-agent: *\nDisallow: /pricing") });
    expect(forbidden.site).toMatchObject({ robots: "allowed", error: null });
    expect(hitsAfter(forbidden.hits, "/llms.txt")).toEqual(["/contact", "/about", "/imprint", "/support"]);
    expect(await tried({ "/pricing": { status: 429 } })).toEqual(["/pricing"]);
    expect(await tried({ "/": { location: "/people/acme" }, "/people/acme": page(WORDS) })).toEqual([]);
    const { port, hits } = await serveFiles({ "/": page(WORDS) });
    await crawlerAt(port).crawl("http://shop.test/", { revisit: ["http://shop.test/"] });
    expect(hitsAfter(hits, "/llms.txt")).toEqual([]);
  });
});

describe("robots.txt", () => {
  it("that forbids everything is the only thing read", async () => {
    const { site, hits } = await crawlOf({ "/robots.txt": robots("User-agent: *\nDisallow: /"), "/": page(WORDS) });
    expect(hits).toEqual(["shop.test/robots.txt"]);
    expect(site).toMatchObject({ pages: [], robots: "disallowed", error: { code: "robots_disallowed" }, requests: 1 });
  });

  it("that forbids a page keeps it unread", async () => {
    const { site, hits } = await crawlOf({
      "/robots.txt": robots("User-agent: DebutBot\nDisallow: /pricing"),
      "/": page(WORDS, "/pricing", "/about", "/plans"),
      "/about": page("Bees"),
      "/plans": { location: "/pricing" },
      "/pricing": page("secret"),
    });
    expect(site).toMatchObject({ robots: "partly_disallowed", error: null });
    expect(hits).not.toContain("shop.test/pricing");
  });

  it("is fetched from the origin that the home page redirects to", async () => {
    const { site, hits } = await crawlOf(
      {
        "shop.test/": { location: "http://www.shop.test/" },
        "www.shop.test/robots.txt": robots("User-agent: *\nDisallow: /"),
        "www.shop.test/": page("secret"),
      },
      { hosts: "shop.test www.shop.test" },
    );
    expect(site).toMatchObject({ robots: "disallowed", error: { code: "robots_disallowed" }, requests: 3 });
    expect(hits).not.toContain("www.shop.test/");
  });

  it("that cannot be fetched forbids everything", async () => {
    const { site, hits } = await crawlOf({ "/robots.txt": { status: 500 }, "/": page(WORDS) });
    expect(hits).toEqual(["shop.test/robots.txt", "shop.test/robots.txt"]);
    expect(site).toMatchObject({ robots: "unreachable", error: { code: "http_error" }, requests: 2 });
  });

  it("sets the delay up to ten seconds; with a longer one only the home page is read", async () => {
    const files = {
      "/": page(WORDS, "/pricing", "/about", "/contact", "/features"),
      "/pricing": page("9 EUR"),
      "/about": page("Bees"),
    };
    const slow = await crawlOf({ ...files, "/robots.txt": robots("User-agent: *\nCrawl-delay: 4") });
    // Links, llms.txt, and the imprint and the support page that nobody linked.
    expect(slow.slept).toEqual([4000, 4000, 4000, 4000, 4000, 4000, 4000]);
    const slower = await crawlOf({ ...files, "/robots.txt": robots("User-agent: *\nCrawl-delay: 11") });
    expect(slower.hits).toEqual(["shop.test/robots.txt", "shop.test/"]);
    expect(slower.site).toMatchObject({ robots: "allowed", error: null, pages: [{ kind: "home" }] });
  });
});

describe("a failure", () => {
  it.each<[string, Record<string, string | File>, string]>([
    ["a refusal", { "/": { status: 403 } }, "blocked"],
    ["an overload", { "/": { status: 503 } }, "blocked"],
    ["an absent page", {}, "not_found"],
    ["a picture", { "/": { type: "image/png", body: "x" } }, "not_html"],
    ["an empty page", { "/": "" }, "empty"],
    ["a circle", { "/": { location: "/" } }, "http_error"],
    ["a way inside", { "/": { location: "http://169.254.169.254/" } }, "address_refused"],
    ["an unknown compression", { "/": { body: "x", headers: { "content-encoding": "lzma" } } }, "http_error"],
  ])("that is %s is reported", async (_, files, code) => {
    const { site, hits } = await crawlOf(files);
    expect(site).toMatchObject({ url: "http://shop.test/", pages: [], error: { code }, requests: hits.length });
    expect(site.error?.detail).toMatch(/^[A-Z]?.*\.$/);
    expect(site.error?.detail).not.toMatch(/\d+\.\d+\.\d+/);
  });

  it.each(["http://127.0.0.1/", "http://localhost/", "ftp://shop.test/", "nonsense", "http://shop.com:22/"])(
    "for the URL %s is reported",
    async (url) => {
      const { port } = await serveFiles({});
      await expect(crawlerAt(port).crawl(url)).resolves.toMatchObject({
        url,
        error: { code: "address_refused" },
        requests: 0,
      });
    },
  );

  it("of the extractor is reported or loses one page", async () => {
    const picky: ExtractPage = async (html, ...rest) => {
      if (html.includes("bomb")) throw new Error("too deep");
      return extractPage(html, ...rest);
    };
    const home = await crawlOf({ "/": "bomb" }, { extractPage: picky });
    expect(home.site.error).toEqual({ code: "not_html", detail: "The page at shop.test could not be read as HTML." });
    const one = await crawlOf(
      { "/": page(WORDS, "/pricing", "/about"), "/pricing": "bomb", "/about": page("Bees") },
      { extractPage: picky },
    );
    expect(one.site.pages).toHaveLength(2);
  });

  it("to respond in time is reported", async () => {
    const deadlines = createDeadlines();
    const { port } = await serve((request, response) =>
      request.url === "/" ? deadlines.pass() : response.writeHead(404).end(),
    );
    await expect(crawlerAt(port).crawl("http://shop.test/")).resolves.toMatchObject({
      error: { code: "timeout" },
    });
  });

  it("is thrown only when the caller aborts", async () => {
    const control = new AbortController();
    const { port } = await serve((request, response) =>
      request.url === "/" ? control.abort(new Error("never mind")) : response.writeHead(404).end(),
    );
    const { crawl } = crawlerAt(port);
    await expect(crawl("http://shop.test/", { signal: control.signal })).rejects.toThrow("never mind");
    await expect(crawl("http://shop.test/", { signal: control.signal })).rejects.toThrow("never mind");
  });
});

describe("politeness", () => {
  /** Answers once it has been asked for two hosts, a little later, and counts how many requests are open at once, by host. */
  async function countingServer() {
    const open = new Map<string, number>();
    const most = new Map<string, number>();
    const both = Promise.withResolvers<void>();
    const server = await serve(async (request, response) => {
      const domain = (request.headers.host ?? "").split(".").slice(-2).join(".");
      open.set(domain, (open.get(domain) ?? 0) + 1);
      const total = [...open.values()].reduce((sum, count) => sum + count, 0);
      most.set(domain, Math.max(most.get(domain) ?? 0, open.get(domain) ?? 0));
      most.set("all", Math.max(most.get("all") ?? 0, total));
      if (open.size === 2) both.resolve();
      await both.promise;
      for (let round = 0; round < 20; round++) await nextRound();
      open.set(domain, (open.get(domain) ?? 0) - 1);
      response.setHeader("content-type", "text/html").end(page(WORDS + request.url, "/pricing", "/about"));
    });
    return { ...server, most };
  }

  it("means one request at a time per host across all crawls and subdomains", async () => {
    const { port, most, hits } = await countingServer();
    const { crawl } = crawlerAt(port, { hosts: "one.test www.one.test app.one.test two.test" });
    const starts = [
      "http://one.test/",
      "http://www.one.test/",
      "https://app.one.test/",
      "http://one.test/pricing",
      "http://two.test/",
    ];
    const sites = await Promise.all(starts.map((url) => crawl(url)));
    expect(sites.map(({ error }) => error)).toEqual([null, null, null, null, null]);
    expect(hits.length).toBeGreaterThan(20);
    expect(Object.fromEntries(most)).toEqual({ "one.test": 1, "two.test": 1, all: 2 });
  });

  it("waits no longer than its pause if the clock is set back", async () => {
    const time = virtualTime();
    let back = 0;
    const now = () => new Date(time.now().getTime() - back);
    const { port } = await serveFiles({ "/": page(WORDS, "/pricing"), "/pricing": page("9 EUR") });
    const { crawl } = crawlerAt(port, { gapMs: 500, now, sleep: time.sleep });
    await crawl("http://shop.test/", { maxPages: 1 });
    back = 5 * 3600_000;
    await crawl("http://shop.test/", { maxPages: 1 });
    expect(Math.max(...time.slept)).toBe(500);
  });

  it("pauses between any two requests to a host", async () => {
    const { site, slept } = await crawlOf({ "/": page(WORDS, "/pricing"), "/pricing": page("9 EUR") }, { gapMs: 500 });
    expect(slept).toEqual(Array(site.requests - 1).fill(500));
  });
});
