import type { Request, Response } from "express";
import {
  type Connection,
  connectIdentity,
  disconnectIdentity,
  type IdentityRefusal,
  identityName,
  providerLabel,
  signInWithIdentity,
} from "#actions/accounts/identities.ts";
import { beginErrand, type ErrandRefusal, finishErrand } from "#actions/accounts/provider-errand.ts";
import type { SignInProvider } from "#core/sign-in-providers/provider.ts";
import { html } from "#core/text/html.ts";
import { t, type Words } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { LinkedIdentity } from "#store/repos/accounts/identities.ts";
import { formText, formTo, hidden } from "../../kit/form.ts";
import { speakTo, tagToKeep } from "../../kit/language.ts";
import type { Notice } from "../../kit/notices.ts";
import { showDay } from "../../kit/show.ts";
import {
  accountOf,
  accountOnly,
  addressOf,
  currentSession,
  isRecent,
  recentOnly,
  returnPath,
  type Site,
  seeOther,
} from "../../kit/site.ts";
import { enter } from "../../parts/accounts/enter.ts";
import { providerButton, signInButton } from "../../parts/accounts/sign-in-forms.ts";

const PATH = "/account/providers";

/** Where else an account signs in: what is connected, and what can be. */
export function providerPages({ deps, pages, router }: Site): void {
  const { store, now, signInProviders } = deps;
  router.use(PATH, accountOnly, recentOnly(now));

  router.get(PATH, async (_req, res) => {
    const { id, emailVerifiedAt } = accountOf(res);
    const connected = await store.identities.ofAccount(id);
    // In a session with two factors, what was connected with one can be connected again, and then connects apps.
    const isWhole = (identity: LinkedIdentity) => identity.hasSecondFactor || !currentSession(res).hasSecondFactor;
    const labels = connected.filter(isWhole).map(({ issuer }) => providerLabel(issuer, signInProviders()));
    const open = [...signInProviders().values()].filter(({ label }) => !labels.includes(label));
    pages.render(res, {
      heading: t`Sign in with another account`,
      above: ["/account", t`Your account`],
      // A button here leads to the provider, which a page's policy for forms would stop.
      kind: "interaction",
      body: html`<p class="lead">Connect an account you have elsewhere to sign in with one click. We never see its password.
You can always sign in by email.</p>
${connected.length > 0 && html`<ul class="plain-list">${connected.map((identity) => row(res, identity))}</ul>`}
${
  emailVerifiedAt
    ? html`<div class="providers">${open.map((provider) =>
        providerButton(res, provider, {
          action: `${PATH}/${provider.name}`,
          words: t`Connect ${provider.label}`,
          returnTo: PATH,
        }),
      )}</div>`
    : html`<p class="empty">Confirm your email address first. You can get a new link on <a href="/account">your account page</a>.</p>`
}
${signInProviders().size === 0 && connected.length === 0 && html`<p class="empty">No other sign-in services are set up on this site.</p>`}`,
    });
  });

  function row(res: Response, identity: LinkedIdentity) {
    const label = providerLabel(identity.issuer, signInProviders());
    const { createdAt, lastUsedAt, issuer } = identity;
    return html`<li class="card row between"><div class="grow"><strong>${label}</strong> <bdi>${identityName(identity)}</bdi>
<p class="small muted">${html`Connected ${showDay(createdAt)}`}${lastUsedAt && html` · ${html`last used ${showDay(lastUsedAt)}`}`}</p></div>
${formTo(res, `${PATH}/remove`)}${hidden("issuer", issuer)}<button class="danger slim"
aria-label="Disconnect ${label}">Disconnect</button></form></li>`;
  }

  router.post(`${PATH}/remove`, async (req, res) => {
    const isDone = await disconnectIdentity(accountOf(res), formText(req, "issuer"), deps);
    seeOther(res, PATH, isDone ? "provider-disconnected" : "gone");
  });
}

const CONNECTIONS = "/account/providers";

type Refusal = { status: number; why: (label: string) => Words };
const REFUSALS: Record<ErrandRefusal | IdentityRefusal, Refusal> = {
  declined: { status: 400, why: (label) => t`You did not finish signing in with ${label}, so nothing changed.` },
  down: {
    status: 503,
    why: (label) => t`${label} is not available right now. Sign in another way, or try again in a few minutes.`,
  },
  refused: {
    status: 400,
    why: (label) => t`We could not verify the response from ${label}, so nothing changed. Try again.`,
  },
  stale: {
    status: 400,
    why: () => t`This sign-in was already used, took longer than ten minutes or began in another browser. Try again.`,
  },
  limit: { status: 429, why: () => t`Too many attempts from your network. Try again in 15 minutes.` },
  unverified: {
    status: 403,
    why: (label) =>
      t`${label} has not verified your email address. Verify it there, or sign in another way and connect ${label} on your account page.`,
  },
  suspended: { status: 403, why: () => t`This account is suspended. Contact the site team.` },
  "connect-first": {
    status: 403,
    why: (label) =>
      t`Your email address already has an account here, but it is not connected to ${label}. Sign in another way, then connect ${label} on your account page.`,
  },
};

const NOTICES = {
  connected: "provider-connected",
  taken: "provider-taken",
  another: "provider-another",
  unconfirmed: "verify-first",
  refused: "provider-refused",
} as const satisfies Record<Connection, Notice>;

export function providerSignInPages(site: Site): void {
  const { deps, sessions, pages, router } = site;
  const { signInProviders, now } = deps;

  const placeOf = (req: Request, res: Response, provider: SignInProvider) => ({
    provider,
    sessionId: currentSession(res).id,
    address: addressOf(req),
  });

  function refuse(res: Response, provider: SignInProvider, refusal: keyof typeof REFUSALS, returnTo: string): void {
    const { status, why } = REFUSALS[refusal];
    pages.render(res, {
      status,
      kind: "interaction",
      heading: t`Sign-in failed`,
      body: html`<p class="lead">${why(provider.label)}</p>
<div class="providers">${signInButton(res, provider, returnTo)}</div>
<p><a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">Other ways to sign in</a></p>`,
    });
  }

  async function send(req: Request, res: Response, provider: SignInProvider, accountId: string | null): Promise<void> {
    const returnTo = accountId === null ? returnPath(formText(req, "return_to")) : CONNECTIONS;
    const again = currentSession(res).account !== undefined;
    const begun = await beginErrand(
      placeOf(req, res, provider),
      { returnTo, accountId, language: tagToKeep(res, deps.languages), again },
      deps,
    );
    if (begun.refusal) return refuse(res, provider, begun.refusal, returnTo);
    res.set("cache-control", "no-store").redirect(303, begun.url.href);
  }

  router.post("/sign-in/with/:provider", (req, res, next) => {
    const provider = signInProviders().get(req.params.provider);
    return provider ? send(req, res, provider, null) : next();
  });

  router.post(`${CONNECTIONS}/:provider`, accountOnly, recentOnly(now), (req, res, next) => {
    const provider = signInProviders().get(String(req.params.provider));
    return provider ? send(req, res, provider, accountOf(res).id) : next();
  });

  router.get("/sign-in/with/:provider/callback", async (req, res, next) => {
    const provider = signInProviders().get(req.params.provider);
    if (!provider) return next();
    await sessions.ensure(req, res);
    res.set("cache-control", "no-store");
    const query = req.originalUrl.slice(req.path.length + 1);
    const { errand, identity, refusal } = await finishErrand(placeOf(req, res, provider), query, deps);
    const returnTo = errand?.returnTo ?? returnPath("");
    if (errand) speakTo(res, deps.languages.of(errand.language));
    if (refusal !== undefined) return refuse(res, provider, refusal, returnTo);
    if (errand.accountId !== null) {
      const session = currentSession(res);
      if (session.account?.id !== errand.accountId || !isRecent(session, now()))
        return refuse(res, provider, "stale", CONNECTIONS);
      const asking = { accountId: errand.accountId, hasSecondFactor: session.hasSecondFactor };
      return seeOther(res, returnTo, NOTICES[await connectIdentity(asking, identity, deps)]);
    }
    const isKnown = async (account: Account) => (await sessions.devices.find(req, account.id)) !== undefined;
    const outcome = await signInWithIdentity(identity, { isKnown, language: errand.language }, deps);
    if (outcome.refusal) return refuse(res, provider, outcome.refusal, returnTo);
    await enter(req, res, { account: outcome.account, returnTo }, site);
  });
}
