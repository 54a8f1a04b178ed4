import type { Request, Response } from "express";
import { requestOptions, signInWithPasskey } from "#actions/accounts/passkeys.ts";
import { signIn } from "#actions/accounts/sign-in.ts";
import { agreement } from "#core/settings/policies.ts";
import { html } from "#core/text/html.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { field, formFault, formSecret, formText, formTo, hidden, queryText } from "../../kit/form.ts";
import {
  accountOf,
  accountOnly,
  addressOf,
  currentSession,
  isRecent,
  returnPath,
  type Site,
  seeOther,
  sessionOf,
} from "../../kit/site.ts";
import { enter } from "../../parts/accounts/enter.ts";
import { purposeOf, withPurpose } from "../../parts/accounts/purpose.ts";
import { passkeyForm, passkeyScript, providerButtons } from "../../parts/accounts/sign-in-forms.ts";

const REFUSALS = {
  wrong: { fault: t`The email address or password is wrong.`, status: 400 },
  suspended: { fault: t`This account is suspended. Contact the site team.`, status: 403 },
};

const PASSKEY_REFUSALS = {
  refused: {
    fault: t`We don’t recognize this passkey. Sign in another way, then add it on your account page.`,
    status: 400,
  },
  suspended: REFUSALS.suspended,
  limit: { fault: t`Too many attempts from your network. Try again in 15 minutes.`, status: 429 },
};

type View = { returnTo: string; email?: string; fault?: Text; status?: number };

export function signInPages(site: Site): void {
  const { deps, sessions, pages, router } = site;

  async function show(res: Response, { returnTo, email, fault, status = 200 }: View): Promise<void> {
    const session = currentSession(res);
    const again = session.account;
    const options = await requestOptions(session.id, deps);
    const purpose = again ? undefined : await purposeOf(returnTo, deps);
    const start = again ? t`Confirm it’s you` : purpose ? t`Sign in or sign up` : t`Sign in`;
    const { title, heading } = withPurpose(start, purpose);
    pages.render(res, {
      status,
      kind: "interaction",
      title,
      head: options && passkeyScript(),
      body: html`${heading}
<p class="lead">${
        again
          ? t`You are signed in as ${again.email}. Sign in again to continue.`
          : t`New here? We’ll email you a code and create your account.`
      }</p>
${formFault(fault)}
${providerButtons(res, deps.signInProviders(), returnTo)}
${formTo(res, "/sign-in")}
${hidden("return_to", returnTo)}
${field({ name: "email", label: t`Email`, type: "email", value: email ?? again?.email, autocomplete: "username webauthn" })}
${field({ name: "password", label: t`Password`, type: "password", autocomplete: "current-password", maxLength: 256 })}
<p class="row"><button>Sign in</button> <button class="quiet" formaction="/sign-in/email" formnovalidate>Email me a code</button></p>
${!again && agreement("signing up", deps.settings)}
</form>
${options && passkeyForm(res, { returnTo, options, label: t`Sign in with a passkey` })}
<p><a href="/forgot">Forgot your password?</a></p>
<p class="muted">Prefer a password? <a href="/sign-up?return_to=${encodeURIComponent(returnTo)}">Sign up with one</a></p>`,
    });
  }

  /** A signed-in browser is a known device, even if it is older than the device cookies. */
  const knownDevice = async (req: Request, res: Response, { id }: Account): Promise<string | undefined> => {
    const session = sessionOf(res);
    return (await sessions.devices.find(req, id)) ?? (session?.account?.id === id ? session.id : undefined);
  };

  router.get("/sign-in", async (req, res) => {
    const returnTo = returnPath(queryText(req, "return_to"));
    if (isRecent(sessionOf(res), deps.now())) return seeOther(res, returnTo);
    await sessions.ensure(req, res);
    await show(res, { returnTo });
  });

  router.post("/sign-in", async (req, res) => {
    const email = formText(req, "email");
    const view = { returnTo: returnPath(formText(req, "return_to")), email };
    const outcome = await signIn(
      {
        email,
        password: formSecret(req, "password"),
        address: addressOf(req),
        deviceOf: (account) => knownDevice(req, res, account),
      },
      deps,
    );
    if (outcome.refusal === "limit") {
      const minutes = Math.ceil(outcome.waitSeconds / 60);
      const fault = t`Too many attempts. Try again in ${plural(minutes, "minute")}, use a browser where you signed in before, or reset your password.`;
      res.set("Retry-After", String(outcome.waitSeconds));
      return show(res, { ...view, fault, status: 429 });
    }
    if (outcome.refusal) return show(res, { ...view, ...REFUSALS[outcome.refusal] });
    await enter(req, res, { account: outcome.account, returnTo: view.returnTo }, site);
  });

  router.post("/sign-in/passkey", async (req, res) => {
    const view = { returnTo: returnPath(formText(req, "return_to")) };
    const given = {
      credential: formText(req, "credential"),
      sessionId: currentSession(res).id,
      address: addressOf(req),
    };
    const outcome = await signInWithPasskey(given, deps);
    if (outcome.refusal) return show(res, { ...view, ...PASSKEY_REFUSALS[outcome.refusal] });
    await enter(req, res, { account: outcome.account, returnTo: view.returnTo, hasSecondFactor: true }, site);
  });

  router.post("/sign-out", async (req, res) => {
    await sessions.end(req, res);
    seeOther(res, "/?notice=signed-out");
  });

  router.post("/account/sessions/:id/end", accountOnly, async (req, res) => {
    const isEnded = await sessions.endOne(accountOf(res).id, String(req.params.id));
    seeOther(res, "/account#sessions", isEnded ? "session-ended" : "gone");
  });

  router.post("/account/sessions/end", async (req, res) => {
    if (sessionOf(res)?.account) await sessions.endAll(accountOf(res).id);
    await sessions.end(req, res);
    seeOther(res, "/sign-in?notice=signed-out-everywhere");
  });
}
