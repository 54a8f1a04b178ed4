import { type Response, Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import { byName } from "../../../domain/text/keys.ts";
import { addMilestone } from "../../../tools/listings/add-milestone.ts";
import { deleteMilestone } from "../../../tools/listings/delete-milestone.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { csrfField, type Faults, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { MILESTONE_PARTS } from "../../parts/drafts/draft-form.ts";
import { milestoneInputs } from "../../parts/drafts/draft-sections.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/listings/dashboard.ts";
import { lockedNote } from "../../parts/listings/locked-note.ts";

type Form = { values: Record<string, string>; faults: Faults; fault: string };

/** The milestones of a listing: added one by one, removed with an undo. */
export function milestoneDashboardPages(site: Site): Router {
  const dashboard = createDashboard(site);
  const router = Router();

  const show = (res: Response, listing: Owned, form?: Form): void =>
    dashboard.render(res, listing, {
      tab: "milestones",
      title: "Milestones",
      status: form ? 400 : 200,
      body: html`${lockedNote(listing, "milestones")}
${
  listing.milestones?.length
    ? html`<ol class="timeline">${listing.milestones.map(
        ({
          milestone_id: id,
          date,
          title,
          description,
          url,
        }) => html`<li><p class="small muted">${showDay(new Date(date))}</p>
<div class="row between"><h2>${url ? html`<a href="${href(url)}" rel="noopener">${title}</a>` : title}</h2>
<form method="post" action="${href(dashboardPath(listing, `milestones/${id}/delete`))}">${csrfField(res)}<button class="danger slim" aria-label="Delete ${title}">Delete</button></form></div>
${description && html`<p class="prose">${description}</p>`}</li>`,
      )}</ol>`
    : html`<p class="muted">None yet. The first version, the first customer, the first million: add what is worth remembering.</p>`
}
<section class="card" aria-labelledby="new"><h2 id="new">Add a milestone</h2>
${formFault(form && Object.keys(form.faults).length === 0 ? form.fault : undefined)}
<form method="post" action="${href(dashboardPath(listing, "milestones"))}" novalidate>
${csrfField(res)}
${milestoneInputs(form?.values ?? {}, form?.faults ?? {})}
<p><button>Add the milestone</button></p>
</form></section>`,
    });

  router.get("/account/listings/:id/milestones", accountOnly, async (req, res) =>
    show(res, await dashboard.find(req, res)),
  );

  router.post("/account/listings/:id/milestones", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const values = byName(MILESTONE_PARTS, (name) => formText(req, name));
    const input = { listing_id: listing.listing_id, ...values };
    const { error } = await attempt(addMilestone, input, dashboard.call(req, res));
    if (error) return show(res, listing, { values, faults: faultsByName(error), fault: plainWords(error.message) });
    seeOther(res, withNotice(dashboardPath(listing, "milestones"), "milestone-saved"));
  });

  router.post("/account/listings/:id/milestones/:milestone/delete", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const path = dashboardPath(listing, "milestones");
    const known = listing.milestones?.find(({ milestone_id: id }) => String(id) === req.params.milestone);
    if (!known) return seeOther(res, withNotice(path, "gone"));
    const { milestone_id, date, title, description, url } = known;
    const { listing_id } = listing;
    const { error } = await attempt(deleteMilestone, { listing_id, milestone_id }, dashboard.call(req, res));
    if (error) throw error;
    const input = { listing_id, date, title, ...(description && { description }), ...(url && { url }) };
    const undo = await site.undo.keep(accountOf(res).id, { tool: addMilestone, input, path });
    seeOther(res, withNotice(path, "milestone-deleted", undo));
  });

  return router;
}
