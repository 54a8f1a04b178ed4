import { afterAll, describe, expect, it } from "vitest";
import { createBadgeChecker } from "../../crawler/check-badge.ts";
import { findBadge } from "../../crawler/find-badge.ts";
import { createExtractor } from "../../crawler/parse-html.ts";
import { selectorsFor, TooMuchStyle } from "../../crawler/selector-match.ts";
import { type BadgePage, CODE, DEBUT, HIDDEN_PAGES, SEEN_PAGES, SITE } from "./badge-pages.ts";
import { type File, fetchFrom, overridesTo, serveFiles, virtualTime } from "./crawler-servers.ts";

const extractor = createExtractor({ timeoutMs: 60_000 });
afterAll(() => extractor.close());

async function check({ html, sheets = {} }: Pick<BadgePage, "html" | "sheets">, more: Record<string, File> = {}) {
  const files: Record<string, string | File> = { "/": html, ...more };
  for (const [path, body] of Object.entries(sheets))
    files[path] = { body, type: body.startsWith("<") ? "text/html" : "text/css" };
  const { port, hits } = await serveFiles(files);
  const hosts = "acme.test www.acme.test";
  const checkBadge = createBadgeChecker({
    fetch: fetchFrom(port, hosts),
    robotsCache: { find: async () => undefined, save: async () => undefined },
    overrides: overridesTo(port, hosts),
    userAgentToken: "DebutBot",
    parse: extractor.run,
    baseUrl: DEBUT,
    gapMs: 0,
    ...virtualTime(),
  });
  return { ...(await checkBadge({ url: SITE, slug: "acme" })), hits };
}

describe("a badge that people cannot see", () => {
  it.each(HIDDEN_PAGES.map((page) => [page.name, page] as const))("is hidden: %s", async (_, page) => {
    expect(await check(page)).toMatchObject({ result: "hidden", detail: expect.stringMatching(page.says!) });
  });
});

describe("a badge that people can see, or may see", () => {
  it.each(SEEN_PAGES.map((page) => [page.name, page] as const))("is found: %s", async (_, page) => {
    expect(await check(page)).toMatchObject({ result: "found" });
  });
});

describe("style that cannot be judged", () => {
  const LINKED = `<!doctype html><title>Acme</title><link rel="stylesheet" href="/main.css"><div class="b">${CODE}</div>`;
  const HIDES = ".b{display:none}";

  it.each<[string, Record<string, File>]>([
    ["refused", { "/main.css": { status: 403, type: "text/css", body: HIDES } }],
    ["away", { "/main.css": { status: 503, type: "text/css", body: HIDES } }],
    ["too large", { "/main.css": { type: "text/css", body: `${HIDES}${" ".repeat(600_000)}` } }],
    ["on another website", { "/main.css": { location: "http://other.test/main.css" } }],
    [
      "closed to crawlers",
      {
        "/main.css": { type: "text/css", body: HIDES },
        "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /main.css" },
      },
    ],
  ])("hides nothing: a sheet that is %s", async (_, files) => {
    const html = LINKED.replace("</title>", "</title><style>.b{visibility:hidden}</style>");
    expect(await check({ html }, files)).toMatchObject({ result: "found" });
  });

  it("is read from eight sheets of the same site at most, whatever they import", async () => {
    const imports = Array.from({ length: 20 }, (_, index) => `@import "/${index}.css";`).join("");
    const sheets = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/${index}.css`, imports]));
    const html = LINKED.replace("<div", '<link rel="stylesheet" href="https://cdn.example/x.css"><div');
    const { result, hits } = await check({ html, sheets: { ...sheets, "/main.css": `${imports}${HIDES}` } });
    expect([result, hits.filter((hit) => hit.endsWith(".css")).length]).toEqual(["found", 8]);
  });

  it("is not read for a page without the badge", async () => {
    const { result, hits } = await check({ html: LINKED.replace(CODE, "") });
    expect([result, hits.some((hit) => hit.endsWith(".css"))]).toEqual(["not_found", false]);
  });

  const deep = `${"<div class=b>".repeat(480)}${CODE}`;
  const many = (count: number, text: string): string => text.repeat(count);
  it.each<[string, string, string]>([
    ["more rules than anybody writes", many(25_000, ".x .y>a{display:none}"), CODE],
    ["rules in rules", many(100_000, "a{"), CODE],
    ["brackets in brackets", `a{width:${many(200_000, "(")}`, CODE],
    ["a comment that never ends", `${HIDES.slice(0, 4)}/*${many(200_000, "x/*")}`, CODE],
    ["strings that never end", many(50_000, 'a{content:"'), CODE],
    ["thousands of ancestors", many(300, `${many(40, "* ")}q{display:none}`), deep],
    ["thousands of siblings", many(2_000, "* ~ * ~ * ~ q{display:none}"), `${many(10_000, "<p></p>")}${CODE}`],
    ["contents of contents", many(2_000, "div:has(:has(:has(q))){display:none}"), deep],
    ["parents of parents", `${many(14, "a{&&&{")}display:none${many(14, "}}")}`, deep],
    ["layers without end", many(5_000, "@layer x{.c{display:none}}"), CODE],
    ["a value without end", `.b{opacity:0${many(200_000, "0")}x}`, CODE],
  ])("stays visible and terminates: %s", (_, style, body) => {
    const html = `<!doctype html><title>x</title><style>${style}</style><h1>Acme</h1><div class="b">${body}</div>`;
    expect(findBadge(html, SITE, { baseUrl: DEBUT, slug: "acme" }, {}).sight).toBe("found");
  });

  it("is limited by steps, not by time", () => {
    const parent = { nodeName: "div", tagName: "div", attrs: [], childNodes: [], parentNode: null };
    const chain = Array.from({ length: 400 }).reduce<object>((outer) => ({ ...parent, parentNode: outer }), parent);
    const [match] = selectorsFor(300)("q div");
    expect(() => match?.matches(chain as never)).toThrow(TooMuchStyle);
  });
});
