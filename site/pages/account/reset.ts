import { type Response, Router } from "express";
import { checkPassword, hashPassword } from "../../../core/credentials/passwords.ts";
import { hashToken } from "../../../core/credentials/tokens.ts";
import { html } from "../../../core/html.ts";
import { burstLimits } from "../../../domain/votes.ts";
import { passwordChangedMessage } from "../../../mail/messages.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import type { Account } from "../../../store/repos/accounts.ts";
import { csrfField, field, formSecret, formText, queryText } from "../../kit/form.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { linkGone } from "../../parts/link-gone.ts";
import { PASSWORD_HINT } from "../../parts/new-account.ts";

export function resetPages({ deps, sessions, pages }: Site): Router {
  const { settings, store, now } = deps;
  const router = Router();

  async function accountBehind(token: string): Promise<Account | undefined> {
    const found = await store.accounts.findToken(hashToken(token));
    if (found?.kind !== "reset" || !found.accountId || found.usedAt || found.expiresAt <= now()) return undefined;
    const account = await store.accounts.find(found.accountId);
    return account?.status === "active" ? account : undefined;
  }

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
${field({ name: "password", label: "New password", type: "password", fault, autocomplete: "new-password", maxLength: 256, hint: PASSWORD_HINT })}
<p><button>Save the password</button></p>
</form>`,
    });

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was used, it is older than 30 minutes, or the password was changed since.</p>
<p><a class="button" href="/forgot">Ask for a new link</a></p>`,
    );

  router.get("/reset", async (req, res) => {
    const token = queryText(req, "token");
    const account = await accountBehind(token);
    if (!account) return showGone(res);
    await sessions.ensure(req, res);
    showForm(res, token, account);
  });

  router.post("/reset", async (req, res) => {
    const token = formText(req, "token");
    const account = await accountBehind(token);
    if (!account) return showGone(res);
    const password = formSecret(req, "password");
    const fault = checkPassword(password, account.email);
    if (fault) return showForm(res, token, account, fault);
    const passwordHash = await hashPassword(password);
    const isDone = await store.change(async (tx) => {
      if (!(await tx.accounts.useToken(hashToken(token), "reset", now()))) return false;
      await tx.accounts.setPassword(account.id, passwordHash);
      await tx.accounts.removeTokens("reset", account.id);
      await tx.accounts.verifyEmail(account.id, now());
      await tx.votes.judgeAgain(account.id, burstLimits(deps.settings));
      await tx.accounts.removeSessionsOf(account.id);
      // Somebody else may have signed up with this address before its owner did: what they let in goes out.
      if (!account.emailVerifiedAt) await tx.oauth.revokeGrantsOf(account.id);
      await queueMail(tx, deps, passwordChangedMessage(settings, { name: account.name, at: now() }), account.email);
      return true;
    });
    if (!isDone) return showGone(res);
    deps.wakeJobs();
    // Whoever tries passwords for this account meanwhile cannot keep its owner from signing in here.
    await sessions.devices.remember(req, res, account.id);
    seeOther(res, "/sign-in?notice=password-reset");
  });

  return router;
}
