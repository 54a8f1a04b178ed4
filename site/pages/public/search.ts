import { Router } from "express";
import type { z } from "zod";
import { type Html, html, type Part } from "../../../core/html.ts";
import { STAGES } from "../../../domain/fields.ts";
import type { LISTING_SORTS } from "../../../domain/listing.ts";
import { listCategories } from "../../../tools/directory/list-categories.ts";
import { searchListings } from "../../../tools/directory/search-listings.ts";
import { type Call, invoke } from "../../../tools/invoke.ts";
import { remember } from "../../../tools/memory.ts";
import { countryName } from "../../kit/country.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/paging.ts";
import { plural } from "../../kit/show.ts";
import { reader, type Site } from "../../kit/site.ts";
import { emptyState, listingRows, sentence } from "../../parts/listing-parts.ts";
import { looksOf } from "../../parts/looks.ts";
import { searchHits } from "../../parts/search-hits.ts";
import { votesFor } from "../../parts/toggles.ts";

const PRICING = ["free", "freemium", "subscription", "paid", "one_time", "open_source", "contact"];
const SORTS: Record<(typeof LISTING_SORTS)[number], string> = {
  relevance: "Best match",
  newest: "Newest",
  votes: "Most votes",
  trending: "Trending",
  most_viewed: "Most viewed",
  most_followed: "Most followed",
};
const FILTERS = ["category", "stage", "pricing_model", "country", "sort"] as const;
type Chosen = Record<(typeof FILTERS)[number], string | undefined>;
type Filters = { q: string | undefined } & Chosen;

/** Search and browsing: one form, with or without words. A script submits it while people type. */
export function searchPages({ deps, pages }: Site): Router {
  const router = Router();
  const { settings } = deps;

  /** The filters with what is chosen, the same for every reader until something changes. */
  const selects = (chosen: Chosen, call: Call): Promise<Html> =>
    remember(
      { name: "search_filters" },
      chosen,
      deps,
      async () => {
        const { output: categories } = await invoke(listCategories, { include_empty: false }, call);
        const countries = await deps.store.reference.countries();
        const named = countries.map(({ code }): Option => [code, countryName(code)]).sort(byLabel);
        return html`${select("category", "Category", chosen, [["", "All categories"], ...categoryOptions(categories.items)])}
${select("pricing_model", "Price", chosen, [["", "Any price"], ...PRICING.map(inWords)])}
${select("stage", "Stage", chosen, [["", "Any stage"], ...STAGES.map(inWords)])}
${select("country", "Country", chosen, [["", "Anywhere"], ...named])}
${select("sort", "Order", chosen, Object.entries(SORTS))}`;
      },
      () => true,
    );

  router.get("/search", async (req, res) => {
    const call = { deps, caller: reader(req, res), interface: "site" } as const;
    const page = pageOf(req);
    const filters: Filters = {
      q: queryOf(req, "q")?.replace(/\s+/g, " ").slice(0, 200),
      category: queryOf(req, "category"),
      stage: queryOf(req, "stage"),
      pricing_model: queryOf(req, "pricing_model"),
      country: queryOf(req, "country"),
      sort: queryOf(req, "sort"),
    };
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const { output } = await invoke(searchListings, { ...given, page }, call);
    const slugs = output.items.map(({ slug }) => slug);
    const votes = await votesFor(req, res, deps, slugs);
    const looks = await looksOf(deps, slugs);
    const statements = await deps.store.reading.statements(filters.q ? slugs : []);
    const { q: _, ...chosen } = filters;
    const setCount = FILTERS.filter((name) => filters[name] !== undefined).length;
    const isFiltered = listQuery({ ...filters, sort: undefined }, 1) !== undefined;
    const title = filters.q ? `Search: ${filters.q}` : "Browse products";
    pages.render(res, {
      title: page > 1 ? `${title}, page ${page}` : title,
      description: `Search the products at ${settings.SITE_NAME} by words, category, price, stage and country.`,
      isPublic: true,
      query: listQuery(filters, page),
      body: html`<h1>${filters.q ? html`Products for “${filters.q}”` : "Browse products"}</h1>
<div class="browse"><form method="get" action="/search" role="search" aria-label="Search products" data-live="results">
<div class="search-bar"><label><span class="unseen">Search products</span><input type="search" name="q" value="${filters.q}" maxlength="200" placeholder="Search products, problems, categories" autocomplete="off"></label><button class="sun">Find it</button></div>
<details class="filterbox"><summary class="button quiet slim">Filter and sort${setCount > 0 && `, ${setCount} set`}</summary><div class="filters">
${await selects(chosen, call)}
${isFiltered && html`<p><a href="/search">Clear all</a></p>`}
</div></details></form>
<div id="results" aria-live="polite">${results(output, filters)}</div></div>`,
    });

    function results(found: z.output<(typeof searchListings)["output"]>, asked: Filters): Html {
      if (found.items.length === 0)
        return emptyState(
          page > 1 ? "This page is empty" : "Nothing fits yet",
          html`We tried your words, other spellings and categories near them. Describe the task in other words, <a href="/categories">browse the categories</a>, or use fewer filters. You can also <a href="/search">clear the filters</a>.`,
        );
      return html`<h2 class="count">${plural(found.total, "product")}</h2>
${asked.q && html`<p class="muted">${found.hint ?? "Best match first. Nobody can pay to be higher."}</p>`}
${asked.q ? searchHits(found.items, { looks, votes, statements, query: asked.q }) : listingRows(found.items, { votes, looks })}
${pager("/search", asked, found)}`;
    }
  });

  return router;
}

type Option = [value: string, label: string];
const byLabel = (a: Option, b: Option): number => a[1].localeCompare(b[1], "en");
const inWords = (value: string): Option => [value, sentence(value)!];

type Node = z.output<(typeof listCategories)["output"]>["items"][number];
const categoryOptions = (nodes: readonly Node[], depth = 0): Option[] =>
  nodes.flatMap((node) => [
    [node.slug, `${"\u2003".repeat(depth)}${node.name} (${node.total_count})`] as Option,
    ...categoryOptions(node.children as Node[], depth + 1),
  ]);

const select = (name: (typeof FILTERS)[number], label: string, chosen: Chosen, options: Option[]): Part =>
  html`<div class="field"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === (chosen[name] ?? "") && html` selected`}>${text}</option>`,
  )}</select></div>`;
