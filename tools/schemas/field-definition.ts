import { z } from "zod";
import { issueText } from "#core/errors/faults.ts";
import { isFieldName } from "#domain/listings/fields.ts";
import { hasWords, LONGEST, OWN_KEY, OWN_KINDS, OWN_PLACES, SCHEMA_PROPERTIES } from "#domain/listings/own-fields.ts";
import { SEARCH_FILTERS } from "#domain/search/saved-search.ts";
import { keysOf } from "#domain/text/keys.ts";
import { t } from "#languages/words.ts";
import { line, Slug, text } from "./common.ts";

/** Names of filters, columns and addresses mean something else, and objects have a constructor. */
const RESERVED: readonly string[] = [
  ...SEARCH_FILTERS,
  ...["q", "where", "sort", "order", "page", "view", "new", "constructor"],
  ...["url", "slug", "categories", "launched_at", "old_address", "attributes", "socials", "founders"],
];
export const isReservedKey = (key: string): boolean => RESERVED.includes(key) || isFieldName(key);

const Option = z.strictObject({ value: line(LONGEST.option).min(1), label: line(LONGEST.option).min(1) });
const areDistinct = (options: readonly { value: string }[]): boolean =>
  new Set(options.map(({ value }) => value.toLowerCase())).size === options.length;

/** The definition of a field, as admins type it and files bring it. */
export const FieldDefinition = z
  .strictObject({
    key: z
      .string()
      .regex(OWN_KEY, issueText(t`Use lower-case letters, digits and underscores, and begin with a letter.`))
      .refine((key) => !isReservedKey(key), issueText(t`This key is reserved.`)),
    label: line(60).min(1),
    kind: z.enum(keysOf(OWN_KINDS)),
    hint: line(200).optional(),
    unit: line(20).optional(),
    group: line(60).optional(),
    options: z.array(Option).max(200).refine(areDistinct, issueText(t`Enter each value once.`)).optional(),
    steps: z.array(z.number()).optional(),
    categories: z.array(Slug).optional(),
    shownIn: z.array(z.enum(OWN_PLACES)),
    isFilter: z.boolean().optional(),
    isSort: z.boolean().optional(),
    isSearched: z.boolean().optional(),
    isRequired: z.boolean().optional(),
    drafted: z.strictObject({ guide: text(2000), quote: z.boolean() }).optional(),
    editors: z.enum(["owner", "team"]),
    schemaOrg: z
      .string()
      .refine((property) => Object.hasOwn(SCHEMA_PROPERTIES, property), issueText(t`Choose a property from the list.`))
      .optional(),
  })
  .refine(({ kind, isFilter, isSort }) => (kind !== "text" && kind !== "link") || !(isFilter || isSort), {
    path: ["kind"],
    error: issueText(t`Long texts and links cannot be used for filters or sorting.`),
  })
  .refine((field) => !field.isSearched || hasWords(field), {
    path: ["kind"],
    error: issueText(t`Only texts, choices and licences can be searched.`),
  });
