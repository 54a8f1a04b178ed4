import type { Request, Response } from "express";
import type { z } from "zod";
import { startGuestDraft } from "#actions/drafts/guest-draft.ts";
import { type AppError, invalid } from "#core/errors/errors.ts";
import { faultsOf } from "#core/errors/faults.ts";
import { type Html, html } from "#core/text/html.ts";
import { GUEST_DRAFT_DAYS } from "#domain/accounts/retention.ts";
import { SUBMIT_LABEL } from "#domain/site/nouns.ts";
import { type Text, t } from "#languages/words.ts";
import { deleteDraft } from "#tools/drafts/delete-draft.ts";
import { listMyDrafts } from "#tools/drafts/list-my-drafts.ts";
import { submitListing } from "#tools/drafts/submit-listing.ts";
import { invoke } from "#tools/invoke.ts";
import type { DraftSummary } from "#tools/schemas/draft.ts";
import { attempt, attemptTo, plainWords } from "../../kit/attempt.ts";
import { formText, formTo, queryText } from "../../kit/form.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { accountOnly, addressOf, memberOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { guestPath } from "../../parts/drafts/guest-draft.ts";
import { addressWords, createSubmitForm } from "../../parts/drafts/submit-form.ts";
import { dashboardPlace } from "../../parts/listings/dashboard.ts";
import { nextStepLine, nextStepOfDraft } from "../../parts/listings/next-step.ts";

const DAY_MS = 24 * 3600 * 1000;

const faultOf = (typed: string, error: AppError): Text => {
  const reason = plainWords(error.faults[0]?.detail ?? error.detail);
  return error.status === 429 ? reason : addressWords(typed, reason);
};

export function submitPages({ deps, sessions, pages, router, draftCookies: cookies }: Site): void {
  const { show, showKnown, asksWhich } = createSubmitForm({ deps, pages });

  router.get("/submit", async (req, res) => {
    await sessions.ensure(req, res);
    show(res, { url: queryText(req, "url") });
  });

  router.post("/submit", async (req, res) => {
    const typed = formText(req, "url");
    await sessions.ensure(req, res);
    if (formText(req, "other") === "" && (await asksWhich(res, typed))) return;
    const account = sessionOf(res)?.account;
    const started = account ? await startMemberDraft(req, res, typed) : await startGuest(req, res, typed);
    if (!started.error) return seeOther(res, started.output);
    const { error } = started;
    if (error.code === "submission_closed") return show(res, { url: typed });
    if (error.code === "already_drafted" || error.code === "already_listed") return showKnown(res, typed);
    const back = encodeURIComponent(`/submit?url=${encodeURIComponent(typed)}`);
    const isLimit = error.status === 429;
    show(res, {
      url: typed,
      fault: faultOf(typed, error),
      status: error.status,
      more:
        isLimit &&
        !account &&
        html`<p>Don’t want to wait? <a href="/sign-up?return_to=${back}">Sign up</a> or
<a href="/sign-in?return_to=${back}">sign in</a>. Accounts have separate limits.</p>`,
    });
  });

  const startMemberDraft = (req: Request, res: Response, typed: string) =>
    attemptTo(async () => {
      const { output, error } = await attempt(submitListing, { url: typed }, { deps, caller: memberOf(req, res) });
      if (error) throw error;
      return `/drafts/${output.id}`;
    });

  const startGuest = (req: Request, res: Response, typed: string) =>
    attemptTo(async () => {
      const asked = { address: addressOf(req), known: cookies.all(req) };
      const mine = await startGuestDraft({ ...asked, site: readAddress(typed) }, deps);
      cookies.keep(req, res, mine, GUEST_DRAFT_DAYS * DAY_MS);
      return guestPath(mine.id);
    });

  function readAddress(typed: string) {
    const { data, error } = submitListing.input.safeParse({ url: typed });
    if (!data) throw invalid(faultsOf(error, submitListing.input));
    return deps.readSiteAddress(data.url);
  }
}

const STATES = {
  crawling: ["warm", t`reading the website`],
  drafting: ["warm", t`writing the draft`],
  ready: ["good", t`ready`],
} as const;

export function draftsPages({ deps, pages, router }: Site): void {
  router.get("/drafts", accountOnly, async (req, res) => {
    const input = { page: pageNumber(req) };
    const { output } = await invoke(listMyDrafts, input, { deps, caller: memberOf(req, res), interface: "site" });
    pages.render(res, {
      heading: t`My drafts`,
      above: ["/account/listings", t`My listings`],
      place: dashboardPlace,
      width: "reading",
      body: html`${
        output.total === 0
          ? html`<p class="lead">You have no drafts yet. Enter a website to start one.</p>`
          : html`<ul class="dashboard-rows">${output.items.map((draft) => {
              const [tone, words] = STATES[draft.status];
              const next = nextStepOfDraft(draft);
              return html`<li><div class="grow"><h2><a href="/drafts/${draft.id}">${draft.name ?? showUrl(draft.url)}</a></h2>
<p class="small muted">${draft.name && html`${showUrl(draft.url)} · `}${html`Started on ${showDay(
                new Date(draft.created_at),
              )}`}</p>${draft.listing_id === null && nextStepLine(next, res)}</div>
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
<p><a class="button" href="/submit">${SUBMIT_LABEL}</a></p>`,
    });
  });

  router.post("/drafts/:id/delete", accountOnly, async (req, res) => {
    const call = { deps, caller: memberOf(req, res), interface: "site" } as const;
    await invoke(deleteDraft, { id: String(req.params.id) }, call);
    seeOther(res, "/drafts", "draft-deleted");
  });
}

const deleteForm = (res: Response, { id, name, url }: z.output<typeof DraftSummary>): Html =>
  html`<details class="more"><summary class="small">More<span class="unseen">: ${name ?? showUrl(url)}</span></summary>
${formTo(res, `/drafts/${id}/delete`)}
<p class="small">This permanently deletes the draft with everything we read and you wrote.</p>
<button class="danger slim">Delete draft</button></form></details>`;
