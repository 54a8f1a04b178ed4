import { type Request, type Response, Router } from "express";
import { startGuestDraft } from "../../../actions/drafts/guest-draft.ts";
import type { DraftCookies } from "../../../auth/draft-cookies.ts";
import { type AppError, invalid } from "../../../core/errors/errors.ts";
import { faultsOf } from "../../../core/errors/faults.ts";
import { html } from "../../../core/text/html.ts";
import { GUEST_DRAFT_DAYS } from "../../../domain/accounts/retention.ts";
import { submitListing } from "../../../tools/drafts/submit-listing.ts";
import { attempt, attemptTo, plainWords } from "../../kit/attempt.ts";
import { formText, queryText } from "../../kit/form.ts";
import { addressOf, memberOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { addressWords } from "../../parts/drafts/address-words.ts";
import { guestPath } from "../../parts/drafts/guest-draft.ts";
import { createSubmitForm } from "../../parts/drafts/submit-form.ts";

const DAY_MS = 24 * 3600 * 1000;

const faultOf = (typed: string, error: AppError): string => {
  const reason = plainWords(error.faults[0]?.detail ?? error.message);
  return error.status === 429 ? reason : addressWords(typed, reason);
};

/** The start of a listing: submitting a website, with an account or without one. */
export function submitPages({ deps, sessions, pages }: Site, cookies: DraftCookies): Router {
  const { show, showKnown } = createSubmitForm({ deps, pages });
  const router = Router();

  router.get("/submit", async (req, res) => {
    await sessions.ensure(req, res);
    show(res, { url: queryText(req, "url") });
  });

  router.post("/submit", async (req, res) => {
    const typed = formText(req, "url");
    await sessions.ensure(req, res);
    const account = sessionOf(res)?.account;
    const started = account ? await startMemberDraft(req, res, typed) : await startGuest(req, res, typed);
    if (!started.error) return seeOther(res, started.output);
    const { error } = started;
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
        html`<p>Don’t want to wait? <a href="/sign-up?return_to=${back}">Sign up</a> or <a href="/sign-in?return_to=${back}">sign in</a>: accounts have their own limits.</p>`,
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

  /** Read as the operation reads it, for the same answers. */
  function readAddress(typed: string) {
    const { data, error } = submitListing.input.safeParse({ url: typed });
    if (!data) throw invalid(faultsOf(error, submitListing.input));
    return deps.readSiteAddress(data.url);
  }

  return router;
}
