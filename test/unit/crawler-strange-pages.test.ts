import { afterAll, describe, expect, it } from "vitest";
import { createCrawler } from "../../crawler/crawl.ts";
import { createExtractor } from "../../crawler/parse-html.ts";
import { type File, fetchFrom, overridesTo, serve, serveFiles, virtualTime } from "./crawler-servers.ts";

const extractor = createExtractor();
afterAll(() => extractor.close());

const SHOP = "http://shop.test/";
const about = "Acme counts the bees in your garden and tells you every evening how many came home. ".repeat(3);
const html = (title: string, body: string) => `<!doctype html><title>${title}</title><body>${body}</body>`;
const PRODUCT = html("Acme", `<h1>Acme</h1><p>${about}</p>`);

function crawl(port: number, url = SHOP, hosts = "shop.test") {
  const time = virtualTime();
  const read = createCrawler({
    fetch: fetchFrom(port, hosts),
    extractPage: extractor.extractPage,
    run: extractor.run,
    robotsCache: { find: async () => undefined, save: async () => undefined },
    overrides: overridesTo(port, hosts),
    userAgentToken: "DebutBot",
    gapMs: 0,
    ...time,
  });
  return read(url);
}

async function crawlOf(files: Record<string, string | File>, url?: string, hosts?: string) {
  const { port, hits } = await serveFiles(files);
  return { site: await crawl(port, url, hosts), hits };
}

const textOf = (site: { pages: { blocks: { text: string }[] }[] }) =>
  site.pages.flatMap(({ blocks }) => blocks.map(({ text }) => text));

describe("a page that is no product", () => {
  it.each<[code: string, what: string, File | string]>([
    [
      "challenge",
      "a check of browsers",
      { status: 403, body: html("Just a moment...", "<p>Enable JavaScript and cookies") },
    ],
    ["challenge", "a check by header", { status: 503, body: "x", headers: { "cf-mitigated": "challenge" } }],
    ["challenge", "a check with status 200", html("Making sure you&#39;re not a bot!", "<p>Loading…")],
    ["blocked", "a plain refusal", { status: 403, body: html("Forbidden", "<h1>Forbidden</h1>") }],
    ["not_found", "an error page with status 404", { status: 404, body: html("404", "<h1>Not found</h1>") }],
    ["not_found", "an error page with status 200", html("Seite nicht gefunden", "<p>Zur Startseite")],
    ["maintenance", "a page for maintenance", html("Acme", "<h1>Down for maintenance</h1><p>Back at noon.")],
    ["coming_soon", "an announcement", html("Acme", "<h1>Coming soon</h1><p>Leave your email.")],
    ["coming_soon", "an announcement in Japanese", html("アクメ", "<h1>近日公開</h1>")],
    [
      "sign_in",
      "a sign-in form",
      html("Acme", "<h1>Sign in</h1><form><input name=user><input type=password name=p></form>"),
    ],
    ["parked", "a domain for sale", html("acme.com", "<h1>This domain is for sale</h1><p>Buy now")],
    ["parked", "a fresh server", html("Welcome to nginx!", "<h1>Welcome to nginx!</h1>")],
  ])("is reported as %s: %s", async (code, _, file) => {
    const { site } = await crawlOf({ "/": file });
    expect(site).toMatchObject({ pages: [], error: { code } });
    expect(site.error?.detail).toMatch(/^[\s\S]*shop\.test[\s\S]*\.$/);
  });

  it.each([
    ["a waiting list that describes the product", html("Acme", `<h1>Acme</h1><p>${about}</p><p>Coming soon.</p>`)],
    ["a product about error pages", html("404 pages that sell", `<h1>Better 404 pages</h1><p>${about.repeat(3)}</p>`)],
    ["a home page with a sign-in form", html("Acme", `<p>${about.repeat(3)}</p><h2>Sign in</h2><input type=password>`)],
  ])("is not %s", async (_, page) => {
    const { site } = await crawlOf({ "/": page });
    expect(site).toMatchObject({ error: null, pages: [{ kind: "home" }] });
  });

  it("is left out if another page links it", async () => {
    const { site } = await crawlOf({
      "/": html("Acme", `<p>${about}</p><nav><a href="/pricing">Pricing</a></nav>`),
      "/pricing": html("Pricing", "<h1>Coming soon</h1>"),
    });
    expect(site.pages.map(({ kind }) => kind)).toEqual(["home"]);
  });
});

describe("a redirect", () => {
  it.each([
    ["of a meta element", html("Redirecting", '<meta http-equiv="refresh" content="0; url=/en/"><a href="/en/">Go')],
    ["of a script", html("", "<script>window.location.replace('/en/')</script>")],
  ])("%s is followed", async (_, page) => {
    const { site } = await crawlOf({ "/": page, "/en/": PRODUCT });
    expect(site).toMatchObject({ url: "http://shop.test/en/", error: null, pages: [{ title: "Acme" }] });
  });

  it("by HTML that goes in circles ends", async () => {
    const circle = (to: string) => html("Redirecting", `<p>${about}<meta http-equiv="refresh" content="0; url=${to}">`);
    const { site, hits } = await crawlOf({ "/": circle("/a"), "/a": circle("/") });
    expect(site.error).toBeNull();
    expect(hits.filter((hit) => /\/a?$/.test(hit)).length).toBeLessThan(5);
  });

  it("to the same address that sets a cookie is followed with it, which no other page gets", async () => {
    const { port, seen } = await serve((request, response) => {
      if (request.url === "/about") return response.writeHead(200, { "content-type": "text/html" }).end(PRODUCT);
      if (request.url !== "/") return response.writeHead(404).end();
      if (request.headers.cookie === "seen=1; lang=en")
        return response
          .writeHead(200, { "content-type": "text/html" })
          .end(PRODUCT.replace("</p>", "</p><nav><a href=/about>About</a></nav>"));
      return response.writeHead(302, { location: "/", "set-cookie": ["seen=1; Path=/; HttpOnly", "lang=en"] }).end();
    });
    const site = await crawl(port);
    expect(site).toMatchObject({ error: null, pages: [{ title: "Acme", kind: "home" }, { kind: "about" }] });
    expect(seen.filter(({ url }) => url !== "/").map(({ headers }) => headers.cookie)).not.toContain("seen=1; lang=en");
  });
});

describe("the home page", () => {
  it.each([
    [{ status: 503, headers: { "retry-after": "4" } }, "4 s later", [4000]],
    [{ status: 502, headers: {} }, "3 s later", [3000]],
  ])("is asked for again after %j, %s", async (busy, _, slept) => {
    let asked = 0;
    const { port } = await serve((request, response) => {
      if (request.url !== "/") return response.writeHead(404).end();
      asked += 1;
      if (asked === 1) return response.writeHead(busy.status, busy.headers).end();
      return response.writeHead(200, { "content-type": "text/html" }).end(PRODUCT);
    });
    const time = virtualTime();
    const read = createCrawler({
      fetch: fetchFrom(port, "shop.test"),
      extractPage: extractor.extractPage,
      run: extractor.run,
      robotsCache: { find: async () => undefined, save: async () => undefined },
      overrides: overridesTo(port, "shop.test"),
      userAgentToken: "DebutBot",
      gapMs: 0,
      ...time,
    });
    await expect(read(SHOP)).resolves.toMatchObject({ error: null, pages: [{ title: "Acme" }] });
    expect(time.slept).toEqual(slept);
  });

  it("is asked for in English, or in any language", async () => {
    const { port, seen } = await serve((request, response) =>
      request.url === "/" && request.headers["accept-language"]
        ? response.writeHead(200, { "content-type": "text/html" }).end(PRODUCT)
        : response.writeHead(406).end(),
    );
    await expect(crawl(port)).resolves.toMatchObject({ error: null });
    expect(seen.at(-1)?.headers["accept-language"]).toBe("en, *;q=0.5");
  });
});

describe("content that React streams", () => {
  it.each([
    [
      "replaces the fallback of its boundary",
      `<main><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--><p>After</p></main>
       <div hidden id="S:0"><h2>Plans</h2><p>Pro costs $9</p></div><script>$RC("B:0","S:0")</script>`,
      ["Plans", "Pro costs $9", "After"],
    ],
    [
      "may be inside other streamed content",
      `<main><!--$?--><template id="B:1"></template>Wait<!--/$--></main>
       <div hidden id="S:1"><p>One</p><template id="P:2"></template><p>Three</p></div>
       <div hidden id="S:2"><p>Two</p></div>`,
      ["One", "Two", "Three"],
    ],
    ["stays hidden without a place for it", `<p>Shown</p><div hidden id="S:0"><p>Draft</p></div>`, ["Shown"]],
    [
      "cannot be moved into itself",
      `<p>Shown</p><div hidden id="S:0"><template id="B:0"></template><p>Circle</p></div>`,
      ["Shown"],
    ],
  ])("%s", async (_, body, texts) => {
    const page = await extractor.extractPage(html("Acme", body), SHOP, { id: "p1", kind: "home" });
    expect(page.blocks.map(({ text }) => text)).toEqual(texts);
  });
});

describe("the icons of a site", () => {
  const linked = (head: string) => `<!doctype html><title>Acme</title>${head}<body><h1>Acme</h1><p>${about}</p>`;
  const hrefs = (site: Awaited<ReturnType<typeof crawl>>) =>
    site.pages.flatMap(({ images }) => images.map(({ href, size }) => `${new URL(href).pathname} ${size}`));

  it("are those of its manifest if the page links no large one", async () => {
    const manifest = JSON.stringify({ icons: [{ src: "big.png", sizes: "192x192 512x512" }, { src: 5 }, null] });
    const { site } = await crawlOf({
      "/": linked(
        '<link rel="icon" href="/small.png" sizes="16x16"><link rel="manifest" href="/app/site.webmanifest">',
      ),
      "/app/site.webmanifest": { type: "application/manifest+json", body: manifest },
    });
    expect(hrefs(site)).toEqual(expect.arrayContaining(["/small.png 16", "/app/big.png 512"]));
  });

  it.each([
    ["none is linked", "", ["/favicon.ico 0"], 1],
    ["a manifest is broken", '<link rel="manifest" href="/broken">', ["/favicon.ico 0"], 1],
    ["a large one is linked", '<link rel="apple-touch-icon" href="/touch.png">', ["/touch.png 0"], 0],
  ])("is /favicon.ico only if %s", async (_, head, expected, asked) => {
    const { site, hits } = await crawlOf({
      "/": linked(head),
      "/favicon.ico": { type: "image/x-icon", body: "x" },
      "/broken": { type: "application/json", body: "{" },
    });
    expect(hrefs(site)).toEqual(expected);
    expect(hits.filter((hit) => hit.endsWith("/favicon.ico"))).toHaveLength(asked);
  });

  it("are none if /favicon.ico is a page", async () => {
    const { site } = await crawlOf({ "/": linked(""), "/favicon.ico": html("Acme", "Not found") });
    expect(hrefs(site)).toEqual([]);
  });
});

describe("an app in a store", () => {
  const link = (...hrefs: string[]) =>
    html("Acme", `<p>${about}</p>${hrefs.map((href) => `<a href="${href}">Get the app</a>`).join("")}`);
  const APP = "https://apps.apple.com/us/app/acme/id123";
  const store = html(
    "Acme on the App Store",
    `<h2>You might also like</h2><p>Wasp counter</p><script type="application/ld+json">${JSON.stringify({
      "@type": "SoftwareApplication",
      name: "Acme",
      description: "Counts bees.\nWorks offline.",
      offers: { price: 0 },
    })}</script>`,
  );

  it("that the website links is read for what its maker says", async () => {
    const files = { "shop.test/": link(APP), "apps.apple.com/us/app/acme/id123": store };
    const { site } = await crawlOf(files, SHOP, "shop.test apps.apple.com");
    const page = site.pages.find(({ kind }) => kind === "store");
    expect(page?.blocks.map(({ text }) => text)).toEqual(["Counts bees.", "Works offline."]);
    expect(JSON.stringify(page?.jsonLd)).not.toContain("price");
    expect(textOf(site)).not.toContain("Wasp counter");
  });

  it("is not read if the website links several", async () => {
    const { hits } = await crawlOf(
      { "shop.test/": link(APP, APP.replace("123", "456")) },
      SHOP,
      "shop.test apps.apple.com",
    );
    expect(hits.filter((hit) => hit.startsWith("apps.apple.com"))).toEqual([]);
  });
});
