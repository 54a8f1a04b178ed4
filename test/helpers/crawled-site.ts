import { extractHtml } from "../../crawler/extract.ts";
import type { CrawledSite, PageKind } from "../../domain/drafts/site.ts";

export type Html = { kind?: PageKind; path?: string; head?: string; title?: string; lang?: string; body: string };

/** A crawled site out of a few lines of HTML; the first page is the home page. */
export function crawledSite(pages: Html[], base = "https://acme.com"): CrawledSite {
  return {
    url: `${base}/`,
    pages: pages.map(({ kind, path, head = "", title = "", lang = "en", body }, at) => {
      const html = `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
      const name = kind ?? (at === 0 ? "home" : "other");
      return extractHtml(html, `${base}${path ?? (at === 0 ? "/" : `/${name}`)}`, { id: `p${at + 1}`, kind: name });
    }),
    robots: "allowed",
    error: null,
    needsJavascript: false,
    requests: pages.length + 1,
    fetchedAt: new Date("2026-01-02T03:04:05Z"),
  };
}
