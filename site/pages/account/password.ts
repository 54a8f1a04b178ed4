import type { Response } from "express";
import { changePassword } from "#actions/accounts/change-password.ts";
import { accountBehind, mailResetLink } from "#actions/accounts/links.ts";
import { checkEmail } from "#actions/accounts/new-account.ts";
import { NETWORK_LIMIT } from "#core/limits/limit-words.ts";
import { html } from "#core/text/html.ts";
import { type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { field, formSecret, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { accountOf, accountOnly, addressOf, currentSession, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { PASSWORD_HINT } from "../../parts/accounts/sign-in-forms.ts";

export function passwordPages({ deps, sessions, pages, router }: Site): void {
  router.use("/account/password", accountOnly, recentOnly(deps.now));

  const show = (res: Response, fault?: Text): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Change your password`,
      width: "narrow",
      body: html`<p class="lead">${
        accountOf(res).emailVerifiedAt
          ? t`This signs you out in all other browsers. Connected apps and API keys keep working.`
          : t`This signs you out in all other browsers and disconnects all apps.`
      }</p>
${formTo(res, "/account/password")}
${field({
  name: "password",
  label: t`New password`,
  type: "password",
  fault,
  autocomplete: "new-password",
  maxLength: 256,
  hint: PASSWORD_HINT,
})}
<p class="row"><button>Save password</button> <a href="/account">Cancel</a></p>
</form>`,
    });

  router.get("/account/password", (_req, res) => show(res));

  router.post("/account/password", async (req, res) => {
    const account = accountOf(res);
    const { hasSecondFactor } = currentSession(res);
    const { fault } = await changePassword({ account, password: formSecret(req, "password") }, deps);
    if (fault) return show(res, fault);
    await sessions.begin(req, res, account.id, { hasSecondFactor });
    seeOther(res, "/account?notice=password-changed");
  });
}

export function forgotPages({ deps, sessions, pages, router }: Site): void {
  const show = (res: Response, email?: string, fault?: Text, status = 200): void =>
    pages.render(res, {
      status,
      kind: "interaction",
      heading: t`Forgot your password?`,
      body: html`<p class="lead">Enter your email address to get a link for choosing a new password.</p>
${formTo(res, "/forgot")}
${field({ name: "email", label: t`Email`, type: "email", value: email, fault, autocomplete: "username" })}
<p><button>Send link</button></p>
</form>
<p><a href="/sign-in">Back to sign in</a></p>`,
    });

  router.get("/forgot", async (req, res) => {
    await sessions.ensure(req, res);
    show(res);
  });

  router.post("/forgot", async (req, res) => {
    const email = formText(req, "email");
    const fault = checkEmail(email);
    if (fault) return show(res, email, fault, 400);
    if ((await mailResetLink({ email, address: addressOf(req) }, deps)) === "limit")
      return show(res, email, NETWORK_LIMIT, 429);
    // The same response for every address, so that nobody learns who has an account.
    pages.render(res, {
      kind: "interaction",
      heading: t`Check your email`,
      body: html`<p class="lead">If <strong>${email}</strong> has an account, we sent a link to it.</p>
<p>The link works for 30 minutes. We send at most two in 15 minutes, so if you requested more, use the latest one.
No email? Check your spam folder or contact the site team.</p>
<p><a href="/sign-in">Back to sign in</a></p>`,
    });
  });
}

export function resetPages({ deps, sessions, pages, router }: Site): void {
  const showForm = (res: Response, token: string, account: Account, fault?: Text): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      kind: "interaction",
      heading: t`Choose a new password`,
      body: html`<p class="lead">For <strong>${account.email}</strong>. This signs you out in all browsers.</p>
${formTo(res, "/reset")}
${hidden("token", token)}
${field({
  name: "password",
  label: t`New password`,
  type: "password",
  fault,
  autocomplete: "new-password",
  maxLength: 256,
  hint: PASSWORD_HINT,
})}
<p><button>Save password</button></p>
</form>`,
    });

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, is older than 30 minutes, or the password was changed since.</p>
<p><a class="button" href="/forgot">Get a new link</a></p>`,
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
}
