import { type Request, type Response, Router } from "express";
import { accountBehind } from "../../../actions/accounts/links.ts";
import { checkEmail } from "../../../actions/accounts/new-account.ts";
import { mailSignIn, useSignInCode, useSignInLink } from "../../../actions/accounts/sign-in-link.ts";
import { html } from "../../../core/html.ts";
import type { Account } from "../../../store/repos/accounts.ts";
import { csrfField, field, formFault, formText, queryText } from "../../kit/form.ts";
import { addressOf, returnPath, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { linkGone } from "../../parts/link-gone.ts";

/** Signing in by email: a code for the browser that asked, and a link that works anywhere. */
export function signInLinkPages({ deps, sessions, pages }: Site): Router {
  const router = Router();

  const knownIn = (req: Request) => ({
    isKnown: async (account: Account) => (await sessions.devices.find(req, account.id)) !== undefined,
  });

  const showAsk = (res: Response, view: { email?: string; returnTo: string; fault?: string; status?: number }): void =>
    pages.render(res, {
      status: view.status ?? 200,
      kind: "interaction",
      title: "Sign in by email",
      body: html`<h1>Sign in by email</h1>
<p class="lead">We send you a code and a link. You need no password.</p>
<form method="post" action="/sign-in/email">
${csrfField(res)}
<input type="hidden" name="return_to" value="${view.returnTo}">
${field({ name: "email", label: "Email", type: "email", value: view.email, fault: view.fault, autocomplete: "username" })}
<p><button>Send me a code</button></p>
</form>
<p><a href="/sign-in?return_to=${encodeURIComponent(view.returnTo)}">Other ways to sign in</a></p>`,
    });

  const showCode = (res: Response, view: { email: string; returnTo: string; fault?: string; status?: number }): void =>
    pages.render(res, {
      status: view.status ?? 200,
      kind: "interaction",
      title: "Check your email",
      body: html`<h1>Check your email</h1>
<p class="lead">If <strong>${view.email}</strong> has an account, a code is on its way to it.</p>
${formFault(view.fault)}
<form method="post" action="/sign-in/code">
${csrfField(res)}
<input type="hidden" name="return_to" value="${view.returnTo}">
<input type="hidden" name="email" value="${view.email}">
${field({ name: "code", label: "Code", autocomplete: "one-time-code", maxLength: 12, hint: "Six digits. They work for 15 minutes." })}
<p><button>Sign in</button></p>
</form>
<p class="muted">Nothing there? Look into your spam folder, or <a href="/sign-in/email?return_to=${encodeURIComponent(view.returnTo)}">ask again</a>.</p>`,
    });

  router.get("/sign-in/email", async (req, res) => {
    await sessions.ensure(req, res);
    showAsk(res, { returnTo: returnPath(queryText(req, "return_to")) });
  });

  router.post("/sign-in/email", async (req, res) => {
    const view = { email: formText(req, "email"), returnTo: returnPath(formText(req, "return_to")) };
    const fault = checkEmail(view.email);
    if (fault) return showAsk(res, { ...view, fault, status: 400 });
    const asked = { ...view, address: addressOf(req), sessionId: sessionOf(res)!.id };
    if ((await mailSignIn(asked, deps)) === "limit")
      return showAsk(res, {
        ...view,
        fault: "Your network asked for many links. Try again in a quarter of an hour.",
        status: 429,
      });
    showCode(res, view);
  });

  router.post("/sign-in/code", async (req, res) => {
    const view = { email: formText(req, "email"), returnTo: returnPath(formText(req, "return_to")) };
    const given = { code: formText(req, "code"), sessionId: sessionOf(res)!.id, address: addressOf(req) };
    const { account, isLimited } = await useSignInCode(given, knownIn(req), deps);
    if (!account) {
      const fault = isLimited
        ? "Too many attempts. Ask for a new code in a quarter of an hour, or follow the link in the email."
        : "That is not the code, or it is older than 15 minutes. It works in this browser only.";
      return showCode(res, { ...view, fault, status: isLimited ? 429 : 400 });
    }
    await sessions.begin(req, res, account.id);
    seeOther(res, view.returnTo);
  });

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used, or it is older than 15 minutes.</p>
<p><a class="button" href="/sign-in/email">Ask for a new link</a></p>`,
    );

  // A page with a button, because mail scanners follow links.
  router.get("/sign-in/link", async (req, res) => {
    const token = queryText(req, "token");
    const account = await accountBehind("sign-in", token, deps);
    if (!account) return showGone(res);
    await sessions.ensure(req, res);
    pages.render(res, {
      kind: "interaction",
      title: "Sign in",
      body: html`<h1>Sign in</h1>
<p class="lead">As <strong>${account.email}</strong>.</p>
<form method="post" action="/sign-in/link">
${csrfField(res)}
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="return_to" value="${returnPath(queryText(req, "return_to"))}">
<p><button>Sign in</button></p>
</form>`,
    });
  });

  router.post("/sign-in/link", async (req, res) => {
    const account = await useSignInLink(formText(req, "token"), knownIn(req), deps);
    if (!account) return showGone(res);
    await sessions.begin(req, res, account.id);
    seeOther(res, returnPath(formText(req, "return_to")));
  });

  return router;
}
