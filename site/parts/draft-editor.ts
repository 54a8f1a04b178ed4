import type { Response } from "express";
import { type Html, href, html, type Part } from "../../core/html.ts";
import { labelOf, PRICING_MODELS, STAGES } from "../../domain/fields.ts";
import { csrfField, type Faults, field } from "../kit/form.ts";
import { showUrl } from "../kit/show.ts";
import { anchorOf, FACTS, fact, type Offers } from "./draft-fact.ts";
import { type DraftValues, type DraftView, markOf, partsOf, valuesOf } from "./draft-form.ts";
import { sections, sectionTitle } from "./draft-sections.ts";
import { sentence } from "./listing-parts.ts";

export type Editor = {
  draft: DraftView;
  values: DraftValues;
  faults: Faults;
  fault?: string | undefined;
  offers: Offers;
  /** The note above the texts of a draft that is a listing. */
  head?: Html | undefined;
};

/** A ready draft: one form, so that no button loses other input. */
export function draftEditor(res: Response, { draft, values, faults, fault, offers, head }: Editor): Html {
  const name = draft.fields.name?.value;
  // Highlights the next step.
  const isDone = draft.listing_id !== null || draft.completeness.required_missing.length > 0;
  return html`${head}<h1>${head ? "Texts" : typeof name === "string" ? name : showUrl(draft.url)}</h1>
<p class="lead">We read <a href="${href(draft.url)}" rel="noopener">${showUrl(draft.url)}</a> and wrote this draft. ${
    draft.listing_id === null
      ? "Check it, fill in what is missing, and save it as a listing."
      : "It is saved as a listing. Your changes here change the listing, too."
  }</p>
${draft.crawl.error && html`<div class="notice bad"><strong>Your website could not be read.</strong> ${draft.crawl.error.detail} You can write everything yourself.</div>`}
${faultNotice(fault, faults)}
<form method="post" action="/drafts/${draft.id}" novalidate>
${csrfField(res)}
<div class="dashboard-bar">${completeness(draft)}
<p class="row"><button class="${!isDone && "quiet"}" name="act" value="save">Save changes</button>
${
  draft.listing_id === null
    ? html`<button class="${isDone && "quiet"}" name="act" value="submit">Save as listing</button>`
    : html`<a href="/account/listings/${draft.listing_id}">Go to the listing</a>`
}</p></div>
${partsOf(valuesOf(draft)).map(([part, value]) => html`<input type="hidden" name="was.${part}" value="${markOf(value)}">`)}
<section class="facts-form" aria-labelledby="facts"><h2 id="facts">Profile</h2>
${FACTS.map((field) => fact(field, draft, values, faults, offers))}</section>
${suggestions("pricing-models", PRICING_MODELS)}${suggestions("stages", STAGES)}
${sections(draft, values, faults)}
<p class="row"><button name="act" value="save">Save changes</button></p>
</form>
${invites(res, draft, faults.email)}`;
}

/** The faults, with a link to each input, because the form is long. */
function faultNotice(fault: string | undefined, faults: Faults): Html | false {
  if (fault === undefined) return false;
  const places = Object.keys(faults).map((name) => {
    const [part = "", field = ""] = name.split(".");
    return part === "fields"
      ? ([anchorOf(field), labelOf(field)] as const)
      : ([name, sectionTitle(part) ?? name] as const);
  });
  return html`<div class="notice bad" role="alert">${fault} ${
    places.length > 0 &&
    html`See ${places.map(([id, label], index) => html`${index > 0 && ", "}<a href="${href(`#${id}`)}">${label}</a>`)}.`
  }</div>`;
}

const suggestions = (id: string, values: readonly string[]): Html =>
  html`<datalist id="${id}">${values.map((value) => html`<option value="${value}"></option>`)}</datalist>`;

function completeness({
  completeness: { percent, required_missing: required, recommended_missing: good },
}: DraftView): Html {
  const links = (names: string[]): Part =>
    names.map((name, index) => html`${index > 0 && ", "}<a href="#${anchorOf(name)}">${labelOf(name)}</a>`);
  return html`<div><p><label for="complete">${percent}% complete</label> <progress id="complete" max="100" value="${percent}">${percent}%</progress></p>
${required.length > 0 && html`<p class="small"><strong>A listing needs:</strong> ${links(required)}</p>`}
${good.length > 0 && html`<p class="small muted">Better with: ${links(good)}</p>`}</div>`;
}

const invites = (
  res: Response,
  draft: DraftView,
  fault: string | undefined,
): Html => html`<section class="stack" aria-labelledby="invites">
<h2 id="invites">Co-founders</h2>
<p class="muted">Invite them by mail; they can then edit the listing too. Save your changes first.</p>
${draft.invites.length > 0 && html`<ul>${draft.invites.map(({ email, status }) => html`<li>${email} <span class="tag">${sentence(status)}</span></li>`)}</ul>`}
<form method="post" action="/drafts/${draft.id}/invites">
${csrfField(res)}
${field({ name: "email", label: "Email", type: "email", fault, value: "", autocomplete: "off" })}
<p><button class="quiet">Send the invitation</button></p>
</form></section>`;

export const POLL_SECONDS = 3;

/** A draft in progress: what is done and what comes next. */
export function draftProgress({ url, status, crawl }: DraftView): Html {
  const isRead = status !== "crawling";
  return html`<h1>We are reading your website</h1>
<p class="lead">This takes about a minute. You can leave this page and come back: the draft is in <a href="/drafts">your drafts</a>.</p>
<div data-poll="${POLL_SECONDS}" aria-live="polite">
<ol class="dashboard-steps">
<li class="${isRead ? "done" : "now"}">${isRead ? `Read ${crawl.pages.length === 1 ? "1 page" : `${crawl.pages.length} pages`} of ` : "Reading "}${showUrl(url)}</li>
<li class="${isRead && "now"}">${isRead ? "Writing the draft, with quotes from your site" : "Then we write the draft"}</li>
<li>Then you check it</li>
</ol>
</div>`;
}
