import type { Response } from "express";
import { findLink } from "#actions/accounts/links.ts";
import { checkNewAccount, type NewAccountForm } from "#actions/accounts/new-account.ts";
import { signUp } from "#actions/accounts/sign-up.ts";
import { disownAccount, verifyEmail } from "#actions/accounts/verify-email.ts";
import { agreement } from "#core/settings/policies.ts";
import { html } from "#core/text/html.ts";
import { type Text, t } from "#languages/words.ts";
import { type Faults, formFault, formSecret, formText, formTo, hasFaults, hidden, queryText } from "../../kit/form.ts";
import { tagToKeep } from "../../kit/language.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { addressOf, returnPath, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { enter } from "../../parts/accounts/enter.ts";
import { purposeOf, thenWords, withPurpose } from "../../parts/accounts/purpose.ts";
import { linkGone } from "../../parts/accounts/secrets.ts";
import { newAccountFields, providerButtons } from "../../parts/accounts/sign-in-forms.ts";
import { createWanted } from "../../parts/accounts/wanted.ts";
import { createGuestDrafts } from "../../parts/drafts/guest-drafts.ts";

type View = { returnTo: string; form?: NewAccountForm; faults?: Faults; fault?: Text; status?: number };

export function signUpPages({ deps, sessions, pages, router }: Site): void {
  const { settings } = deps;
  const drafts = createGuestDrafts({ deps });

  async function show(res: Response, { returnTo, form, faults = {}, fault, status = 200 }: View): Promise<void> {
    const { title, heading } = withPurpose(t`Sign up`, await purposeOf(returnTo, deps));
    pages.render(res, {
      status,
      kind: "interaction",
      title,
      description: t`Create an account on ${settings.SITE_NAME} to list your product.`,
      body: html`${heading}
<p class="lead">One account for you and your assistants: list a product, edit it, see its statistics.</p>
${formFault(fault)}
${providerButtons(res, deps.signInProviders(), returnTo)}
${formTo(res, "/sign-up")}
${hidden("return_to", returnTo)}
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
    if (
      (await signUp(form, { address: addressOf(req), returnTo, language: tagToKeep(res, deps.languages) }, deps)) ===
      "limit"
    ) {
      return show(res, {
        returnTo,
        form,
        fault: t`Too many new accounts from your network. Try again in 15 minutes.`,
        status: 429,
      });
    }
    const purpose = await purposeOf(returnTo, deps);
    // The same response whether or not the address has an account; only its owner reads the email.
    pages.render(res, {
      kind: "interaction",
      heading: t`Check your email`,
      body: html`<p class="lead">${html`We sent an email to <strong>${form.email}</strong>.
Open the link in it on any device to confirm your address and sign in.`} ${purpose && thenWords(purpose)}</p>
<p>No email? Check your spam folder. If you chose a password, you can already
<a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">sign in</a>.
Your assistants can list products for you once your address is confirmed.</p>`,
    });
  });
}

/** The link in the email opens a page with a button, because mail scanners follow links. */
export function verifyPages(site: Site): void {
  const { deps, sessions, pages, router } = site;
  const { store, now } = deps;

  const showGone = (res: Response): void =>
    linkGone(
      pages,
      res,
      html`<p class="lead">It was already used or is older than 24 hours.</p>
<p>If your address is not confirmed yet, sign in by email to confirm it.</p>
<p><a class="button" href="/sign-in/email">Sign in by email</a></p>`,
    );

  router.get("/verify", async (req, res) => {
    const token = queryText(req, "token");
    const found = await findLink(store, "verify", token, now());
    const account = found?.accountId ? await store.accounts.find(found.accountId) : undefined;
    if (!account) return showGone(res);
    const returnTo = returnPath(queryText(req, "return_to"), "");
    const purpose = await purposeOf(returnTo, deps);
    await sessions.ensure(req, res);
    pages.render(res, {
      kind: "interaction",
      heading: t`Confirm your email address`,
      body: html`<p class="lead">${
        account.name
          ? html`<strong>${account.email}</strong> for the account of ${account.name}`
          : html`<strong>${account.email}</strong>`
      }</p>
${purpose && html`<p>${thenWords(purpose)}</p>`}
<p>Confirm only if you created this account yourself on ${showDay(account.createdAt)}.</p>
${formTo(res, "/verify")}
${hidden("token", token)}
${hidden("return_to", returnTo)}
<p class="row"><button name="do" value="confirm">Confirm and sign in</button>
<button name="do" value="disown" class="quiet">This wasn’t me</button></p>
</form>`,
    });
  });

  router.post("/verify", async (req, res) => {
    const token = formText(req, "token");
    if (formText(req, "do") === "disown") {
      const isGone = await disownAccount(token, deps);
      return isGone ? seeOther(res, "/?notice=disowned") : showGone(res);
    }
    const accountId = await verifyEmail(token, deps);
    if (!accountId) return showGone(res);
    const returnTo = withNotice(returnPath(formText(req, "return_to")), "verified");
    const account = await store.accounts.find(accountId);
    if (!account) return seeOther(res, returnTo);
    const session = sessionOf(res);
    if (session?.account?.id === accountId) {
      const saved = await createGuestDrafts(site).arrive(req, res, returnTo);
      const arrival = { account, returnTo: saved, sessionId: session.id, isConfirmed: true };
      return seeOther(res, await createWanted(site).finish(req, res, arrival));
    }
    await enter(req, res, { account, returnTo }, site);
  });
}
