import { Router } from "express";
import { html } from "../../../core/html.ts";
import { listMyDrafts } from "../../../tools/drafts/list-my-drafts.ts";
import { invoke } from "../../../tools/invoke.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { accountOnly, memberOf, type Site } from "../../kit/site.ts";
import { dashboardPlace } from "../../parts/dashboard.ts";
import { nextStepLine, nextStepOfDraft } from "../../parts/next-step.ts";

const STATES = {
  crawling: ["warm", "reading the website"],
  drafting: ["warm", "being written"],
  ready: ["good", "ready"],
} as const;

export function draftsPages({ deps, pages }: Site): Router {
  const router = Router();

  router.get("/drafts", accountOnly, async (req, res) => {
    const input = { page: pageNumber(req) };
    const { output } = await invoke(listMyDrafts, input, { deps, caller: memberOf(req, res), interface: "site" });
    pages.render(res, {
      title: "My drafts",
      place: dashboardPlace,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account/listings">My listings</a></p>
<h1>My drafts</h1>
${
  output.total === 0
    ? html`<p class="lead">You have no drafts yet. Start one with the address of a website.</p>`
    : html`<ul class="dashboard-rows">${output.items.map((draft) => {
        const [tone, words] = STATES[draft.status];
        const next = nextStepOfDraft(draft);
        return html`<li><div class="grow"><h2><a href="/drafts/${draft.id}">${draft.name ?? showUrl(draft.url)}</a></h2>
<p class="small muted">${draft.name && html`${showUrl(draft.url)} · `}begun ${showDay(new Date(draft.created_at))}</p>${draft.listing_id === null && nextStepLine(next, res)}</div>
<p>${
          draft.listing_id === null
            ? html`<span class="tag ${tone}">${words}</span> ${draft.status === "ready" && html`<span class="tag">${draft.completeness.percent}% complete</span>`}`
            : html`<a href="/account/listings/${draft.listing_id}">Saved as a listing<span class="unseen">: ${draft.name}</span></a>`
        }</p></li>`;
      })}</ul>`
}
${pager("/drafts", {}, output)}
<p><a class="button" href="/submit">List a product</a></p>`,
    });
  });

  return router;
}
