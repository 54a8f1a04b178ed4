import type { Html, Part } from "#core/text/html.ts";
import { type FieldName, fieldOf, isListField, MOST_ENTRIES } from "#domain/listings/fields.ts";
import type { SectionField } from "#domain/listings/section-fields.ts";
import { given } from "#domain/text/given.ts";
import { collator } from "#languages/formats.ts";
import type { Language } from "#languages/language.ts";
import { countryName, listed, say, t } from "#languages/words.ts";
import type { Store } from "#store/store.ts";
import { choice, type Faults, field, type Option } from "../../kit/form.ts";
import { categoryOptions } from "../listings/category-options.ts";
import { sentence } from "../listings/listing-parts.ts";
import { joinEntries, splitEntries } from "./form-marks.ts";

export type Offers = {
  categories: readonly Option[];
  countries: (readonly [code: string, name: string])[];
  likely?: readonly string[];
};

const isEntryField = (name: FieldName): boolean => fieldOf(name).hasShortEntries === true;

export const readList = (name: FieldName, text: string): string[] =>
  (isEntryField(name) ? splitEntries(text) : text.split("\n")).map((entry) => entry.trim()).filter(Boolean);

type Input = { value: string | string[]; faults: Faults; offers: Offers; note?: Part; isTeam?: boolean | undefined };

export function profileInput(name: FieldName, { value, faults, offers, note, isTeam }: Input): Part {
  const { label, hint, kind, rows, listingMax, options } = fieldOf(name);
  const place = `fields.${name}`;
  const fault = faults[place] ?? Object.entries(faults).find(([at]) => at.startsWith(`${place}.`))?.[1];
  const common = { name: place, label, note, fault };
  if (kind === "categories") return categories([value].flat().filter(Boolean), { faults, offers, note, isTeam });
  if (kind === "country") return choice({ ...common, value: String(value), options: offers.countries });
  if (options)
    return choice({
      ...common,
      value: String(value),
      options: options.map((option) => [option, given(sentence(option))]),
    });
  const isList = isListField(name);
  const isCounted = kind === "line" || kind === "text";
  return field({
    ...common,
    hint,
    type: rows ? "textarea" : kind === "email" ? "email" : kind === "video" || kind === "picture" ? "url" : "text",
    rows,
    value: isEntryField(name) ? joinEntries([value].flat()) : [value].flat().join("\n"),
    maxLength: isList ? MOST_ENTRIES * (listingMax + 4) : listingMax,
    count: isCounted ? listingMax : undefined,
    hasEntries: isEntryField(name),
    autocomplete: "off",
    required: false,
  });
}

/** The first counts; a paid launch shows up to three more. */
const categories = (values: string[], { faults, offers, note, isTeam }: Omit<Input, "value">): Part =>
  [...values, ""].slice(0, 20).map((value, index) =>
    choice({
      name: `fields.categories.${index}`,
      label: index === 0 ? t`Category` : t`Category ${index + 1}`,
      note: index === 0 && note,
      hint:
        index === 0
          ? offers.likely?.[0] && t`Suggested: ${listed(offers.likely, "disjunction")}.`
          : index === 1 && !isTeam && t`Shown once you buy more categories.`,
      value,
      fault: faults[`fields.categories.${index}`] ?? (index === 0 ? faults["fields.categories"] : undefined),
      options: offers.categories,
    }),
  );

/** The input of a part of a section. Rows of a list are not required: an emptied one is removed. */
export const sectionInput = (
  name: string,
  { label, hint, kind, rows, max }: SectionField,
  value: string | undefined,
  faults: Faults,
  required = false,
): Html =>
  field({
    name,
    label,
    hint,
    type: rows ? "textarea" : kind === "date" || kind === "url" ? kind : "text",
    rows,
    value: value ?? "",
    fault: faults[name],
    autocomplete: "off",
    required,
    maxLength: max,
    count: kind === "line" || kind === "text" ? max : undefined,
  });

type Country = { code: string; name: string };
/** Countries as a language calls and sorts them. */
export function countriesIn(language: Language, countries: readonly Country[]): Offers["countries"] {
  const nameOf = ({ code, name }: Country) => (language.tag === "en" ? name : say(countryName(code), language));
  const { compare } = collator(language);
  return countries.map((country) => [country.code, nameOf(country)] as const).sort(([, a], [, b]) => compare(a, b));
}

export async function readOffers(store: Pick<Store, "reference">, language: Language): Promise<Offers> {
  const [categories, countries] = await Promise.all([
    categoryOptions(store, language, "name"),
    store.reference.countries(),
  ]);
  return { categories, countries: countriesIn(language, countries) };
}
