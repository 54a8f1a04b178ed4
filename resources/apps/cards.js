// Pieces that show listings.
import { locale, make, plural } from "./kit.js";

/** A colour of its own for each name, the same every time. */
export function tint(element, slug) {
  let hue = 0;
  for (const character of slug) hue = (hue * 31 + character.codePointAt(0)) % 360;
  element.style.setProperty("--hue", String(hue));
  return element;
}

/** An initial on its colour: hosts load no pictures from elsewhere. */
export const logo = ({ slug, name }) =>
  tint(make("span", { className: "logo", "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""), slug);

export const paid = () => make("span", { className: "paid" }, "Paid");
const regions = new Intl.DisplayNames("en", { type: "region" });
/** The English name of a country by its code, as on the site. */
export const countryOf = (code) => code && (/^[A-Z]{2}$/.test(code) ? regions.of(code) : code);
export const worded = (value) => String(value).replaceAll("_", " ");

/** The count of votes beside its triangle; a listing without votes shows nothing. */
export const votes = ({ votes: count }) =>
  count > 0 &&
  make(
    "span",
    { className: "votes" },
    make("span", { className: "up", "aria-hidden": "true" }),
    String(count),
    make("span", { className: "unseen" }, count === 1 ? " vote" : " votes"),
  );

export const factsOf = ({ category, pricing_model: pricing, country, rating }) =>
  [
    category?.name,
    pricing && worded(pricing),
    countryOf(country),
    rating?.count > 0 && `★ ${rating.average} (${plural(rating.count, "review")})`,
  ]
    .filter(Boolean)
    .join(" · ");

/** A day, or a moment in UTC, in words. */
export const dateOf = (iso, options = { day: "numeric", month: "long", year: "numeric" }) =>
  new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...options }).format(new Date(iso));
