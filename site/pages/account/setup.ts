import type { Response } from "express";
import { checkNewAccount, type NewAccountForm } from "#actions/accounts/new-account.ts";
import { isSetupLink, setUpFirstAdmin } from "#actions/site/first-admin.ts";
import { html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import { type Faults, formSecret, formText, formTo, hasFaults, hidden, queryText } from "../../kit/form.ts";
import { type Site, seeOther } from "../../kit/site.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { newAccountFields } from "../../parts/accounts/sign-in-forms.ts";

export function setupPages({ deps, sessions, pages, router }: Site): void {
  const { settings } = deps;

  type Form = Partial<NewAccountForm>;

  function showForm(res: Response, token: string, form: Form = {}, faults: Faults = {}): void {
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Set up ${settings.SITE_NAME}`,
      width: "narrow",
      body: html`<p class="lead">Create the admin account. This link works once.</p>
${formTo(res, "/setup")}
${hidden("token", token)}
${newAccountFields(form, faults)}
<p><button>Create admin account</button></p>
</form>`,
    });
  }

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, has expired, or the site already has an admin.</p>
<p>If you are the admin, <a href="/sign-in">sign in</a>. If there is no admin yet, restart the program to get a new link.</p>`,
    );

  router.get("/setup", async (req, res) => {
    const token = queryText(req, "token");
    if (!(await isSetupLink(token, deps))) return showGone(res);
    await sessions.ensure(req, res);
    showForm(res, token);
  });

  router.post("/setup", async (req, res) => {
    const token = formText(req, "token");
    if (!(await isSetupLink(token, deps))) return showGone(res);
    const form = { name: formText(req, "name"), email: formText(req, "email"), password: formSecret(req, "password") };
    const faults = checkNewAccount(form, settings);
    if (hasFaults(faults)) return showForm(res, token, form, faults);
    const made = await setUpFirstAdmin({ token, ...form }, deps);
    if (made === "taken")
      return showForm(res, token, form, { email: t`This email address already has an account. Use another one.` });
    if (made === "gone") return showGone(res);
    await sessions.begin(req, res, made.id, { hasSecondFactor: false });
    seeOther(res, "/admin/start?notice=welcome");
  });
}
