import { z } from "zod";
import { issueText } from "#core/errors/faults.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { countryNamed, pricingModelNamed, stageNamed } from "#domain/search/filter-values.ts";
import { SLUG, slugify } from "#domain/text/slug.ts";
import { cleanText, hasControls } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";

/** Written text, cleaned before it is measured: blank becomes "", which `min(1)` rejects. */
export const text = (max: number) => z.string().overwrite(cleanText).max(max);
/** Newlines are rejected rather than replaced, so that nothing changes silently. */
export const line = (max: number) => text(max).refine((text) => !/[\n\t]/.test(text), issueText(t`Must be one line.`));

export const plain = z
  .string()
  .refine((given) => !hasControls(given), issueText(t`Must be one line without control characters.`))
  .overwrite(cleanText);
export const term = (max: number) => plain.max(max);

export const Slug = z
  .string()
  .regex(SLUG, { error: issueText(t`Must be a slug: lower-case letters, digits and hyphens.`), abort: true });
export const Uuid = z.uuid().toLowerCase();
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
export const Country = z.string().regex(/^[A-Za-z]{2}$/, issueText(t`Must be a two-letter country code.`));

/** Accepts common names: "UK", "Open Source", "beta". Others are validated unchanged. */
export const CountryFilter = z
  .string()
  .overwrite((typed) => countryNamed(typed) ?? typed)
  .regex(/^[A-Za-z]{2}$/, issueText(t`Must be a country: a two-letter code like US, or its name.`));
export const StageFilter = z
  .string()
  .overwrite((typed) => (stageNamed(typed) ? slugify(typed, typed) : typed))
  .regex(SLUG, issueText(t`Must be one word, like mvp or launched.`));
export const PricingModelFilter = term(40).overwrite((typed) => pricingModelNamed(typed) ?? typed);
export const Email = z.email().max(254);

/** Optional text: null and "" both mean none; stored as null. */
export const orNull = (schema: z.ZodString) =>
  schema
    .nullable()
    .transform((given) => given || null)
    .optional();

export const WebUrl = term(2048).refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
  error: issueText(t`Must be an http or https URL, like https://example.com.`),
  params: { code: "format" },
});

export const WebsiteAddress = term(2048)
  .overwrite((typed) => {
    const address = typed.trim();
    return address === "" || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`;
  })
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: issueText(t`Must be an http or https URL, like https://example.com or acme.com.`),
    params: { code: "format" },
  });

export const paging = { page: z.int().min(1).max(1000).default(1), per_page: z.int().min(1).max(100).default(20) };

export const pageRequest = (input: { page: number; per_page: number }): PageRequest => ({
  page: input.page,
  perPage: input.per_page,
});

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    total_pages: z.int(),
    has_more: z.boolean(),
  });

export function viewList<T, V>({ items, total }: Page<T>, { page, perPage }: PageRequest, view: (item: T) => V) {
  const totalPages = Math.ceil(total / perPage);
  return {
    items: items.map(view),
    page,
    per_page: perPage,
    total,
    total_pages: totalPages,
    has_more: page < totalPages,
  };
}

export const viewTime = (at: Date): string => at.toISOString();
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type Shown<T> = { [Name in keyof T as Snake<Name & string>]: T[Name] extends Date ? string : T[Name] };

/** An object with its names in snake_case and its times as text. What the output's schema does not have is left out. */
export const viewAs = <T extends object>(stored: T): Shown<T> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value instanceof Date ? viewTime(value) : value,
    ]),
  ) as Shown<T>;

export const viewTimeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

export const Faq = z.object({ question: z.string(), answer: z.string() });
export const NextActions = z.array(z.string()).describe("operations that make sense next");
