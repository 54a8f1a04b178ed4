import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { saveSearch as addSearch } from "#actions/search/saved-searches.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { readWhere } from "#domain/listings/own-filter.ts";
import { type SearchFilter, type SearchWords, splitValues, wordsOfQuery } from "#domain/search/saved-search.ts";
import { given } from "#domain/text/given.ts";
import { countryName, inEnglish, joined, languageName, listed, quoted, type Text } from "#languages/words.ts";
import { formTo, hidden } from "../../kit/form.ts";
import { icons } from "../../kit/icons.ts";

import { categoryWords } from "../../kit/show.ts";
import { sessionOf } from "../../kit/site.ts";
import { sentence } from "../listings/listing-parts.ts";
import { wishWords } from "./own-words.ts";

/** A search in words: “shift plan”, Human resources or Payroll, Free, Licence: MIT. */
export async function searchTitle(words: SearchWords, { store }: Pick<Deps, "store">): Promise<Text> {
  const { q, category, where } = words;
  const names = category === undefined ? [] : await store.reference.categoryNames();
  const nameOf = (slug: string): Text => {
    const named = names.find((one) => one.slug === slug);
    return named ? categoryWords(named) : slug;
  };
  const listedWords = (name: SearchFilter, wordOf: (value: string) => Text) => {
    const values = splitValues(words[name]);
    return values.length > 0 && listed(values.map(wordOf), "disjunction");
  };
  const saidOf = (value: string): Text => sentence(value) ?? value;
  const fields = store.filterFields();
  const read = readWhere(where ?? "", fields);
  const own = "filter" in read ? Object.entries(read.filter) : [];
  const parts = [
    q && quoted(q),
    listedWords("category", nameOf),
    listedWords("tag", (tag) => tag),
    listedWords("pricing_model", saidOf),
    listedWords("stage", saidOf),
    listedWords("country", (code) => countryName(code.toUpperCase())),
    listedWords("language", languageName),
    ...own.map(([key, wish]) => wishWords(given(fields.find((field) => field.key === key)), wish)),
  ];
  return parts.some(Boolean) ? joined(parts, ", ") : "";
}

/** Alerts an account to new results of a query. */
export async function askToTell(accountId: string, query: string, deps: Deps): ReturnType<typeof addSearch> {
  const title = inEnglish(await searchTitle(wordsOfQuery(query), deps));
  return addSearch({ accountId, query, title }, deps);
}

/** The part of the search page where someone asks to be told; `purposeOf` knows the words. */
export const TELL_ME = "tell-me";

const LABEL = html`${icons.bell}Alert me to new results`;

export async function saveSearch(query: string, res: Response, { store }: Pick<Deps, "store">): Promise<Html | false> {
  if (query === "") return false;
  const account = sessionOf(res)?.account;
  const saved = account && (await store.savedSearches.findByQuery(account.id, query));
  const ask = !account
    ? html`<form method="post" action="/account/searches">${hidden("query", query)}<button class="quiet slim">${LABEL}</button></form>`
    : saved && !saved.pausedAt
      ? html`<span class="small">${icons.check} We will alert you to new results.
<a href="/account/searches">Your saved searches</a></span>`
      : html`${formTo(res, "/account/searches")}${hidden("query", query)}<button class="quiet slim">${LABEL}</button></form>`;
  return html`<div class="tell" id="${TELL_ME}">${ask}<a class="small" href="${href(
    `/feeds/search.atom?${query}`,
  )}" rel="nofollow">RSS feed<span class="unseen"> of this search</span></a></div>`;
}
