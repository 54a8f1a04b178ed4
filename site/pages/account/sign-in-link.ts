import type { Request, Response } from "express";
import { checkEmail } from "#actions/accounts/new-account.ts";
import { requestOptions } from "#actions/accounts/passkeys.ts";
import { awaitingSecondStep, finishSecondStep } from "#actions/accounts/second-step.ts";
import { mailSignIn, signInLinkOf, useSignInCode, useSignInLink } from "#actions/accounts/sign-in-link.ts";
import { NETWORK_LIMIT } from "#core/limits/limit-words.ts";
import { agreement, teamPages } from "#core/settings/policies.ts";
import { href, html } from "#core/text/html.ts";
import { as, type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { field, formFault, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import { tagToKeep } from "../../kit/language.ts";
import { addressOf, currentSession, returnPath, type Site, seeOther } from "../../kit/site.ts";
import { enter } from "../../parts/accounts/enter.ts";
import { type Purpose, purposeOf, thenWords, withPurpose } from "../../parts/accounts/purpose.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { passkeyForm, passkeyScript } from "../../parts/accounts/sign-in-forms.ts";
import { createGuestDrafts } from "../../parts/drafts/guest-drafts.ts";

/** Signing in by email: a code for the browser that asked, and a link that works anywhere. */
export function signInLinkPages(site: Site): void {
  const { deps, sessions, pages, router } = site;
  const drafts = createGuestDrafts({ deps });

  const knownIn = (req: Request, res: Response) => ({
    language: tagToKeep(res, deps.languages),
    isKnown: async (account: Account) => (await sessions.devices.find(req, account.id)) !== undefined,
  });

  type Asking = { email?: string; returnTo: string; fault?: Text; status?: number };

  async function showAsk(res: Response, view: Asking): Promise<void> {
    const purpose = await purposeOf(view.returnTo, deps);
    const { title, heading } = withPurpose(purpose ? t`Sign in or sign up` : t`Sign in by email`, purpose);
    pages.render(res, {
      status: view.status ?? 200,
      kind: "interaction",
      title,
      body: html`${heading}
<p class="lead">We’ll email you a code and a link. You don’t need a password or an account.</p>
${formTo(res, "/sign-in/email")}
${hidden("return_to", view.returnTo)}
${field({ name: "email", label: t`Email`, type: "email", value: view.email, fault: view.fault, autocomplete: "username" })}
<p><button>Email me a code</button></p>
${agreement("signing up", deps.settings)}
</form>
<p><a href="/sign-in?return_to=${encodeURIComponent(view.returnTo)}">Other ways to sign in</a></p>`,
    });
  }

  async function showCode(res: Response, view: Asking & { email: string }): Promise<void> {
    const purpose: Purpose | undefined = await purposeOf(view.returnTo, deps);
    pages.render(res, {
      status: view.status ?? 200,
      kind: "interaction",
      heading: t`Check your email`,
      body: html`<p class="lead">${html`We sent a code to <strong>${view.email}</strong>.`} ${purpose && thenWords(purpose)}</p>
${formFault(view.fault)}
${formTo(res, "/sign-in/code")}
${hidden("return_to", view.returnTo)}
${hidden("email", view.email)}
${field({ name: "code", label: as("to sign in")`Code`, autocomplete: "one-time-code", maxLength: 12, hint: t`Six digits, valid for 15 minutes.` })}
<p><button>Sign in</button></p>
</form>
<p class="muted">No email? Check your spam folder, or <a href="/sign-in/email?return_to=${encodeURIComponent(
        view.returnTo,
      )}">get a new code</a>.</p>`,
    });
  }

  router.get("/sign-in/email", async (req, res) => {
    await sessions.ensure(req, res);
    await showAsk(res, { returnTo: returnPath(queryText(req, "return_to")) });
  });

  router.post("/sign-in/email", async (req, res) => {
    const view = { email: formText(req, "email"), returnTo: returnPath(formText(req, "return_to")) };
    const fault = checkEmail(view.email);
    if (fault) return showAsk(res, { ...view, fault, status: 400 });
    await drafts.carry(req, view);
    const asked = {
      ...view,
      address: addressOf(req),
      sessionId: currentSession(res).id,
      language: tagToKeep(res, deps.languages),
    };
    if ((await mailSignIn(asked, deps)) === "limit")
      return showAsk(res, {
        ...view,
        fault: NETWORK_LIMIT,
        status: 429,
      });
    await showCode(res, view);
  });

  router.post("/sign-in/code", async (req, res) => {
    const view = { email: formText(req, "email"), returnTo: returnPath(formText(req, "return_to")) };
    const place = { sessionId: currentSession(res).id, address: addressOf(req) };
    const given = { email: view.email, code: formText(req, "code"), ...place };
    const { account, isLimited } = await useSignInCode(given, knownIn(req, res), deps);
    if (!account) {
      const fault = isLimited
        ? t`Too many attempts. Get a new code in 15 minutes, or use the link in the email.`
        : t`The code is wrong or has expired. It works for 15 minutes, in the browser where you requested it.`;
      return showCode(res, { ...view, fault, status: isLimited ? 429 : 400 });
    }
    await enter(req, res, { account, returnTo: view.returnTo }, site);
  });

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used or is older than 15 minutes.</p>
<p><a class="button" href="/sign-in/email">Get a new link</a></p>`,
    );

  // A page with a button, because mail scanners follow links.
  router.get("/sign-in/link", async (req, res) => {
    const token = queryText(req, "token");
    const link = await signInLinkOf(token, deps);
    if (!link) return showGone(res);
    const returnTo = returnPath(queryText(req, "return_to"));
    const start = link.isNew ? t`Sign up` : t`Sign in`;
    const { title, heading } = withPurpose(start, await purposeOf(returnTo, deps));
    await sessions.ensure(req, res);
    pages.render(res, {
      kind: "interaction",
      title,
      body: html`${heading}
<p class="lead">${
        link.isNew
          ? html`You are creating an account for <strong>${link.email}</strong>.`
          : html`You are signing in as <strong>${link.email}</strong>.`
      }</p>
${formTo(res, "/sign-in/link")}
${hidden("token", token)}
${hidden("return_to", returnTo)}
${link.isNew && agreement("signing up", deps.settings)}
<p><button>${start}</button></p>
</form>`,
    });
  });

  router.post("/sign-in/link", async (req, res) => {
    const account = await useSignInLink(formText(req, "token"), knownIn(req, res), deps);
    if (!account) return showGone(res);
    await enter(req, res, { account, returnTo: returnPath(formText(req, "return_to")) }, site);
  });
}

const PATH = "/sign-in/second";
const FAULTS = {
  wrong: t`The code is wrong or was already used. Wait for the next one.`,
  limit: t`Too many wrong codes. Try again in an hour, or use a recovery code or a passkey.`,
};

export function secondStepPages(site: Site): void {
  const { deps, sessions, pages, router } = site;

  const toSignIn = (res: Response, returnTo: string): void =>
    seeOther(res, `/sign-in?return_to=${encodeURIComponent(returnTo)}`);

  async function show(
    res: Response,
    account: Account,
    { returnTo, fault, status = 200 }: { returnTo: string; fault?: Text; status?: number },
  ): Promise<void> {
    const { hasCodes, hasPasskey } = await deps.store.accounts.factorsOf(account.id);
    const options = hasPasskey ? await requestOptions(currentSession(res).id, deps) : undefined;
    pages.render(res, {
      status,
      kind: "interaction",
      heading: t`One more step`,
      head: options && passkeyScript(),
      body: html`<p class="lead">${
        hasCodes
          ? html`Enter the code for <strong>${account.email}</strong> from your authenticator app.`
          : html`Use a passkey for <strong>${account.email}</strong>.`
      }</p>
${formFault(fault)}
${
  hasCodes &&
  html`${formTo(res, PATH)}
${hidden("return_to", returnTo)}
${field({
  name: "code",
  label: as("to sign in")`Code`,
  autocomplete: "one-time-code",
  maxLength: 40,
  hint: t`Six digits from your app, or one of your recovery codes.`,
})}
<p><button>Continue</button></p>
</form>`
}
${options && passkeyForm(res, { returnTo, options, label: t`Use a passkey`, isMain: !hasCodes })}
<p class="muted">Lost your app, passkeys and recovery codes?
<a href="${href(teamPages(deps.settings).contact)}">Contact the site team</a> to confirm your identity.</p>
<p><a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">Sign in as someone else</a></p>`,
    });
  }

  router.get(PATH, async (req, res) => {
    const returnTo = returnPath(queryText(req, "return_to"));
    const { id } = await sessions.ensure(req, res);
    const account = await awaitingSecondStep(id, deps);
    return account ? show(res, account, { returnTo }) : toSignIn(res, returnTo);
  });

  router.post(PATH, async (req, res) => {
    const returnTo = returnPath(formText(req, "return_to"));
    const sessionId = currentSession(res).id;
    const waiting = await awaitingSecondStep(sessionId, deps);
    const given = { sessionId, code: formText(req, "code"), address: addressOf(req) };
    const outcome = await finishSecondStep(given, deps);
    if (!outcome.refusal) return enter(req, res, { account: outcome.account, returnTo, hasSecondFactor: true }, site);
    if (outcome.refusal === "gone" || !waiting) return toSignIn(res, returnTo);
    const status = outcome.refusal === "limit" ? 429 : 400;
    return show(res, waiting, { returnTo, fault: FAULTS[outcome.refusal], status });
  });
}
