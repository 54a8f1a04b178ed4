import { z } from "zod";
import { LONGEST, MOST_CHOICES, type OwnField, type OwnValue, type OwnValues } from "#domain/listings/own-fields.ts";
import { spellLicence } from "#domain/listings/own-values.ts";
import { type Text, t } from "#languages/words.ts";

const short = (max: number) => z.string().trim().min(1).max(max);
const oneOf = ({ options = [] }: OwnField) => {
  const [first, ...rest] = options.map(({ value }) => value);
  return first === undefined ? short(LONGEST.option) : z.enum([first, ...rest]);
};

/** The check of a value, made from its definition. */
export function schemaOf(field: OwnField): z.ZodType<OwnValue> {
  switch (field.kind) {
    case "line":
      return short(LONGEST.line);
    case "text":
      return short(LONGEST.text);
    case "number":
      return z.number();
    case "flag":
      return z.boolean();
    case "choice":
      return oneOf(field);
    case "choices":
      return z.array(oneOf(field)).max(MOST_CHOICES);
    case "licence":
      return z.array(short(LONGEST.option).overwrite(spellLicence)).max(MOST_CHOICES);
    case "date":
      return z.iso.date();
    case "link":
      return z.url({ protocol: /^https?$/ }).max(LONGEST.link);
  }
}

/** Definitions change rarely, and making forty checks takes 8 ms. */
const schemas = new WeakMap<readonly OwnField[], ReturnType<typeof makeSchema>>();
const makeSchema = (fields: readonly OwnField[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field.key, schemaOf(field).nullable().optional()])));
const schemaOfAll = (fields: readonly OwnField[]) => schemas.getOrInsertComputed(fields, makeSchema);

/** What a field takes, for whoever gave something else. */
export function wrongWords(field: OwnField | undefined): Text {
  const { kind, options = [] } = field ?? { kind: "line" as const };
  if (kind === "number") return t`Enter a number.`;
  if (kind === "flag") return t`Answer yes or no.`;
  if (kind === "date") return t`Enter a date, like 2026-11-29.`;
  if (kind === "link") return t`Enter a web address that begins with https://.`;
  if (kind === "line" || kind === "text") return t`Enter a text of at most ${LONGEST[kind]} characters.`;
  if (options.length > 0) return t`Choose from: ${options.map(({ value }) => value).join(", ")}.`;
  return t`Enter at most ${MOST_CHOICES} values of up to ${LONGEST.option} characters.`;
}

export type OwnFault = { key: string; code: "unknown_field" | "invalid"; detail: Text };

/** `before` with `given` in it; null removes. Or every fault. */
export function changeOwn(
  fields: readonly OwnField[],
  before: OwnValues | undefined,
  given: Record<string, unknown>,
): { values: OwnValues } | { faults: OwnFault[] } {
  const parsed = schemaOfAll(fields).safeParse(given);
  if (!parsed.success) {
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const known = fields.map(({ key }) => key).join(", ");
    return {
      faults: parsed.error.issues.flatMap((issue): OwnFault[] =>
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => ({
              key,
              code: "unknown_field",
              detail: `There is no field "${key}". Fields are ${known}.`,
            }))
          : [{ key: String(issue.path[0]), code: "invalid", detail: wrongWords(byKey.get(String(issue.path[0]))) }],
      ),
    };
  }
  const values: OwnValues = { ...before };
  for (const [key, value] of Object.entries(parsed.data))
    if (value === null || (Array.isArray(value) && value.length === 0)) delete values[key];
    else if (value !== undefined) values[key] = value;
  return { values };
}
