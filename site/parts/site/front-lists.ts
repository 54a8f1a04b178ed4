import { listingFilter } from "#actions/search/listing-filter.ts";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { quotedValue } from "#domain/listings/own-filter.ts";
import { as, plural, type Text, t, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getLeaderboard } from "#tools/launches/get-leaderboard.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import { categoryName, showDay } from "../../kit/show.ts";
import { theirs } from "../../kit/theirs.ts";
import { collectionCards, collectionCardsOf } from "../community/collection-parts.ts";
import { emptyState, listingTiles } from "../listings/listing-parts.ts";
import { addressOf } from "../search/asked.ts";
import { facetsOf } from "../search/facets.ts";
import { replacedChips } from "../search/replaced-chips.ts";
import type { BlockGiven, MakeBlock } from "./front-block.ts";

const EXAMPLES = 3;
const MOST_FIELDS = 4;

/** A section with its heading, and a link to all of it. */
const section = (id: string, heading: Part, all: Part, body: Part): Html =>
  html`<section aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${heading}</h2>
${all}</div>
${body}</section>`;

export const categories: MakeBlock = async ({ leaves, call, heading, count }) => {
  const all = await leaves();
  const shown = await Promise.all(
    all.slice(0, count).map(async ({ slug, name, total_count: total }) => {
      const found = total > 0 && (await invoke(searchListings, { category: slug, per_page: EXAMPLES }, call)).output;
      return { slug, name, total, examples: found ? found.items.map((item) => item.name) : [] };
    }),
  );
  return {
    show: () =>
      shown.length > 0 &&
      section(
        "categories",
        heading(t`Categories`),
        html`<a href="/categories">All ${plural(all.length, "category", "categories")}</a>`,
        html`<ul class="catalog-cards">${shown.map(
          ({ slug, name, total, examples }) =>
            html`<li class="card"><h3><a href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}</a>${
              total > 0 && html`\n<span class="muted small">${total}</span>`
            }</h3><p class="tiny muted">${examples.map((example, at) => html`${at > 0 && ", "}<bdi>${example}</bdi>`)}</p></li>`,
        )}</ul>`,
      ),
  };
};

export const chips: MakeBlock = async ({ leaves, heading, count }) => {
  const shown = (await leaves()).slice(0, count);
  return {
    show: () =>
      shown.length > 0 &&
      section(
        "topics",
        heading(t`Categories`),
        html`<a href="/categories">All categories</a>`,
        html`<ul class="chips">${shown.map(
          ({ slug, name, total_count: total }) =>
            html`<li><a class="chip" href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}${
              total >= FEW && html`\n<span class="muted">${total}</span>`
            }</a></li>`,
        )}</ul>`,
      ),
  };
};

/** The values of the first filters of the site, each with its listings. */
export const fields: MakeBlock = async ({ deps, heading, block, count }) => {
  const { store } = deps;
  const kinds = new Map(store.ownFields().map(({ key, kind }) => [key, kind]));
  const found = store.ownFields().some(({ isFilter }) => isFilter)
    ? await facetsOf(await listingFilter({}, store), {}, deps)
    : [];
  // "No" is not a way in.
  const shown = found
    .filter(({ name, range }) => kinds.has(name) && !range)
    .map((one) => ({
      ...one,
      options: one.options.filter(({ value }) => kinds.get(one.name) !== "flag" || value === "1"),
    }))
    .filter(({ options }) => options.length > 0)
    .slice(0, MOST_FIELDS);
  const chip = (name: string, { value, label, count: total }: (typeof found)[number]["options"][number]) =>
    html`<a class="chip" href="${href(addressOf("/search", { where: `${name}:${quotedValue(value)}` }))}">${
      typeof label === "string" ? theirs(label) : label
    } <span class="muted">${total}</span></a>`;
  return {
    show: () =>
      shown.length > 0 &&
      html`<section${block.heading ? html` aria-labelledby="fields"` : html` aria-label="Browse by field"`}>${
        block.heading && html`<h2 id="fields">${heading(block.heading)}</h2>`
      }<dl class="ways-in">${shown.map(
        ({ name, title, options }) =>
          html`<div><dt>${typeof title === "string" ? theirs(title) : title}</dt><dd class="chips">${options
            .slice(0, count)
            .map((option) => chip(name, option))}</dd></div>`,
      )}</dl></section>`,
  };
};

export const replaced: MakeBlock = async ({ deps, heading, count }) => {
  const found = (await deps.store.listings.replaced()).slice(0, count);
  return {
    show: () =>
      found.length > 0 &&
      section(
        "replaced",
        heading(t`Alternatives to`),
        html`<a href="/alternatives">All alternatives</a>`,
        replacedChips(found),
      ),
  };
};

const thisWeek = ({ deps }: BlockGiven): string => weekOf(deps.now(), deps.settings.SITE_TIMEZONE).monday;
const summaries = (found: readonly Listing[], { deps }: BlockGiven) =>
  found.map((listing) => viewSummary(listing, { baseUrl: deps.settings.BASE_URL }));

/** What was paid for: the places of this week, and the billboard unless it stands beside the race. */
export const sponsors: MakeBlock = async (given) => {
  const { deps, call, heading, count } = given;
  const featured = summaries(await deps.store.orders.featured(thisWeek(given)), given);
  const { output } = given.isShown("race")
    ? { output: { items: [] } }
    : await invoke(getLeaderboard, { board: "billboard", per_page: count }, call);
  const known = new Set(featured.map(({ slug }) => slug));
  const others = output.items.map(({ listing }) => listing).filter(({ slug }) => !known.has(slug));
  const shown = [...featured, ...others].slice(0, count);
  return {
    slugs: shown.map(({ slug }) => slug),
    show: ({ looks }) =>
      shown.length > 0 &&
      section(
        "featured",
        heading(wordsWith("launches", t`Featured this week`, as("paid listings")`Featured`)),
        html`<span class="tag warm">Promoted</span>`,
        html`<p class="small muted">These companies paid to be shown here. ${wordsWith("votes", t`Payment does not affect votes, rankings or awards.`)}</p>
${listingTiles(shown, looks)}`,
      ),
  };
};

export const picks: MakeBlock = async (given) => {
  const { deps, heading, count } = given;
  const shown = summaries(await deps.store.moderation.picks(thisWeek(given)), given).slice(0, count);
  return {
    slugs: shown.map(({ slug }) => slug),
    show: ({ looks }) =>
      shown.length > 0 &&
      section(
        "picks",
        heading(wordsWith("launches", t`Our picks this week`, t`Our picks`)),
        false,
        html`<p class="small muted">${partWith(
          "launches",
          html`Chosen by the team behind ${deps.settings.SITE_NAME}.
Picks cannot be bought and do not affect rankings.`,
          html`Chosen by the team behind ${deps.settings.SITE_NAME}. Picks cannot be bought.`,
        )}</p>
${listingTiles(shown, looks)}`,
      ),
  };
};

/** One line of a list: a mark, a name, what it is, and a day. */
const line = (
  listing: Parameters<typeof logo>[0] & { language: string | null },
  { path, text, at }: { path: string; text: string | null; at: Date | undefined },
): Html => html`<li>${logo(listing)}<div class="body">
<h3><a href="${href(path)}">${theirs(listing.name, listing.language)}</a></h3>
<p>${theirs(text ?? "", listing.language)}</p></div>${at && html`<p class="tiny muted">${showDay(at)}</p>`}</li>`;

const dayOf = (at: string | null): Date | undefined => (at === null ? undefined : new Date(at));

export const newest: MakeBlock = async ({ call, race, isShown, isPaired, heading, count }) => {
  const first = isShown("race") ? (await race("this")).items : [];
  const racing = new Set(first.map(({ slug }) => slug));
  const perPage = Math.min(100, count + racing.size);
  const { output } = await invoke(searchListings, { sort: "newest", per_page: perPage }, call);
  const shown = output.items.filter(({ slug }) => !racing.has(slug)).slice(0, count);
  const title = wordsWith("launches", t`Recently launched`, as("newest listings")`New`);
  const all = (label: Text) => html`<a href="/search?sort=newest">${label}</a>`;
  return {
    slugs: isPaired ? [] : shown.map(({ slug }) => slug),
    show({ looks }) {
      if (!isPaired)
        return shown.length > 0 && section("newest", heading(title), all(t`Browse all`), listingTiles(shown, looks));
      const list = shown.map((listing) =>
        line(listing, { path: `/listings/${listing.slug}`, text: listing.tagline, at: dayOf(listing.launched_at) }),
      );
      return section(
        "newest",
        heading(title),
        all(t`All new listings`),
        list.length > 0
          ? html`<ul class="mini card">${list}</ul>`
          : emptyState(t`No listings yet`, html`<a href="/submit">Submit the first listing</a>.`),
      );
    },
  };
};

export const updated: MakeBlock = async (given) => {
  const { deps, heading, count } = given;
  const { items } = await deps.store.updates.latest({ page: 1, perPage: count });
  const list = items.map(({ update, listing }) => {
    const [shown] = summaries([listing], given);
    return (
      shown &&
      line(shown, { path: `/listings/${shown.slug}#update-${update.id}`, text: update.title, at: update.publishedAt })
    );
  });
  return {
    show: () =>
      list.length > 0 &&
      section(
        "updated",
        heading(as("listings with news")`Updated`),
        html`<a href="/updates">All updates</a>`,
        html`<ul class="mini card">${list}</ul>`,
      ),
  };
};

export const collections: MakeBlock = async ({ deps, heading, count }) => {
  const { items } = await deps.store.collections.shown({ page: 1, perPage: count });
  const cards = await collectionCardsOf(items, deps);
  return {
    show: () =>
      cards.length > 0 &&
      section(
        "collections",
        heading(t`Collections`),
        html`<a href="/collections">All collections</a>`,
        collectionCards(cards, 3),
      ),
  };
};
