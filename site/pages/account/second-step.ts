import { type Response, Router } from "express";
import { requestOptions } from "../../../actions/accounts/passkeys.ts";
import { awaitingSecondStep, finishSecondStep } from "../../../actions/accounts/second-step.ts";
import { teamPages } from "../../../core/settings/policies.ts";
import { href, html } from "../../../core/text/html.ts";
import type { Account } from "../../../store/repos/accounts/accounts.ts";
import { csrfField, field, formFault, formText, queryText } from "../../kit/form.ts";
import { addressOf, currentSession, returnPath, type Site, seeOther } from "../../kit/site.ts";
import { enter } from "../../parts/accounts/enter.ts";
import { passkeyForm, passkeyScript } from "../../parts/accounts/passkey-form.ts";

const PATH = "/sign-in/second";
const FAULTS = {
  wrong: "That is not the code, or it was used before. Wait for the next one.",
  limit: "Too many codes. Wait an hour, or use a recovery code or a passkey.",
};

/** After a password or an email: the code of an app, a recovery code or a passkey. */
export function secondStepPages(site: Site): Router {
  const { deps, sessions, pages } = site;
  const router = Router();

  const toSignIn = (res: Response, returnTo: string): void =>
    seeOther(res, `/sign-in?return_to=${encodeURIComponent(returnTo)}`);

  async function show(
    res: Response,
    account: Account,
    { returnTo, fault, status = 200 }: { returnTo: string; fault?: string; status?: number },
  ): Promise<void> {
    const { hasCodes, hasPasskey } = await deps.store.accounts.factorsOf(account.id);
    const options = hasPasskey ? await requestOptions(currentSession(res).id, deps) : undefined;
    pages.render(res, {
      status,
      kind: "interaction",
      title: "One more step",
      head: options && passkeyScript(),
      body: html`<h1>One more step</h1>
<p class="lead">${hasCodes ? "Open your authenticator app, and enter the code for" : "Use a passkey of"}
<strong>${account.email}</strong>.</p>
${formFault(fault)}
${
  hasCodes &&
  html`<form method="post" action="${href(PATH)}">
${csrfField(res)}
<input type="hidden" name="return_to" value="${returnTo}">
${field({
  name: "code",
  label: "Code",
  autocomplete: "one-time-code",
  maxLength: 40,
  hint: "Six digits from your app. Without your " + "phone, enter one of your recovery codes.",
})}
<p><button>Continue</button></p>
</form>`
}
${options && passkeyForm(res, { returnTo, options, label: "Use a passkey", isMain: !hasCodes })}
<p class="muted">Lost your app, your passkeys and your recovery codes?
<a href="${href(teamPages(deps.settings).contact)}">Write to the site team</a>: they can check that it is you.
<a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">Sign in as someone else</a></p>`,
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

  return router;
}
