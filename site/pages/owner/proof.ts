import type { Response } from "express";
import { acceptSuggestion, keepPublished, setCheckEvery } from "#actions/listings/decide-suggestion.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { CHECK_DAYS, type CheckEvery, type ProvenFact, provenFacts } from "#domain/listings/fact-check.ts";
import { DRAFT_FIELDS, type DraftFieldName, labelOf, REQUIRED_FIELDS } from "#domain/listings/fields.ts";
import { keysOf } from "#domain/text/keys.ts";
import { countryName, t, type Words } from "#languages/words.ts";
import type { FactCheck } from "#store/repos/listings/fact-checks.ts";
import { csrfField, formText, formTo, hidden } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/listings/dashboard.ts";
import { fact, shownQuote } from "../../parts/listings/listing-facts.ts";
import { sentence } from "../../parts/listings/listing-parts.ts";

type Suggestion = Owned["suggestions"][number];

const EVERY: Record<CheckEvery, Words> = { month: t`Every 30 days`, week: t`Every week` };

/** What the website of a listing proves, what it states differently by now, and how often it is read. */
export function proofDashboardPages(site: Site): void {
  const { router } = site;
  const { store } = site.deps;
  const dashboard = createDashboard(site);

  router.get("/account/listings/:id/proof", accountOnly, async (req, res) => {
    const { listing } = await dashboard.open(req, res);
    const row = await store.listings.find(listing.listing_id);
    const facts = row ? provenFacts(row) : [];
    dashboard.render(res, listing, {
      tab: "proof",
      title: t`Proof`,
      body: html`<p class="lead">Every fact we drafted is stated on your website.
We check it regularly to keep the listing accurate.</p>
${
  listing.suggestions.length > 0 &&
  html`<section aria-labelledby="changed"><h2 id="changed">Your website has changed</h2>
${listing.suggestions.map((suggestion) => suggested(res, listing, suggestion))}</section>`
}
<section aria-labelledby="quotes"><h2 id="quotes">What your website states</h2>
${
  facts.length > 0
    ? html`<div class="proofs">${facts.map((each) => proven(each, listing.evidence_checked_at))}</div>`
    : html`<p class="muted">No published fact has a quote, so there is nothing to check.</p>`
}</section>
${schedule(res, listing, await store.factChecks.find(listing.listing_id))}`,
    });
  });

  const back = (res: Response, listing: Owned, notice: Notice): void =>
    seeOther(res, dashboardPath(listing, "proof"), notice);

  router.post("/account/listings/:id/proof", accountOnly, async (req, res) => {
    const { listing, call } = await dashboard.open(req, res);
    const acting = { ...call.deps, caller: call.caller };
    const field = DRAFT_FIELDS.find((name) => name === formText(req, "field"));
    const every = keysOf(CHECK_DAYS).find((each) => each === formText(req, "every"));
    if (every) {
      await setCheckEvery(listing.listing_id, every, acting);
      return back(res, listing, "check-every-saved");
    }
    const isOpen = listing.suggestions.some((suggestion) => suggestion.field === field);
    if (!field || !isOpen) return back(res, listing, "suggestion-gone");
    if (formText(req, "answer") === "accept") {
      await acceptSuggestion(listing.listing_id, field, acting);
      return back(res, listing, "suggestion-accepted");
    }
    await keepPublished(listing.listing_id, field, acting);
    back(res, listing, "suggestion-kept");
  });
}

const isField = (name: string): name is DraftFieldName => DRAFT_FIELDS.some((field) => field === name);
function inWords(field: DraftFieldName, value: string | string[]): Part {
  if (typeof value !== "string") return value.join(", ");
  if (field === "country") return countryName(value);
  return field === "pricing_model" || field === "stage" ? sentence(value) : value;
}

/** A difference with its two answers. A required fact can be kept or edited, not removed. */
function suggested(res: Response, listing: Owned, { field, published, stated, evidence }: Suggestion): Html | false {
  if (!isField(field)) return false;
  const label = labelOf(field);
  const canRemove = !REQUIRED_FIELDS.some((name) => name === field);
  return html`<form class="card" method="post" action="${href(
    dashboardPath(listing, "proof"),
  )}">${csrfField(res)}${hidden("field", field)}
<h3>${label}</h3>
<dl class="was-now"><div><dt>Your listing says</dt><dd${asTheirs(inWords(field, published))}>${inWords(field, published)}</dd></div>
<div><dt>Your website says</dt>${
    stated === null
      ? html`<dd><span class="muted">Not stated anymore</span></dd>`
      : html`<dd${asTheirs(inWords(field, stated))}>${inWords(field, stated)}</dd>`
  }</div></dl>
${stated !== null && evidence.map((one) => shownQuote(one, listing.evidence_checked_at))}
<p class="row">${
    (stated !== null || canRemove) &&
    html`<button name="answer" value="accept">${stated === null ? t`Remove` : t`Update listing`}</button> `
  }<button class="quiet" name="answer" value="keep">Keep mine</button></p></form>`;
}

const proven = ({ field, value, evidence }: ProvenFact, checkedAt: string | null): Html =>
  fact(labelOf(field), inWords(field, value), evidence, checkedAt);

const schedule = (res: Response, listing: Owned, check: FactCheck | undefined): Html | false =>
  check !== undefined &&
  html`<section aria-labelledby="schedule"><h2 id="schedule">Website checks</h2>
<p>${
    check.error
      ? [html`The last check on ${showDay(check.checkedAt ?? check.nextAt)} failed.`, " ", check.error]
      : listing.evidence_checked_at && html`Last check: ${showDay(new Date(listing.evidence_checked_at))}.`
  } ${html`Next check: ${showDay(check.nextAt)}.`}</p>
${formTo(res, dashboardPath(listing, "proof"))}<div class="row">${(keysOf(CHECK_DAYS)).map(
    (every) =>
      html`<button class="${every === check.every ? "" : "quiet "}slim" name="every" value="${every}"${
        every === check.every && html` aria-pressed="true"`
      }>${EVERY[every]}</button>`,
  )}</div></form></section>`;
