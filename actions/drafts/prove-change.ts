import { type Draft, siteOf } from "#domain/drafts/draft.ts";
import { knownCategories } from "#domain/drafts/known-categories.ts";
import { sameValue } from "#domain/listings/shared-facts.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Supported } from "#drafting/support.ts";
import type { Deps } from "../context.ts";
import type { DraftChange } from "./check-change.ts";

type Category = { slug: string; name: string; keywords: string[] };

/**
 * Searches the pages of a draft for the values that a change sets. It takes a second at most, and
 * runs before the change.
 */
export async function proveChange(
  draft: Draft,
  { fields = {}, founders = [], faqs = [], companySocials = {}, founderSocials = {} }: DraftChange,
  categories: readonly Category[],
  { store, findSupport }: Pick<Deps, "store" | "findSupport">,
): Promise<Supported> {
  const { content } = draft;
  const values = keysOf(fields).flatMap((name) => {
    const value = fields[name];
    const known = content.fields[name];
    const isKnown = known && [known.value, known.aiValue].some((one) => sameValue(one, value));
    return !value?.length || isKnown ? [] : [[name, value] as const];
  });
  const fresh = <T>(all: T[], known: readonly T[]) =>
    all.filter((one) => !known.some((other) => sameValue(one, other)));
  const set = {
    fields: Object.fromEntries(values),
    founders: fresh(founders, content.founders),
    faqs: fresh(faqs, content.faqs),
    socials: Object.fromEntries(
      [
        ...Object.entries(companySocials).map(([name, url]) => [
          `company_socials.${name}`,
          url,
          content.companySocials[name],
        ]),
        ...Object.entries(founderSocials).map(([name, url]) => [
          `founder_socials.${name}`,
          url,
          content.founderSocials[name],
        ]),
      ].flatMap(([name = "", url, known]) => (url && url !== known ? [[name, url]] : [])),
    ),
  };
  if (Object.values(set).every((part) => Object.keys(part).length === 0)) return { quotes: {}, unproven: [] };
  const site = siteOf(draft, await store.drafts.pages(draft.id));
  return findSupport({ site, ...knownCategories(categories), ...set });
}
