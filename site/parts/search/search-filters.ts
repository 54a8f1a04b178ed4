import type { Deps } from "../../../actions/context.ts";
import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import { PRICING_MODELS, STAGES } from "../../../domain/listings/fields.ts";
import type { LISTING_SORTS, ListingFilter } from "../../../domain/listings/listing.ts";
import { SEARCH_FILTERS, type SearchFilter, type SearchWords } from "../../../domain/search/saved-search.ts";
import { given } from "../../../domain/text/given.ts";
import { once } from "../../../domain/text/once.ts";
import { countryName, inEnglish, languageName, plural, type Text, t } from "../../../languages/words.ts";
import { icons } from "../../kit/icons.ts";
import { categoryWords } from "../../kit/show.ts";
import { listQuery } from "../../kit/table.ts";
import { sentence } from "../listings/listing-parts.ts";

export type Filters = SearchWords & { sort?: string | undefined };
type Option = { value: string; label: Text; count: number };
export type FilterOptions = Record<SearchFilter, Option[]>;

const SORTS: Record<(typeof LISTING_SORTS)[number], Text> = {
  relevance: t`Best match`,
  newest: t`Newest`,
  votes: t`Most votes`,
  trending: t`Trending`,
  most_viewed: t`Most viewed`,
  most_followed: t`Most followed`,
};
const GROUPS: readonly (readonly [name: SearchFilter, title: Text, any: Text])[] = [
  ["category", t`Category`, t`All categories`],
  ["pricing_model", t`Price`, t`Any price`],
  ["stage", t`Stage`, t`Any stage`],
  ["country", t`Country`, t`Anywhere`],
  ["language", t`Language`, t`Any language`],
];
/** Of a long list, so many stand open and so many are offered at all. */
const OPEN = 6;
const MOST = 60;

const collator = once(() => new Intl.Collator("en"));
const byCount = (a: Option, b: Option): number =>
  b.count - a.count || collator().compare(inEnglish(a.label), inEnglish(b.label));

/** The options of each filter with counts. The chosen one is listed even if nothing matches it. */
export async function filterOptions(
  filter: ListingFilter,
  chosen: SearchWords,
  { store }: Pick<Deps, "store">,
): Promise<FilterOptions> {
  const counts = await store.listings.counts(filter);
  const names = new Map((await store.reference.categoryNames()).map((one) => [one.slug, categoryWords(one)]));
  const optionsOf = (
    name: SearchFilter,
    counted: ReadonlyMap<string, number>,
    labelOf: (value: string) => Text,
    order?: readonly string[],
  ): Option[] => {
    const set = name === "country" ? chosen[name]?.toUpperCase() : chosen[name];
    const values = new Set([...(order?.filter((value) => counted.has(value)) ?? []), ...counted.keys()]);
    if (set !== undefined) values.add(set);
    const options = [...values].map((value) => ({ value, label: labelOf(value), count: counted.get(value) ?? 0 }));
    return order ? options : options.sort(byCount);
  };
  const words = (value: string): Text => given(sentence(value));
  return {
    category: optionsOf("category", counts.category, (slug) => names.get(slug) ?? slug),
    pricing_model: optionsOf("pricing_model", counts.pricingModel, words, PRICING_MODELS),
    stage: optionsOf("stage", counts.stage, words, STAGES),
    country: optionsOf("country", counts.country, countryName),
    language: optionsOf("language", counts.language, languageName),
  };
}

/** Folds on small screens, where it opens as a sheet; both without scripts. */
export function filterBox(options: FilterOptions, filters: Filters, total: number): Html {
  const setCount = [...SEARCH_FILTERS, "sort" as const].filter((name) => filters[name] !== undefined).length;
  return html`<details class="filterbox"><summary class="button quiet slim"><span class="when-shut">${
    setCount > 0 ? t`Filter and sort (${setCount})` : t`Filter and sort`
  }</span><span class="when-open">Close filters</span></summary><div class="filters" id="filters">
${GROUPS.map(([name, title, any]) => group(name, title, any, options[name], filters))}
<div class="field"><label for="filter-sort">Sort by</label><select id="filter-sort" name="sort">${Object.entries(
    SORTS,
  ).map(
    ([value, label]) =>
      html`<option value="${value}"${value === (filters.sort ?? "") && html` selected`}>${label}</option>`,
  )}</select></div>
<p class="row"><button class="quiet">Show ${plural(total, "product")}</button></p>
</div></details>`;
}

function group(name: SearchFilter, title: Text, any: Text, options: Option[], filters: Filters): Html | false {
  const set = name === "country" ? filters[name]?.toUpperCase() : filters[name];
  if (options.length < (name === "language" && set === undefined ? 2 : 1)) return false;
  const one = ({ value, label, count }: Option): Html =>
    html`<label><input type="radio" id="${name}-${value}" name="${name}" value="${value}"${
      value === set && html` checked`
    }><span>${label}</span> <span class="n">${count}</span></label>`;
  const rest = options.slice(OPEN, MOST);
  const isInRest = rest.some(({ value }) => value === set);
  const beyond = options.slice(MOST).filter(({ value }) => value === set);
  return html`<fieldset class="facet"><legend>${title}</legend>
<label><input type="radio" id="${name}-any" name="${name}" value=""${
    set === undefined && html` checked`
  }><span>${any}</span></label>${[...options.slice(0, OPEN), ...beyond].map(one)}
${
  rest.length > 0 &&
  html`<details data-of="${name}"${isInRest && html` open`}><summary>${rest.length} more<span class="unseen">:
${title}</span></summary>${rest.map(one)}</details>`
}
</fieldset>`;
}

export function setFilters(options: FilterOptions, filters: Filters): Part {
  const set = SEARCH_FILTERS.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    const label = options[name].find((option) => option.value.toLowerCase() === value.toLowerCase())?.label ?? value;
    return [
      html`<li><a class="chip" href="${href(without(filters, name))}"><span class="unseen">Remove: </span>${label}${icons.close}</a></li>`,
    ];
  });
  if (set.length === 0) return false;
  return html`<ul class="chips set-filters">${set}${
    set.length > 1 && html`<li><a href="${href(without(filters, ...SEARCH_FILTERS))}">Clear all</a></li>`
  }</ul>`;
}

function without(filters: Filters, ...names: SearchFilter[]): string {
  const query = listQuery({ ...filters, ...Object.fromEntries(names.map((name) => [name, undefined])) }, 1);
  return query ? `/search?${query}` : "/search";
}
