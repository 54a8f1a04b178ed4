import { type Response, Router } from "express";
import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import { UPDATE_FIELDS } from "../../../domain/listings/section-fields.ts";
import { editListingUpdate } from "../../../tools/listings/edit-listing-update.ts";
import { postListingUpdate } from "../../../tools/listings/post-listing-update.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { csrfField, type Faults, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { sectionInput } from "../../parts/drafts/profile-input.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/listings/dashboard.ts";
import { updateText } from "../../parts/listings/listing-parts.ts";

type Form = { title: string; body: string; faults?: Faults; fault?: string; isPreview?: boolean };

/** How it will stand on the listing. Followers get the same words by email. */
const preview = ({ title, body }: Form): Html =>
  html`<section aria-labelledby="preview"><h2 id="preview">How it will look</h2>
<article class="card"><h3>${title || "No title yet"}</h3><p class="prose">${body || "No text yet."}</p></article>
<p class="small muted">Nothing is posted yet.</p></section>`;

/** Updates of a listing: a form, and earlier updates. */
export function updateDashboardPages(site: Site): Router {
  const dashboard = createDashboard(site);
  const router = Router();

  const show = (res: Response, listing: Owned, form?: Form, edit?: Edit): void =>
    dashboard.render(res, listing, {
      tab: "updates",
      title: "Updates",
      status: edit || (form && !form.isPreview) ? 400 : 200,
      body: html`${formFault(form && Object.keys(form.faults ?? {}).length === 0 ? form.fault : undefined)}
<form method="post" action="${href(dashboardPath(listing, "updates"))}">
${csrfField(res)}
${sectionInput("title", UPDATE_FIELDS.title, form?.title, form?.faults ?? {}, true)}
${sectionInput("body", UPDATE_FIELDS.body, form?.body, form?.faults ?? {}, true)}
<p class="row"><button>Post the update</button> <button name="do" value="preview" class="quiet">Preview</button> <span class="small muted">${
        listing.status === "live"
          ? "It is visible immediately, and we email followers at most once a day."
          : "It is visible once the listing is live."
      }</span></p>
</form>
${form?.isPreview && preview(form)}
<section aria-labelledby="posted"><h2 id="posted">Posted</h2>
${
  listing.latest_updates.length === 0
    ? html`<p class="muted">Nothing yet.</p>`
    : listing.latest_updates.map(
        (update) =>
          html`<article class="card"><h3>${update.title}</h3>${updateText(update)}${editForm(res, listing, update, edit)}</article>`,
      )
}</section>`,
    });

  router.get("/account/listings/:id/updates", accountOnly, async (req, res) =>
    show(res, await dashboard.find(req, res)),
  );

  router.post("/account/listings/:id/updates", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const typed = { title: formText(req, "title"), body: formText(req, "body") };
    if (formText(req, "do") === "preview") return show(res, listing, { ...typed, isPreview: true });
    const input = { listing_id: listing.listing_id, ...typed };
    const { error } = await attempt(postListingUpdate, input, dashboard.call(req, res));
    if (error) return show(res, listing, { ...typed, faults: faultsByName(error), fault: plainWords(error.message) });
    seeOther(res, withNotice(dashboardPath(listing, "updates"), "update-posted"));
  });

  router.post("/account/listings/:id/updates/:update", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const updateId = Number(req.params.update);
    const typed = { title: formText(req, `title.${updateId}`), body: formText(req, `body.${updateId}`) };
    const input = { listing_id: listing.listing_id, update_id: updateId, ...typed };
    const { error } = await attempt(editListingUpdate, input, dashboard.call(req, res));
    if (error) return show(res, listing, undefined, { updateId, ...typed, faults: faultsByName(error) });
    seeOther(res, withNotice(dashboardPath(listing, "updates"), "update-edited"));
  });

  return router;
}

type Edit = Pick<Form, "title" | "body"> & { updateId: number; faults: Faults };
type Update = Owned["latest_updates"][number];

function editForm(res: Response, listing: Owned, update: Update, edit: Edit | undefined): Html {
  const typed = edit?.updateId === update.id ? edit : undefined;
  const { title, body } = typed ?? update;
  const input = (name: "title" | "body", value: string): Part => {
    const place = `${name}.${update.id}`;
    return sectionInput(place, UPDATE_FIELDS[name], value, { [place]: typed?.faults[name] }, true);
  };
  return html`<details class="qa"${typed && html` open`}><summary>Edit<span class="unseen">: ${update.title}</span></summary>
<form method="post" action="${href(dashboardPath(listing, `updates/${update.id}`))}">${csrfField(res)}
${input("title", title)}
${input("body", body)}
<p class="row"><button>Save the correction</button> <span class="small muted">Emails that were already sent do not change.</span></p></form></details>`;
}
