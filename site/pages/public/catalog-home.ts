import type { Request, Response } from "express";
import { replacedProducts } from "#actions/search/replaced.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { as, plural, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import { siteCardPath } from "../../kit/preview.ts";
import { categoryName, showDay, showStored } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { theirs } from "../../kit/theirs.ts";
import { siteThing } from "../../machines/schema-org.ts";
import { emptyState, listingTiles, searchBar } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { replacedChips } from "../../parts/search/replaced-chips.ts";
import { conversation, HERO, leavesOf } from "../../parts/site/front-parts.ts";

const SHOWN = { categories: 12, examples: 3, rows: 6, replaced: 8 };

/** The front page of a site without launches: search, categories, and what is new. */
export function catalogHome({ deps, pages }: Pick<Site, "deps" | "pages">) {
  const { settings, store } = deps;
  const { BASE_URL } = settings;

  async function readPublic(req: Request) {
    const call = { deps, caller: visitor(req), interface: "site" } as const;
    const { output: tree } = await invoke(listCategories, { include_empty: false }, call);
    const { output: newest } = await invoke(searchListings, { sort: "newest", per_page: SHOWN.rows }, call);
    const all = leavesOf(tree.items).sort((a, b) => b.total_count - a.total_count);
    const categories = await Promise.all(
      all.slice(0, SHOWN.categories).map(async ({ slug, name, total_count: count }) => {
        const { output } = await invoke(searchListings, { category: slug, per_page: SHOWN.examples }, call);
        return { slug, name, count, examples: output.items.map((item) => item.name) };
      }),
    );
    const replaced = (await replacedProducts(store)) ?? [];
    const { items: updates } = await store.updates.latest({ page: 1, perPage: SHOWN.rows });
    const { monday } = weekOf(deps.now(), settings.SITE_TIMEZONE);
    const summaries = (found: Awaited<ReturnType<typeof store.moderation.picks>>) =>
      found.map((listing) => viewSummary(listing, { baseUrl: BASE_URL }));
    return {
      ...{ categories, newest, total: all.length, replaced: replaced.slice(0, SHOWN.replaced) },
      updates: updates.map(({ update, listing }) => ({ update, listing: viewSummary(listing, { baseUrl: BASE_URL }) })),
      picks: summaries(await store.moderation.picks(monday)),
      featured: summaries(await store.orders.featured(monday)),
    };
  }

  type Found = Awaited<ReturnType<typeof readPublic>>;

  const categoryCards = ({ categories, total }: Found): Html | false =>
    categories.length > 0 &&
    html`<section aria-labelledby="categories"><div class="section-head"><h2 id="categories">Categories</h2>
<a href="/categories">${plural(total, "category", "categories")}</a></div>
<ul class="catalog-cards">${categories.map(
      ({
        slug,
        name,
        count,
        examples,
      }) => html`<li class="card"><h3><a href="${href(`/categories/${slug}`)}">${categoryName({ slug, name })}</a>
<span class="muted small">${count}</span></h3><p class="tiny muted">${examples.map((example, at) => html`${at > 0 && ", "}<bdi>${example}</bdi>`)}</p></li>`,
    )}</ul></section>`;

  const newListings = ({ newest }: Found): Html => html`<section aria-labelledby="newest"><div class="section-head">
<h2 id="newest">${as("newest listings")`New`}</h2><a href="/search?sort=newest">All new listings</a></div>${
    newest.items.length > 0
      ? html`<ul class="mini card">${newest.items.map(
          (listing) => html`<li>${logo(listing)}<div class="body">
<h3><a href="${href(`/listings/${listing.slug}`)}">${theirs(listing.name, listing.language)}</a></h3>
<p>${theirs(listing.tagline ?? "", listing.language)}</p></div></li>`,
        )}</ul>`
      : emptyState(t`No listings yet`, html`<a href="/submit">Submit the first listing</a>.`)
  }</section>`;

  const updated = ({ updates }: Found): Html | false =>
    updates.length > 0 &&
    html`<section aria-labelledby="updated"><div class="section-head"><h2 id="updated">${as("listings with news")`Updated`}</h2>
<a href="/updates">All updates</a></div><ul class="mini card">${updates.map(
      ({ update, listing }) => html`<li>${logo(listing)}<div class="body">
<h3><a href="${href(`/listings/${listing.slug}#update-${update.id}`)}">${theirs(listing.name, listing.language)}</a></h3>
<p>${theirs(update.title, listing.language)}</p></div><p class="tiny muted">${showDay(update.publishedAt)}</p></li>`,
    )}</ul></section>`;

  return async (req: Request, res: Response): Promise<void> => {
    const found = await remember(
      { name: "catalog" },
      {},
      deps,
      () => readPublic(req),
      () => true,
    );
    const { newest, featured, picks } = found;
    const looks = await looksOf(
      deps,
      [...featured, ...picks].map(({ slug }) => slug),
    );
    const { heroTitle, heroText } = store.siteLook();
    pages.render(res, {
      title: settings.SITE_NAME,
      isPublic: true,
      preview: siteCardPath(settings.SITE_NAME),
      width: "full",
      things: siteThing({ name: settings.SITE_NAME, baseUrl: BASE_URL }),
      feeds: [
        { title: t`New listings · ${settings.SITE_NAME}`, path: "/feeds/listings.atom" },
        { title: t`Latest updates · ${settings.SITE_NAME}`, path: "/feeds/updates.atom" },
      ],
      description: t`Search and compare ${plural(newest.total, "listing")} on ${settings.SITE_NAME}, on your own or with your assistant.`,
      body: html`<div class="sky catalog-hero"><div class="wrap">
<h1>${heroTitle === null ? HERO.title : showStored("site", "site", "hero-title", heroTitle)}</h1>
<p class="big">${heroText === null ? HERO.text : showStored("site", "site", "hero-text", heroText)}</p>
${searchBar()}</div></div>
<div class="wrap sections after-sky">
${categoryCards(found)}
${
  found.replaced.length > 0 &&
  html`<section aria-labelledby="replaced"><div class="section-head"><h2 id="replaced">Alternatives to</h2>
<a href="/alternatives">All alternatives</a></div>${replacedChips(found.replaced)}</section>`
}
${
  featured.length > 0 &&
  html`<section aria-labelledby="featured"><div class="section-head"><h2 id="featured">Featured</h2>
<span class="tag warm">Paid placement</span></div>${listingTiles(featured, looks)}</section>`
}
${
  picks.length > 0 &&
  html`<section aria-labelledby="picks"><div class="section-head"><h2 id="picks">Our picks</h2></div>
<p class="small muted">Chosen by the team behind ${settings.SITE_NAME}. Picks cannot be bought.</p>
${listingTiles(picks, looks)}</section>`
}
<div class="halves">${newListings(found)}${updated(found)}</div>
${conversation({ items: [] }, { siteName: settings.SITE_NAME, mcpUrl: `${BASE_URL}/mcp` })}
</div>`,
    });
  };
}
