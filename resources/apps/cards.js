import { locale, make, plural, t } from "./kit.js";

export function tint(element, slug) {
  let hue = 0;
  for (const character of slug) hue = (hue * 31 + character.codePointAt(0)) % 360;
  element.style.setProperty("--hue", String(hue));
  return element;
}

export const logo = ({ slug, name }) =>
  tint(make("span", { className: "logo", "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""), slug);

export const paid = () => make("span", { className: "paid" }, t`Paid`);
export const countryOf = (code) =>
  code && (/^[A-Z]{2}$/.test(code) ? new Intl.DisplayNames(locale(), { type: "region" }).of(code) : code);

const valueWords = () => ({
  free: t`Free`,
  freemium: t`Freemium`,
  subscription: t`Subscription`,
  one_time: t`One time`,
  paid: t`Paid`,
  open_source: t`Open source`,
  contact: t`Contact`,
  idea: t`Idea`,
  mvp: t`MVP`,
  beta: t`Beta`,
  launched: t`Launched`,
  growing: t`Growing`,
});
/** A stage or a pricing model. Others than ours are people's words. */
export const worded = (value) => valueWords()[value] ?? String(value).replaceAll("_", " ");

export const votes = ({ votes: count }) =>
  count > 0 &&
  make(
    "span",
    { className: "votes" },
    make("span", { className: "up", "aria-hidden": "true" }),
    make("span", { "aria-hidden": "true" }, String(count)),
    make("span", { className: "unseen" }, plural(count, "vote")),
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
