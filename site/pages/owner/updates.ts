import type { Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { UPDATE_FIELDS } from "#domain/listings/section-fields.ts";
import { byName } from "#domain/text/keys.ts";
import type { Text } from "#languages/words.ts";
import { t } from "#languages/words.ts";
import { addMilestone } from "#tools/listings/add-milestone.ts";
import { deleteMilestone } from "#tools/listings/delete-milestone.ts";
import { editListingUpdate } from "#tools/listings/edit-listing-update.ts";
import { postListingUpdate } from "#tools/listings/post-listing-update.ts";
import { setFounderStory } from "#tools/listings/set-founder-story.ts";
import { attempt, faultsByName, plainWords } from "../../kit/attempt.ts";
import { type Faults, formFault, formText, formTo } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { MILESTONE_PARTS, STORY_PARTS } from "../../parts/drafts/draft-form.ts";
import { milestoneInputs, storyInputs } from "../../parts/drafts/draft-sections.ts";
import { sectionInput } from "../../parts/drafts/profile-input.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/listings/dashboard.ts";
import { updateText } from "../../parts/listings/listing-parts.ts";
import { lockedNote } from "../../parts/listings/locked-note.ts";

type Form = { title: string; body: string; faults?: Faults; fault?: Text; isPreview?: boolean };

/** How it will stand on the listing. Followers get the same words by email. */
const preview = ({ title, body }: Form): Html =>
  html`<section aria-labelledby="preview"><h2 id="preview">Preview</h2>
<article class="card"><h3>${title || t`No title yet`}</h3><p class="prose">${body || t`No text yet.`}</p></article>
<p class="small muted">Not posted yet.</p></section>`;

export function updateDashboardPages(site: Site): void {
  const dashboard = createDashboard(site);
  const { router } = site;

  const show = (res: Response, listing: Owned, form?: Form, edit?: Edit): void =>
    dashboard.render(res, listing, {
      tab: "updates",
      title: t`Updates`,
      status: edit || (form && !form.isPreview) ? 400 : 200,
      body: html`${formFault(form && Object.keys(form.faults ?? {}).length === 0 ? form.fault : undefined)}
${formTo(res, dashboardPath(listing, "updates"))}
${sectionInput("title", UPDATE_FIELDS.title, form?.title, form?.faults ?? {}, true)}
${sectionInput("body", UPDATE_FIELDS.body, form?.body, form?.faults ?? {}, true)}
<p class="row"><button>Post update</button> <button name="do" value="preview" class="quiet">Preview</button>
<span class="small muted">${
        listing.status === "live"
          ? t`It is public immediately. We email followers at most once a day.`
          : t`It is public once the listing is live.`
      }</span></p>
</form>
${form?.isPreview && preview(form)}
<section aria-labelledby="posted"><h2 id="posted">Posted</h2>
${
  listing.latest_updates.length === 0
    ? html`<p class="muted">No updates yet.</p>`
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
    if (error) return show(res, listing, { ...typed, faults: faultsByName(error), fault: plainWords(error.detail) });
    seeOther(res, dashboardPath(listing, "updates"), "update-posted");
  });

  router.post("/account/listings/:id/updates/:update", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const updateId = Number(req.params.update);
    const typed = { title: formText(req, `title.${updateId}`), body: formText(req, `body.${updateId}`) };
    const input = { listing_id: listing.listing_id, update_id: updateId, ...typed };
    const { error } = await attempt(editListingUpdate, input, dashboard.call(req, res));
    if (error) return show(res, listing, undefined, { updateId, ...typed, faults: faultsByName(error) });
    seeOther(res, dashboardPath(listing, "updates"), "update-edited");
  });
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
${formTo(res, dashboardPath(listing, `updates/${update.id}`))}
${input("title", title)}
${input("body", body)}
<p class="row"><button>Save changes</button>
<span class="small muted">Emails already sent do not change.</span></p></form></details>`;
}

type MilestoneForm = { values: Record<string, string>; faults: Faults; fault: Text };

export function milestoneDashboardPages(site: Site): void {
  const dashboard = createDashboard(site);
  const { router } = site;

  const show = (res: Response, listing: Owned, form?: MilestoneForm): void =>
    dashboard.render(res, listing, {
      tab: "milestones",
      title: t`Milestones`,
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
${formTo(res, dashboardPath(listing, `milestones/${id}/delete`))}<button class="danger slim"
aria-label="Delete ${title}">Delete</button></form></div>
${description && html`<p class="prose">${description}</p>`}</li>`,
      )}</ol>`
    : html`<p class="muted">No milestones yet. Add your first version, your first customer or your first million.</p>`
}
<section class="card" aria-labelledby="new"><h2 id="new">Add milestone</h2>
${formFault(form && Object.keys(form.faults).length === 0 ? form.fault : undefined)}
${formTo(res, dashboardPath(listing, "milestones"), html` novalidate`)}
${milestoneInputs(form?.values ?? {}, form?.faults ?? {})}
<p><button>Add milestone</button></p>
</form></section>`,
    });

  router.get("/account/listings/:id/milestones", accountOnly, async (req, res) =>
    show(res, (await dashboard.open(req, res)).listing),
  );

  router.post("/account/listings/:id/milestones", accountOnly, async (req, res) => {
    const { listing, call } = await dashboard.open(req, res);
    const values = byName(MILESTONE_PARTS, (name) => formText(req, name));
    const input = { listing_id: listing.listing_id, ...values };
    const { error } = await attempt(addMilestone, input, call);
    if (error) return show(res, listing, { values, faults: faultsByName(error), fault: plainWords(error.detail) });
    seeOther(res, dashboardPath(listing, "milestones"), "milestone-saved");
  });

  router.post("/account/listings/:id/milestones/:milestone/delete", accountOnly, async (req, res) => {
    const { listing, call, keep } = await dashboard.open(req, res);
    const path = dashboardPath(listing, "milestones");
    const known = listing.milestones?.find(({ milestone_id: id }) => String(id) === req.params.milestone);
    if (!known) return seeOther(res, path, "gone");
    const { milestone_id, date, title, description, url } = known;
    const { listing_id } = listing;
    const { error } = await attempt(deleteMilestone, { listing_id, milestone_id }, call);
    if (error) throw error;
    const input = { listing_id, date, title, ...(description && { description }), ...(url && { url }) };
    const undo = await keep({ tool: addMilestone, input, path });
    seeOther(res, path, "milestone-deleted", undo);
  });
}

type Story = Record<string, string>;
type StoryForm = { story: Story; faults: Faults; fault: Text };

export function storyDashboardPages(site: Site): void {
  const dashboard = createDashboard(site);
  const { router } = site;

  const show = (res: Response, listing: Owned, form?: StoryForm): void =>
    dashboard.render(res, listing, {
      tab: "story",
      title: t`Founder story`,
      status: form ? 400 : 200,
      body: html`${lockedNote(listing, "story")}
<p class="lead">Tell people why your product exists and how it started. All fields are optional.</p>
${formFault(form && Object.keys(form.faults).length === 0 ? form.fault : undefined)}
${formTo(res, dashboardPath(listing, "story"), html` novalidate`)}
${storyInputs("", form?.story ?? listing.story ?? {}, form?.faults ?? {})}
<p><button>Save story</button></p>
</form>`,
    });

  router.get("/account/listings/:id/story", accountOnly, async (req, res) =>
    show(res, (await dashboard.open(req, res)).listing),
  );

  router.post("/account/listings/:id/story", accountOnly, async (req, res) => {
    const { listing, call, keep } = await dashboard.open(req, res);
    const { listing_id } = listing;
    const path = dashboardPath(listing, "story");
    const story = Object.fromEntries(STORY_PARTS.map((name) => [name, formText(req, name)]));
    const { error } = await attempt(setFounderStory, { listing_id, ...story }, call);
    if (error) return show(res, listing, { story, faults: faultsByName(error), fault: plainWords(error.detail) });
    const before = Object.fromEntries(STORY_PARTS.map((name) => [name, listing.story?.[name] ?? ""]));
    const isLess = STORY_PARTS.some((name) => before[name] !== "" && story[name] !== before[name]);
    const input = { listing_id, ...before };
    const undo = isLess ? await keep({ tool: setFounderStory, input, path }) : undefined;
    seeOther(res, path, "story-saved", undo);
  });
}
