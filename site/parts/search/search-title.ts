import type { Request, Response } from "express";
import type { Deps } from "../../../actions/context.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { SEARCH_FILTERS, type SearchWords } from "../../../domain/search/saved-search.ts";
import { countryName, joined, languageName, quoted, type Text } from "../../../languages/words.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { icons } from "../../kit/icons.ts";

import { categoryWords } from "../../kit/show.ts";
import { sessionOf } from "../../kit/site.ts";
import { queryOf } from "../../kit/table.ts";
import { sentence } from "../listings/listing-parts.ts";

const LONGEST = 200;

export const wordsOfRequest = (req: Request): SearchWords => ({
  q: queryOf(req, "q")?.replace(/\s+/g, " ").slice(0, LONGEST),
  ...Object.fromEntries(SEARCH_FILTERS.map((name) => [name, queryOf(req, name)])),
});

/** A search in words: “shift plan”, Human resources, Free, Germany. */
export async function searchTitle(
  { q, category, pricing_model: price, stage, country, language }: SearchWords,
  { store }: Pick<Deps, "store">,
): Promise<Text> {
  const categories = category === undefined ? [] : await store.reference.categoryNames();
  const named = categories.find(({ slug }) => slug === category);
  const parts = [
    q && quoted(q),
    category && (named ? categoryWords(named) : category),
    price && sentence(price),
    stage && sentence(stage),
    country && countryName(country.toUpperCase()),
    language && languageName(language),
  ];
  return parts.some(Boolean) ? joined(parts, ", ") : "";
}

/** The part of the search page where someone asks to be told; `purposeOf` knows the words. */
export const TELL_ME = "tell-me";

const LABEL = html`${icons.bell}Alert me to new results`;

export async function saveSearch(query: string, res: Response, { store }: Pick<Deps, "store">): Promise<Html | false> {
  if (query === "") return false;
  const account = sessionOf(res)?.account;
  const saved = account && (await store.savedSearches.findByQuery(account.id, query));
  const place = `/search?${query}#${TELL_ME}`;
  const ask = !account
    ? html`<a class="button quiet slim" href="${href(`/sign-in?return_to=${encodeURIComponent(place)}`)}" rel="nofollow">${LABEL}</a>`
    : saved && !saved.pausedAt
      ? html`<span class="small">${icons.check} We will alert you to new results.
<a href="/account/searches">Your saved searches</a></span>`
      : html`${formTo(res, "/account/searches")}${hidden("query", query)}<button class="quiet slim">${LABEL}</button></form>`;
  return html`<div class="tell" id="${TELL_ME}">${ask}<a class="small" href="${href(
    `/feeds/search.atom?${query}`,
  )}" rel="nofollow">RSS feed<span class="unseen"> of this search</span></a></div>`;
}
