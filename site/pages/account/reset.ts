import { type Response, Router } from "express";
import { changePassword } from "../../../actions/accounts/change-password.ts";
import { accountBehind } from "../../../actions/accounts/links.ts";
import { html } from "../../../core/text/html.ts";
import type { Account } from "../../../store/repos/accounts/accounts.ts";
import { csrfField, field, formSecret, formText, queryText } from "../../kit/form.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/link-gone.ts";
import { PASSWORD_HINT } from "../../parts/accounts/new-account.ts";

export function resetPages({ deps, sessions, pages }: Site): Router {
  const router = Router();

  const showForm = (res: Response, token: string, account: Account, fault?: string): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      kind: "interaction",
      title: "Choose a new password",
      body: html`<h1>Choose a new password</h1>
<p class="lead">For <strong>${account.email}</strong>. You will be signed out in all browsers.</p>
<form method="post" action="/reset">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
${field({
  name: "password",
  label: "New password",
  type: "password",
  fault,
  autocomplete: "new-password",
  maxLength: 256,
  hint: PASSWORD_HINT,
})}
<p><button>Save the password</button></p>
</form>`,
    });

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, it is older than 30 minutes, or the password has changed since.</p>
<p><a class="button" href="/forgot">Ask for a new link</a></p>`,
    );

  router.get("/reset", async (req, res) => {
    const token = queryText(req, "token");
    const account = await accountBehind("reset", token, deps);
    if (!account) return showGone(res);
    await sessions.ensure(req, res);
    showForm(res, token, account);
  });

  router.post("/reset", async (req, res) => {
    const token = formText(req, "token");
    const account = await accountBehind("reset", token, deps);
    if (!account) return showGone(res);
    const password = formSecret(req, "password");
    const { fault, isGone } = await changePassword({ account, password, link: token }, deps);
    if (fault) return showForm(res, token, account, fault);
    if (isGone) return showGone(res);
    // Someone who tries passwords for this account cannot keep its owner from signing in here.
    await sessions.devices.remember(req, res, account.id);
    seeOther(res, "/sign-in?notice=password-reset");
  });

  return router;
}
