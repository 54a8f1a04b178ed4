import type { Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { ImportColumn } from "#domain/site/import.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { ImportRow } from "#store/repos/site/imports.ts";
import { targetsOf } from "#transfer/imports.ts";
import { OWN } from "#transfer/table/headings.ts";
import { choice, formTo, radio } from "../../kit/form.ts";
import { table } from "../../kit/table.ts";
import { readAs, targetLabel } from "./import-targets.ts";

const SEPARATORS: Record<string, Text> = { ",": t`commas`, ";": t`semicolons`, "\t": t`tabs`, "|": t`vertical bars` };
const FORMATS: Record<string, Text> = { csv: t`Table`, json: t`JSON`, yaml: t`YAML`, markdown: t`Markdown list` };

/** What was found in a file: its rows, columns, encoding and separator. */
export const fileFacts = ({ name, total, columns, encoding, delimiter, format }: ImportRow): Html =>
  html`<p class="muted"><bdi>${name || t`Pasted text`}</bdi>: ${FORMATS[format] ?? format}, ${plural(total, "row")}, ${plural(
    columns.length,
    "column",
  )}, ${encoding}${SEPARATORS[delimiter] && html`, separated by ${SEPARATORS[delimiter]}`}.
<a href="/admin/import">Choose another file</a></p>`;

const select = (name: string, label: Text, value: string, options: readonly (readonly [string, Text])[]): Html =>
  html`<select class="slim" name="${name}" aria-label="${label}">${options.map(
    ([option, text]) => html`<option value="${option}"${option === value && html` selected`}>${text}</option>`,
  )}</select>`;

function columnRow(column: ImportColumn, index: number, own: readonly OwnField[]) {
  const { to, isNew, samples, filled, decimal, days, isRepeated } = column;
  const makesField = isNew !== undefined && to === OWN + isNew.key && !own.some(({ key }) => key === isNew.key);
  const offers: (readonly [string, Text])[] = [
    ["", t`Leave out`],
    ...(isNew ? [["new", t`New field: ${isNew.label}`] as const] : []),
    ...targetsOf(own).map((target) => [target, targetLabel(target, own)] as const),
  ];
  const how = readAs(column, own);
  return [
    html`<b class="mono small ${column.column.length < 24 && "whole"}"><bdi>${column.column}</bdi></b>${
      isRepeated && html`<br><span class="small muted">Second column with this heading</span>`
    }`,
    select(`to.${index}`, t`${column.column} is`, makesField ? "new" : to, offers),
    html`${
      how ? html`<span class="${makesField ? "tag good" : "tag"}">${how}</span>` : html`<span class="muted">–</span>`
    }${
      decimal &&
      to !== "" &&
      html` ${select(`decimal.${index}`, t`Decimals of ${column.column}`, decimal, [
        [".", "1,234.5"],
        [",", "1.234,5"],
      ])}`
    }${days && to !== "" && html` <span class="small muted">${days === "dmy" ? t`Day first` : t`Month first`}</span>`}`,
    html`<span class="whole">${filled}</span>`,
    html`<span class="samples mono small">${
      samples.length > 0 ? samples.map((sample) => html`<bdi>${sample}</bdi>`) : html`<span class="muted">empty</span>`
    }</span>`,
  ];
}

const box = (name: string, label: Text, isOn: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="yes"${
    isOn && html` checked`
  }><span>${label}</span></label>`;

type Known = { own: readonly OwnField[]; categories: readonly { slug: string; name: string }[] };

/** The second step: what each column is, and what happens to rows. */
export function columnsForm(res: Response, found: ImportRow, { own, categories }: Known): Html {
  const { id, columns, options, total } = found;
  return html`${formTo(res, `/admin/import/${id}/check`)}
${
  columns.length > 0 &&
  table(
    [t`Column`, t`Becomes`, t`Read as`, { label: t`Filled`, end: true }, t`Examples`],
    columns.map((column, index) => columnRow(column, index, own)),
  )
}
<div class="pair"><div class="card" role="group" aria-labelledby="new-rows"><h2 id="new-rows">New rows</h2>
${radio("launched", "none", options.launched === "none", t`Publish without a launch`)}
${radio("launched", "given", options.launched === "given", t`Launch on the date in the row`)}
${box("review", t`Review each before it is public`, options.status === "pending_review")}
${box("fields", t`Create new fields`, options.create.fields)}
${box("categories", t`Create missing categories`, options.create.categories)}
${box("pictures", t`Fetch logos and previews from the websites`, options.pictures)}
${choice({
  name: "category",
  label: t`Category for rows without one`,
  value: options.category ?? "",
  options: categories.map(({ slug, name }) => [slug, name] as const),
})}</div>
<div class="card" role="group" aria-labelledby="listed"><h2 id="listed">Websites that are already listed</h2>
${radio("update", "no", !options.update, t`Skip`)}
${radio("update", "yes", options.update, t`Update the fields in the row`)}
${box("owned", t`Also update listings that have an owner`, options.owned)}
</div></div>
<p class="row"><button>Check ${plural(total, "row")}</button><a class="button quiet" href="${href(
    "/admin/import",
  )}">Back</a><span class="small muted">Nothing is saved yet.</span></p></form>`;
}
