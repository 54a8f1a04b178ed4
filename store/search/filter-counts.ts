import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import type { ListingFilter } from "#domain/listings/listing.ts";
import { foldTag } from "#domain/search/tags.ts";
import { readFilterFields } from "../sqlite/own-fields.ts";
import { untilCommit } from "../sqlite/version.ts";
import type { IdSet } from "./id-set.ts";
import type { KnownSets, SetKey } from "./known-sets.ts";

/** Results of a search by filter value, without empty values. */
export type FilterCounts = Record<
  "category" | "tag" | "stage" | "pricingModel" | "country" | "language",
  Map<string, number>
> & {
  /** By key of a field. */
  own: Map<string, Map<string, number>>;
};

/** Values that are counted, of one field. */
const MOST_VALUES = 500;
/** Few results are asked for all their tags, many are counted for the most frequent tags. */
const TAGS = { results: 1000, most: 60 };
/** Searches cached until the next commit. */
const MOST_KEPT = 200;
/** Filters by what words of a search may also want. */
const WORDED: Partial<Record<string, string>> = { pricingModel: "pricing_model" };
/** Yields after this many large sets. */
const IN_A_ROW = 24;
/** Small counts need no pauses. */
const FEW = 64;

/** A filter value, with the sets of its members. */
type Value = readonly [value: string, keys: SetKey[]];

const COLUMNS = {
  stage: { column: "stage", index: "listings_stage", kind: "stage" },
  pricingModel: { column: "pricing_model", index: "listings_pricing", kind: "pricing" },
  country: { column: "country", index: "listings_country", kind: "country" },
  language: { column: "language", index: "listings_language", kind: "language" },
} as const;

/** `listed` returns all results. */
export function filterCounts(
  client: Database.Database,
  sets: KnownSets,
  listed: (filter: ListingFilter) => Promise<IdSet>,
) {
  const tree = client.prepare<[], [slug: string, parent: string | null]>("select slug, parent_slug from categories");
  const valuesOfCategory = untilCommit(client, () =>
    [...below(tree.raw().all())].map(([slug, all]): Value => [slug, all.map((each): SetKey => `category:${each}`)]),
  );
  // One index lookup per value, however many listings have it.
  const valuesOf = ({ column, index, kind }: (typeof COLUMNS)[keyof typeof COLUMNS]) => {
    const next = client
      .prepare<[string], string>(
        `select ${column} from listings indexed by ${index} where ${column} > ? order by ${column} limit 1`,
      )
      .pluck();
    return untilCommit(client, () => {
      const values: Value[] = [];
      for (let value = next.get(""); value !== undefined; value = next.get(value))
        values.push([value, [`${kind}:${value}`]]);
      return values;
    });
  };
  const values = {
    stage: valuesOf(COLUMNS.stage),
    pricingModel: valuesOf(COLUMNS.pricingModel),
    country: valuesOf(COLUMNS.country),
    language: valuesOf(COLUMNS.language),
  };
  const tagsOf = client
    .prepare<[string], [tag: string, listings: number]>(
      `select named.tag, count(*) from json_each(?) each join listing_tags on listing_id = each.value
      join listing_tag_counts named using (tag) group by named.tag`,
    )
    .raw();
  const frequentTags = client
    .prepare<[number], string>("select tag from listing_tag_counts order by listings desc limit ?")
    .pluck();
  const nextOwn = client
    .prepare<[string, string], string>(
      "select value from listing_values where field = ? and value > ? order by value limit 1",
    )
    .pluck();
  const fields = readFilterFields(client);
  /** Values of each field, or for a number any value and the steps that it is at least. */
  const ownValues = untilCommit(client, () =>
    fields()
      .filter(({ isFilter }) => isFilter)
      .map(({ key: field, kind, steps = [] }): [string, Value[]] => {
        if (kind === "number" || kind === "date")
          return [
            field,
            [[">=", [`has:${field}`]], ...steps.map((step): Value => [`>=${step}`, [`range:${field}=${step}..`]])],
          ];
        const values: Value[] = [];
        for (
          let value = nextOwn.get(field, "");
          value !== undefined && values.length < MOST_VALUES;
          value = nextOwn.get(field, value)
        )
          values.push([value, [`own:${field}=${value}`]]);
        return [field, values];
      }),
  );
  const kept = untilCommit(client, () => new Map<string, Promise<FilterCounts>>());

  async function countEach(among: IdSet, values: readonly Value[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const isFew = among.count() <= FEW;
    for (const [index, [value, keys]] of values.entries()) {
      if (!isFew && index % IN_A_ROW === IN_A_ROW - 1) await breathe();
      const members: IdSet[] = [];
      for (const key of keys) members.push(sets.ready(key) ?? (await sets.get(key)));
      const count = among.sharedWithAny(members);
      if (count > 0) counts.set(value, count);
    }
    return counts;
  }

  async function countTags(among: IdSet): Promise<Map<string, number>> {
    if (among.count() > TAGS.results)
      return countEach(
        among,
        frequentTags.all(TAGS.most).map((tag): Value => [tag, [`tag:${foldTag(tag)}`]]),
      );
    return new Map(tagsOf.all(JSON.stringify([...among])));
  }

  async function count(filter: ListingFilter): Promise<FilterCounts> {
    const { categories, tags, stage, pricingModel, country, language, own = {}, wished, ...rest } = filter;
    const chosen = { categories, tags, stage, pricingModel, country, language };
    const found = new Map<string, Promise<IdSet>>();
    /** The results without one filter, searched once for all unset filters. */
    const without = (name: keyof typeof chosen | undefined, field?: string): Promise<IdSet> => {
      const others = Object.entries(chosen).filter(([key, value]) => key !== name && value !== undefined);
      const otherOwn = Object.entries(own).filter(([key]) => key !== field);
      const wishes = wished?.filter((one) => one.field !== (field ?? WORDED[name ?? ""] ?? name));
      const asked: ListingFilter = {
        ...rest,
        ...(wishes && wishes.length > 0 && { wished: wishes }),
        ...Object.fromEntries(others),
        ...(otherOwn.length > 0 && { own: Object.fromEntries(otherOwn) }),
      };
      const key = JSON.stringify(asked);
      const known = found.get(key) ?? listed(asked);
      found.set(key, known);
      return known;
    };
    const byColumn = async (name: keyof typeof values) => countEach(await without(name), values[name]());
    const counted: FilterCounts["own"] = new Map();
    for (const [field, all] of ownValues()) counted.set(field, await countEach(await without(undefined, field), all));
    return {
      own: counted,
      category: await countEach(await without("categories"), valuesOfCategory()),
      tag: await countTags(await without("tags")),
      stage: await byColumn("stage"),
      pricingModel: await byColumn("pricingModel"),
      country: await byColumn("country"),
      language: await byColumn("language"),
    };
  }

  return (filter: ListingFilter): Promise<FilterCounts> => {
    const known = kept();
    const key = JSON.stringify(filter);
    const before = known.get(key);
    if (before) return before;
    if (known.size >= MOST_KEPT) known.clear();
    const counted = count(filter);
    known.set(key, counted);
    counted.catch(() => known.delete(key));
    return counted;
  };
}

/** Each category with its descendants. */
function below(rows: readonly [slug: string, parent: string | null][]): Map<string, string[]> {
  const parents = new Map(rows);
  const all = new Map(rows.map(([slug]): [string, string[]] => [slug, []]));
  for (const [slug] of rows)
    for (let at: string | null | undefined = slug; at != null; at = parents.get(at)) all.get(at)?.push(slug);
  return all;
}
