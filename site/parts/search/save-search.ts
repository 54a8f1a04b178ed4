import type { Response } from "express";
import type { Deps } from "../../../actions/context.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { csrfField } from "../../kit/form.ts";
import { icons } from "../../kit/icons.ts";
import { sessionOf } from "../../kit/site.ts";

/** The part of the search page where someone asks to be told; `purposeOf` knows the words. */
export const TELL_ME = "tell-me";

const LABEL = html`${icons.bell}Alert me to new results`;

/** Asks to be told by email of what is new and fits, or follows it by feed without an account. */
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
      : html`<form method="post" action="/account/searches">${csrfField(res)}<input type="hidden" name="query" value="${query}"><button class="quiet slim">${LABEL}</button></form>`;
  return html`<div class="tell" id="${TELL_ME}">${ask}<a class="small" href="${href(
    `/feeds/search.atom?${query}`,
  )}" rel="nofollow">RSS feed<span class="unseen"> of this search</span></a></div>`;
}
