import { z } from "zod";
import {
  DRAFT_FIELDS,
  FIELDS,
  type FieldName,
  isListField,
  isTextField,
  LIST_FIELDS,
  MOST_ENTRIES,
  OWNER_FIELDS,
  YEARS,
} from "../../domain/listings/fields.ts";
import { byName } from "../../domain/text/keys.ts";
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
/** The schema of a text by its kind: prose, code or address. */
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
  founded_year: z.int().min(YEARS.from).max(YEARS.to).nullable().optional(),
  ...byName(OWNER_FIELDS.filter(isListField), (name) => entries(name, FIELDS[name].listingMax)),
});
