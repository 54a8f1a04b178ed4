import type { Response } from "express";
import { findKnown } from "../../../actions/drafts/start-draft.ts";
import { type Html, html, type Part } from "../../../core/text/html.ts";
import { CLAIMABLE, type Listing } from "../../../domain/listings/listing.ts";
import { WebsiteAddress } from "../../../tools/schemas/common.ts";
import { csrfField, field } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";

type Shown = { url: string; fault?: string; more?: Part; status?: number };

/** The form that takes the address of a website, and what it says of one that is known. */
export function createSubmitForm({ deps, pages }: Pick<Site, "deps" | "pages">) {
  const { store, settings } = deps;

  const show = (res: Response, { url, fault, more, status = fault ? 400 : 200 }: Shown): void =>
    pages.render(res, {
      status,
      title: "Submit a product",
      description: `List a product on ${settings.SITE_NAME}: enter its address, then check the draft.`,
      width: "reading",
      body: html`<h1>Enter your website</h1>
<p class="lead">We read your website and draft your page, with a quote from your site beside every fact.</p>
<form method="post" action="/submit"${formTool("submit_website")}>
${csrfField(res)}
${field({ name: "url", label: "Website", type: "text", value: url, hint: "Like acme.com", fault, autocomplete: "url", maxLength: 2048 })}
${more}
<p><button class="sun">Draft my page</button></p>
</form>
<p class="muted">This takes about a minute. Nothing is published or charged until you say so.</p>`,
    });

  const isYours = ({ status, slug, name }: Listing): Html =>
    CLAIMABLE.includes(status)
      ? html`<p>Is it yours? <a href="/listings/${slug}/claim">Claim ${name}</a> to edit it.</p>`
      : html`<p>If it is yours, contact the site team.</p>`;

  /** A website with a draft or listing: opens the member's own, and offers to claim another. */
  async function showKnown(res: Response, typed: string): Promise<void> {
    const account = sessionOf(res)?.account;
    const { key } = deps.readSiteAddress(WebsiteAddress.parse(typed));
    const known = account ? await findKnown(store, key, account.id) : await publicListing(key);
    if (!known) return seeOther(res, "/drafts");
    if (known.draft) return seeOther(res, `/drafts/${known.draft.id}?notice=draft-known`);
    const { listing, isMine } = known;
    if (isMine) return seeOther(res, `/account/listings/${listing.id}?notice=listing-known`);
    show(res, { url: typed, fault: "This website is already listed.", more: isYours(listing) });
  }

  async function publicListing(siteKey: string) {
    const listing = await store.listings.findBySite(siteKey);
    return listing && { listing, isMine: false, draft: undefined };
  }

  return { show, showKnown };
}
