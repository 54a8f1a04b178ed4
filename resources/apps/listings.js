import { call, sayInChat } from "./bridge.js";
import { countryOf, dateOf, factsOf, logo, paid, tint, votes, worded } from "./cards.js";
import { allowed, at, attempt, button, link, make, plural, say, show, start, text, visit } from "./kit.js";

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
  const asked = args.q && make("span", { className: "muted" }, ` for “${args.q}”`);
  show(
    [
      make(
        "header",
        { className: "pad" },
        make("h1", {}, total ? plural(total, "listing") : "No products found", asked),
      ),
      items.length
        ? make("ul", { className: "list", "aria-label": "Listings" }, ...items.map(result))
        : text("pad", "Try fewer or other words."),
      hasMore && allowed.calls && make("div", { className: "pad" }, button("Show more", more, "", { id: "more" })),
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
  say("Reading…");
  if (await attempt(async () => drawCard(await call("get_listing", { slug })))) say("");
}

const detail = ([name, value]) => [make("dt", {}, name), make("dd", {}, value)];
const section = (title, ...inside) => make("section", {}, make("h2", {}, title), ...inside);
const bullets = (texts) => make("ul", { className: "bullets" }, ...texts.map((each) => make("li", {}, each)));

function drawCard(listing) {
  const { slug, name, tagline, url, listing_url: page, pricing, company, features, usps, rating, founders } = listing;
  const rows = [
    ["Category", listing.category?.name],
    ["Pricing", pricing?.summary ?? (pricing?.model && worded(pricing.model))],
    ["Stage", listing.stage && worded(listing.stage)],
    ["From", [company?.city, countryOf(company?.country)].filter(Boolean).join(", ")],
    ...facts.rows.map(([label, path]) => [label, path.reduce((part, key) => part?.[key], listing)]),
    ["Made by", founders?.map((founder) => founder.name).join(", ")],
    ["Reviews", rating?.count > 0 && `★ ${rating.average} of 5, ${plural(rating.count, "review")}`],
    ["Launched", listing.launched_at && dateOf(listing.launched_at)],
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
        features?.length > 0 && section("What it does", bullets(features.slice(0, 6))),
        usps?.length > 0 && section("What sets it apart", bullets(usps.slice(0, 4))),
        unstated.length > 0 &&
          text(
            "muted small",
            `Not found on the pages we read: ${unstated.map((fact) => facts.labels[fact] ?? worded(fact)).join(", ")}.`,
          ),
        listing.paid_disclosure && text("muted small", listing.paid_disclosure),
        make(
          "div",
          { className: "row" },
          link("Visit website", url, "sun"),
          link("Open listing", page, ""),
          allowed.messages && button("Alternatives", () => sayInChat(`What are alternatives to ${name}?`)),
          items.length > 0 && button("Back to results", () => drawList(`open-${slug}`)),
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
