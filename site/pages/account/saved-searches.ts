import { type Request, Router } from "express";
import { changeSavedSearch, type SearchAct, saveSearch } from "../../../actions/search/saved-searches.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { href, html } from "../../../core/text/html.ts";
import { searchQuery, wordsOfQuery } from "../../../domain/search/saved-search.ts";
import type { SavedSearch } from "../../../store/repos/search/saved-searches.ts";
import { csrfField, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { TELL_ME } from "../../parts/search/save-search.ts";
import { searchTitle } from "../../parts/search/search-title.ts";

const ACTS: readonly SearchAct[] = ["pause", "resume", "delete"];
const LABELS: Record<SearchAct, string> = { pause: "Pause", resume: "Resume", delete: "Delete" };

/** Searches that a person saved to be told of what is new. */
export function savedSearchPages({ deps, pages }: Site): Router {
  const { store, limiter } = deps;
  const router = Router();

  router.get("/account/searches", accountOnly, async (_req, res) => {
    const account = accountOf(res);
    const searches = await store.savedSearches.ofAccount(account.id);
    const button = ({ id, title }: SavedSearch, act: SearchAct) =>
      html`<form method="post" action="/account/searches/${id}">${csrfField(res)}<button class="${
        act === "delete" ? "danger" : "quiet"
      } slim" name="do" value="${act}" aria-label="${LABELS[act]}: ${title}">${LABELS[act]}</button></form>`;
    pages.render(res, {
      title: "Saved searches",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Saved searches</h1>
<p class="lead">We email new results to ${account.email}: one email for all searches, at most once a day.</p>
${
  searches.length === 0
    ? html`<p class="muted">No saved searches yet.
<a href="/search">Search for what you need</a>, then choose “Alert me to new results”.</p>`
    : html`<ul class="dashboard-rows">${searches.map(
        (
          search,
        ) => html`<li><div class="grow"><h2 class="h3"><a href="${href(`/search?${search.query}`)}"><bdi>${search.title}</bdi></a></h2>
<p class="small muted">${
          search.pausedAt
            ? html`paused since ${showDay(search.pausedAt)}`
            : html`saved on
${showDay(search.createdAt)}`
        } · <a href="${href(`/feeds/search.atom?${search.query}`)}">RSS feed<span class="unseen"> of ${search.title}</span></a></p></div>
${button(search, search.pausedAt ? "resume" : "pause")}${button(search, "delete")}</li>`,
      )}</ul>`
}`,
    });
  });

  router.post("/account/searches", accountOnly, async (req, res) => {
    const { id: accountId } = accountOf(res);
    await takeQuota(limiter, "follow", accountId);
    const words = wordsOfQuery(formText(req, "query").slice(0, 2000));
    const query = searchQuery(words);
    const outcome = await saveSearch({ accountId, query, title: await searchTitle(words, deps) }, deps);
    const page = query ? `/search?${query}#${TELL_ME}` : "/search";
    seeOther(res, withNotice(page, outcome === "verify-first" ? outcome : `search-${outcome}`));
  });

  router.post("/account/searches/:id", accountOnly, async (req: Request<{ id: string }>, res, next) => {
    const act = ACTS.find((known) => known === formText(req, "do"));
    if (!act) return next();
    await changeSavedSearch({ accountId: accountOf(res).id, id: req.params.id, act }, deps);
    seeOther(res, withNotice("/account/searches", `search-${act}`));
  });

  return router;
}
