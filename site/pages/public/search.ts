import type { z } from "zod";
import { listingFilter } from "../../../actions/search/listing-filter.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { searchQuery } from "../../../domain/search/saved-search.ts";
import { hintText } from "../../../domain/search/search-words.ts";
import { plural, t } from "../../../languages/words.ts";
import { invoke } from "../../../tools/invoke.ts";
import { formTool } from "../../kit/form-tool.ts";

import { reader, type Site } from "../../kit/site.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/table.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import {
  type FilterOptions,
  type Filters,
  filterBox,
  filterOptions,
  setFilters,
} from "../../parts/search/search-filters.ts";
import { sayingsOf, searchHits } from "../../parts/search/search-hits.ts";
import { saveSearch, searchTitle, wordsOfRequest } from "../../parts/search/search-title.ts";
import { siteSearch } from "../../parts/search/site-search.ts";

/** Search and browsing: one form, with or without words. A script submits it while people type. */
export function searchPages({ deps, pages, router }: Site): void {
  const { settings } = deps;

  router.get("/search", async (req, res) => {
    const call = { deps, caller: reader(req, res), interface: "site" } as const;
    const page = pageOf(req);
    const words = wordsOfRequest(req);
    const filters: Filters = { ...words, sort: queryOf(req, "sort") };
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const { output } = await invoke(siteSearch, { ...given, page }, call);
    const options = await filterOptions(await listingFilter(given, deps.store), words, deps);
    const slugs = output.items.map(({ slug }) => slug);
    const votes = await votesFor(req, res, deps, slugs);
    const looks = await looksOf(deps, slugs);
    const sayings = await sayingsOf(filters.q ? slugs : [], deps);
    const query = searchQuery(words);
    const tell = await saveSearch(query, res, deps);
    const title = filters.q ? t`Search: ${filters.q}` : t`Browse products`;
    pages.render(res, {
      title: page > 1 ? t`${title}, page ${page}` : title,
      description: t`Search products on ${settings.SITE_NAME} by keyword, category, price, stage and country.`,
      isPublic: true,
      query: listQuery(filters, page),
      feeds: query === "" ? [] : [{ title: await searchTitle(words, deps), path: `/feeds/search.atom?${query}` }],
      body: html`<h1>${filters.q ? html`Products for “${filters.q}”` : t`Browse products`}</h1>
<div class="browse"><form method="get" action="/search" role="search" aria-label="Search products" data-live="results"
data-parts="filters"${formTool("show_search")}>
<div class="search-bar"><label><span class="unseen">Search
products</span><input type="search" name="q" value="${filters.q}" maxlength="200"
placeholder="Search products, problems, categories" autocomplete="off"></label><button class="sun">Search</button></div>
${filterBox(options, filters, output.total)}</form>
<div id="results" aria-live="polite">${results(output, options)}</div></div>`,
    });

    function results(found: z.output<(typeof siteSearch)["output"]>, known: FilterOptions): Html {
      const set = setFilters(known, filters);
      if (found.items.length === 0)
        return html`${set}${emptyState(
          page > 1 ? t`This page is empty` : t`No products found`,
          html`${found.hint === undefined ? t`No products match these filters.` : hintText(found.hint)} ${html`See <a href="/categories">all categories</a> or
<a href="/search">all products</a>.`}`,
        )}${tell}`;
      return html`<div class="row between"><h2 class="count">${plural(found.total, "product")}</h2>${tell}</div>
${filters.q && html`<p class="muted">${found.hint === undefined ? t`Best match first. Nobody can pay to rank higher.` : hintText(found.hint)}</p>`}${set}
${filters.q ? searchHits(found.items, { looks, votes, sayings, query: filters.q }) : listingRows(found.items, { votes, looks })}
${pager("/search", filters, found)}`;
    }
  });
}
