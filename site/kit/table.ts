import type { Request } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { given } from "#domain/text/given.ts";
import { isOurs, type Text } from "#languages/words.ts";
import { type Option, optionsOf } from "./form.ts";

/** A column by its heading. Numbers are right-aligned, and a hidden heading is still read aloud. */
export type Column = Text | { label: Text; end?: true; unseen?: true };

const isText = (column: Column): column is Text => typeof column === "string" || isOurs(column);
const labelOf = (column: Column): Text => (isText(column) ? column : column.label);
const endOf = (column: Column): Part => !isText(column) && column.end && html` class="end"`;

/** A table that becomes labelled blocks on phones. The first cell names its row. */
export const table = (columns: Column[], rows: Part[][]): Html => html`<div class="table folds"><table>
<thead><tr>${columns.map(
  (column) =>
    html`<th scope="col"${endOf(column)}>${
      !isText(column) && column.unseen ? html`<span class="unseen">${column.label}</span>` : labelOf(column)
    }</th>`,
)}</tr></thead>
<tbody>${rows.map(
  (cells) => html`<tr>
${cells.map((cell, index) => {
  const column = given(columns[index]);
  const isNamed = index > 0 && (isText(column) || !column.unseen);
  return html`<td${isNamed && html` data-label="${labelOf(column)}"`}${endOf(column)}>${cell}</td>\n`;
})}</tr>`,
)}</tbody>
</table></div>`;

/** How much of a whole is taken, as a bar. The words beside it say the same. */
export const meter = (part: number, whole: number): Html =>
  html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
<rect class="all" width="100" height="6"/>
<rect width="${whole === 0 ? 0 : Math.min(100, (part / whole) * 100).toFixed(1)}" height="6"/></svg>`;

export const filterSelect = (
  name: string,
  label: Text,
  any: Text,
  options: readonly Option[],
  value: string | undefined,
): Html =>
  html`<label class="filter"><span class="unseen">${label}</span><select name="${name}"><option value="">${any}</option>${optionsOf(options, value)}</select></label>`;

/** Instead of an empty table: that nothing matches, with the way back, or what to do first. */
export const nothing = (isFiltered: boolean, say: { path: string; none: Part; noMatch: Text }): Html =>
  html`<p class="empty">${isFiltered ? html`${say.noMatch} <a href="${href(say.path)}">Show all</a>` : say.none}</p>`;

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
