import { type Request, type Response, Router } from "express";
import { findKnown } from "../../../actions/drafts/already-listed.ts";
import type { AppError } from "../../../core/errors.ts";
import { type Html, html } from "../../../core/html.ts";
import { CLAIMABLE } from "../../../domain/listing.ts";
import { submitListing } from "../../../tools/drafts/submit-listing.ts";
import { WebsiteAddress } from "../../../tools/schemas/common.ts";
import { attempt, plainWords } from "../../kit/attempt.ts";
import { csrfField, field, formText, queryText } from "../../kit/form.ts";
import { memberOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { addressWords } from "../../parts/address-words.ts";

const faultOf = (typed: string, error: AppError): string => {
  const reason = plainWords(error.faults[0]?.detail ?? error.message);
  return error.status === 429 ? reason : addressWords(typed, reason);
};

/** The start of a listing: submitting a website. */
export function submitPages({ deps, sessions, pages }: Site): Router {
  const { store, settings } = deps;
  const router = Router();

  const show = (res: Response, { url, fault, more }: { url: string; fault?: string; more?: Html | undefined }): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      title: "Launch yours",
      description: `List a product at ${settings.SITE_NAME}: enter its address, then check the draft.`,
      width: "reading",
      body: html`<h1>Paste your address</h1>
<p class="lead">We read your website and draft your page, with a quote from your site beside every fact.</p>
<form method="post" action="/submit">
${csrfField(res)}
${field({ name: "url", label: "Website", type: "text", value: url, hint: "Like acme.com", fault, autocomplete: "url", maxLength: 2048 })}
${more}
<p><button class="sun">Draft my page</button></p>
</form>
<p class="muted">This takes about a minute. Nothing is published or charged until you say so.</p>`,
    });

  router.get("/submit", async (req, res) => {
    await sessions.ensure(req, res);
    show(res, { url: queryText(req, "url") });
  });

  router.post("/submit", async (req, res) => {
    const typed = formText(req, "url");
    if (!sessionOf(res)?.account) {
      const back = `/submit?url=${encodeURIComponent(typed)}`;
      return seeOther(res, `/sign-in?return_to=${encodeURIComponent(back)}`);
    }
    const { output, error } = await attempt(submitListing, { url: typed }, { deps, caller: memberOf(req, res) });
    if (output) return seeOther(res, `/drafts/${output.id}`);
    if (error.code !== "already_drafted" && error.code !== "already_listed")
      return show(res, { url: typed, fault: faultOf(typed, error) });
    await showKnown(req, res, typed);
  });

  /** A website with a draft or listing: opens the member's own, and offers to claim another. */
  async function showKnown(req: Request, res: Response, typed: string): Promise<void> {
    const { accountId } = memberOf(req, res);
    const { key } = deps.readSiteAddress(WebsiteAddress.parse(typed));
    const known = await findKnown(store, key, accountId);
    if (!known) return seeOther(res, "/drafts");
    if (known.draft) return seeOther(res, `/drafts/${known.draft.id}?notice=draft-known`);
    const { listing, isMine } = known;
    if (isMine) return seeOther(res, `/account/listings/${listing.id}?notice=listing-known`);
    show(res, {
      url: typed,
      fault: "This website is already listed.",
      more: CLAIMABLE.includes(listing.status)
        ? html`<p>Is it yours? <a href="/listings/${listing.slug}/claim">Claim ${listing.name}</a>, and you can edit it.</p>`
        : html`<p>If it is yours, contact the site team.</p>`,
    });
  }

  return router;
}
