import { href, html } from "#core/text/html.ts";
import { searchQuery } from "#domain/search/saved-search.ts";
import { nouns, SEARCH_LABEL, withNoun } from "#domain/site/nouns.ts";
import { t } from "#languages/words.ts";
import { countSearch, isOpened } from "../../kit/count-site-visit.ts";
import { queryText } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { inLanguage } from "../../kit/language.ts";
import { type Site, sessionOf } from "../../kit/site.ts";
import { addressOf } from "../../parts/search/asked.ts";
import { browse, FORM } from "../../parts/search/browse.ts";
import { searchTitle } from "../../parts/search/search-title.ts";

const BROWSE = withNoun(t`Browse products`, t`Browse ${nouns}`);
const SEARCH_HINT = withNoun(t`Search products, problems, categories`, t`Search ${nouns} and categories`);

/** Search and browsing: one form, with or without words. A script submits it while people type. */
export function searchPages({ deps, pages, router }: Site): void {
  const { settings } = deps;

  router.get("/search", async (req, res) => {
    const typed = Object.keys(req.query).join() === "q" ? queryText(req, "q") : "";
    const path = typed === "" ? undefined : deps.store.listings.searchLeadsTo(typed);
    if (path !== undefined && isOpened(req)) {
      if (!sessionOf(res)?.account?.isAdmin) void countSearch(req, { q: typed, total: 1 }, deps);
      return res.redirect(302, inLanguage(path, res));
    }
    const { liveListings: total } = await deps.store.reference.counts();
    const browsed = await browse(req, res, { path: "/search", total }, { deps });
    if (!browsed) return;
    const { asked, words, page, query, found, filters, results } = browsed;
    const { q, tag } = asked;
    if (q && page === 1 && !sessionOf(res)?.account?.isAdmin) void countSearch(req, { q, total: found.total }, deps);
    const isTag = query === searchQuery({ tag }) && !tag?.includes(",") && found.total > 0;
    const named = query === "" ? "" : await searchTitle(words, deps);
    const title = q ? t`Search: ${q}` : named || BROWSE;
    const [filter, ...others] = Object.values({ ...words, q: undefined }).filter((value) => value !== undefined);
    const isOne = others.length === 0 && filter !== words.where && !filter?.includes(",");
    pages.render(res, {
      title: page > 1 ? t`${title}, page ${page}` : title,
      description: withNoun(
        t`Search products on ${settings.SITE_NAME} by keyword, category, tag, price, stage and country.`,
        t`Search ${nouns} on ${settings.SITE_NAME} by keyword, category, tag, price, stage and country.`,
      ),
      isPublic: true,
      // All products and those of a tag are pages of their own; other results would be countless.
      isThin: query !== "" && !isTag,
      query: addressOf("", asked, page).slice(1) || undefined,
      feeds: query === "" ? [] : [{ title: named, path: `/feeds/search.atom?${query}` }],
      body: html`<h1>${q ? withNoun(t`Products for “${q}”`, t`Results for “${q}”`) : named && isOne ? named : BROWSE}</h1>
<div class="browse"><form method="get" action="/search" role="search" aria-label="${SEARCH_LABEL}" id="${FORM}" data-live="results"
data-parts="filters"${formTool("show_search")}>
<div class="search-bar"><label><span class="unseen">${SEARCH_LABEL}</span><input type="search" name="q" value="${q}" maxlength="200"
placeholder="${SEARCH_HINT}" autocomplete="off"></label><button class="sun">Search</button></div>
${filters}</form>
<div id="results" aria-live="polite">${path !== undefined && html`<p><a class="button" href="${href(path)}">Go to ${path}</a></p>`}${results}</div></div>`,
    });
  });
}
