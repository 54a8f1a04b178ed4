import { Router } from "express";
import { addPasskey, creationOptions, MAX_PASSKEYS, removePasskey } from "../../../actions/accounts/passkeys.ts";
import { href, html } from "../../../core/text/html.ts";
import type { Passkey } from "../../../store/repos/accounts/passkeys.ts";
import { csrfField, formText } from "../../kit/form.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { showBrowser, showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, currentSession, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { passkeyScript } from "../../parts/accounts/passkey-form.ts";

const PATH = "/account/passkeys";
const NOTICES = {
  added: "passkey-added",
  refused: "passkey-refused",
  "too-many": "passkey-too-many",
} as const satisfies Record<string, Notice>;

/** Passkeys of an account: a list, and a button that makes one. */
export function passkeyPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();
  router.use(PATH, accountOnly, recentOnly(now));

  router.get(PATH, async (_req, res) => {
    const account = accountOf(res);
    const [passkeys, options] = await Promise.all([
      store.passkeys.ofAccount(account.id),
      creationOptions(account, currentSession(res).id, deps),
    ]);
    pages.render(res, {
      title: "Passkeys",
      width: "reading",
      head: passkeyScript(),
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Passkeys</h1>
<p class="lead">Sign in with your fingerprint, your face or the PIN of your device. Nobody can guess or steal a passkey.</p>
${passkeys.length > 0 && html`<ul class="plain-list">${passkeys.map((passkey) => row(passkey))}</ul>`}
${
  options && passkeys.length < MAX_PASSKEYS
    ? html`<form method="post" action="${href(PATH)}" data-passkey="create" data-options="${JSON.stringify(options)}">
${csrfField(res)}<input type="hidden" name="credential" value="">
<p><button hidden>Add a passkey</button></p>
<p class="muted" data-without>Your browser cannot create a passkey here.
It needs JavaScript, and a device with a screen lock or a security key.</p>
<p class="fault" role="alert" hidden></p>
</form>`
    : html`<p class="empty">${
        options
          ? `You have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`
          : "Passkeys need a site with a domain name and HTTPS. This one has no domain name yet."
      }</p>`
}`,
    });

    function row({ id, name, createdAt, lastUsedAt }: Passkey) {
      return html`<li class="card row between"><div class="grow"><strong>${name}</strong>
<p class="small muted">Added ${showDay(createdAt)}, ${lastUsedAt ? html`last used ${showDay(lastUsedAt)}` : "not used yet"}</p></div>
<form method="post" action="${href(`${PATH}/remove`)}">${csrfField(res)}<input type="hidden" name="id" value="${id}"><button class="danger slim" aria-label="Remove ${name}">Remove</button></form></li>`;
    }
  });

  router.post(PATH, async (req, res) => {
    const result = await addPasskey(
      {
        account: accountOf(res),
        sessionId: currentSession(res).id,
        credential: formText(req, "credential"),
        name: showBrowser(req.headers["user-agent"] ?? null),
      },
      deps,
    );
    seeOther(res, withNotice(PATH, NOTICES[result]));
  });

  router.post(`${PATH}/remove`, async (req, res) => {
    const isRemoved = await removePasskey(accountOf(res), formText(req, "id"), deps);
    seeOther(res, withNotice(PATH, isRemoved ? "passkey-removed" : "gone"));
  });

  return router;
}
