import type { Deps } from "#actions/context.ts";
import { PRICING_MODELS, STAGES } from "#domain/listings/fields.ts";
import type { ListingFilter } from "#domain/listings/listing.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { type OwnWish, whereWithout } from "#domain/listings/own-filter.ts";
import { currencyOf, labelOf } from "#domain/listings/price-fields.ts";
import { type Attribute, boundIn } from "#domain/search/attributes.ts";
import { SEARCH_FILTERS, type SearchFilter, type SearchWords, splitValues } from "#domain/search/saved-search.ts";
import { foldTag } from "#domain/search/tags.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { as, countryName, inEnglish, languageName, listed, type Text, t } from "#languages/words.ts";
import { categoryWords } from "../../kit/show.ts";
import { sentence } from "../listings/listing-parts.ts";
import type { Asked } from "./asked.ts";
import { rangeWords, valueWords } from "./own-words.ts";

export type Option = { value: string; label: Text; count: number; isSet: boolean };
/** A filter with its values, or with bounds and the listings from each step on. */
export type Facet = {
  name: string;
  title: Text;
  options: Option[];
  /** The same search without this filter. */
  without(asked: Asked): Asked;
  range?: { field: OwnField; from: number | undefined; to: number | undefined; bins: Bin[] };
};
/** Listings from a bound to the next. */
export type Bin = { from: number | undefined; to: number | undefined; count: number };

const TITLES: Record<SearchFilter, Text> = {
  category: t`Category`,
  tag: as("of a listing")`Tag`,
  pricing_model: t`Price`,
  stage: t`Stage`,
  country: t`Country`,
  language: t`Language`,
};

/** So many are offered, the most frequent on the site first. */
const MOST_CURRENCIES = 3;
const collator = once(() => new Intl.Collator("en"));
const byCount = (a: Option, b: Option): number =>
  b.count - a.count || collator().compare(inEnglish(a.label), inEnglish(b.label));

/** In the order of the page. What is set is there even if nothing matches it. */
export async function facetsOf(
  filter: ListingFilter,
  words: SearchWords,
  { store }: Pick<Deps, "store">,
): Promise<Facet[]> {
  const counts = await store.listings.counts(filter);
  const names = new Map((await store.reference.categoryNames()).map((one) => [one.slug, categoryWords(one)]));
  const facet = (
    name: SearchFilter,
    counted: ReadonlyMap<string, number>,
    labelOf: (value: string) => Text,
    { order, fold = (value) => value }: { order?: readonly string[]; fold?: (value: string) => string } = {},
  ): Facet => {
    const set = new Set(splitValues(words[name]).map(fold));
    const known = new Map([...counted].map(([value, count]) => [fold(value), { value, count }]));
    const values = [...(order?.filter((value) => known.has(value)) ?? []), ...known.keys(), ...set];
    const options = [...new Set(values)].map((key): Option => {
      const { value, count } = known.get(key) ?? { value: key, count: 0 };
      return { value, label: labelOf(value), count, isSet: set.has(key) };
    });
    // A comma would separate values.
    const plain = options.filter(({ value }) => !value.includes(","));
    return {
      name,
      title: TITLES[name],
      options: order ? plain : plain.sort(byCount),
      without: (asked) => ({ ...asked, [name]: undefined }),
    };
  };
  const saidOf = (value: string): Text => given(sentence(value));
  const fields = store.filterFields();
  const without = (key: string) => (asked: Asked) => ({ ...asked, where: whereWithout(asked.where, key, fields) });
  const own = fields.flatMap((field) =>
    ownFacet(field, counts.own.get(field.key), filter.own?.[field.key]).map(
      (one): Facet => ({ ...one, without: without(field.key) }),
    ),
  );
  const facets = [
    facet("category", counts.category, (slug) => names.get(slug) ?? slug),
    ...own.filter(({ name }) => !currencyOf(name)),
    facet("tag", counts.tag, (tag) => tag, { fold: foldTag }),
    facet("pricing_model", counts.pricingModel, saidOf, { order: PRICING_MODELS }),
    ...own.filter(({ name }) => currencyOf(name)).filter(({ name }, at) => at < MOST_CURRENCIES || filter.own?.[name]),
    facet("stage", counts.stage, saidOf, { order: STAGES }),
    facet("country", counts.country, countryName, { fold: (code) => code.toUpperCase() }),
    facet("language", counts.language, languageName),
  ];
  return facets.filter(isUseful);
}

const isUseful = ({ name, options, range }: Facet): boolean =>
  range !== undefined || options.some(({ isSet }) => isSet) || options.length > (name === "language" ? 1 : 0);

function ownFacet(
  field: OwnField,
  counted: ReadonlyMap<string, number> | undefined,
  wish: OwnWish | undefined,
): Omit<Facet, "without">[] {
  const { key: name, kind } = field;
  const title = labelOf(field);
  if (!field.isFilter || counted === undefined) return [];
  if (kind === "number" || kind === "date") {
    const { from, to } = wish && !("any" in wish) ? wish : {};
    if (!counted.get(ANY) && from === undefined && to === undefined) return [];
    return [{ name, title, options: [], range: { field, from, to, bins: binsOf(field, counted) } }];
  }
  const set = new Set(wish && "any" in wish ? wish.any : []);
  const options = [...new Set([...counted.keys(), ...set])]
    .map(
      (value): Option => ({
        value,
        label: valueWords(field, value),
        count: counted.get(value) ?? 0,
        isSet: set.has(value),
      }),
    )
    .sort(byCount);
  return [{ name, title, options }];
}

function binsOf({ steps = [] }: OwnField, counted: ReadonlyMap<string, number>): Bin[] {
  const bounds = [undefined, ...steps];
  const atLeast = (bound: number | undefined) => counted.get(bound === undefined ? ANY : `>=${bound}`) ?? 0;
  return bounds.map((from, at): Bin => {
    const to = bounds[at + 1];
    return { from, to, count: atLeast(from) - (to === undefined ? 0 : atLeast(to)) };
  });
}

/** The key of listings with any value, beside those of the steps. */
const ANY = ">=";

/** What words of the search were taken for. */
export function attributeWords({ field: name, values }: Attribute, fields: readonly OwnField[]): Text {
  const field = fields.find(({ key }) => key === name);
  const [, sign, bound] = boundIn(values[0] ?? "", field) ?? [];
  if (field && bound !== undefined) return rangeWords(field, { [sign === ">=" ? "from" : "to"]: Number(bound) });
  const wordsOf = (value: string): Text =>
    field ? valueWords(field, value) : name === "country" ? countryName(value) : given(sentence(value));
  return listed(values.map(wordsOf), "disjunction");
}
export function attributeTitle({ field: name }: Attribute, fields: readonly OwnField[]): Text {
  const field = fields.find(({ key }) => key === name);
  return field ? labelOf(field) : given(TITLES[given(SEARCH_FILTERS.find((filter) => filter === name))]);
}

/** What is set of a filter, in words; undefined if nothing is. */
export function setWords({ options, range }: Facet): Text | undefined {
  if (range) return range.from === undefined && range.to === undefined ? undefined : rangeWords(range.field, range);
  const set = options.filter(({ isSet }) => isSet).map(({ label }) => label);
  return set.length > 0 ? listed(set, "disjunction") : undefined;
}
