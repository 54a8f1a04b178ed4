import type { z } from "zod";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { COMPARED, GENERAL_LABELS, isOnlyIn } from "#domain/listings/compare.ts";
import type { OwnField, OwnValues } from "#domain/listings/own-fields.ts";
import { decimal, joined, quoted, type Text, t } from "#languages/words.ts";
import type { Statements } from "#store/repos/listings/statements.ts";
import type { compareListings } from "#tools/listings/compare-listings.ts";
import { icons } from "../../kit/icons.ts";
import { categoryName, showDay } from "../../kit/show.ts";
import { asTheirs } from "../../kit/theirs.ts";
import type { Votes } from "../community/toggles.ts";
import { worded } from "./listing-facts.ts";
import { launchCard } from "./listing-parts.ts";
import { hueClass, type Looks } from "./looks.ts";
import { ownValue } from "./own-facts.ts";

export type Compared = z.output<(typeof compareListings)["output"]>;
type Row = Compared["rows"][number];
type Side = "a" | "b";
type Shown = { statements: ReadonlyMap<string, Statements>; looks: Looks; votes: Votes; own: Own };
/** Fields that the site defines, and their values by slug. */
type Own = { fields: readonly OwnField[]; values: ReadonlyMap<string, OwnValues> };

const MOST_REASONS = 3;

export const comparedCards = (compared: Compared, { statements, looks, votes, own }: Shown): Html =>
  html`<div class="versus-cards">${(["a", "b"] as const).map((side) => {
    const listing = compared[side];
    const reason = takeItIf(compared.rows, side, statements.get(listing.slug), own);
    return html`<section class="launch ${hueClass(listing.slug, looks)}">${launchCard(listing, {
      looks,
      votes,
      level: 2,
      more: reason && html`<p class="small take">${reason}</p>`,
    })}</section>`;
  })}</div>`;

/** What only this listing states; else what it says sets it apart. */
function takeItIf(rows: readonly Row[], side: Side, said: Statements | undefined, own: Own): Html | false {
  const isReason = (row: Row) => isOnlyIn(row, side) && (fieldOfRow(row, own)?.kind ?? "flag") === "flag";
  const only = rows.filter(isReason).map(labelOfRow);
  if (only.length > 0) return html`<b>Only here:</b> ${joined(only.slice(0, MOST_REASONS), ", ")}`;
  const [apart] = [...(said?.usps ?? []), ...(said?.features ?? [])];
  return apart !== undefined && html`<b>What sets it apart:</b> <bdi>${quoted(apart)}</bdi>`;
}

export const comparisonTable = (
  { a, b, rows }: Compared,
  statements: ReadonlyMap<string, Statements>,
  own: Own,
): Html => html`<div class="table folds compare" tabindex="0" role="region" aria-label="Comparison"><table>
<thead><tr><td></td><th scope="col">${listingLink(a)}</th><th scope="col">${listingLink(b)}</th></tr></thead>
<tbody>${rows
  .filter((row) => row.a !== null || row.b !== null)
  .map((row, index, shown) => {
    const group = groupOf(row, own);
    const before = shown[index - 1];
    return html`${
      group !== undefined && (!before || groupOf(before, own) !== group)
        ? html`<tr class="group"><th colspan="3" scope="colgroup">${group}</th></tr>`
        : ""
    }<tr><th scope="row">${labelOfRow(row)}</th>
${cell(row, "a", a, statements, own)}${cell(row, "b", b, statements, own)}</tr>`;
  })}</tbody>
</table></div>
${
  rows.some((row) => isOnlyIn(row, "a") || isOnlyIn(row, "b")) &&
  html`<p class="row small muted"><span class="proof">${icons.check}only here</span> ${t`Only one of the two states this. Rows cannot be bought.`}</p>`
}`;

/** Labels of ours are told again; those of categories are the site's. */
const labelOfRow = ({ key, label, group }: Row): Text =>
  group === "general" ? (GENERAL_LABELS.get(key) ?? label) : label;

const fieldOfRow = ({ key, group }: Row, { fields }: Own): OwnField | undefined =>
  group === "category" ? fields.find((field) => field.key === key) : undefined;
const groupOf = (row: Row, own: Own): string | undefined => fieldOfRow(row, own)?.group;

const cell = (
  row: Row,
  side: Side,
  { slug, name, category }: Pick<Compared["a"], "slug" | "name" | "category">,
  statements: ReadonlyMap<string, Statements>,
  own: Own,
): Html => {
  const value = row[side];
  const said = statements.get(slug);
  const field = COMPARED.get(row.key);
  const [quote] = (field && said?.evidence[field]) ?? [];
  const proof =
    quote &&
    quote.quote !== value &&
    html`<p class="small muted"><bdi>${quoted(quote.quote)}</bdi>${said?.checkedAt && html` ${showDay(said.checkedAt)}`}</p>`;
  const ownField = fieldOfRow(row, own);
  const stored = ownField && own.values.get(slug)?.[ownField.key];
  const shown =
    ownField && stored !== undefined ? ownValue(ownField, stored, own.fields) : words(row.key, value, category);
  return isOnlyIn(row, side)
    ? html`<td class="edge" data-label="${name}"><p><span${asTheirs(shown)}>${shown}</span> <span class="said">(only here)</span></p>${proof}</td>`
    : html`<td data-label="${name}">${
        value === null ? html`<p class="muted">Not stated</p>` : html`<p${asTheirs(shown)}>${shown}</p>${proof}`
      }</td>`;
};

const listingLink = ({ slug, name }: { slug: string; name: string }): Html =>
  html`<a href="${href(`/listings/${slug}`)}">${name}</a>`;

/** Our own values, such as one_time, become words; a listing's texts stay unchanged. */
function words(key: string, value: string | number | null, category: Compared["a"]["category"]): Part {
  if (key === "category") return category && categoryName(category);
  if (typeof value === "number" && key !== "founded_year") return decimal(value);
  if (typeof value !== "string") return value;
  if (key === "launched") return showDay(new Date(value));
  const name = COMPARED.get(key);
  return name ? worded(name, value) : value;
}
