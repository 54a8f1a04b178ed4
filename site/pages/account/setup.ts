import { type Response, Router } from "express";
import { hashPassword } from "../../../core/credentials/passwords.ts";
import { hashToken } from "../../../core/credentials/tokens.ts";
import { html } from "../../../core/html.ts";
import { csrfField, type Faults, formSecret, formText, hasFaults, queryText } from "../../kit/form.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { linkGone } from "../../parts/link-gone.ts";
import { checkNewAccount, type NewAccountForm, newAccountFields } from "../../parts/new-account.ts";

/** The first admin: whoever holds the one-time link that the program prints at its first start. */
export function setupPages({ deps, sessions, pages }: Site): Router {
  const { settings, store, now } = deps;
  const router = Router();

  const isUsable = async (token: string): Promise<boolean> => {
    const found = await store.accounts.findToken(hashToken(token));
    return (
      found?.kind === "setup" && found.usedAt === null && found.expiresAt > now() && !(await store.accounts.hasAdmin())
    );
  };

  function showForm(res: Response, token: string, form: Partial<NewAccountForm> = {}, faults: Faults = {}): void {
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      title: "Set up your directory",
      width: "narrow",
      body: html`<p class="eyebrow">First start</p>
<h1>Set up ${settings.SITE_NAME}</h1>
<p class="lead">Make the account that runs this directory. This link works once.</p>
<form method="post" action="/setup">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
${newAccountFields(form, faults)}
<p><button>Make the admin account</button></p>
</form>`,
    });
  }

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was used, it is too old, or the directory has an admin already.</p>
<p>If you are the admin, <a href="/sign-in">sign in</a>. Without an admin account, restart the program: it prints a new link.</p>`,
    );

  router.get("/setup", async (req, res) => {
    const token = queryText(req, "token");
    if (!(await isUsable(token))) return showGone(res);
    await sessions.ensure(req, res);
    showForm(res, token);
  });

  router.post("/setup", async (req, res) => {
    const token = formText(req, "token");
    if (!(await isUsable(token))) return showGone(res);
    const form = { name: formText(req, "name"), email: formText(req, "email"), password: formSecret(req, "password") };
    const faults = checkNewAccount(form);
    if (hasFaults(faults)) return showForm(res, token, form, faults);
    const passwordHash = await hashPassword(form.password);
    const made = await store.change(async (tx) => {
      if (await tx.accounts.findByEmail(form.email)) return "taken";
      if ((await tx.accounts.hasAdmin()) || !(await tx.accounts.useToken(hashToken(token), "setup", now())))
        return "gone";
      return tx.accounts.add({
        id: deps.uuid(),
        email: form.email,
        name: form.name || null,
        passwordHash,
        isAdmin: true,
        // Whoever can read the server's console needs no mail to prove who they are.
        emailVerifiedAt: now(),
        createdAt: now(),
      });
    });
    if (made === "taken")
      return showForm(res, token, form, { email: "This address has an account already. Use another one." });
    if (made === "gone" || made === undefined) return showGone(res);
    await sessions.begin(req, res, made.id);
    seeOther(res, "/account?notice=welcome");
  });

  return router;
}
