import { type Response, Router } from "express";
import { findByLink, proveByLink } from "../../../actions/claims/mail-link.ts";
import { type Html, html } from "../../../core/text/html.ts";
import type { ClaimedListing } from "../../../store/repos/listings/claims.ts";
import { csrfField, formText, queryText } from "../../kit/form.ts";
import { accountOf, accountOnly, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/link-gone.ts";

/**
 * The link of a claim by email. Opening it changes nothing, because mail scanners follow links.
 * Only the claim's account can use it, so readers of the mailbox cannot be tricked into proving it.
 */
export function claimPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, a newer one was sent, or it is older than 14 days.</p>
<p><a class="button" href="/account/claims">Go to your claims</a></p>`,
    );

  const show = (res: Response, { claim, listing }: ClaimedListing, { status, body }: { status?: number; body: Html }) =>
    pages.render(res, {
      status: status ?? 200,
      kind: "interaction",
      title: `Claim ${listing.name}`,
      body: html`<h1>Claim ${listing.name}</h1>
<p class="lead">This link proves that the claimant can read email to <strong>${claim.email}</strong>.</p>
${body}`,
    });

  const showStranger = (res: Response, found: ClaimedListing): void =>
    show(res, found, {
      status: 403,
      body: html`<p>This claim belongs to a different account than ${accountOf(res).email}, so nothing was changed.
If it is yours, sign out, open this link again and sign in with the account that started the claim. If it is not, ignore the email.</p>`,
    });

  router.get("/claim", async (req, res) => {
    const token = queryText(req, "token");
    const found = await findByLink(store, token, now());
    if (!found) return showGone(res);
    const account = sessionOf(res)?.account;
    if (account && account.id !== found.claim.accountId) return showStranger(res, found);
    show(res, found, {
      body: account
        ? html`<form method="post" action="/claim">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
<p><button>Prove that ${found.listing.name} is yours</button></p>
</form>`
        : html`<p>Sign in with the account that made the claim. If someone else made it, do nothing.</p>
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

  return router;
}
