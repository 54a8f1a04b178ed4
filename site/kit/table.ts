import { type Html, href, html, type Part } from "../../core/text/html.ts";
import { given } from "../../domain/text/given.ts";

/** A column by its heading. Numbers are right-aligned, and a hidden heading is still read aloud. */
export type Column = string | { label: string; end?: true; unseen?: true };

const labelOf = (column: Column): string => (typeof column === "string" ? column : column.label);
const endOf = (column: Column): Part => typeof column === "object" && column.end && html` class="end"`;

/** A table that becomes labelled blocks on phones. The first cell names its row. */
export const table = (columns: Column[], rows: Part[][]): Html => html`<div class="table folds"><table>
<thead><tr>${columns.map(
  (column) =>
    html`<th scope="col"${endOf(column)}>${
      typeof column === "object" && column.unseen ? html`<span class="unseen">${column.label}</span>` : labelOf(column)
    }</th>`,
)}</tr></thead>
<tbody>${rows.map(
  (cells) => html`<tr>
${cells.map((cell, index) => {
  const column = given(columns[index]);
  const isNamed = index > 0 && !(typeof column === "object" && column.unseen);
  return html`<td${isNamed && html` data-label="${labelOf(column)}"`}${endOf(column)}>${cell}</td>\n`;
})}</tr>`,
)}</tbody>
</table></div>`;

/** How much of a whole is taken, as a bar. The words beside it say the same. */
export const meter = (part: number, whole: number): Html =>
  html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="6"/><rect width="${whole === 0 ? 0 : Math.min(100, (part / whole) * 100).toFixed(1)}" height="6"/></svg>`;

/** A filter, in a row above a table. */
export const filterSelect = (
  name: string,
  label: string,
  any: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string | undefined,
): Html =>
  html`<label class="filter"><span class="unseen">${label}</span><select name="${name}"><option value="">${any}</option>${options.map(
    ([option, text]) => html`<option value="${option}"${option === value && html` selected`}>${text}</option>`,
  )}</select></label>`;

/** Instead of an empty table: that nothing matches, with the way back, or what to do first. */
export const nothing = (isFiltered: boolean, say: { path: string; none: Part; noMatch: string }): Html =>
  html`<p class="empty">${isFiltered ? html`${say.noMatch} <a href="${href(say.path)}">Show all</a>` : say.none}</p>`;
