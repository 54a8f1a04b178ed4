import type { OwnField } from "#domain/listings/own-fields.ts";
import { currencyOf } from "#domain/listings/price-fields.ts";
import { type Attribute, boundIn, wantedOf } from "#domain/search/attributes.ts";
import { REASONS } from "#domain/search/search-words.ts";
import { inEnglish, type Words } from "#languages/words.ts";
import { IdSet } from "./id-set.ts";
import type { KnownSets, SetKey } from "./known-sets.ts";
import { type Matches, many } from "./matches.ts";

/** Fields of every listing: the kind of their sets, and what is said where a listing has none. */
const PLAIN: Partial<Record<string, { kind: "pricing" | "stage" | "country"; unstated: () => Words }>> = {
  pricing_model: { kind: "pricing", unstated: REASONS.price },
  stage: { kind: "stage", unstated: REASONS.stage },
  country: { kind: "country", unstated: REASONS.country },
};

function keyOf(field: string, value: string, own: OwnField | undefined): SetKey {
  const plain = PLAIN[field];
  if (plain) return `${plain.kind}:${value}`;
  const [, sign, bound] = boundIn(value, own) ?? [];
  if (sign === undefined) return `own:${field}=${value}`;
  return sign === ">=" ? `range:${field}=${bound}..` : `range:${field}=..${bound}`;
}

/** Listings by how they fit what the words of a search want. */
export type Wishes = {
  /** Those with the values or values near them. */
  held: IdSet;
  /** Without those that state other values. */
  fitting(ids: IdSet): IdSet;
  /** With the values, with some near them, not stated, with some others, with only others. */
  tiers(matches: Matches): Matches[];
  tierOf(id: number): number;
  /** Which of the fields a listing does not state, in words. */
  unstated(id: number): string[];
};

export async function wishesOf(
  wished: readonly Attribute[],
  { sets, fields }: { sets: KnownSets; fields: readonly OwnField[] },
): Promise<Wishes> {
  const ownOf = (field: string) => fields.find(({ key }) => key === field);
  const anyOf = async (field: string, values: readonly string[]): Promise<IdSet> =>
    IdSet.anyOf(await Promise.all(values.map((value) => sets.get(keyOf(field, value, ownOf(field))))));
  const all = await Promise.all(
    [...Map.groupBy(wished, ({ field }) => field)].map(async ([field, attributes]) => {
      const wanted = attributes.map(wantedOf);
      const exact = await anyOf(
        field,
        wanted.flatMap(({ values }) => values),
      );
      const near = await anyOf(
        field,
        wanted.flatMap(({ near }) => near),
      );
      const held = IdSet.anyOf([exact, near]);
      const stated = await sets.get(`has:${field}`);
      return { field, exact, held, stated, others: stated.without(held) };
    }),
  );
  const [first, ...rest] = all;
  const both = (name: "exact" | "held" | "others") =>
    (first?.[name] ?? new IdSet()).and(...rest.map((one) => one[name]));
  const [exact, held, worst] = [both("exact"), both("held"), both("others")];
  const others = IdSet.anyOf(all.map((one) => one.others));
  return {
    held,
    fitting: (ids) => ids.without(others),
    tiers(matches) {
      const ids = matches.set();
      const near = held.without(exact);
      return [
        ids.and(exact),
        ids.and(near),
        ids.without(held, others),
        ids.and(others).without(worst),
        ids.and(worst),
      ].map(many);
    },
    tierOf: (id) => (exact.has(id) ? 0 : held.has(id) ? 1 : worst.has(id) ? 4 : others.has(id) ? 3 : 2),
    unstated: (id) =>
      all
        .filter(({ stated, held }) => !stated.has(id) && !held.has(id))
        .map(({ field }) => {
          const [currency, label] = [currencyOf(field), ownOf(field)?.label];
          if (currency !== undefined) return inEnglish(REASONS.priceIn(currency));
          return inEnglish(label === undefined ? (PLAIN[field]?.unstated() ?? "") : REASONS.unstated(label));
        }),
  };
}
