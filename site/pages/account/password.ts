import { type Response, Router } from "express";
import { checkPassword, hashPassword } from "../../../core/credentials/passwords.ts";
import { html } from "../../../core/html.ts";
import { passwordChangedMessage } from "../../../mail/messages.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { csrfField, field, formSecret } from "../../kit/form.ts";
import { accountOf, accountOnly, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { PASSWORD_HINT } from "../../parts/new-account.ts";

export function passwordPages({ deps, sessions, pages }: Site): Router {
  const { settings, store, now } = deps;
  const router = Router();
  router.use("/account/password", accountOnly, recentOnly(now));

  const show = (res: Response, fault?: string): void =>
    pages.render(res, {
      status: fault ? 400 : 200,
      title: "Change your password",
      width: "narrow",
      body: html`<h1>Change your password</h1>
<p class="lead">All other browsers will be signed out. Connected apps and API keys stay.</p>
<form method="post" action="/account/password">
${csrfField(res)}
${field({ name: "password", label: "New password", type: "password", fault, autocomplete: "new-password", maxLength: 256, hint: PASSWORD_HINT })}
<p class="row"><button>Save the password</button> <a href="/account">Cancel</a></p>
</form>`,
    });

  router.get("/account/password", (_req, res) => show(res));

  router.post("/account/password", async (req, res) => {
    const account = accountOf(res);
    const password = formSecret(req, "password");
    const fault = checkPassword(password, account.email);
    if (fault) return show(res, fault);
    const passwordHash = await hashPassword(password);
    await store.change(async (tx) => {
      await tx.accounts.setPassword(account.id, passwordHash);
      await tx.accounts.removeTokens("reset", account.id);
      await tx.accounts.removeSessionsOf(account.id);
      await queueMail(tx, deps, passwordChangedMessage(settings, { name: account.name, at: now() }), account.email);
    });
    deps.wakeJobs();
    await sessions.begin(req, res, account.id);
    seeOther(res, "/account?notice=password-changed");
  });

  return router;
}
