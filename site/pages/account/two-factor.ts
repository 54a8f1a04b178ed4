import type { Response } from "express";
import { addPasskey, creationOptions, MAX_PASSKEYS, removePasskey } from "#actions/accounts/passkeys.ts";
import { disableCodes, enableCodes, offerCodes, renewCodes } from "#actions/accounts/two-factor.ts";
import { RECOVERY_CODES } from "#core/credentials/recovery-codes.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { inEnglish, joined, plural, type Text, t } from "#languages/words.ts";
import type { Passkey } from "#store/repos/accounts/passkeys.ts";
import type { SecondFactor } from "#store/repos/accounts/second-factors.ts";
import { field, formText, formTo, hidden } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { qrCode } from "../../kit/qr.ts";
import { copyable, showBrowser, showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, currentSession, recentOnly, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { CONFIRM_FIRST, showOnce } from "../../parts/accounts/secrets.ts";
import { passkeyScript } from "../../parts/accounts/sign-in-forms.ts";

const PATH = "/account/two-factor";

export function twoFactorPages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;
  router.use(PATH, accountOnly, recentOnly(deps.now));

  async function show(res: Response, given: { nonce?: string; fault?: Text } = {}): Promise<void> {
    const account = accountOf(res);
    const factor = await store.secondFactors.find(account.id);
    pages.render(res, {
      status: given.fault ? 400 : 200,
      heading: t`Two-factor codes`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">Enter a code from an app on your phone in addition to your password or email code.
A stolen password or mailbox alone is then not enough to sign in.</p>
${
  settings.REQUIRE_ADMIN_TWO_FACTOR &&
  account.isAdmin &&
  !sessionOf(res)?.hasSecondFactor &&
  html`<p class="notice">Admins of this site need two factors.
Set up codes here or <a href="/account/passkeys">add a passkey</a>, which counts as two.</p>`
}
${factor ? await whenOn(res, factor) : account.emailVerifiedAt ? await whenOff(res, given) : html`<p class="empty">${CONFIRM_FIRST}</p>`}
<p class="muted">A <a href="/account/passkeys">passkey</a> counts as two factors and needs no code.
Connected apps and API keys are not affected.</p>`,
    });
  }

  async function whenOff(res: Response, { nonce: before, fault }: { nonce?: string; fault?: Text }): Promise<Html> {
    const { nonce, uri, secret } = await offerCodes(accountOf(res), deps, before);
    return html`<ol class="steps">
<li><p>Scan this QR code with an authenticator app or your password manager.</p>
${await qrCode(uri, t`QR code for your authenticator app`)}
<p class="hint">On your phone? <a href="${href(uri)}">Open your app</a> or enter this secret in it:</p>
${copyable("totp-secret", secret)}</li>
<li>${formTo(res, PATH)}${hidden("nonce", nonce)}
${field({ name: "code", label: t`Code from the app`, fault, autocomplete: "one-time-code", maxLength: 12, hint: t`Six digits` })}
<p><button>Turn on codes</button></p>
</form></li>
</ol>`;
  }

  async function whenOn(res: Response, { accountId, createdAt }: SecondFactor): Promise<Html> {
    const left = await store.secondFactors.countCodes(accountId);
    return html`<p><span class="tag good">on</span> since ${showDay(createdAt)}</p>
<div class="stack">
<section aria-labelledby="recovery"><h2 id="recovery">Recovery codes</h2>
<p>${joined(
      [
        left === 0 ? t`You have no codes left.` : t`You have ${plural(left, "code")} left.`,
        t`Each code signs you in once without your app.`,
      ],
      " ",
    )}</p>
${formTo(res, `${PATH}/recovery`)}<button class="quiet">Create ${RECOVERY_CODES} new codes</button></form></section>
<section aria-labelledby="off"><h2 id="off">Turn off codes</h2>
<p>A password or an email is then enough to sign in. To use another phone, turn codes off and on again.</p>
${formTo(res, `${PATH}/off`)}<button class="danger">Turn off codes</button></form></section>
</div>`;
  }

  const showCodes = (res: Response, codes: string[]): void =>
    showOnce(res, pages, {
      title: t`Your recovery codes`,
      note: html`<p>If you lose your phone, each code signs you in once, together with your password or an email.
Print them or store them in a password manager.</p>`,
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
      return show(res, { nonce, fault: t`The code is wrong. Enter the one your app shows now.` });
    if (typeof outcome === "string") return seeOther(res, PATH, outcome === "on" ? "two-factor-known" : "verify-first");
    showCodes(res, outcome);
  });

  router.post(`${PATH}/recovery`, async (_req, res) => {
    const codes = await renewCodes(accountOf(res), deps);
    if (!codes) return seeOther(res, PATH, "gone");
    showCodes(res, codes);
  });

  router.post(`${PATH}/off`, async (_req, res) => {
    const isDone = await disableCodes(accountOf(res), deps);
    seeOther(res, PATH, isDone ? "two-factor-off" : "gone");
  });
}

const PASSKEYS = "/account/passkeys";
const NOTICES = {
  added: "passkey-added",
  refused: "passkey-refused",
  "too-many": "passkey-too-many",
} as const satisfies Record<string, Notice>;

export function passkeyPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;
  router.use(PASSKEYS, accountOnly, recentOnly(now));

  router.get(PASSKEYS, async (_req, res) => {
    const account = accountOf(res);
    const [passkeys, options] = await Promise.all([
      store.passkeys.ofAccount(account.id),
      creationOptions(account, currentSession(res).id, deps),
    ]);
    pages.render(res, {
      heading: t`Passkeys`,
      above: ["/account", t`Your account`],
      width: "reading",
      head: passkeyScript(),
      body: html`<p class="lead">Sign in with your fingerprint, face or device PIN.
No one can guess or steal a passkey.</p>
${passkeys.length > 0 && html`<ul class="plain-list">${passkeys.map((passkey) => row(passkey))}</ul>`}
${
  options && passkeys.length < MAX_PASSKEYS
    ? html`${formTo(res, PASSKEYS, html` data-passkey="create" data-options="${JSON.stringify(options)}"`)}${hidden("credential", "")}
<p><button hidden>Add passkey</button></p>
<p class="muted" data-without>Your browser cannot create a passkey here.
You need JavaScript and a device with a screen lock or a security key.</p>
<p class="fault" role="alert" hidden></p>
</form>`
    : html`<p class="empty">${
        options
          ? t`You have reached the limit of ${MAX_PASSKEYS} passkeys. Remove one you no longer use.`
          : t`Passkeys need a domain name and HTTPS. This site does not have a domain name yet.`
      }</p>`
}`,
    });

    function row({ id, name, createdAt, lastUsedAt }: Passkey) {
      return html`<li class="card row between"><div class="grow"><strong>${name}</strong>
<p class="small muted">${html`Added ${showDay(createdAt)}`} · ${lastUsedAt ? html`last used ${showDay(lastUsedAt)}` : t`not used yet`}</p></div>
${formTo(res, `${PASSKEYS}/remove`)}${hidden("id", id)}<button class="danger slim" aria-label="Remove ${name}">Remove</button></form></li>`;
    }
  });

  router.post(PASSKEYS, async (req, res) => {
    const result = await addPasskey(
      {
        account: accountOf(res),
        sessionId: currentSession(res).id,
        credential: formText(req, "credential"),
        name: inEnglish(showBrowser(req.headers["user-agent"] ?? null)),
      },
      deps,
    );
    seeOther(res, PASSKEYS, NOTICES[result]);
  });

  router.post(`${PASSKEYS}/remove`, async (req, res) => {
    const isRemoved = await removePasskey(accountOf(res), formText(req, "id"), deps);
    seeOther(res, PASSKEYS, isRemoved ? "passkey-removed" : "gone");
  });
}
