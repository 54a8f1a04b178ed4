import type { z } from "zod";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { OwnField, OwnValues } from "#domain/listings/own-fields.ts";
import { shownOwn } from "#domain/listings/own-values.ts";
import { relOf, type SiteShape } from "#domain/site/site-shape.ts";
import { as, countryName, joined, type Text, t } from "#languages/words.ts";
import type { FoundListing } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import { categoryName, showDay } from "../../kit/show.ts";
import { type Column, table } from "../../kit/table.ts";
import { theirs } from "../../kit/theirs.ts";
import { paidTag, sentence } from "../listings/listing-parts.ts";

type Found = z.output<typeof FoundListing>;
type Cell = { column: Column; of: (listing: Found) => Part };
type Shown = {
  fields: readonly OwnField[];
  values: ReadonlyMap<string, OwnValues>;
  sort: string | undefined;
  shape: SiteShape;
};

/** Of a list, so many values are shown. */
const MOST_PARTS = 3;
/** With so many fields of the site, there is no room for others. */
const MANY = 4;
const FIXED: Cell[] = [
  { column: t`Price`, of: ({ pricing_model: price }) => sentence(price) },
  { column: t`Stage`, of: ({ stage }) => sentence(stage) },
  { column: t`Country`, of: ({ country }) => country && countryName(country) },
];

/** Results line by line, with fields of the site. Columns that would be empty are left out. */
export function resultsTable(found: readonly Found[], { fields, values, sort, shape }: Shown): Html {
  const sorted = (name: string, label: Text): Text =>
    sort === name ? t`${label} ↑` : sort === `-${name}` ? t`${label} ↓` : label;
  const own = fields.filter(
    ({ kind, shownIn }) => kind !== "text" && (shownIn.includes("card") || shownIn.includes("comparison")),
  );
  const cells: Cell[] = [
    {
      column: t`Category`,
      of: ({ category }) =>
        category && html`<a href="${href(`/categories/${category.slug}`)}">${categoryName(category)}</a>`,
    },
    ...own.map(
      (field): Cell => ({
        column: { label: sorted(field.key, field.label), ...(field.kind === "number" && { end: true }) },
        of: (listing) => ownCell(field, values.get(listing.slug)?.[field.key], relOf(listing, shape)),
      }),
    ),
    ...(own.length >= MANY ? [] : FIXED),
    {
      column: { label: sort === "votes" ? t`Votes ↓` : as("a count")`Votes`, end: true },
      of: ({ votes }) => shape.votes && votes > 0 && votes,
    },
  ];
  const rows = found.map((listing) => cells.map(({ of }) => of(listing)));
  const filled = cells.map((_, at) => rows.some((row) => row[at]));
  const isFilled = (_: unknown, at: number): boolean => filled[at] === true;
  return html`<div class="results-table">${table(
    [t`Name`, ...cells.filter(isFilled).map(({ column }) => column)],
    found.map((listing, row) => [
      html`<span class="person">${logo(listing, "little")}<a href="${href(`/listings/${listing.slug}`)}">${theirs(
        listing.name,
        listing.language,
      )}</a> ${paidTag(listing.is_paid)}</span>`,
      ...(rows[row] ?? []).filter(isFilled).map((cell) => cell || html`<span class="muted">–</span>`),
    ]),
  )}</div>`;
}

function ownCell(field: OwnField, value: OwnValues[string] | undefined, rel: string): Part {
  if (value === undefined) return false;
  if (field.kind === "link")
    return html`<a href="${href(String(value))}" rel="${rel}">Open<span class="unseen"> ${field.label}</span></a>`;
  if (field.kind === "date") return showDay(new Date(String(value)));
  const parts = shownOwn(field, value);
  const more = parts.length - MOST_PARTS;
  return joined([joined(parts.slice(0, MOST_PARTS), ", "), more > 0 && t`+${more}`], " ");
}
