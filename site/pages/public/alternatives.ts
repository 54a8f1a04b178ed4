import { replacedProducts } from "#actions/search/replaced.ts";
import { href, html } from "#core/text/html.ts";
import { ALTERNATIVE_TO, alternativeSlug } from "#domain/listings/alternative-to.ts";
import { writeWhere } from "#domain/listings/own-filter.ts";
import { plural, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { filterListings } from "#tools/listings/filter-listings.ts";
import { orNotFound, type Site, seeOther, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager } from "../../kit/table.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { replacedChips } from "../../parts/search/replaced-chips.ts";

/** Alternatives to products that need not be listed here, by the name that listings give. */
export function alternativePages({ deps, pages, router }: Site): void {
  const { settings, store } = deps;

  router.get("/alternatives", async (_req, res) => {
    const found = orNotFound(await replacedProducts(store));
    pages.render(res, {
      heading: t`Alternatives`,
      description: t`Products on ${settings.SITE_NAME} that replace well-known others.`,
      isPublic: true,
      isThin: found.length === 0,
      body:
        found.length > 0
          ? html`<p class="lead">Choose a product to see what replaces it.</p>${replacedChips(found)}`
          : emptyState(t`No alternatives yet`, html`<a href="/search">Browse all products</a>.`),
    });
  });

  router.get("/alternatives/:slug", async (req, res) => {
    const found = orNotFound(await replacedProducts(store));
    const asked = alternativeSlug(req.params.slug);
    const { slug, name, spellings } = orNotFound(found.find((one) => one.slug === asked));
    const path = `/alternatives/${encodeURIComponent(slug)}`;
    if (req.params.slug !== slug) return seeOther(res, path);
    const where = writeWhere({ [ALTERNATIVE_TO.key]: { any: spellings } }, store.ownFields());
    const page = pageOf(req);
    const call = { deps, caller: visitor(req), interface: "site" } as const;
    const { output } = await invoke(filterListings, { where, page }, call);
    const slugs = output.items.map((item) => item.slug);
    const listed = await store.listings.findLive(slug);
    const title = t`Alternatives to ${name}`;
    pages.render(res, {
      title: page > 1 ? t`${title}, page ${page}` : title,
      description: t`${plural(output.total, "alternative")} to ${name} on ${settings.SITE_NAME}, with prices, facts and reviews.`,
      isPublic: true,
      query: listQuery({}, page),
      feeds: [{ title, path: `/feeds/search.atom?${new URLSearchParams({ where })}` }],
      body: html`<p class="eyebrow"><a href="/alternatives">Alternatives</a></p>
<h1>Alternatives to <bdi>${name}</bdi></h1>
${
  listed &&
  html`<p><a href="${href(`/listings/${listed.slug}`)}"><bdi>${listed.name}</bdi></a> is listed here, too:
<a href="${href(`/listings/${listed.slug}/alternatives`)}">compare it</a>.</p>`
}
<div class="section-head"><h2>${plural(output.total, "product")}</h2>
<a href="${href(`/search?${new URLSearchParams({ where })}`)}">Filter and sort</a></div>
${listingRows(output.items, { votes: await votesFor(req, res, deps, slugs), looks: await looksOf(deps, slugs) })}
${pager(path, {}, output)}
${replacedChips(found.filter((other) => other.slug !== slug).slice(0, MOST_OTHERS), t`More alternatives`)}`,
    });
  });
}

const MOST_OTHERS = 12;
