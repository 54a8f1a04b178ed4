import { type Request, type Response, Router } from "express";
import { signIn } from "../../../actions/accounts/sign-in.ts";
import { html } from "../../../core/html.ts";
import type { Account } from "../../../store/repos/accounts.ts";
import { csrfField, field, formFault, formSecret, formText, queryText } from "../../kit/form.ts";
import { accountOf, addressOf, isRecent, returnPath, type Site, seeOther, sessionOf } from "../../kit/site.ts";

const REFUSALS = {
  wrong: { fault: "The email address or password is wrong.", status: 400 },
  suspended: { fault: "This account is suspended. Contact the site team.", status: 403 },
};

type View = { returnTo: string; email?: string; fault?: string; status?: number };

export function signInPages({ deps, sessions, pages }: Site): Router {
  const router = Router();

  function show(res: Response, { returnTo, email, fault, status = 200 }: View): void {
    const again = sessionOf(res)?.account;
    pages.render(res, {
      status,
      kind: "interaction",
      title: "Sign in",
      body: html`<h1>${again ? "Confirm your password" : "Sign in"}</h1>
<p class="lead">${again ? html`You are signed in as ${again.email}. Enter your password again to continue.` : "Welcome back."}</p>
${formFault(fault)}
<form method="post" action="/sign-in">
${csrfField(res)}
<input type="hidden" name="return_to" value="${returnTo}">
${field({ name: "email", label: "Email", type: "email", value: email ?? again?.email, autocomplete: "username" })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", maxLength: 256 })}
<p><button>Sign in</button></p>
</form>
<p><a href="/forgot">Forgot your password?</a></p>
<p class="muted">No account yet? <a href="/sign-up?return_to=${encodeURIComponent(returnTo)}">Sign up</a></p>`,
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
    show(res, { returnTo });
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
      const fault = `Too many attempts. Wait ${minutes} minutes, use a browser in which you signed in before, or choose a new password.`;
      res.set("Retry-After", String(outcome.waitSeconds));
      return show(res, { ...view, fault, status: 429 });
    }
    if (outcome.refusal) return show(res, { ...view, ...REFUSALS[outcome.refusal] });
    await sessions.begin(req, res, outcome.account.id);
    seeOther(res, view.returnTo);
  });

  router.post("/sign-out", async (req, res) => {
    await sessions.end(req, res);
    seeOther(res, "/?notice=signed-out");
  });

  router.post("/account/sessions/end", async (req, res) => {
    if (sessionOf(res)?.account) await sessions.endAll(accountOf(res).id);
    await sessions.end(req, res);
    seeOther(res, "/sign-in?notice=signed-out-everywhere");
  });

  return router;
}
