import { type Response, Router } from "express";
import { findLink } from "../../../actions/accounts/links.ts";
import { disownAccount, verifyEmail } from "../../../actions/accounts/verify-email.ts";
import { html } from "../../../core/text/html.ts";
import { csrfField, formText, queryText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { returnPath, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { enter } from "../../parts/accounts/enter.ts";
import { linkGone } from "../../parts/accounts/link-gone.ts";
import { purposeOf, thenWords } from "../../parts/accounts/purpose.ts";
import { createGuestDrafts } from "../../parts/drafts/guest-drafts.ts";

/** The link in the email opens a page with a button, because mail scanners follow links. */
export function verifyPages(site: Site): Router {
  const { deps, sessions, pages } = site;
  const { store, now } = deps;
  const router = Router();

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, or it is older than 24 hours.</p>
<p>If your address is not confirmed yet, sign in by email: that confirms it too.</p>
<p><a class="button" href="/sign-in/email">Sign in by email</a></p>`,
    );

  router.get("/verify", async (req, res) => {
    const token = queryText(req, "token");
    const found = await findLink(store, "verify", token, now());
    const account = found?.accountId ? await store.accounts.find(found.accountId) : undefined;
    if (!account) return showGone(res);
    const returnTo = returnPath(queryText(req, "return_to"), "");
    const purpose = await purposeOf(returnTo, deps);
    await sessions.ensure(req, res);
    pages.render(res, {
      kind: "interaction",
      title: "Confirm your email address",
      body: html`<h1>Confirm your email address</h1>
<p class="lead"><strong>${account.email}</strong>${account.name && html`, for the account of ${account.name}`}</p>
${purpose && html`<p>${thenWords(purpose)}</p>`}
<p>Confirm only if you created this account yourself, on ${showDay(account.createdAt)}.</p>
<form method="post" action="/verify">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="return_to" value="${returnTo}">
<p class="row"><button name="do" value="confirm">Confirm and sign in</button> <button name="do" value="disown" class="quiet">This was not me</button></p>
</form>`,
    });
  });

  router.post("/verify", async (req, res) => {
    const token = formText(req, "token");
    if (formText(req, "do") === "disown") {
      const isGone = await disownAccount(token, deps);
      return isGone ? seeOther(res, "/?notice=disowned") : showGone(res);
    }
    const accountId = await verifyEmail(token, deps);
    if (!accountId) return showGone(res);
    const returnTo = withNotice(returnPath(formText(req, "return_to")), "verified");
    const account = await store.accounts.find(accountId);
    if (!account) return seeOther(res, returnTo);
    if (sessionOf(res)?.account?.id === accountId)
      return seeOther(res, await createGuestDrafts(site).arrive(req, res, returnTo));
    await enter(req, res, { account, returnTo }, site);
  });

  return router;
}
