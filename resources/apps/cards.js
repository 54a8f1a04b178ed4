// Pieces that show listings.
import { make } from "./kit.js";

/** A colour of its own for each name, the same every time. */
function hueOf(slug) {
  let hue = 0;
  for (const character of slug) hue = (hue * 31 + character.codePointAt(0)) % 360;
  return hue;
}
export function tint(element, slug) {
  element.style.setProperty("--hue", String(hueOf(slug)));
  return element;
}

/** An initial on its colour: hosts load no pictures from elsewhere. */
export const logo = ({ slug, name }) =>
  tint(make("span", { className: "logo", "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""), slug);

export const paid = () => make("span", { className: "paid" }, "Paid");
export const worded = (value) => String(value).replaceAll("_", " ");

/** A date of the form YYYY-MM-DD, or of a moment, in words. */
export const dateOf = (iso, options = { day: "numeric", month: "long", year: "numeric" }) =>
  new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeZone: "UTC", ...options }).format(new Date(iso));
