import type { Response } from "express";
import type { z } from "zod";
import { findByLink, proveByLink } from "#actions/claims/mail-link.ts";
import { AppError } from "#core/errors/errors.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { CLAIM_METHODS } from "#domain/listings/claim.ts";
import { claimText } from "#domain/listings/claim-words.ts";
import { as, plural, type Text, t, type Words } from "#languages/words.ts";
import type { ClaimedListing } from "#store/repos/listings/claims.ts";
import { claimListing } from "#tools/claims/claim-listing.ts";
import { listMyClaims } from "#tools/claims/list-my-claims.ts";
import { verifyClaim } from "#tools/claims/verify-claim.ts";
import { invoke } from "#tools/invoke.ts";
import type { ClaimView } from "#tools/schemas/claim.ts";
import { plainWords } from "../../kit/attempt.ts";
import { field, formFault, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { copyable, showDay, showTime } from "../../kit/show.ts";
import { accountOf, accountOnly, memberOf, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { POLL_SECONDS } from "../../parts/drafts/draft-progress.ts";
import { PROOFS } from "../../parts/listings/claim-words.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";

type Claim = z.output<typeof ClaimView>;

const STATES: Record<Claim["status"], readonly [string, Words]> = {
  pending: ["warm", t`waiting`],
  verified: ["good", t`verified`],
  under_review: ["warm", t`under review`],
  expired: ["bad", t`expired`],
  failed: ["bad", t`failed`],
  canceled: ["", t`canceled`],
  superseded: ["bad", t`replaced`],
};

export function claimsPages({ deps, pages, router }: Site): void {
  async function showForm(res: Response, slug: string, form: { method?: string; email?: string; fault?: Text } = {}) {
    const listing = orNotFound(await deps.store.listings.findClaimable(slug));
    const own = await teamBar(slug, res, deps);
    if (own)
      return pages.render(res, {
        heading: t`You already manage ${listing.name}`,
        width: "reading",
        body: html`${own}`,
      });
    const { method = "dns", email = "", fault } = form;
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Claim ${listing.name}`,
      width: "reading",
      body: html`<p class="lead">Prove that you own its website to edit the listing and mark it as verified, for free.</p>
${formTo(res, `/listings/${slug}/claim`)}
${formFault(fault)}
<div class="field"><label for="method">${as("of a claim")`Proof`}</label>
<select id="method" name="method">${CLAIM_METHODS.map(
        (name) => html`<option value="${name}"${name === method && html` selected`}>${PROOFS[name]}</option>`,
      )}</select></div>
${field({
  name: "email",
  label: t`Email at its domain`,
  hint: t`Only for proof by email.`,
  type: "email",
  value: email,
  autocomplete: "email",
  required: false,
})}
<p><button>Continue</button></p>
</form>`,
    });
  }

  router.get("/listings/:slug/claim", accountOnly, (req, res) => showForm(res, String(req.params.slug)));

  router.post("/listings/:slug/claim", accountOnly, async (req, res) => {
    const slug = String(req.params.slug);
    const method = formText(req, "method");
    const email = formText(req, "email");
    try {
      const input = { slug, method, ...(method === "email" && email && { email }) };
      const { output } = await invoke(claimListing, input, { deps, caller: memberOf(req, res), interface: "site" });
      seeOther(res, `/account/claims#claim-${output.claim_id}`);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      await showForm(res, slug, { method, email, fault: plainWords(error.detail) });
    }
  });

  router.get("/account/claims", accountOnly, async (req, res) => {
    const page = Math.min(1000, Math.max(1, Number.parseInt(queryText(req, "page"), 10) || 1));
    const { output } = await invoke(listMyClaims, { page }, { deps, caller: memberOf(req, res), interface: "site" });
    pages.render(res, {
      heading: t`Your claims`,
      above: ["/account", t`Your account`],
      width: "reading",
      refreshSeconds: output.items.some(({ checking }) => checking) ? POLL_SECONDS : undefined,
      body: html`${
        output.total === 0
          ? html`<p class="lead">No claims yet. To claim your listing, use the link on its page.</p>`
          : html`<div class="stack">${output.items.map((claim) => claimCard(claim, res))}</div>`
      }
${output.has_more && html`<p><a href="/account/claims?page=${page + 1}">Older</a></p>`}`,
    });
  });

  router.post("/account/claims/:id/check", accountOnly, async (req, res) => {
    const id = Number(req.params.id);
    try {
      await invoke(verifyClaim, { claim_id: id }, { deps, caller: memberOf(req, res), interface: "site" });
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
    }
    seeOther(res, `/account/claims#claim-${id}`);
  });
}

const claimCard = (claim: Claim, res: Response): Html => html`<article class="card" id="claim-${claim.claim_id}">
<h2><a href="${href(`/listings/${claim.slug}`)}">${claim.listing.name}</a>
<span class="tag ${STATES[claim.status][0]}">${STATES[claim.status][1]}</span></h2>
${
  claim.checking &&
  html`<p class="notice good" role="status" data-poll="${POLL_SECONDS}">We are checking your website. The result appears here.</p>`
}
${claim.status === "pending" ? toPublish(claim) : html`<p>${plainWords(claim.instructions.text)}</p>`}
${
  claim.last_check &&
  html`<p class="small muted">Last checked ${showTime(new Date(claim.last_check.at))}: ${plainWords(
    claimText(claim.last_check.detail ?? ""),
  )}</p>`
}
${
  claim.next_actions.includes("verify_claim") &&
  html`${formTo(res, `/account/claims/${claim.claim_id}/check`)}
<p class="row"><button>Check now</button> <span class="small muted">${plural(
    claim.attempts_left,
    "attempt",
  )} left until ${showDay(new Date(claim.expires_at))}</span></p></form>`
}
${claim.next_actions.includes("claim_listing") && html`<p><a href="${href(`/listings/${claim.slug}/claim`)}">Claim again</a></p>`}
</article>`;

function toPublish({ claim_id: id, instructions: { text, dns, meta, file } }: Claim): Html {
  if (dns)
    return html`<p>Add a TXT record to the DNS settings of your domain with this name:</p>
${copyable(`name-${id}`, dns.name)}<p>And this value:</p>${copyable(`value-${id}`, dns.value)}`;
  if (meta) return html`<p>Add this tag to the head of ${meta.page}:</p>${copyable(`value-${id}`, meta.tag)}`;
  if (file)
    return html`<p>Publish a plain text file at ${file.url} that contains only this:</p>${copyable(`value-${id}`, file.body)}`;
  return html`<p>${plainWords(text)}</p>`;
}

/**
 * The link of a claim by email. Opening it changes nothing, because mail scanners follow links.
 * Only the claim's account can use it, so readers of the mailbox cannot be tricked into proving it.
 */
export function claimPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, was replaced by a newer one or is older than 14 days.</p>
<p><a class="button" href="/account/claims">Go to your claims</a></p>`,
    );

  const show = (res: Response, { claim, listing }: ClaimedListing, { status, body }: { status?: number; body: Html }) =>
    pages.render(res, {
      status: status ?? 200,
      kind: "interaction",
      heading: t`Claim ${listing.name}`,
      body: html`<p class="lead">This link proves that the claimant receives email at <strong>${claim.email}</strong>.</p>
${body}`,
    });

  const showStranger = (res: Response, found: ClaimedListing): void =>
    show(res, found, {
      status: 403,
      body: html`<p>You are signed in as ${accountOf(res).email}, but a different account made this claim.
If it is yours, sign out, then open this link again and sign in with that account. Otherwise ignore the email.</p>`,
    });

  router.get("/claim", async (req, res) => {
    const token = queryText(req, "token");
    const found = await findByLink(store, token, now());
    if (!found) return showGone(res);
    const account = sessionOf(res)?.account;
    if (account && account.id !== found.claim.accountId) return showStranger(res, found);
    show(res, found, {
      body: account
        ? html`${formTo(res, "/claim")}
${hidden("token", token)}
<p><button>Confirm claim</button></p>
</form>`
        : html`<p>Sign in with the account that made this claim. If you did not make it, ignore the email.</p>
<p><a class="button" href="/sign-in?return_to=${encodeURIComponent(`/claim?token=${token}`)}">Sign in to continue</a></p>`,
    });
  });

  router.post("/claim", accountOnly, async (req, res) => {
    const token = formText(req, "token");
    const account = accountOf(res);
    const found = await proveByLink({ token, accountId: account.id }, deps);
    if (!found) return showGone(res);
    if (found.claim.accountId !== account.id) return showStranger(res, found);
    seeOther(res, "/account/claims?notice=claim-proven");
  });
}
