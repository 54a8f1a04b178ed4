import { afterAll, describe, expect, it } from "vitest";
import { type BadgeCheckerDeps, createBadgeChecker } from "../../crawler/check-badge.ts";
import { createExtractor } from "../../crawler/parse-html.ts";
import { homepagesOf } from "../../crawler/site-key.ts";
import { BADGE_KINDS, BADGE_STYLES } from "../../domain/listings/badge.ts";
import type { BadgeResult } from "../../domain/listings/badge-watch.ts";
import { embedHtml } from "../../pictures/badges/embed.ts";
import { createDeadlines } from "../helpers/deadlines.ts";
import { type File, fetchFrom, overridesTo, serve, serveFiles, virtualTime } from "./crawler-servers.ts";

const extractor = createExtractor({ timeoutMs: 60_000 });
afterAll(() => extractor.close());

const BASE = "https://debut.example";
const LISTING = `${BASE}/listings/acme`;
const PICTURE = `${BASE}/badges/acme/listed/standard-light-m.svg`;
const CODE = embedHtml(
  { baseUrl: BASE, slug: "acme", kind: "listed", style: { shape: "standard", mode: "auto", size: "m" } },
  { width: 200, height: 54, alt: "Listed on Debut" },
);
const IMG = `<img src="${PICTURE}">`;
const LINK = `<a href="${LISTING}">`;
const badge = (href: string, src = PICTURE) => `<a href="${href}"><img src="${src}"></a>`;
const page = (body: string, head = "") =>
  `<!doctype html><html><head><title>Acme</title>${head}</head><body><h1>Acme</h1><a href="/pricing">Pricing</a>${body}</body></html>`;
const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

function checkerAt(port: number, hosts = "acme.test www.acme.test", deps: Partial<BadgeCheckerDeps> = {}) {
  const time = virtualTime();
  return createBadgeChecker({
    fetch: fetchFrom(port, hosts),
    robotsCache: { find: async () => undefined, save: async () => undefined },
    overrides: overridesTo(port, hosts),
    userAgentToken: "DebutBot",
    parse: extractor.run,
    baseUrl: BASE,
    gapMs: 0,
    ...time,
    ...deps,
  });
}

const check = async (files: Record<string, string | File>, url = "http://acme.test/", hosts?: string) => {
  const { port, hits } = await serveFiles(files);
  return { ...(await checkerAt(port, hosts)({ url, slug: "acme" })), hits };
};

describe("a homepage that was read", () => {
  const honest: [name: string, html: string][] = [
    ["the code as it was given", page(CODE)],
    ["without quotes, in capitals", page(`<A HREF=${LISTING}><IMG SRC=${PICTURE}></A>`)],
    ["the front page as the target", page(badge(BASE))],
    ["the front page with a slash", page(badge(`${BASE}/`))],
    ["plain http", page(badge(LISTING.replace("https", "http"), PICTURE.replace("https", "http")))],
    ["www on both", page(badge(LISTING.replace("//", "//www."), PICTURE.replace("//", "//www.")))],
    ["protocol-relative addresses", page(badge(LISTING.slice(6), PICTURE.slice(6)))],
    [
      "host in capitals, a slash, a query and a fragment",
      page(badge(`HTTPS://DEBUT.EXAMPLE/listings/acme/?ref=x#top`, `${PICTURE}?v=2`)),
    ],
    [
      "a base element and relative addresses",
      page(badge("listings/acme", "badges/acme/listed/pill-dark-s.svg"), `<base href="${BASE}/">`),
    ],
    [
      "the first of two base elements",
      page(
        badge("/listings/acme", "/badges/acme/listed/pill-dark-s.svg"),
        `<base target="_top"><base href="${BASE}"><base href="https://evil.example">`,
      ),
    ],
    [
      "entities",
      page(badge("https&#58;//debut&period;example&#x2F;listings/acme?a=1&amp;b=2", PICTURE.replace(/\//g, "&#47;"))),
    ],
    ["white space around and a line break inside", page(badge(` \n${BASE}/listings\n/acme `, `\t${PICTURE} `))],
    [
      "nofollow, sponsored, in a new tab",
      page(`<a rel="nofollow sponsored ugc" target=_blank href="${LISTING}">${IMG}</a>`),
    ],
    ["nested markup", page(`${LINK}<div><p><span><b>Find us</b>${IMG}</span></p></div></a>`)],
    ["unclosed tags", page(`<table><tr><td><p>${LINK}<b><i>${IMG}`)],
    ["stray end tags", page(`${LINK}</div></span></p>${IMG}</a>`)],
    ["slashes where spaces belong", page(`<a/href="${LISTING}"><img/src="${PICTURE}"/></a>`)],
    ["a script before it with a loose end tag", page(`<script>var a = "<a>";</script ><style>a{}</STYLE>${CODE}`)],
    ["after an empty comment", page(`<!-->${CODE}<!-- -->`)],
    ["after a conditional comment", page(`<!--[if IE]>${badge("https://old.example")}<![endif]-->${CODE}`)],
    [
      "attributes with angle brackets",
      page(`<div title="<!-- > <a href='x'>">${`<a title="a>b" href="${LISTING}">${IMG}`}</a></div>`),
    ],
    [
      "a picture element",
      page(
        `${LINK}<picture><source srcset="${PICTURE} 1x, ${PICTURE}?2 2x"><img src="data:image/gif;base64,R0"></picture></a>`,
      ),
    ],
    ["srcset alone", page(`${LINK}<img srcset="${PICTURE} 2x"></a>`)],
    ["a lazy image", page(`${LINK}<img src="data:image/gif;base64,R0" data-src="${PICTURE}" loading=lazy></a>`)],
    ["a lazy image of another maker", page(`${LINK}<img class=lazy data-lazy-srcset="${PICTURE} 1x"></a>`)],
    [
      "a lazy image with its fallback in noscript",
      page(`${LINK}<img src="data:image/gif;base64,R0"><noscript>${IMG}</noscript></a>`),
    ],
    ["an SVG picture beside it", page(`<svg><a href="${BASE}"><title>x</title></a></svg>${CODE}`)],
    ["inside a frame of scripts", page(`<script>document.write("x")</script><div id=app>${CODE}</div>`)],
    ["in the footer of a page without head or body", `<h1>Acme${CODE}`],
    ["in the head, where it does not belong", `<!doctype html><head>${CODE}<title>x</title>`],
    [
      "among other badges",
      page(
        `${badge("https://other.example")}${badge(`${BASE}/listings/other`, PICTURE.replace("acme", "other"))}${CODE}`,
      ),
    ],
    ["on a page of two megabytes", page(`${`<p>${"All about charts. ".repeat(60)}</p>`.repeat(2_000)}${CODE}`)],
  ];
  it.each(honest)("found: %s", async (_, html) => {
    expect(await check({ "/": html })).toMatchObject({
      result: "found",
      detail: expect.stringContaining("http://acme.test/"),
    });
  });

  it("found: every kind and style", async () => {
    const all = BADGE_KINDS.flatMap((kind) => BADGE_STYLES.map((style) => ({ kind, style })));
    for (const { kind, style } of all.filter((_, index) => index % 17 === 0)) {
      const code = embedHtml({ baseUrl: BASE, slug: "acme", kind, style }, { width: 9, height: 9, alt: "" });
      expect((await check({ "/": page(code) })).result).toBe("found");
    }
  });

  const hostile: [name: string, html: string, says: RegExp][] = [
    ["no badge at all", page(""), /Neither the badge nor a link/],
    ["a comment", page(`<!-- ${CODE} -->`), /Neither/],
    ["a comment that never ends", page(`<!-- ${CODE}`), /Neither/],
    ["a comment with a false end", page(`<!-- -- > ${CODE}-->`), /Neither/],
    ["a script", page(`<script>const badge = '${CODE}';</script>`), /Neither/],
    ["a script that never ends", page(`<script>${CODE}`), /Neither/],
    ["JSON in a script", page(`<script type="application/json">${CODE}</script>`), /Neither/],
    ["a style sheet", page(`<style>${CODE}</style>`), /Neither/],
    ["a template", page(`<template>${CODE}</template>`), /Neither/],
    ["a template around the link", page(`<template>${LINK}</template>${IMG}`), /not inside a link/],
    ["a text area", page(`<textarea>${CODE}</textarea>`), /Neither/],
    ["the title", page("", `<title>${CODE}</title>`), /Neither/],
    ["code to be read", page(`<pre><code>${CODE.replace(/</g, "&lt;")}</code></pre>`), /Neither/],
    ["an attribute", page(`<div data-code='${CODE.replace(/'/g, "")}'></div>`), /Neither/],
    ["srcdoc of a frame", page(`<iframe srcdoc='${CODE}'></iframe>`), /Neither/],
    ["what xmp and noframes hold", page(`<xmp>${CODE}</xmp><noframes>${CODE}</noframes>`), /Neither/],
    ["a look-alike host", page(badge("https://debut.example.evil.example/listings/acme")), /not inside a link/],
    ["a look-alike name", page(badge("https://debut-example.example/listings/acme")), /not inside a link/],
    [
      "a host with our name as user name",
      page(badge("https://debut.example@evil.example/listings/acme")),
      /not inside a link/,
    ],
    ["a subdomain of ours", page(badge("https://x.debut.example/listings/acme")), /not inside a link/],
    ["another port", page(badge("https://debut.example:8443/listings/acme")), /not inside a link/],
    ["our address in a query", page(badge(`https://evil.example/?to=${LISTING}`)), /not inside a link/],
    ["javascript:", page(badge(`javascript:location='${LISTING}'`)), /not inside a link/],
    ["data:", page(badge(`data:text/html,${LISTING}`)), /not inside a link/],
    ["mailto:", page(badge("mailto:acme@debut.example")), /not inside a link/],
    [
      "a base that leads elsewhere",
      page(badge("/listings/acme", "/badges/acme/listed/pill-dark-s.svg"), '<base href="https://evil.example">'),
      /Neither/,
    ],
    [
      "a base with an impossible scheme",
      page(badge("/listings/acme"), `<base href="javascript:${BASE}">`),
      /not inside a link/,
    ],
    [
      "relative addresses without a base",
      page(badge("/listings/acme", "/badges/acme/listed/pill-dark-s.svg")),
      /Neither/,
    ],
    ["a link to another listing", page(badge(`${BASE}/listings/other`)), /not inside a link/],
    ["a link to another page of ours", page(badge(`${BASE}/categories`)), /not inside a link/],
    ["a link to a longer slug", page(badge(`${LISTING}-pro`)), /not inside a link/],
    [
      "the badge of another listing",
      page(badge(LISTING, PICTURE.replace("acme", "other"))),
      /badge of another listing/,
    ],
    ["a picture of our own but no badge", page(badge(LISTING, `${BASE}/logo.svg`)), /does not contain the badge/],
    ["a copy of the picture", page(badge(LISTING, "/img/debut-badge.svg")), /does not contain the badge/],
    [
      "a badge that does not exist",
      page(badge(LISTING, PICTURE.replace("standard", "round"))),
      /does not contain the badge/,
    ],
    [
      "a picture from a look-alike host",
      page(badge(LISTING, PICTURE.replace("debut.", "debut.example."))),
      /does not contain the badge/,
    ],
    ["a link in words", page(`${LINK}Acme on Debut</a>`), /does not contain the badge/],
    ["the picture beside the link", page(`${LINK}Acme</a>${IMG}`), /not inside a link/],
    [
      "the picture in a link within the link",
      page(`${LINK}<a href="https://evil.example">${IMG}</a></a>`),
      /not inside a link/,
    ],
    [
      "a duplicate href, of which the first counts",
      page(`<a href="https://evil.example" href="${LISTING}">${IMG}</a>`),
      /not inside a link/,
    ],
    ["a link without href", page(`<a data-href="${LISTING}">${IMG}</a>`), /not inside a link/],
    [
      "a form instead of a link",
      page(`<form action="${LISTING}"><input type=image src="${PICTURE}"></form>`),
      /Neither/,
    ],
    [
      "the picture as a background",
      page(`${LINK}<span style="background:url(${PICTURE})"></span></a>`),
      /does not contain the badge/,
    ],
    [
      "a page that scripts build",
      "<!doctype html><title>Acme</title><div id=root></div><script src=/app.js></script>",
      /built by scripts/,
    ],
  ];
  it.each(hostile)("not found: %s", async (_, html, says) => {
    expect(await check({ "/": html })).toMatchObject({ result: "not_found", detail: expect.stringMatching(says) });
  });

  it("is decoded by its charset: UTF-16, a wrong one, an unknown one", async () => {
    const html = page(`Ümläut ${CODE}`);
    const results = [
      { body: bytes(`\ufeff${html}`, "utf16le") },
      { body: bytes(html, "utf8"), type: "text/html; charset=iso-8859-1" },
      { body: bytes(html, "latin1"), type: "text/html; charset=utf-8" },
      { body: bytes(html, "latin1"), type: "text/html; charset=klingon" },
      { body: html, type: "application/xhtml+xml" },
      { body: html, type: "" },
    ];
    for (const file of results) expect((await check({ "/": file })).result).toBe("found");
  });
});

describe("a homepage that cannot be read", () => {
  const html = page(CODE);
  const cases: [name: string, files: Record<string, string | File>, result: BadgeResult][] = [
    ["the wall of a bot guard", { "/": { status: 403, body: html } }, "blocked"],
    ["too many requests", { "/": { status: 429, body: html } }, "blocked"],
    ["an overload", { "/": { status: 503, body: html } }, "blocked"],
    ["an overload that takes robots.txt with it", { "/": html, "/robots.txt": { status: 503 } }, "blocked"],
    ["a page that is gone", { "/": { status: 404, body: page("") } }, "unreachable"],
    ["a broken server", { "/": { status: 500, body: page("") } }, "unreachable"],
    ["a challenge that calls itself accepted", { "/": { status: 202, body: page("") } }, "unreachable"],
    [
      "robots.txt",
      { "/": html, "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /" } },
      "robots_disallowed",
    ],
    [
      "robots.txt for this crawler",
      { "/": html, "/robots.txt": { type: "text/plain", body: "User-agent: DebutBot\nDisallow: /" } },
      "robots_disallowed",
    ],
    ["more than three megabytes", { "/": page(`<p>${"x".repeat(3_100_000)}</p>${CODE}`) }, "too_large"],
    ["nesting without end", { "/": `${"<div>".repeat(600)}${CODE}` }, "too_large"],
    ["a picture", { "/": { type: "image/png", body: html } }, "not_html"],
    ["plain text", { "/": { type: "text/plain", body: html } }, "not_html"],
    ["a PDF without a type", { "/": { type: "", body: "%PDF-1.7" } }, "not_html"],
    ["an empty page", { "/": " \n" }, "not_html"],
    ["another website", { "/": { location: "http://other.test/" } }, "redirected_elsewhere"],
    [
      "another website by meta refresh",
      { "/": page("", '<meta http-equiv=refresh content="0; url=http://other.test/">') },
      "redirected_elsewhere",
    ],
    [
      "redirects in a circle",
      { "/": { location: "/a" }, "/a": { location: "/b" }, "/b": { location: "/a" } },
      "unreachable",
    ],
    ["a redirect inside our own walls", { "/": { location: "http://127.0.0.1/" } }, "unreachable"],
    ["an invalid compression", { "/": { headers: { "content-encoding": "gzip" }, body: "not gzip" } }, "unreachable"],
  ];
  it.each(cases)("%s", async (_, files, result) => {
    const known = { ...files, "www.acme.test/": files["/"]! };
    const { result: got, detail } = await check(known, undefined, "acme.test www.acme.test other.test");
    expect(got).toBe(result);
    expect(detail).toMatch(/\.$/);
  });

  it("closes the connection, or never ends", async () => {
    const hung = await serve((_, response) => response.destroy());
    expect((await checkerAt(hung.port)({ url: "http://acme.test/", slug: "acme" })).result).toBe("unreachable");
    const deadlines = createDeadlines();
    const slow = await serve((request, response) =>
      request.url === "/robots.txt" ? response.writeHead(404).end() : deadlines.pass(),
    );
    const check = checkerAt(slow.port);
    expect((await check({ url: "http://acme.test/", slug: "acme" })).result).toBe("unreachable");
  });

  it("has an unknown host name", async () => {
    const { port } = await serveFiles({});
    const check = checkerAt(port, "elsewhere.test");
    expect((await check({ url: "http://nobody.invalid/", slug: "acme" })).result).toBe("unreachable");
  });

  it("is aborted with its caller", async () => {
    const { port } = await serve(() => undefined);
    const giving = new AbortController();
    const checking = checkerAt(port)({ url: "http://acme.test/", slug: "acme" }, giving.signal);
    giving.abort(new Error("enough"));
    await expect(checking).rejects.toThrow("enough");
  });
});

describe("the badge check", () => {
  const html = page(CODE);
  it.each<[string, Record<string, string | File>, string, BadgeResult, string[]]>([
    [
      "a redirect on the way",
      { "/": { location: "/en" }, "/en": html },
      "http://acme.test/",
      "found",
      ["acme.test/", "acme.test/en"],
    ],
    [
      "a redirect to www",
      { "acme.test/": { location: "http://www.acme.test/" }, "www.acme.test/": html },
      "http://acme.test/",
      "found",
      ["acme.test/", "www.acme.test/"],
    ],
    [
      "a meta refresh",
      { "/": page("", '<META HTTP-EQUIV="Refresh" CONTENT="0;URL=\'/de/\'">'), "/de/": html },
      "http://acme.test/",
      "found",
      ["acme.test/", "acme.test/de/"],
    ],
    [
      "no meta refresh for those without scripts",
      { "acme.test/": page("", '<noscript><meta http-equiv=refresh content="0;url=/js"></noscript>'), "/js": html },
      "http://acme.test/",
      "not_found",
      ["acme.test/", "www.acme.test/"],
    ],
    [
      "no reload after ten minutes",
      { "acme.test/": page("", '<meta http-equiv=refresh content="600;url=/again">'), "/again": html },
      "http://acme.test/",
      "not_found",
      ["acme.test/", "www.acme.test/"],
    ],
    [
      "the apex of www",
      { "www.acme.test/": page(""), "acme.test/": html },
      "http://www.acme.test/",
      "found",
      ["www.acme.test/", "acme.test/"],
    ],
    [
      "the root of a product page",
      { "/tool": page(""), "acme.test/": html },
      "http://acme.test/tool",
      "found",
      ["acme.test/tool", "acme.test/"],
    ],
    [
      "a path that robots.txt leaves open",
      { "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /admin" }, "/": html },
      "http://acme.test/",
      "found",
      ["acme.test/"],
    ],
    [
      "www, when the apex is down",
      { "acme.test/": { status: 500 }, "www.acme.test/": page("") },
      "http://acme.test/",
      "not_found",
      ["acme.test/", "www.acme.test/"],
    ],
    [
      "not the root, when the declared page is down",
      { "acme.test/": page(""), "/tool": { status: 500 } },
      "http://acme.test/tool",
      "unreachable",
      ["acme.test/tool", "acme.test/", "www.acme.test/"],
    ],
    [
      "not www, when the declared page is walled",
      { "acme.test/": { status: 403 }, "www.acme.test/": page("") },
      "http://acme.test/",
      "blocked",
      ["acme.test/", "www.acme.test/"],
    ],
  ])("%s", async (_, files, url, result, asked) => {
    const { result: got, hits } = await check(files, url);
    expect(got).toBe(result);
    expect(hits.filter((hit) => !hit.endsWith("/robots.txt"))).toEqual(asked);
  });

  it("reads the declared URL, the apex and www, and on a shared host only the declared URL", () => {
    expect(homepagesOf("https://app.acme.co.uk/start?x=1")).toEqual([
      "https://app.acme.co.uk/start?x=1",
      "https://acme.co.uk/",
      "https://www.acme.co.uk/",
    ]);
    expect(homepagesOf("https://acme.com/")).toEqual(["https://acme.com/", "https://www.acme.com/"]);
    expect(homepagesOf("https://acme.github.io/tool")).toContain("https://acme.github.io/");
    expect(homepagesOf("https://www.github.com/acme/tool")).toEqual(["https://www.github.com/acme/tool"]);
  });

  it("keeps the crawl delay of robots.txt", async () => {
    const robots = { type: "text/plain", body: "User-agent: *\nCrawl-delay: 7" };
    const { port } = await serveFiles({ "/robots.txt": robots, "acme.test/": page(""), "www.acme.test/": html });
    const time = virtualTime();
    const check = checkerAt(port, undefined, time);
    expect((await check({ url: "http://acme.test/", slug: "acme" })).result).toBe("found");
    expect(time.slept).toEqual([7000, 7000]);
  });

  it("identifies itself as DebutBot", async () => {
    const { port, seen } = await serveFiles({ "/": html });
    await checkerAt(port)({ url: "http://acme.test/", slug: "acme" });
    expect(seen.map(({ headers }) => headers["user-agent"])).toEqual(
      Array(2).fill(expect.stringContaining("DebutBot")),
    );
  });
});
