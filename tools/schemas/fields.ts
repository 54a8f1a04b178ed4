import { z } from "zod";
import {
  ALL_FIELDS,
  DRAFT_FIELDS,
  FIELDS,
  type FieldName,
  isListField,
  isTextField,
  isYearField,
  LIST_FIELDS,
  type ListFieldName,
  MOST_ENTRIES,
  OWNER_FIELDS,
  type PlaceOf,
  placeOf,
  YEARS,
  type YearFieldName,
} from "#domain/listings/fields.ts";
import type { ProfileFieldName } from "#domain/listings/listing.ts";
import { type Facts, PROFILE_FIELDS, storedValue } from "#domain/listings/shared-facts.ts";
import { byName } from "#domain/text/keys.ts";
import { line, orNull, term, text } from "./common.ts";

/** Descriptions for fields whose name is not enough. */
const MEANS: Partial<Record<FieldName, string>> = {
  stage: "idea, mvp, launched, growing",
  pricing_model: "like freemium, one_time",
  country: "ISO code",
  demo_video_url: "YouTube",
  logo_url: "https picture",
  categories: "names from list_categories, primary first",
};

const told = <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
  MEANS[name] === undefined ? schema : schema.describe(MEANS[name]);
export const fieldText = (name: FieldName, max: number): z.ZodString => {
  const { kind } = FIELDS[name];
  return (kind === "text" ? text : kind === "line" ? line : term)(max);
};
const words = (name: FieldName, max: number) => told(name, orNull(fieldText(name, max)));
const entries = (name: FieldName, max: number) =>
  told(name, z.array(line(max).min(1)).max(MOST_ENTRIES).nullable().optional());

export const DraftFieldsInput = z.strictObject({
  ...byName(DRAFT_FIELDS.filter(isTextField), (name) => words(name, FIELDS[name].draftMax)),
  ...byName(LIST_FIELDS, (name) => entries(name, FIELDS[name].draftMax)),
});

/** What an owner may change on the listing. Null and empty values remove. */
export const OwnerFieldsInput = z.strictObject({
  ...byName(OWNER_FIELDS.filter(isTextField), (name) => words(name, FIELDS[name].listingMax)),
  ...byName(OWNER_FIELDS.filter(isYearField), () => z.int().min(YEARS.from).max(YEARS.to).nullable().optional()),
  ...byName(OWNER_FIELDS.filter(isListField), (name) => entries(name, FIELDS[name].listingMax)),
});

/** What the site team may change besides: what owners change on the draft. */
export const TeamFieldsInput = z.strictObject({
  ...byName(DRAFT_FIELDS.filter(isTextField), (name) => words(name, FIELDS[name].listingMax)),
  ...byName(LIST_FIELDS, (name) => entries(name, FIELDS[name].listingMax)),
  ...OwnerFieldsInput.shape,
});

/** Fields by their key in this part of the view of a listing; "" has those outside of any part. */
type FieldsAt<Part extends string> = Part extends ""
  ? { [Name in ProfileFieldName as PlaceOf<Name> extends Name ? Name : never]: Name }
  : { [Name in FieldName as PlaceOf<Name> extends `${Part}.${infer Key}` ? Key : never]: Name };
type View<Name> = Name extends ListFieldName
  ? z.ZodArray<z.ZodString>
  : z.ZodNullable<Name extends YearFieldName ? z.ZodInt : z.ZodString>;
type Views<Part extends string> = { [Key in keyof FieldsAt<Part>]: View<FieldsAt<Part>[Key]> };

const viewSchema = (name: FieldName) =>
  isListField(name) ? z.array(z.string()) : isYearField(name) ? z.int().nullable() : z.string().nullable();

export function fieldsAt<Part extends string>(part: Part) {
  const names = part === "" ? PROFILE_FIELDS : ALL_FIELDS;
  const keys = names.flatMap((name): [key: string, name: FieldName][] => {
    const [key = "", within = ""] = placeOf(name).split(".").reverse();
    return within === part ? [[key, name]] : [];
  });
  const each = (make: (name: FieldName) => unknown) => Object.fromEntries(keys.map(([key, name]) => [key, make(name)]));
  return {
    shape: each(viewSchema) as Views<Part>,
    view: (facts: Facts) =>
      each((name) => storedValue(facts, name) ?? (isListField(name) ? [] : null)) as z.input<z.ZodObject<Views<Part>>>,
  };
}
