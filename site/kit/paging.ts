import type { Request } from "express";
import { type Html, href, html } from "../../core/text/html.ts";

const MOST_PAGES = 1000;

/** The page number of a URL; without a valid number the operation refuses it. */
export const pageOf = (req: Request): number => (req.query.page === undefined ? 1 : Number(req.query.page));

/** The page number of a URL of our own pages; anything invalid means the first. */
export const pageNumber = (req: Request): number =>
  Math.min(MOST_PAGES, Math.max(1, Number.parseInt(String(req.query.page), 10) || 1));

/** The search and filters of a URL, without empty ones. */
export function queryOf(req: Request, name: string): string | undefined {
  const value = req.query[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The query that makes a page of a list another page; undefined for the first. */
export function listQuery(filters: Record<string, string | undefined>, page: number): string | undefined {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  if (page > 1) query.set("page", String(page));
  return query.size ? query.toString() : undefined;
}

/** Links to the pages before and after. */
export function pager(
  path: string,
  filters: Record<string, string | undefined>,
  { page, total_pages: pages }: { page: number; total_pages: number },
): Html | false {
  const last = Math.min(pages, MOST_PAGES);
  if (last <= 1) return false;
  const to = (target: number) => {
    const query = listQuery(filters, target);
    return query ? `${path}?${query}` : path;
  };
  return html`<nav class="pager" aria-label="Pages">
${
  page > 1
    ? html`<a class="button quiet slim" href="${href(to(Math.min(page - 1, last)))}" rel="prev">Previous page</a>`
    : html`<span></span>`
}
<span class="muted">Page ${page} of ${last}</span>
${page < last ? html`<a class="button quiet slim" href="${href(to(page + 1))}" rel="next">Next page</a>` : html`<span></span>`}
</nav>`;
}
