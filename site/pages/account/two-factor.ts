import { type Response, Router } from "express";
import { disableCodes, enableCodes, offerCodes, renewCodes } from "../../../actions/accounts/two-factor.ts";
import { RECOVERY_CODES } from "../../../core/credentials/recovery-codes.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import type { SecondFactor } from "../../../store/repos/accounts/second-factors.ts";
import { csrfField, field, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { qrCode } from "../../kit/qr.ts";
import { copyable, plural, showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, currentSession, recentOnly, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { CONFIRM_FIRST, showOnce } from "../../parts/accounts/shown-once.ts";

const PATH = "/account/two-factor";

/** Codes of an app as the second factor, and recovery codes for whoever loses it. */
export function twoFactorPages({ deps, pages }: Site): Router {
  const { store, settings } = deps;
  const router = Router();
  router.use(PATH, accountOnly, recentOnly(deps.now));

  async function show(res: Response, given: { nonce?: string; fault?: string } = {}): Promise<void> {
    const account = accountOf(res);
    const factor = await store.secondFactors.find(account.id);
    pages.render(res, {
      status: given.fault ? 400 : 200,
      title: "Two-factor codes",
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Two-factor codes</h1>
<p class="lead">A code from an app on your phone, in addition to your password or the code in an email.
Stealing one of them is not enough to sign in.</p>
${
  settings.REQUIRE_ADMIN_TWO_FACTOR &&
  account.isAdmin &&
  !sessionOf(res)?.hasSecondFactor &&
  html`<p class="notice">Admins of this site need two factors.
Set up codes here, or <a href="/account/passkeys">add a passkey</a>, which counts as two.</p>`
}
${factor ? await whenOn(res, factor) : account.emailVerifiedAt ? await whenOff(res, given) : html`<p class="empty">${CONFIRM_FIRST}</p>`}
<p class="muted">A <a href="/account/passkeys">passkey</a> needs no code: it is two factors in one.
Connected apps and API keys are not affected.</p>`,
    });
  }

  async function whenOff(res: Response, { nonce: before, fault }: { nonce?: string; fault?: string }): Promise<Html> {
    const { nonce, uri, secret } = await offerCodes(accountOf(res), deps, before);
    return html`<ol class="steps">
<li><p>Scan this with an authenticator app, like the one on your phone or in your password manager.</p>
${await qrCode(uri, "QR code for your authenticator app")}
<p class="hint">On this phone already? <a href="${href(uri)}">Open your app</a>, or type this secret into it:</p>
${copyable("totp-secret", secret)}</li>
<li><form method="post" action="${href(PATH)}">
${csrfField(res)}<input type="hidden" name="nonce" value="${nonce}">
${field({ name: "code", label: "Code from the app", fault, autocomplete: "one-time-code", maxLength: 12, hint: "Six digits" })}
<p><button>Switch codes on</button></p>
</form></li>
</ol>`;
  }

  async function whenOn(res: Response, { accountId, createdAt }: SecondFactor): Promise<Html> {
    const left = await store.secondFactors.countCodes(accountId);
    return html`<p><span class="tag good">on</span> since ${showDay(createdAt)}</p>
<div class="stack">
<section aria-labelledby="recovery"><h2 id="recovery">Recovery codes</h2>
<p>${left === 0 ? "None are left." : `You have ${plural(left, "code")} left.`} Each signs you in once, without your app.</p>
<form method="post" action="${href(PATH)}/recovery">${csrfField(res)}<button class="quiet">Create ${RECOVERY_CODES} new codes</button></form></section>
<section aria-labelledby="off"><h2 id="off">Switch codes off</h2>
<p>A password or an email will then be enough. To move to another phone, switch codes off and on again.</p>
<form method="post" action="${href(PATH)}/off">${csrfField(res)}<button class="danger">Switch codes off</button></form></section>
</div>`;
  }

  const showCodes = (res: Response, codes: string[]): void =>
    showOnce(res, pages, {
      title: "Your recovery codes",
      note: html`<p>If you lose your phone, each of these signs you in once, together with your password or an email.
Print them, or keep them in a password manager.</p>`,
      hashed: true,
      text: codes.join("\n"),
      done: "/account",
    });

  router.get(PATH, (_req, res) => show(res));

  router.post(PATH, async (req, res) => {
    const account = accountOf(res);
    await takeQuota(deps.limiter, "sign-in", `two-factor:${account.id}`);
    const nonce = formText(req, "nonce");
    const given = {
      account,
      nonce,
      code: formText(req, "code").replace(/\s/g, ""),
      sessionId: currentSession(res).id,
    };
    const outcome = await enableCodes(given, deps);
    if (outcome === "wrong")
      return show(res, { nonce, fault: "That is not the code. Enter the one that your app shows now." });
    if (typeof outcome === "string")
      return seeOther(res, withNotice(PATH, outcome === "on" ? "two-factor-known" : "verify-first"));
    showCodes(res, outcome);
  });

  router.post(`${PATH}/recovery`, async (_req, res) => {
    const codes = await renewCodes(accountOf(res), deps);
    if (!codes) return seeOther(res, withNotice(PATH, "gone"));
    showCodes(res, codes);
  });

  router.post(`${PATH}/off`, async (_req, res) => {
    const isDone = await disableCodes(accountOf(res), deps);
    seeOther(res, withNotice(PATH, isDone ? "two-factor-off" : "gone"));
  });

  return router;
}
