import { type Response, Router } from "express";
import { mailResetLink } from "../../../actions/accounts/links.ts";
import { checkEmail } from "../../../actions/accounts/new-account.ts";
import { NETWORK_LIMIT } from "../../../core/limits/limit-words.ts";
import { html } from "../../../core/text/html.ts";
import { csrfField, field, formText } from "../../kit/form.ts";
import { addressOf, type Site } from "../../kit/site.ts";

export function forgotPages({ deps, sessions, pages }: Site): Router {
  const router = Router();

  const show = (res: Response, email?: string, fault?: string, status = 200): void =>
    pages.render(res, {
      status,
      kind: "interaction",
      title: "Forgot your password?",
      body: html`<h1>Forgot your password?</h1>
<p class="lead">Enter your email address, and we will send you a link to choose a new one.</p>
<form method="post" action="/forgot">
${csrfField(res)}
${field({ name: "email", label: "Email", type: "email", value: email, fault, autocomplete: "username" })}
<p><button>Send the link</button></p>
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
      title: "Check your email",
      body: html`<h1>Check your email</h1>
<p class="lead">If <strong>${email}</strong> has an account, a link is on its way to it.</p>
<p>The link works for 30 minutes. We send at most two in 15 minutes. If you asked more often, use the latest one.
No email? Check your spam folder, or ask the site team.</p>
<p><a href="/sign-in">Back to sign in</a></p>`,
    });
  });

  return router;
}
