import { readReplaced } from "#actions/search/replaced.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { alternativesPath, REPLACED_IN_TEXT, type Replaced } from "#domain/listings/alternative-to.ts";
import type { ListingInList } from "#domain/listings/listing.ts";
import { sentencesWith } from "#domain/search/why-found.ts";
import { countOfNoun } from "#domain/site/nouns.ts";
import { plural, t } from "#languages/words.ts";
import { viewList } from "#tools/schemas/common.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { orNotFound, type Site, seeOther } from "../../kit/site.ts";
import { listQuery, pageNumber, pager } from "../../kit/table.ts";
import { replacedThings } from "../../machines/schema-org.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { replacedChips } from "../../parts/search/replaced-chips.ts";
import { sayingsOf, searchHits } from "../../parts/search/search-hits.ts";

const PER_PAGE = 20;
const MOST_OTHERS = 12;

/** Alternatives to products that need not be listed here, by what listings say about themselves. */
export function alternativePages({ deps, pages, router }: Site): void {
  const { settings, store } = deps;

  router.get("/alternatives", async (_req, res) => {
    const found = await store.listings.replaced();
    pages.render(res, {
      heading: t`Alternatives`,
      description: t`Products on ${settings.SITE_NAME} that replace well-known others.`,
      isPublic: true,
      isThin: found.length === 0,
      body:
        found.length > 0
          ? html`<p class="lead">Choose a product to see what replaces it.</p>${byLetter(found)}`
          : emptyState(t`No alternatives yet`, html`<a href="/search">Browse all products</a>.`),
    });
  });

  router.get("/alternatives/:slug", async (req, res) => {
    const request = { page: pageNumber(req), perPage: PER_PAGE };
    const { slug, name, ids, found, near } = orNotFound(await readReplaced(req.params.slug, request, store));
    const path = alternativesPath(name);
    if (req.params.slug !== slug) return seeOther(res, path);
    const view = (listing: ListingInList) => viewSummary(listing, { baseUrl: settings.BASE_URL });
    const list = viewList(found, request, view);
    const slugs = [...found.items, ...near].map((listing) => listing.slug);
    const shown = { votes: await votesFor(req, res, deps, slugs), looks: await looksOf(deps, slugs) };
    const sayings = [...(await sayingsOf(slugs, deps))].map(
      ([of, { sentences, ...said }]) =>
        [of, { ...said, sentences: sentencesWith(REPLACED_IN_TEXT, sentences) }] as const,
    );
    const listed = await store.listings.findLive(slug);
    const others = (await store.listings.replaced()).filter(
      (one) => one.slug !== slug && one.ids.some((id) => ids.includes(id)),
    );
    const title = t`Alternatives to ${name}`;
    pages.render(res, {
      title: list.page > 1 ? t`${title}, page ${list.page}` : title,
      description: t`${plural(ids.length, "alternative")} to ${name} on ${settings.SITE_NAME}, with prices, facts and reviews.`,
      isPublic: true,
      isThin: list.items.length === 0,
      query: listQuery({}, list.page),
      things: replacedThings({ title, url: `${settings.BASE_URL}${path}` }, list),
      feeds: [{ title, path: `/feeds/search.atom?${new URLSearchParams({ q: name })}` }],
      body: html`<p class="eyebrow"><a href="/alternatives">Alternatives</a></p>
<h1>Alternatives to <bdi>${name}</bdi></h1>
${
  listed &&
  html`<p><a href="${href(`/listings/${listed.slug}`)}"><bdi>${listed.name}</bdi></a> is listed here, too:
<a href="${href(`/listings/${listed.slug}/alternatives`)}">compare it</a>.</p>`
}
${
  list.items.length > 0
    ? html`<div class="section-head"><h2>${countOfNoun(ids.length)}</h2>
<a href="${href(`/search?${new URLSearchParams({ q: name })}`)}">Filter and sort</a></div>
${searchHits(list.items, { ...shown, sayings: new Map(sayings), query: name })}${pager(path, {}, list)}`
    : emptyState(t`No alternatives yet`, html`No product here says that it replaces <bdi>${name}</bdi>.`)
}
${near.length > 0 && html`<section aria-labelledby="near"><h2 id="near">Similar products</h2>${listingRows(near.map(view), shown)}</section>`}
${replacedChips(others.slice(0, MOST_OTHERS), t`More alternatives`)}`,
    });
  });
}

const letterOf = ({ slug }: Replaced): string => (/^\d/.test(slug) ? "0–9" : slug.slice(0, 1).toUpperCase());

const byLetter = (found: readonly Replaced[]): Html[] =>
  [
    ...Map.groupBy(
      found.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
      letterOf,
    ),
  ].map(([letter, some]) => html`${replacedChips(some, letter)}`);
