import { type Html, href, html, type Part } from "#core/text/html.ts";
import { ALTERNATIVE_TO, alternativesPath } from "#domain/listings/alternative-to.ts";
import type { OwnField, OwnPlace, OwnValue, OwnValues } from "#domain/listings/own-fields.ts";
import { indexedValue, writeWhere } from "#domain/listings/own-filter.ts";
import { shownOwn } from "#domain/listings/own-values.ts";
import { UNTRUSTED } from "#domain/site/site-shape.ts";
import { comma, decimal, type Text, t } from "#languages/words.ts";
import { showUrl } from "../../kit/show.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";

/** Fields in a place that have a value, in the order of the site. */
export const ownIn = (place: OwnPlace, fields: readonly OwnField[], values: OwnValues = {}) =>
  fields.flatMap((field) => {
    const value = values[field.key];
    return value !== undefined && field.shownIn.includes(place) ? [{ field, value }] : [];
  });

const LINKED: ReadonlySet<OwnField["kind"]> = new Set(["choice", "choices", "licence", "flag", "line"]);

/** A value on a page. What visitors can filter by leads to the others that have it. */
export function ownValue(field: OwnField, value: OwnValue, fields: readonly OwnField[], rel = UNTRUSTED): Part {
  if (field.kind === "link" && typeof value === "string")
    return html`<a href="${href(value)}" rel="${rel}">${showUrl(value)}</a>`;
  if (field.kind === "text" && typeof value === "string")
    return html`<span class="prose"${asTheirs(value)}>${value}</span>`;
  const each = [value].flat();
  const words = shownOwn(field, value);
  return words.map((word, index) => {
    const shown = typeof word === "string" ? theirs(word) : word;
    const one = each[index];
    const isLink = field.isFilter && LINKED.has(field.kind) && one !== undefined;
    return html`${index > 0 && comma}${
      isLink ? html`<a href="${href(pathOf(field, one, fields))}">${shown}</a>` : shown
    }`;
  });
}

/** Names of other products have pages; any other value leads to the search. */
const pathOf = (field: OwnField, value: string | number | boolean, fields: readonly OwnField[]): string =>
  field.key === ALTERNATIVE_TO.key ? alternativesPath(String(value)) : `/search?${whereOf(field, value, fields)}`;

const whereOf = (field: OwnField, value: string | number | boolean, fields: readonly OwnField[]) =>
  new URLSearchParams({ where: writeWhere({ [field.key]: { any: [indexedValue(field, String(value))] } }, fields) });

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;
const MOST_ON_CARD = 2;

/** One value in the line of a card. Null if it says nothing there, like a no. */
function onCard(field: OwnField, value: OwnValue): Text | null {
  const { kind, label, unit } = field;
  if (kind === "flag" || kind === "link") return value === false ? null : label;
  if (kind === "text") return null;
  if (typeof value === "number") {
    const number = decimal(value, COMPACT);
    return unit ? t`${number} ${unit}` : t`${label} ${number}`;
  }
  const words = shownOwn(field, value);
  const [first, second] = words;
  if (first === undefined) return null;
  const left = words.length - MOST_ON_CARD;
  const some = second === undefined ? first : t`${first}, ${second}`;
  if (left > 0) return t`${some} +${left}`;
  return kind === "date" ? t`${label} ${some}` : some;
}

export const cardLine = (fields: readonly OwnField[], values: OwnValues | undefined): Text[] =>
  ownIn("card", fields, values).flatMap(({ field, value }) => onCard(field, value) ?? []);

export const ownLine = (line: readonly Text[] = []): Html | false =>
  line.length > 0 && html`<p class="meta own">${line.map((word) => html`<span>${theirsIn(word)}</span> `)}</p>`;

const theirsIn = (word: Text): Part => (typeof word === "string" ? theirs(word) : word);
