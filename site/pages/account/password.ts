import { type Response, Router } from "express";
import { changePassword } from "../../../actions/accounts/change-password.ts";
import { html } from "../../../core/text/html.ts";
import { csrfField, field, formSecret } from "../../kit/form.ts";
import { accountOf, accountOnly, currentSession, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { PASSWORD_HINT } from "../../parts/accounts/new-account.ts";

export function passwordPages({ deps, sessions, pages }: Site): Router {
  const router = Router();
  router.use("/account/password", accountOnly, recentOnly(deps.now));

  const show = (res: Response, fault?: string): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      title: "Change your password",
      width: "narrow",
      body: html`<h1>Change your password</h1>
<p class="lead">${
        accountOf(res).emailVerifiedAt
          ? "All other browsers will be signed out. Connected apps and API keys stay."
          : "All other browsers and all connected apps will be signed out."
      }</p>
<form method="post" action="/account/password">
${csrfField(res)}
${field({
  name: "password",
  label: "New password",
  type: "password",
  fault,
  autocomplete: "new-password",
  maxLength: 256,
  hint: PASSWORD_HINT,
})}
<p class="row"><button>Save the password</button> <a href="/account">Cancel</a></p>
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

  return router;
}
