import { type Response, Router } from "express";
import { findLink } from "../../../actions/accounts/links.ts";
import { verifyEmail } from "../../../actions/accounts/verify-email.ts";
import { html } from "../../../core/html.ts";
import { csrfField, formText, queryText } from "../../kit/form.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/link-gone.ts";

/** The link in the email opens a page with a button, because mail scanners follow links. */
export function verifyPages({ deps, sessions, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, or it is older than 24 hours.</p>
<p>If your address is not confirmed yet, sign in and ask for a new link on your account page.</p>
<p><a class="button" href="/account">Go to your account</a></p>`,
    );

  router.get("/verify", async (req, res) => {
    const token = queryText(req, "token");
    const found = await findLink(store, "verify", token, now());
    const account = found?.accountId ? await store.accounts.find(found.accountId) : undefined;
    if (!account) return showGone(res);
    await sessions.ensure(req, res);
    pages.render(res, {
      kind: "interaction",
      title: "Confirm your email address",
      body: html`<h1>Confirm your email address</h1>
<p class="lead"><strong>${account.email}</strong>${account.name && html`, for the account of ${account.name}`}</p>
<p>Confirm only if you made this account yourself.</p>
<form method="post" action="/verify">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
<p><button>Confirm</button></p>
</form>`,
    });
  });

  router.post("/verify", async (req, res) => {
    const accountId = await verifyEmail(formText(req, "token"), deps);
    if (!accountId) return showGone(res);
    seeOther(res, sessionOf(res)?.account?.id === accountId ? "/account?notice=verified" : "/sign-in?notice=verified");
  });

  return router;
}
