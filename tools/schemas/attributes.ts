import { z } from "zod";
import type { DraftChange } from "#actions/drafts/check-change.ts";
import { schemaOf } from "#actions/listings/change-own.ts";
import type { DraftContent, OwnRef } from "#domain/drafts/draft.ts";
import type { Evidence, Quotes } from "#domain/listings/evidence.ts";
import {
  isIndexed,
  MOST_OWN_FIELDS,
  OWN_KEY,
  OWN_KINDS,
  type OwnField,
  type OwnValue,
  type OwnValues,
} from "#domain/listings/own-fields.ts";
import { keysOf } from "#domain/text/keys.ts";

export const KINDS = keysOf(OWN_KINDS);
const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** A value of a field that the site defines. */
const AttributeView = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(KINDS).describe("what it holds"),
  value: Value,
  unit: z.string().nullable(),
  evidence: z.array(z.object({ quote: z.string(), url: z.string() })),
});

export const Attributes = z
  .array(AttributeView)
  .optional()
  .describe("fields of this directory, if it defines any; get_site_info names them");

const viewAttribute = <V extends OwnValue | null>(field: OwnField, value: V, quotes: readonly Evidence[]) => ({
  ...{ key: field.key, name: field.label, type: field.kind, value, unit: field.unit ?? null },
  evidence: quotes.map(({ quote, url }) => ({ quote, url })),
});

export const viewAttributes = (
  fields: readonly OwnField[],
  values: OwnValues = {},
  quotes: Quotes = {},
): z.input<typeof Attributes> =>
  fields.length === 0
    ? undefined
    : fields.flatMap((field) => {
        const value = values[field.key];
        return value === undefined ? [] : [viewAttribute(field, value, quotes[`own.${field.key}`] ?? [])];
      });

export const FieldState = z.enum(["ai", "not_found", "edited", "manual", "override", "deleted"]);

export const DraftAttributes = z
  .array(AttributeView.extend({ value: Value.nullable(), state: FieldState, locked: z.boolean() }))
  .optional()
  .describe("fields of this directory, if it defines any; set_draft_attributes sets them");

const UNKNOWN = { value: null, state: "not_found", evidence: [] } as const;

export const viewOwnFields = (
  fields: readonly OwnField[],
  own: DraftContent["own"] = {},
): z.input<typeof DraftAttributes> =>
  fields.length === 0
    ? undefined
    : fields.flatMap((field) => {
        const { value, state, evidence } = own[field.key] ?? UNKNOWN;
        return [{ ...viewAttribute(field, value, evidence), state, locked: state === "override" }];
      });

export const FieldView = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(KINDS).describe("what it holds"),
  hint: z.string().nullable(),
  unit: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  categories: z.array(z.string()).describe("slugs; empty: every listing"),
  is_filter: z.boolean().describe("whether filter_listings takes it in where"),
  is_sort: z.boolean().describe("whether filter_listings takes it in order"),
  is_required: z.boolean().describe("whether drafts need it to be submitted"),
  editors: z.enum(["owner", "team"]).describe("who may set it: owners and the site team, or the site team alone"),
});

export const viewField = (field: OwnField): z.input<typeof FieldView> => ({
  key: field.key,
  name: field.label,
  type: field.kind,
  hint: field.hint ?? null,
  unit: field.unit ?? null,
  options: field.options ?? [],
  categories: field.categories ?? [],
  is_filter: field.isFilter ?? false,
  is_sort: isIndexed(field) && (field.isSort ?? false),
  is_required: field.isRequired ?? false,
  editors: field.editors,
});

/** JSON Schemas of values, by key: what a site takes, for its own document. */
export const inputsOf = (fields: readonly OwnField[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => {
      const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(field).nullable(), { io: "input" });
      return [field.key, { title: field.label, ...(field.hint && { description: field.hint }), ...schema }];
    }),
  );

export const AttributesInput = z
  .record(z.string().max(40), z.unknown())
  .describe("key -> value of its type; null removes");

const Keys = z.array(z.string().regex(OWN_KEY)).max(MOST_OWN_FIELDS).optional();

/** What an edit of a draft does to fields of this directory. */
export const DraftAttributesInput = {
  attributes: AttributesInput.optional(),
  lock: Keys.describe("keys to protect from redrafting"),
  unlock: Keys.describe("keys to unlock; values stay"),
  regenerate: Keys.describe("keys to redraft from the website"),
  restore: Keys.describe("keys to bring back to the drafted original"),
};

export type DraftAttributesChange = z.output<z.ZodObject<typeof DraftAttributesInput>>;
const refs = (keys: readonly string[]): OwnRef[] => keys.map((key): OwnRef => `attributes.${key}`);

export const ownChangeOf = ({ attributes, lock, unlock, restore, regenerate }: DraftAttributesChange): DraftChange => ({
  ...(attributes && { attributes }),
  ...(lock && { lock: refs(lock) }),
  ...(unlock && { unlock: refs(unlock) }),
  ...(restore && { restore: refs(restore) }),
  ...(regenerate && { regenerate: refs(regenerate) }),
});
