import { describe, expect, it } from "vitest";
import { canonicalOf, forbidsQuotes } from "../../crawler/page-head.ts";
import { pageKind } from "../../crawler/page-kind.ts";
import { missingKinds, pageKey, rankPages } from "../../crawler/pages.ts";
import { plainPage } from "../../crawler/plain-page.ts";
import type { PageLink, Region } from "../../domain/drafts/site.ts";

const link = (href: string, text = "", region: Region = "nav"): PageLink => ({ href, text, rel: "", region });
const paths = (home: string, links: PageLink[]) =>
  rankPages(home, links).map(({ url, kind }) => `${kind} ${url.replace(/^https?:\/\//, "")}`);

describe("pageKind", () => {
  it.each([
    ["/pricing", "pricing"],
    ["/preise/", "pricing"],
    ["/tarifs.html", "pricing"],
    ["/es/precios", "pricing"],
    ["/Plans-and-Pricing", "pricing"],
    ["/%E6%96%99%E9%87%91", "pricing"],
    ["/цены", "pricing"],
    ["/buy", "pricing"],
    ["/bang-gia-crm.html", "pricing"],
    ["/nos-tarifs", "pricing"],
    ["/price-list", "pricing"],
    ["/kaufen", "pricing"],
    ["/about/team", "team"],
    ["/%C3%BCber-uns", "about"],
    ["/ueber_uns.php", "about"],
    ["/à-propos", "about"],
    ["/qui-sommes-nous", "about"],
    ["/impressum", "contact"],
    ["/mentions-légales", "contact"],
    ["/kontakt", "contact"],
    ["/funktionen", "features"],
    ["/features/reports", "features"],
    ["/faq", "faq"],
    ["/what's-new", "changelog"],
    ["/blog", "blog"],
    ["/privacy-policy", "other"],
  ])("%s is %s", (path, kind) => expect(pageKind(path)).toBe(kind));

  it.each([
    "/",
    "/plan-ahead",
    "/kaufen-sie",
    "/posts/nos-tarifs",
    "/how-we-set-our-prices",
    "/blog/our-first-post",
    "/news/2024/x",
    "/changelog/v1",
    "/aboutness",
    "/xyz",
  ])("%s has no kind", (path) => expect(pageKind(path)).toBeUndefined());

  it("uses the anchor text if the path has no known word", () => {
    expect(pageKind("/p/17", "Über uns")).toBe("about");
    expect(pageKind("/p/17", "  Pricing → ")).toBe("pricing");
    expect(pageKind("/p/17", "How our pricing changed the way people think about tools")).toBeUndefined();
    expect(pageKind("/team", "Pricing")).toBe("team");
  });
});

describe("rankPages", () => {
  it("orders by kind, then takes second pages of a kind", () => {
    expect(
      paths("https://acme.com/", [
        link("/blog"),
        link("/imprint"),
        link("/features/a"),
        link("/features"),
        link("/contact"),
        link("/about"),
        link("/pricing"),
        link("/team"),
        link("/privacy"),
        link("/features/b"),
        link("/features/c"),
      ]),
    ).toEqual([
      "pricing acme.com/pricing",
      "team acme.com/team",
      "about acme.com/about",
      "contact acme.com/imprint",
      "features acme.com/features",
      "blog acme.com/blog",
      "other acme.com/privacy",
      "contact acme.com/contact",
      "features acme.com/features/a",
      "features acme.com/features/b",
    ]);
  });

  it("prefers navigation, the language of the home page, named paths and no query", () => {
    expect(
      paths("https://acme.com/de/", [
        link("/de/x/y/preise", "", "main"),
        link("/pricing"),
        link("/de/preise"),
        link("/de/z", "Team"),
        link("/de/team?ref=nav"),
      ])[0],
    ).toBe("pricing acme.com/de/preise");
    expect(paths("https://acme.com/", [link("/pricing?plan=a"), link("/pricing"), link("/pricing?plan=b")])).toEqual([
      "pricing acme.com/pricing",
    ]);
    expect(paths("https://acme.com/", [link("/pricing", "", "main"), link("/x/plans")])[0]).toBe(
      "pricing acme.com/x/plans",
    );
  });

  it("leaves out other sites, files, forms, manuals, posts and the home page itself", () => {
    expect(
      paths("https://www.acme.com/", [
        link("https://other.com/pricing"),
        link("/about.pdf"),
        link("/login/contact"),
        link("/docs/pricing"),
        link("/blog/pricing-news"),
        link("/#pricing"),
        link("?page=pricing"),
        link("https://acme.com/", "About"),
        link("mailto:about@acme.com"),
        link("javascript:about()"),
        link("https://docs.acme.com/features"),
        link("http://"),
        link(`/${"a/".repeat(200)}about`),
        link("/signup", "Pricing"),
      ]),
    ).toEqual([]);
  });

  it("ends with the first menu pages of unknown kind", () => {
    expect(
      paths("https://acme.com/", [
        link("/tong-quan"),
        link("/uk/ohliad"),
        link("/index_en.html", "EN"),
        link("/de", "Deutsch"),
        link("/pricing"),
        link("/somewhere", "", "main"),
        link("/a/b/c"),
        link("/a-post", "How our customers work with Acme every single day"),
        link("/search?q=a"),
        link("/ket-noi/khach-hang", "Khách hàng", "header"),
        link("/c"),
        link("/d"),
        link("/e"),
      ]),
    ).toEqual([
      "pricing acme.com/pricing",
      "other acme.com/tong-quan",
      "other acme.com/ket-noi/khach-hang",
      "other acme.com/c",
      "other acme.com/d",
    ]);
    expect(paths("https://acme.com/uk/", [link("/uk/ohliad"), link("/overzicht")])).toEqual([
      "other acme.com/uk/ohliad",
    ]);
  });

  it("includes a subdomain of the same registrable domain, but not another one on a shared host", () => {
    expect(paths("https://acme.com/", [link("https://about.acme.com/team")])).toEqual(["team about.acme.com/team"]);
    expect(paths("https://acme.github.io/", [link("https://other.github.io/team")])).toEqual([]);
  });

  it("names important kinds that are missing", () => {
    expect(missingKinds(rankPages("https://acme.com/", [link("/pricing"), link("/kontakt")]))).toEqual([
      "about",
      "features",
    ]);
  });

  it("stays fast with many links", () => {
    const many = Array.from({ length: 5000 }, (_, index) => link(`/features/${index}`, "x".repeat(5000), "main"));
    expect(rankPages("https://acme.com/", many)).toHaveLength(3);
  });
});

it("spellings of one URL are the same page", () => {
  const keys = ["https://acme.com/a/", "http://www.acme.com/a", "https://acme.com/a/index.html?x=1#y"].map(pageKey);
  expect(new Set(keys)).toEqual(new Set(["acme.com/a"]));
  expect(pageKey("https://acme.com/")).toBe("acme.com/");
});

describe("canonicalOf", () => {
  const page = "https://www.acme.com/pricing?x=1";
  it.each([
    ['<link rel="canonical" href="/pricing">', "https://www.acme.com/pricing"],
    ["<LINK href=https://acme.com/pricing rel=canonical>", "https://acme.com/pricing"],
    ["<link rel='canonical' href='/p?a=1&amp;b=2'/>", "https://www.acme.com/p?a=1&b=2"],
    ['<link rel="canonical" href="https://other.com/pricing">', undefined],
    ['<link rel="canonical" href="https://www.acme.com/">', undefined],
    ['<link rel="canonical" href="http://">', undefined],
    ['<link rel="stylesheet" href="/canonical">', undefined],
    ["<p>", undefined],
  ])("%s", (html, url) => expect(canonicalOf(html, page)).toBe(url));
});

it.each([
  [{ robots: "noindex, nosnippet" }, undefined, true],
  [{ robots: "max-snippet:0" }, undefined, true],
  [{ debutbot: "NoSnippet" }, undefined, true],
  [{}, "noindex, nosnippet", true],
  [{}, "DebutBot: nosnippet", true],
  [{}, "otherbot: nosnippet", false],
  [{ robots: "none, max-snippet:-1" }, "noindex", false],
  [{}, undefined, false],
])("meta %o and header %s forbid quotes: %s", (meta, header, answer) =>
  expect(forbidsQuotes(meta, header, "DebutBot")).toBe(answer),
);

it("Markdown is read as blocks", () => {
  const text =
    "# Acme\n> The tool for tools.\n\nIt is [fast](https://acme.com/fast)\nand small.\n\n## " +
    "Links\n- [Pricing](/pricing): 9 EUR\n- Team\n1. One\n";
  const page = plainPage(text, "https://acme.com/llms.txt", { id: "p2", kind: "llms" });
  expect(page.title).toBe("Acme");
  expect(page.blocks.map((block) => `${block.tag} ${block.text}`)).toEqual([
    "h1 Acme",
    "p The tool for tools.",
    "p It is fast and small.",
    "h2 Links",
    "li Pricing: 9 EUR",
    "li Team",
    "li One",
  ]);
});
