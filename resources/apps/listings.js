import { call, sayInChat } from "./bridge.js";
import { countryOf, dateOf, factsOf, logo, paid, tint, votes, worded } from "./cards.js";
import {
  allowed,
  at,
  attempt,
  button,
  link,
  listed,
  make,
  plural,
  say,
  show,
  start,
  t,
  text,
  visit,
  word,
} from "./kit.js";

const facts = JSON.parse(at("facts").textContent);
let args = {};
let found;
let items = [];

function result(listing) {
  const { slug, name, tagline, listing_url: url, is_paid: isPaid } = listing;
  const open = () => (allowed.calls ? profile(slug) : visit(url));
  return make(
    "li",
    {},
    logo(listing),
    make(
      "div",
      { className: "grow" },
      make("h2", {}, button(name, open, "name", { id: `open-${slug}` })),
      text("tagline", tagline ?? ""),
      text("muted small", factsOf(listing), isPaid && " ", isPaid && paid()),
    ),
    votes(listing),
  );
}

function drawList(focus = "") {
  const { total, has_more: hasMore } = found;
  const count = plural(total, "listing");
  const title = total === 0 ? t`No products found` : args.q ? t`${count} for “${args.q}”` : count;
  show(
    [
      make("header", { className: "pad" }, make("h1", {}, title)),
      items.length
        ? make("ul", { className: "list", "aria-label": t`Listings` }, ...items.map(result))
        : text("pad", t`Try fewer or other words.`),
      hasMore && allowed.calls && make("div", { className: "pad" }, button(t`Show more`, more, "", { id: "more" })),
    ],
    focus,
  );
}

function more() {
  return attempt(async () => {
    const next = items.length;
    found = await call("search_listings", { ...args, page: found.page + 1 });
    items = [...items, ...found.items];
    drawList(`open-${items[next]?.slug}`);
  });
}

async function profile(slug) {
  say(t`Reading…`);
  if (await attempt(async () => drawCard(await call("get_listing", { slug })))) say("");
}

const detail = ([name, value]) => [make("dt", {}, name), make("dd", {}, value)];
const section = (title, ...inside) => make("section", {}, make("h2", {}, title), ...inside);
const bullets = (texts) => make("ul", { className: "bullets" }, ...texts.map((each) => make("li", {}, each)));

function drawCard(listing) {
  const { slug, name, tagline, url, listing_url: page, pricing, company, features, usps, rating, founders } = listing;
  const reviews = plural(rating?.count ?? 0, "review");
  const rows = [
    [t`Category`, listing.category?.name],
    [t`Pricing`, pricing?.summary ?? (pricing?.model && worded(pricing.model))],
    [t`Stage`, listing.stage && worded(listing.stage)],
    [t`Based in`, [company?.city, countryOf(company?.country)].filter(Boolean).join(", ")],
    ...facts.rows.map(([label, path]) => [word(label), path.reduce((part, key) => part?.[key], listing)]),
    [t`Made by`, founders && listed(founders.map((founder) => founder.name))],
    [t`Reviews`, rating?.count > 0 && t`★ ${rating.average} of 5, ${reviews}`],
    [t`Launched`, listing.launched_at && dateOf(listing.launched_at)],
  ].filter(([, value]) => value);
  const unstated = listing.not_found_on_website ?? [];
  show(
    [
      tint(
        make(
          "header",
          { className: "poster" },
          logo(listing),
          make(
            "div",
            { className: "grow" },
            make("h1", { id: "card", tabIndex: -1 }, name, " ", listing.is_paid && paid()),
            text("", tagline ?? ""),
          ),
          votes(listing),
        ),
        slug,
      ),
      make(
        "div",
        { className: "card" },
        text("", listing.short_description ?? listing.description ?? ""),
        make("dl", {}, ...rows.flatMap(detail)),
        features?.length > 0 && section(t`What it does`, bullets(features.slice(0, 6))),
        usps?.length > 0 && section(t`What sets it apart`, bullets(usps.slice(0, 4))),
        unstated.length > 0 &&
          text(
            "muted small",
            t`Not found on the pages we read: ${listed(unstated.map((fact) => word(facts.labels[fact]) ?? worded(fact)))}.`,
          ),
        listing.paid_disclosure && text("muted small", listing.paid_disclosure),
        make(
          "div",
          { className: "row" },
          link(t`Visit website`, url, "sun"),
          link(t`Open listing`, page, ""),
          allowed.messages && button(t`Alternatives`, () => sayInChat(t`What are alternatives to ${name}?`)),
          items.length > 0 && button(t`Back to results`, () => drawList(`open-${slug}`)),
        ),
      ),
    ],
    items.length > 0 ? "card" : "",
  );
}

function take(data) {
  if (!data.items) return drawCard(data);
  found = data;
  items = data.items;
  drawList();
}

start("listings", {
  take,
  input(given) {
    args = given;
  },
  again: (given) => (given.slug ? call("get_listing", { slug: given.slug }) : call("search_listings", given)),
  ready: () => found && drawList(),
});
