import { href, html, type Part } from "../../../core/text/html.ts";
import { type FieldName, fieldOf } from "../../../domain/listings/fields.ts";
import { countryName } from "../../kit/country.ts";
import { sentence } from "./listing-parts.ts";

/** A field's value for people: one of our own values, such as one_time, in words. */
export function worded(name: FieldName, value: string): Part {
  const { kind, options } = fieldOf(name);
  if (options) return sentence(value);
  if (kind === "email" && value) return html`<a href="${href(`mailto:${value}`)}">${value}</a>`;
  return kind === "country" ? countryName(value) : value;
}
