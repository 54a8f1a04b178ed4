import { type Response, Router } from "express";
import { checkNewAccount, type NewAccountForm } from "../../../actions/accounts/new-account.ts";
import { signUp } from "../../../actions/accounts/sign-up.ts";
import { agreement } from "../../../core/settings/policies.ts";
import { html } from "../../../core/text/html.ts";
import { csrfField, type Faults, formFault, formSecret, formText, hasFaults, queryText } from "../../kit/form.ts";
import { addressOf, returnPath, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { newAccountFields } from "../../parts/accounts/new-account.ts";
import { providerButtons } from "../../parts/accounts/provider-buttons.ts";
import { purposeOf, thenWords, withPurpose } from "../../parts/accounts/purpose.ts";
import { createGuestDrafts } from "../../parts/drafts/guest-drafts.ts";

type View = { returnTo: string; form?: NewAccountForm; faults?: Faults; fault?: string; status?: number };

export function signUpPages({ deps, sessions, pages }: Site): Router {
  const { settings } = deps;
  const drafts = createGuestDrafts({ deps });
  const router = Router();

  async function show(res: Response, { returnTo, form, faults = {}, fault, status = 200 }: View): Promise<void> {
    const { title, heading } = withPurpose("Sign up", await purposeOf(returnTo, deps));
    pages.render(res, {
      status,
      kind: "interaction",
      title,
      description: `Create an account on ${settings.SITE_NAME} to list your product.`,
      body: html`${heading}
<p class="lead">One account for you and your assistants: list a product, edit it, follow its launch.</p>
${formFault(fault)}
${providerButtons(res, deps.signInProviders, returnTo)}
<form method="post" action="/sign-up">
${csrfField(res)}
<input type="hidden" name="return_to" value="${returnTo}">
${newAccountFields(form ?? {}, faults, { needsPassword: false })}
${agreement("signing up", settings)}
<p><button>Sign up</button></p>
</form>
<p class="muted">Already have an account? <a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">Sign in</a></p>`,
    });
  }

  router.get("/sign-up", async (req, res) => {
    const returnTo = returnPath(queryText(req, "return_to"));
    if (sessionOf(res)?.account) return seeOther(res, returnTo);
    await sessions.ensure(req, res);
    await show(res, { returnTo });
  });

  router.post("/sign-up", async (req, res) => {
    const form = { name: formText(req, "name"), email: formText(req, "email"), password: formSecret(req, "password") };
    const returnTo = returnPath(formText(req, "return_to"));
    const faults = { ...checkNewAccount(form, settings), ...(form.password === "" && { password: undefined }) };
    if (hasFaults(faults)) return show(res, { returnTo, form, faults, status: 400 });
    await drafts.carry(req, { returnTo, email: form.email });
    if ((await signUp(form, { address: addressOf(req), returnTo }, deps)) === "limit") {
      return show(res, {
        returnTo,
        form,
        fault: "Too many new accounts from your network. Try again in 15 minutes.",
        status: 429,
      });
    }
    const purpose = await purposeOf(returnTo, deps);
    // The same response whether or not the address has an account; only its owner reads the email.
    pages.render(res, {
      kind: "interaction",
      title: "Check your email",
      body: html`<h1>Check your email</h1>
<p class="lead">We sent an email to <strong>${form.email}</strong>.
Open the link in it, on any device, to confirm your address and sign in. ${purpose && thenWords(purpose)}</p>
<p>No email? Check your spam folder. If you chose a password, you can <a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">sign in already</a>.
Your assistants can list products for you once the address is confirmed.</p>`,
    });
  });

  return router;
}
