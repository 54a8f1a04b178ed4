import { call } from "./bridge.js";
import { countryOf, dateOf, logo, paid, tint, votes, worded } from "./cards.js";
import { button, link, listed, make, show, start, t, text, word } from "./kit.js";

let data;
let hidesSame = false;

const head = (listing) =>
  make(
    "th",
    { scope: "col" },
    tint(
      make(
        "div",
        { className: "poster" },
        make("div", { className: "apart" }, logo(listing), votes(listing)),
        make("span", { className: "title" }, listing.name, " ", listing.is_paid && paid()),
        make("span", { className: "small" }, listing.tagline ?? ""),
      ),
      listing.slug,
    ),
  );

const isSame = ({ a, b }) => a === b;
const isStated = ({ a, b }) => a !== null || b !== null;
const WORDED = { launched: (day) => dateOf(day), country: countryOf, stage: worded, pricing_model: worded };
const shownIn = (key, value) => (WORDED[key] ?? String)(value);
const cell = (key, value, other) =>
  value === null
    ? make("td", { className: "muted" }, t`Not stated`)
    : make("td", { className: other === null ? "alone" : "" }, shownIn(key, value));

const body = ({ key, label, a, b }) =>
  make(
    "tbody",
    {},
    make("tr", {}, make("th", { scope: "rowgroup", colSpan: 2 }, word(label))),
    make("tr", {}, cell(key, a, b), cell(key, b, a)),
  );

function draw(focus = "") {
  const { a, b } = data;
  const rows = data.rows.filter((row) => row.key !== "votes");
  const stated = rows.filter(isStated);
  const neither = rows.filter((row) => !isStated(row)).map(({ label }) => word(label));
  const toggle = () => {
    hidesSame = !hidesSame;
    draw("same");
  };
  show(
    [
      make("h1", { className: "unseen" }, t`${a.name} and ${b.name} compared`),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, head(a), head(b))),
        ...stated.filter((row) => !(hidesSame && isSame(row))).map(body),
      ),
      make(
        "footer",
        { className: "pad" },
        neither.length > 0 && text("muted small", t`Neither states: ${listed(neither)}.`),
        make(
          "div",
          { className: "row" },
          link(t`Open ${a.name}`, a.listing_url, ""),
          link(t`Open ${b.name}`, b.listing_url, ""),
          stated.some(isSame) && button(t`Only differences`, toggle, "", { id: "same", "aria-pressed": hidesSame }),
        ),
        text("muted small", t`“Not stated” means that its listing does not say it. It may still be true.`),
      ),
    ],
    focus,
  );
}

start("comparison", {
  take(found) {
    data = found;
    draw();
  },
  again: (args) => call("compare_listings", args),
});
