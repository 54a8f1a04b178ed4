import { locale, make, plural } from "./kit.js";

export function tint(element, slug) {
  let hue = 0;
  for (const character of slug) hue = (hue * 31 + character.codePointAt(0)) % 360;
  element.style.setProperty("--hue", String(hue));
  return element;
}

export const logo = ({ slug, name }) =>
  tint(make("span", { className: "logo", "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""), slug);

export const paid = () => make("span", { className: "paid" }, "Paid");
const regions = new Intl.DisplayNames("en", { type: "region" });
export const countryOf = (code) => code && (/^[A-Z]{2}$/.test(code) ? regions.of(code) : code);
export const worded = (value) => String(value).replaceAll("_", " ");

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

export const dateOf = (iso, options = { day: "numeric", month: "long", year: "numeric" }) =>
  new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...options }).format(new Date(iso));
