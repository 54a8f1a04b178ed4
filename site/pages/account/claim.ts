import { type Response, Router } from "express";
import { settleProof } from "../../../actions/claims/settle-claim.ts";
import { hashToken } from "../../../auth/tokens.ts";
import { type Html, html } from "../../../core/html.ts";
import { claimStatus } from "../../../domain/claim.ts";
import type { ClaimedListing } from "../../../store/repos/claims.ts";
import type { Reads } from "../../../store/store.ts";
import { csrfField, formText, queryText } from "../../kit/form.ts";
import { accountOf, accountOnly, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/link-gone.ts";

/**
 * The link of a claim by mail. Opening it changes nothing: programs that look through mail follow links, but press no buttons. Only
 * the account that made the claim can use it, so whoever reads the company's mail cannot be tricked into proving somebody else's claim.
 */
export function claimPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was used, a newer one was sent, or it is older than 14 days.</p>
<p><a class="button" href="/account/claims">Go to your claims</a></p>`,
    );

  async function find(claims: Reads["claims"], token: string): Promise<ClaimedListing | undefined> {
    const found = token ? await claims.findByToken(hashToken(token)) : undefined;
    return found && claimStatus(found.claim, now()) === "pending" ? found : undefined;
  }

  const show = (res: Response, { claim, listing }: ClaimedListing, { status, body }: { status?: number; body: Html }) =>
    pages.render(res, {
      status: status ?? 200,
      kind: "interaction",
      title: `Claim ${listing.name}`,
      body: html`<h1>Claim ${listing.name}</h1>
<p class="lead">This link proves that whoever made the claim can read the mail of <strong>${claim.email}</strong>.</p>
${body}`,
    });

  const showStranger = (res: Response, found: ClaimedListing): void =>
    show(res, found, {
      status: 403,
      body: html`<p>The claim was made with another account than ${accountOf(res).email}, so nothing was changed. If it was you, sign out, open this link again and sign in with the account that made the claim. If it was somebody else, do nothing.</p>`,
    });

  router.get("/claim", async (req, res) => {
    const token = queryText(req, "token");
    const found = await find(store.claims, token);
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
        : html`<p>Sign in with the account that made the claim. If somebody else made it, do nothing.</p>
<p><a class="button" href="/sign-in?return_to=${encodeURIComponent(`/claim?token=${token}`)}">Sign in to go on</a></p>`,
    });
  });

  router.post("/claim", accountOnly, async (req, res) => {
    const token = formText(req, "token");
    const account = accountOf(res);
    const found = await store.change(async (tx) => {
      const current = await find(tx.claims, token);
      if (current?.claim.accountId !== account.id) return current;
      const detail = `The link that was sent to ${current.claim.email} was followed.`;
      const claim = { ...current.claim, checkedAt: now(), checkResult: "found" as const, checkDetail: detail };
      return settleProof(tx, { ...current, claim }, deps);
    });
    if (!found) return showGone(res);
    if (found.claim.accountId !== account.id) return showStranger(res, found);
    deps.wakeJobs();
    seeOther(res, "/account/claims?notice=claim-proven");
  });

  return router;
}
