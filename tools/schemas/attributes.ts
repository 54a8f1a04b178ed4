import { z } from "zod";
import type { Quotes } from "../../domain/listings/evidence.ts";
import {
  isIndexed,
  OWN_KINDS,
  type OwnField,
  type OwnValue,
  type OwnValues,
} from "../../domain/listings/own-fields.ts";
import { keysOf } from "../../domain/text/keys.ts";

export const KINDS = keysOf(OWN_KINDS);
const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** A value of a field that the site defines. */
const AttributeView = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(KINDS),
  value: Value,
  unit: z.string().nullable(),
  evidence: z.array(z.object({ quote: z.string(), url: z.string() })),
});

export const Attributes = z
  .array(AttributeView)
  .optional()
  .describe("fields of this directory, if it defines any; get_site_info names them");

export const viewAttributes = (
  fields: readonly OwnField[],
  values: OwnValues = {},
  evidence: Quotes = {},
): z.input<typeof Attributes> =>
  fields.length === 0
    ? undefined
    : fields.flatMap(({ key, label, kind, unit }) => {
        const value: OwnValue | undefined = values[key];
        const quotes = (evidence[`own.${key}`] ?? []).map(({ quote, url }) => ({ quote, url }));
        return value === undefined
          ? []
          : [{ key, name: label, type: kind, value, unit: unit ?? null, evidence: quotes }];
      });

export const FieldView = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(KINDS),
  hint: z.string().nullable(),
  unit: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  categories: z.array(z.string()).describe("slugs; empty: every listing"),
  is_filter: z.boolean(),
  is_sort: z.boolean(),
  is_required: z.boolean(),
  editors: z.enum(["owner", "team"]),
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

export const AttributesInput = z
  .record(z.string().max(40), z.unknown())
  .describe("key -> value of its type; null removes");
