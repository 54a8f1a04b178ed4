import { type Response, Router } from "express";
import type { z } from "zod";
import { type Html, href, html } from "../../../core/text/html.ts";
import { deleteDraft } from "../../../tools/drafts/delete-draft.ts";
import { listMyDrafts } from "../../../tools/drafts/list-my-drafts.ts";
import { invoke } from "../../../tools/invoke.ts";
import type { DraftSummary } from "../../../tools/schemas/draft.ts";
import { csrfField } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { dashboardPlace } from "../../parts/listings/dashboard.ts";
import { nextStepLine, nextStepOfDraft } from "../../parts/listings/next-step.ts";

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
<p class="small muted">${draft.name && html`${showUrl(draft.url)} · `}started ${showDay(
          new Date(draft.created_at),
        )}</p>${draft.listing_id === null && nextStepLine(next, res)}</div>
<p>${
          draft.listing_id === null
            ? html`<span class="tag ${tone}">${words}</span> ${
                draft.status === "ready" && html`<span class="tag">${draft.completeness.percent}% complete</span>`
              }`
            : html`<a href="/account/listings/${draft.listing_id}">Saved as a listing<span class="unseen">: ${draft.name}</span></a>`
        }</p>${draft.listing_id === null && deleteForm(res, draft)}</li>`;
      })}</ul>`
}
${pager("/drafts", {}, output)}
<p><a class="button" href="/submit">Submit a product</a></p>`,
    });
  });

  router.post("/drafts/:id/delete", accountOnly, async (req, res) => {
    const call = { deps, caller: memberOf(req, res), interface: "site" } as const;
    await invoke(deleteDraft, { id: String(req.params.id) }, call);
    seeOther(res, withNotice("/drafts", "draft-deleted"));
  });

  return router;
}

const deleteForm = (res: Response, { id, name, url }: z.output<typeof DraftSummary>): Html =>
  html`<details class="more"><summary class="small">More<span class="unseen">: ${name ?? showUrl(url)}</span></summary>
<form method="post" action="${href(`/drafts/${id}/delete`)}">${csrfField(res)}
<p class="small">Everything we read and you wrote is deleted for good.</p>
<button class="danger slim">Delete this draft</button></form></details>`;
