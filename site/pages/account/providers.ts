import { type Response, Router } from "express";
import { disconnectIdentity, identityName, providerLabel } from "../../../actions/accounts/identities.ts";
import { href, html } from "../../../core/text/html.ts";
import type { LinkedIdentity } from "../../../store/repos/accounts/identities.ts";
import { csrfField, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, currentSession, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { providerButton } from "../../parts/accounts/provider-buttons.ts";

const PATH = "/account/providers";

/** Where else an account signs in: what is connected, and what can be. */
export function providerPages({ deps, pages }: Site): Router {
  const { store, now, signInProviders } = deps;
  const router = Router();
  router.use(PATH, accountOnly, recentOnly(now));

  router.get(PATH, async (_req, res) => {
    const { id, emailVerifiedAt } = accountOf(res);
    const connected = await store.identities.ofAccount(id);
    // In a session with two factors, what was connected with one can be connected again, and then connects apps.
    const isWhole = (identity: LinkedIdentity) => identity.hasSecondFactor || !currentSession(res).hasSecondFactor;
    const labels = connected.filter(isWhole).map(({ issuer }) => providerLabel(issuer, signInProviders));
    const open = [...signInProviders.values()].filter(({ label }) => !labels.includes(label));
    pages.render(res, {
      title: "Sign in with another account",
      // A button here leads to the provider, which a page's policy for forms would stop.
      kind: "interaction",
      body: html`<p class="eyebrow"><a href="/account">Your account</a></p>
<h1>Sign in with another account</h1>
<p class="lead">Connect an account you have elsewhere to sign in with one click. We never see its password.
You can always sign in by email.</p>
${connected.length > 0 && html`<ul class="plain-list">${connected.map((identity) => row(res, identity))}</ul>`}
${
  emailVerifiedAt
    ? html`<div class="providers">${open.map((provider) =>
        providerButton(res, provider, { action: `${PATH}/${provider.name}`, words: "Connect", returnTo: PATH }),
      )}</div>`
    : html`<p class="empty">Confirm your email address first. The account page can send you a new link.</p>`
}
${signInProviders.size === 0 && connected.length === 0 && html`<p class="empty">This site has no other way to sign in.</p>`}`,
    });
  });

  function row(res: Response, identity: LinkedIdentity) {
    const label = providerLabel(identity.issuer, signInProviders);
    const { createdAt, lastUsedAt, issuer } = identity;
    return html`<li class="card row between"><div class="grow"><strong>${label}</strong> <bdi>${identityName(identity)}</bdi>
<p class="small muted">Connected ${showDay(createdAt)}${lastUsedAt && html`, last used ${showDay(lastUsedAt)}`}</p></div>
<form method="post" action="${href(`${PATH}/remove`)}">${csrfField(res)}<input type="hidden" name="issuer" value="${issuer}"><button class="danger slim" aria-label="Disconnect ${label}">Disconnect</button></form></li>`;
  }

  router.post(`${PATH}/remove`, async (req, res) => {
    const isDone = await disconnectIdentity(accountOf(res), formText(req, "issuer"), deps);
    seeOther(res, withNotice(PATH, isDone ? "provider-disconnected" : "gone"));
  });

  return router;
}
