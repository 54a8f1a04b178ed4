import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { OutboundError } from "../../crawler/outbound-error.ts";
import { findSitemapLinks, readSitemap, type SitemapFile } from "../../crawler/sitemap.ts";

const pages = (...urls: string[]) => `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc> ${url} </loc></url>`).join("\n")}</urlset>`;
/** As its bytes came. */
const readText = (xml: string) => readSitemap({ body: Buffer.from(xml), contentType: "application/xml" });
const parse = async (file: SitemapFile) => readSitemap(file);
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

describe("readSitemap", () => {
  it("reads pages, with entities, CDATA and prefixes, and not the pictures on them", () => {
    const xml = `<s:urlset xmlns:s="x"><s:url><s:loc>https://a.com/?a=1&amp;b=2</s:loc><image:image><image:loc>https://a.com/i.png</image:loc>
      </image:image></s:url><url><loc><![CDATA[https://a.com/b]]></loc></url></s:urlset>`;
    expect(readText(xml)).toEqual({
      urls: ["https://a.com/?a=1&b=2", "https://a.com/b"],
      children: [],
    });
  });

  it("keeps what came before an error", async () => {
    expect(readText(pages("https://a.com/a", "https://a.com/b").slice(0, -40))).toMatchObject({
      urls: ["https://a.com/a"],
    });
    expect(readText("<!doctype html><p>Not found<br></html>")).toEqual({ urls: [], children: [] });
    expect(readText("")).toEqual({ urls: [], children: [] });
  });

  it("expands no entity bombs", async () => {
    const bomb =
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><urlset><url>` +
      `<loc>https://a.com/&b;</loc></url></urlset>`;
    expect(readText(bomb)).toEqual({ urls: [], children: [] });
  });

  it("stops at 5,000 locations", async () => {
    const many = pages(...Array.from({ length: 60_000 }, (_, number) => `https://a.com/page/${number}`));
    expect(readText(many).urls).toHaveLength(5000);
  });

  it("stays fast on five megabytes of nested elements", async () => {
    expect(readText("<a>".repeat(1_600_000))).toEqual({ urls: [], children: [] });
  });
});

describe("findSitemapLinks", () => {
  /** Answers from a table and remembers what was asked for. */
  function website(files: Record<string, string | Uint8Array>) {
    const asked: string[] = [];
    const read = async (url: string) => {
      asked.push(url);
      const body = files[url];
      if (body === undefined) throw new OutboundError("robots_disallowed", "No.");
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      return { url, status: 200, headers: {}, body: bytes, truncated: false, redirects: [], requests: 1 };
    };
    return { asked, read };
  }

  it("reads /sitemap.xml when robots.txt names none", async () => {
    const { read, asked } = website({ "https://a.com/sitemap.xml": pages("https://a.com/about") });
    await expect(findSitemapLinks("https://a.com/en/", [], read, parse)).resolves.toEqual([
      { href: "https://a.com/about", text: "", rel: "", region: "main" },
    ]);
    expect(asked).toEqual(["https://a.com/sitemap.xml"]);
  });

  it("follows an index to the one child that lists pages, compressed or not", async () => {
    const { read, asked } = website({
      "https://a.com/map.xml": index(
        "https://a.com/post-sitemap.xml",
        "https://a.com/page-sitemap.xml.gz",
        "https://a.com/page2.xml",
      ),
      "https://a.com/page-sitemap.xml.gz": gzipSync(pages("https://a.com/team")),
    });
    await expect(
      findSitemapLinks("https://a.com/", ["https://a.com/map.xml", "https://a.com/x.xml"], read, parse),
    ).resolves.toMatchObject([{ href: "https://a.com/team" }]);
    expect(asked).toEqual(["https://a.com/map.xml", "https://a.com/page-sitemap.xml.gz"]);
  });

  it("reads one level of indexes, and treats a bomb or a refusal as empty", async () => {
    const deep = website({
      "https://a.com/sitemap.xml": index("https://a.com/b.xml"),
      "https://a.com/b.xml": index("https://a.com/c.xml"),
    });
    await expect(findSitemapLinks("https://a.com/", [], deep.read, parse)).resolves.toEqual([]);
    expect(deep.asked).toHaveLength(2);
    const bomb = website({ "https://a.com/sitemap.xml": gzipSync(Buffer.alloc(20_000_000)) });
    await expect(findSitemapLinks("https://a.com/", [], bomb.read, parse)).resolves.toEqual([]);
    await expect(findSitemapLinks("https://a.com/", [], website({}).read, parse)).resolves.toEqual([]);
  });
});
