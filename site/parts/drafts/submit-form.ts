import type { Response } from "express";
import { findKnown } from "#actions/drafts/start-draft.ts";
import { mayList } from "#actions/drafts/submissions.ts";
import { holderOf, type Website } from "#actions/listings/websites.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { CLAIMABLE, type Listing } from "#domain/listings/listing.ts";
import type { Submission } from "#domain/site/site-shape.ts";
import { type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { WebsiteAddress } from "#tools/schemas/common.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { field, formTo, hidden } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { showUrl } from "../../kit/show.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";

type Shown = { url: string; fault?: Text; more?: Part; status?: number };

/** What happens, before somebody starts. */
const AFTER: Record<Submission, Text> = {
  open: t`This takes about a minute. Nothing is published or charged until you decide.`,
  members: t`This takes about a minute. Nothing is published or charged until you decide.`,
  review: t`This takes about a minute. Nothing is charged until you decide, and the team of this site approves each listing before it is public.`,
  admins: t`This takes about a minute. Nothing is published until you decide.`,
};

export function createSubmitForm({ deps, pages }: Pick<Site, "deps" | "pages">) {
  const { store, settings } = deps;

  const closed = (res: Response, url: string, account: Account | undefined): void => {
    const isMembers = account === undefined && store.siteLook().shape.submission !== "admins";
    const back = encodeURIComponent(`/submit?${new URLSearchParams({ url })}`);
    pages.render(res, {
      heading: isMembers ? t`Sign in to submit a product` : t`Submissions are closed`,
      width: "reading",
      body: isMembers
        ? html`<p class="lead">Only members can submit a product on ${settings.SITE_NAME}. An account is free.</p>
<p class="row"><a class="button sun" href="/sign-up?return_to=${back}">Sign up</a> <a href="/sign-in?return_to=${back}">I already have an account</a></p>`
        : html`<p class="lead">Only the team of ${settings.SITE_NAME} adds listings.</p>
<p>Is your product listed? <a href="/search">Find it</a> and claim it to edit it.</p>`,
    });
  };

  function show(res: Response, { url, fault, more, status = fault ? 400 : 200 }: Shown): void {
    const { submission } = store.siteLook().shape;
    const account = sessionOf(res)?.account;
    if (!mayList(submission, account)) closed(res, url, account);
    else
      pages.render(res, {
        status,
        title: t`Submit a product`,
        description: t`List your product on ${settings.SITE_NAME}. Enter its website and check the draft.`,
        width: "reading",
        body: html`<h1>Enter your website</h1>
<p class="lead">We read your website and draft your page, with a quote from your site for every fact.</p>
${formTo(res, "/submit", html`${formTool("submit_website")}`)}
${field({ name: "url", label: t`Website`, type: "text", value: url, hint: t`For example, acme.com`, fault, autocomplete: "url", maxLength: 2048 })}
${more}
<p><button class="sun">Draft my page</button></p>
</form>
<p class="muted">${AFTER[submission]}</p>`,
      });
  }

  const isYours = ({ status, slug, name }: Listing): Html =>
    CLAIMABLE.includes(status)
      ? html`<p>Is it yours? <a href="/listings/${slug}/claim">Claim ${name}</a> to edit it.</p>`
      : html`<p>If it is yours, contact the site team.</p>`;

  async function showKnown(res: Response, typed: string, read?: Website): Promise<void> {
    const account = sessionOf(res)?.account;
    const site = read ?? { siteKey: deps.readSiteAddress(WebsiteAddress.parse(typed)).key };
    const known = account ? await findKnown(store, site, account.id) : await publicListing(site);
    if (!known) return seeOther(res, "/drafts");
    if (known.draft) return seeOther(res, `/drafts/${known.draft.id}?notice=draft-known`);
    const { listing, isMine } = known;
    if (isMine) return seeOther(res, `/account/listings/${listing.id}?notice=listing-known`);
    show(res, { url: typed, fault: t`This website is already listed.`, more: isYours(listing) });
  }

  async function publicListing(site: Website) {
    const listing = await holderOf(store, site);
    return listing && { listing, isMine: false, draft: undefined };
  }

  /**
   * Asks whether the product is one of those listed below the same domain. False if there is nothing
   * to ask: there are none, or this very website is known.
   */
  async function asksWhich(res: Response, typed: string): Promise<boolean> {
    const { data: url } = WebsiteAddress.safeParse(typed);
    const site = url === undefined ? undefined : (await attemptTo(async () => deps.readSiteAddress(url))).output;
    if (site?.makersDomain === undefined) return false;
    const account = sessionOf(res)?.account;
    const isKnown = account
      ? await findKnown(store, { siteKey: site.key }, account.id)
      : await publicListing({ siteKey: site.key });
    const related = isKnown ? [] : await store.websites.ofDomain(site.makersDomain, MOST_RELATED);
    if (related.length === 0) return false;
    pages.render(res, {
      heading: t`Is it one of these?`,
      width: "reading",
      body: html`<p class="lead">These products with websites at ${site.makersDomain} are already listed. If yours is one of them, open it and claim it there.</p>
<ul>${related.map(
        ({ slug, name, url }) =>
          html`<li><a href="/listings/${slug}"><bdi>${name}</bdi></a> <span class="muted">${showUrl(url)}</span></li>`,
      )}</ul>
${formTo(res, "/submit")}${hidden("url", typed)}${hidden("other", "1")}
<p class="row"><button class="sun">No, draft ${showUrl(site.url)}</button> <a href="/submit">Enter another address</a></p></form>`,
    });
    return true;
  }

  return { show, showKnown, asksWhich };
}

const MOST_RELATED = 8;

const DOMAIN = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(\/\S*)?$/u;

/** What was probably meant by an address that is none: "acme,com", "htp://acme.com", "ann@acme.com". */
function meant(typed: string): string | undefined {
  const bare = typed
    .replace(/^\s*(?:h?t+ps?\s*[:;]?\/+)/i, "")
    .replace(/^[^@/]+@/, "")
    .replace(/[,;\s]+/g, ".")
    .replace(/\.{2,}/g, ".")
    .replace(/^\.|\.$/g, "");
  return bare !== typed && DOMAIN.test(bare) ? bare : undefined;
}

/** Why an address is refused, for the person who typed it. `reason` says it for anything else. */
export function addressWords(typed: string, reason: Text): Text {
  if (typed === "") return t`Enter the address of your website, like acme.com.`;
  if (!/[.,;:/@]/.test(typed)) return t`That looks like a name. Enter the address, like acme.com.`;
  const address = meant(typed);
  if (address === undefined) return reason;
  return /@/.test(typed)
    ? t`That is an email address. Is ${address} your website?`
    : t`That is not quite an address. Did you mean ${address}?`;
}
