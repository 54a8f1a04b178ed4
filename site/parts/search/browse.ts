import type { Request, Response } from "express";
import type { z } from "zod";
import { listingFilter } from "#actions/search/listing-filter.ts";
import { replacedIn } from "#actions/search/replaced.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { alternativesPath } from "#domain/listings/alternative-to.ts";
import type { LISTING_SORTS, ListingSort } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { sortableKeys } from "#domain/listings/own-filter.ts";
import { currencyOf, labelOf } from "#domain/listings/price-fields.ts";
import { joinValues, type SearchWords, searchOf, searchQuery, splitValues } from "#domain/search/saved-search.ts";
import { hintText } from "#domain/search/search-words.ts";
import { countOfNoun, nouns, SUBMIT_LABEL, withNoun } from "#domain/site/nouns.ts";
import type { SiteShape } from "#domain/site/site-shape.ts";
import { decimal, type Text, t } from "#languages/words.ts";
import type { Store } from "#store/store.ts";
import { invoke } from "#tools/invoke.ts";
import { inLanguage } from "../../kit/language.ts";
import { reader, type Site } from "../../kit/site.ts";
import { pageOf, pager } from "../../kit/table.ts";
import { votesFor } from "../community/toggles.ts";
import { emptyState, listingRows } from "../listings/listing-parts.ts";
import { looksOf } from "../listings/looks.ts";
import { type Asked, addressOf, askedOf, conditionsOf, sortOf } from "./asked.ts";
import { facetsOf } from "./facets.ts";
import { resultsTable } from "./results-table.ts";
import { filterBox, type Place, setFilters } from "./search-filters.ts";
import { sayingsOf, searchHits } from "./search-hits.ts";
import { saveSearch } from "./search-title.ts";
import { siteSearch } from "./site-search.ts";

type Found = z.output<(typeof siteSearch)["output"]>;
type Around = {
  path: string;
  /** Of a category page. */
  category?: string;
  /** Without filters, so many listings are shown. */
  total: number;
};
export type Browsed = {
  asked: Asked;
  page: number;
  /** The search that can be saved and followed; "" without words and filters. */
  query: string;
  words: SearchWords;
  found: Found;
  filters: Html;
  results: Html;
};

export const FORM = "browse";

const SORTS: Record<(typeof LISTING_SORTS)[number], Text> = {
  relevance: t`Best match`,
  newest: t`Newest`,
  votes: t`Most votes`,
  trending: t`Trending`,
  most_viewed: t`Most viewed`,
  most_followed: t`Most followed`,
};

const OF_VOTES: readonly string[] = ["votes", "trending"];

/** Categories of an address that this site does not have, and never had. */
async function goneOf(chosen: string | undefined, { reference, categories }: Store): Promise<string[]> {
  const known = new Set((await reference.categoryNames()).map(({ slug }) => slug));
  const gone: string[] = [];
  for (const slug of splitValues(chosen)) if (!known.has(slug) && !(await categories.formerly(slug))) gone.push(slug);
  return gone;
}

/** Results with their filters, on any page. Undefined if it redirects a form to the address of what it asks. */
export async function browse(
  req: Request,
  res: Response,
  around: Around,
  { deps }: Pick<Site, "deps">,
): Promise<Browsed | undefined> {
  const { store } = deps;
  const { path, category } = around;
  const fields = store.filterFields();
  const { unknown, ...typed } = askedOf(req, fields);
  const gone = await goneOf(typed.category, store);
  const given = { ...typed, category: joinValues(splitValues(typed.category).filter((slug) => !gone.includes(slug))) };
  const { shape } = store.siteLook();
  const usual = given.q !== undefined ? "relevance" : shape.votes ? "votes" : "newest";
  const asked: Asked = {
    ...given,
    ...(given.sort === usual && { sort: undefined }),
    ...(category && { category: undefined }),
  };
  if (conditionsOf(req).length > 0) {
    res.redirect(302, inLanguage(addressOf(path, asked), res));
    return undefined;
  }
  const page = pageOf(req);
  const { sort, view, ...filters } = asked;
  const words: SearchWords = { ...filters, ...(category && { category }) };
  const order = sortOf(sort ?? usual);
  const call = { deps, caller: reader(req, res), interface: "site" } as const;
  const input = Object.entries({ ...words, ...order, page }).filter(([, value]) => value !== undefined);
  const { output: found } = await invoke(siteSearch, Object.fromEntries(input), call);
  const filter = await listingFilter({ ...searchOf(words), ...order }, store);
  const facets = await facetsOf(filter, words, deps);
  const shown = facets.filter(({ name }) => !category || name !== "category");
  const query = searchQuery(words);
  const tell = await saveSearch(query, res, deps);
  const slugs = found.items.map(({ slug }) => slug);
  const seen = {
    ...{ votes: await votesFor(req, res, deps, slugs), looks: await looksOf(deps, slugs) },
    sayings: await sayingsOf(words.q ? slugs : [], deps),
  };
  const list = async (): Promise<Html> =>
    view === "table"
      ? resultsTable(found.items, { fields, values: await store.listings.ownValues(slugs), sort, shape })
      : words.q
        ? searchHits(found.items, { ...seen, query: words.q })
        : listingRows(found.items, seen);
  const replaced = words.q && page === 1 ? await replacedIn(words.q, store) : [];
  const set = html`${replaced.map(
    ({ name }) => html`<p><a class="chip" href="${href(alternativesPath(name))}">${t`Alternatives to ${name}`}</a></p>`,
  )}${
    gone.length > 0 &&
    html`<div class="notice bad" role="status">No such category: <code>${gone.join(", ")}</code></div>`
  }${
    unknown !== undefined &&
    html`<div class="notice bad" role="status">This site does not know these filters: <code>${unknown}</code></div>`
  }${setFilters({ facets: shown, wished: filter.wished ?? [], fields }, { path, asked })}`;
  const results =
    found.items.length === 0
      ? html`${set}${emptyState(
          page > 1 ? t`This page is empty` : withNoun(t`No products found`, t`No ${nouns} found`),
          around.total === 0
            ? html`<a href="/submit">${SUBMIT_LABEL}</a>.`
            : html`${found.hint === undefined ? withNoun(t`No products match these filters.`, t`No ${nouns} match these filters.`) : hintText(found.hint)} ${html`See <a href="/categories">all categories</a> or <a href="/search">clear all filters</a>.`}`,
        )}${tell}`
      : html`<div class="results-head"><h2 class="count">${countWords(found.total, words.q === undefined ? around.total : found.total)}</h2>${sortAndView(
          { path, asked },
          { fields, usual, shape },
        )}</div>
${words.q && html`<p class="muted">${found.hint === undefined ? t`Best match first. Nobody can pay to rank higher.` : hintText(found.hint)}</p>`}${set}
${await list()}
${pager(path, asked, found)}${tell}`;
  return { asked, page, query, words, found, filters: filterBox(shown, { total: found.total, view }), results };
}

const countWords = (count: number, total: number): Text =>
  count < total ? t`${decimal(count)} of ${countOfNoun(total)}` : countOfNoun(count);

/** The list belongs to the form of the filters, so that one address has both. */
function sortAndView(
  { path, asked }: Place,
  { fields, usual, shape }: { fields: readonly OwnField[]; usual: ListingSort; shape: SiteShape },
): Html {
  const current = asked.sort ?? usual;
  const [price] = fields.filter(({ key }) => currencyOf(key));
  const isOffered = (key: string) =>
    !currencyOf(key) || key === price?.key || current.endsWith(key) || asked.where?.includes(key);
  const own = fields
    .filter(({ key }) => sortableKeys(fields).includes(key) && isOffered(key))
    .flatMap((field): [string, Text][] => {
      const [{ key, kind }, label] = [field, labelOf(field)];
      return kind === "date"
        ? [
            [`-${key}`, t`${label}: newest first`],
            [key, t`${label}: oldest first`],
          ]
        : [
            [`-${key}`, t`${label}: high to low`],
            [key, t`${label}: low to high`],
          ];
    });
  const sorts = [
    ...Object.entries(SORTS).filter(
      ([name]) => (asked.q !== undefined || name !== "relevance") && (shape.votes || !OF_VOTES.includes(name)),
    ),
    ...own,
  ];
  const to = (view: Asked["view"], label: Text): Html =>
    html`<a href="${href(addressOf(path, { ...asked, view }))}" rel="nofollow"${asked.view === view && html` aria-current="true"`}>${label}</a>`;
  return html`<div class="row"><label class="sort"><span>Sort</span> <select id="sort" name="sort" form="${FORM}">${sorts.map(
    // The usual order is not sent: words that are typed next have another one.
    ([value, label]) =>
      html`<option value="${value !== usual && value}"${value === current && html` selected`}>${label}</option>`,
  )}</select></label><noscript><button class="quiet slim" form="${FORM}">Apply</button></noscript>
<nav class="views" aria-label="View">${to(undefined, t`List`)}${to("table", t`Table`)}</nav></div>`;
}
