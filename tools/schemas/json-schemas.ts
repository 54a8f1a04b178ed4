import { z } from "zod";
import { given } from "#domain/text/given.ts";
import { isRecord, membersOf } from "#domain/text/record.ts";
import type { AnyTool } from "../define.ts";
import { CategoryBrief, CategoryNode } from "./category.ts";
import { ClaimView } from "./claim.ts";
import { DraftSummary, DraftView } from "./draft.ts";
import { FounderView } from "./founder.ts";
import { AwardView } from "./launch.ts";
import { ChangedListing, ListingProfile, ListingSummary, OwnedListing, OwnedSummary } from "./listing.ts";
import { OrderView } from "./order.ts";
import { PostSummary, PostView } from "./post.ts";
import { wordsOf } from "./property-words.ts";

export type Json = { [key: string]: unknown };

const SHAPES: Record<string, z.ZodType> = {
  Listing: ListingProfile,
  ListingSummary,
  OwnedListing,
  OwnedListingSummary: OwnedSummary,
  ChangedListing,
  Draft: DraftView,
  DraftSummary,
  Category: CategoryNode,
  CategoryBrief,
  Founder: FounderView,
  Post: PostView,
  PostSummary,
  Award: AwardView,
  Claim: ClaimView,
  Order: OrderView,
};

export const ref = (kind: "schemas" | "responses" | "headers" | "parameters", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
const camel = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

export function schemasOf(tools: readonly AnyTool[]) {
  const registry = z.registry<{ id: string }>();
  const named = new Map<z.ZodType, string>(Object.entries(SHAPES).map(([id, schema]) => [schema, id]));
  for (const { name, output } of tools) if (!named.has(output)) named.set(output, `${camel(name)}Answer`);
  for (const [schema, id] of named) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: "output", uri });
  const nameOf = (schema: z.ZodType): string => given(named.get(schema));
  const whole = Object.entries(schemas).map(([id, schema]): [string, Json & Objects] => [id, open(clean(schema))]);
  const bases = whole.filter(([id]) => id in SHAPES);
  const all = Object.fromEntries(whole.map(([id, schema]) => [id, explained(brief(schema, id, bases), id)]));
  return {
    nameOf,
    schemas: reachable(
      all,
      tools.map(({ output }) => nameOf(output)),
    ),
  };
}

type Objects = { properties?: Record<string, Json>; required?: string[] };

function brief(schema: Json, own: string, bases: readonly [string, Objects][]): Json {
  const bySize = bases.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  return map(schema, (part) => {
    const { properties, required = [], ...rest } = part as Json & Objects;
    if (!properties) return part;
    const base = bySize.find(
      ([id, { properties: shared = {} }]) =>
        id !== own &&
        Object.keys(shared).length < Object.keys(properties).length &&
        Object.entries(shared).every(([key, value]) => JSON.stringify(properties[key]) === JSON.stringify(value)),
    );
    if (!base) return part;
    const [name, shared] = base;
    const more = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in given(shared.properties))));
    const needed = required.filter((key) => !shared.required?.includes(key));
    return {
      ...rest,
      allOf: [ref("schemas", name)],
      properties: more,
      ...(needed.length && { required: needed }),
    };
  });
}
const sizeOf = ({ properties = {} }: Objects): number => Object.keys(properties).length;

export const described = (properties: Record<string, unknown>, place: string): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { description = wordsOf(name, place), ...rest } = membersOf(explained(schema, name));
      return [name, { ...(description !== undefined && { description }), ...rest }];
    }),
  );

export function explained(schema: unknown, place: string): unknown {
  if (Array.isArray(schema)) return schema.map((part) => explained(part, place));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === "properties" ? described(membersOf(part), place) : explained(part, place),
    ]),
  );
}

function reachable(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const [, next] of JSON.stringify(all[id]).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) visit(given(next));
  };
  names.forEach(visit);
  return Object.fromEntries([...found].sort().map((id) => [id, all[id]]));
}

export function clean(schema: object): Json {
  return map(schema, ({ $schema: _, $id: __, ...rest }) => {
    if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum;
    if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum;
    return rest;
  });
}

/** Responses may gain fields, so schemas are open. */
const open = (schema: Json): Json =>
  map(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === false || additionalProperties === undefined ? rest : { ...rest, additionalProperties },
  );

function map(schema: object, change: (schema: Json) => Json): Json {
  const deep = (inner: unknown): unknown =>
    Array.isArray(inner) ? inner.map(deep) : isRecord(inner) ? map(inner, change) : inner;
  return change(Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, deep(part)])));
}
