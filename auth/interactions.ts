import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { errors, type default as Provider } from "oidc-provider";
import type { Deps } from "#actions/context.ts";
import { BODY_BYTES } from "#core/limits/body-limits.ts";
import { type Html, html } from "#core/text/html.ts";
import { given } from "#domain/text/given.ts";
import { factsOf } from "#http/facts.ts";
import { prefixed } from "#languages/links.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { appName } from "./app-name.ts";
import type { ClientDocuments } from "./client-documents.ts";
import { appOf, askedScopes, consentBody, Missing, tickedScopes } from "./consent.ts";
import { choosePageLanguage } from "./page-language.ts";
import { saveApp } from "./save-app.ts";
import type { Sessions } from "./sessions.ts";
import { findTryLater } from "./try-later.ts";

export type AuthPages = {
  render(res: Response, page: { status?: number; title: Text; body: Html; kind: "interaction" }): void;
};

type Parts = {
  deps: Deps;
  provider: Provider;
  sessions: Sessions;
  pages: AuthPages;
  documents: ClientDocuments;
};

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

const SIGN_IN_AGAIN = ["login_prompt", "max_age", "id_token_hint", "claims_id_token_sub_value"];

/**
 * The pages of an authorization: /interaction/:uid leads to sign-in if nobody is signed in, then
 * asks for consent. All are below that path, because the provider's cookie is set for it.
 */
export function createInteractions({ deps, provider, sessions, pages, documents }: Parts): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: BODY_BYTES.shortForm });
  const page = (res: Response, status: number, title: Text, text: Text) =>
    pages.render(res, { status, title, body: html`<h1>${title}</h1><p>${text}</p>`, kind: "interaction" });

  async function waitingFor(req: Request, res: Response, prompt?: "login" | "consent"): Promise<Details | undefined> {
    const details = await provider.interactionDetails(req, res).catch((error) => {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    });
    const asked = { uiLocales: details?.params.ui_locales, account: sessions.accountOf(req) };
    choosePageLanguage(req, asked, deps.languages);
    if (details?.uid === req.params.uid && (!prompt || details?.prompt.name === prompt)) return details;
    page(
      res,
      400,
      t`This request has expired`,
      t`It took too long or was opened in another browser. Go back to your app and connect again.`,
    );
    return undefined;
  }

  const toSignIn = (res: Response, details: Details): void =>
    res.redirect(
      303,
      prefixed(
        factsOf(res.req).language?.prefix ?? "",
        `/sign-in?return_to=${encodeURIComponent(`/interaction/${details.uid}`)}`,
      ),
    );

  function isSamePerson(req: Request, res: Response, details: Details): boolean {
    const account = sessions.accountOf(req);
    if (account && account.id === details.session?.accountId) return true;
    if (account) {
      page(
        res,
        403,
        t`Another account is signed in`,
        t`You switched accounts while connecting an app. Go back to your app and connect again.`,
      );
    } else toSignIn(res, details);
    return false;
  }

  async function signIn(req: Request, res: Response, details: Details): Promise<void> {
    const session = await sessions.ensure(req, res);
    const { account, signedInAt } = session;
    if (!account || !signedInAt) {
      toSignIn(res, details);
      return;
    }
    const wantsAgain = details.prompt.reasons.some((reason) => SIGN_IN_AGAIN.includes(reason));
    if (wantsAgain && signedInAt.getTime() < details.iat * 1000) {
      pages.render(res, {
        title: t`Sign in again`,
        kind: "interaction",
        body: html`<h1>Sign in again</h1>
<p>The app wants you to sign in again. You are signed in as ${account.email}.</p>
<form method="post" action="/interaction/${details.uid}/again"><input type="hidden" name="csrf" value="${session.csrf}">
<button>Sign in again</button></form>`,
      });
      return;
    }
    const ts = Math.floor(signedInAt.getTime() / 1000);
    await provider.interactionFinished(req, res, { login: { accountId: account.id, remember: false, ts } });
  }

  const show: RequestHandler = async (req, res) => {
    const details = await waitingFor(req, res);
    if (!details) return;
    if (details.prompt.name === "login") return signIn(req, res, details);
    if (!isSamePerson(req, res, details)) return;
    const app = await appFor(details);
    pages.render(res, {
      title: t`Connect ${appName(app.name)}`,
      kind: "interaction",
      body: consentBody({
        app,
        uid: details.uid,
        csrf: (await sessions.ensure(req, res)).csrf,
        account: given(sessions.accountOf(req)),
        scopes: askedScopes(details),
        ticked: tickedScopes(details),
        settings: deps.settings,
      }),
    });
  };

  async function appFor(details: Details): Promise<ReturnType<typeof appOf>> {
    const { client_id: clientId, redirect_uri: redirectUri } = details.params;
    return appOf(await provider.Client.find(String(clientId)), String(redirectUri));
  }

  /** Each consent creates its own grant, so that nothing is granted silently later. */
  async function saveGrant(details: Details, accountId: string, allowed: Set<string>): Promise<string> {
    const clientId = String(details.params.client_id);
    const grant = new provider.Grant({ accountId, clientId });
    const { missingOIDCScope, missingResourceScopes } = Missing.parse(details.prompt.details);
    if (missingOIDCScope.length) grant.addOIDCScope(missingOIDCScope.join(" "));
    for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
      const yes = scopes.filter((scope) => allowed.has(scope));
      const no = scopes.filter((scope) => !allowed.has(scope));
      if (yes.length) grant.addResourceScope(resource, yes.join(" "));
      if (no.length) grant.rejectResourceScope(resource, no.join(" "));
    }
    const grantId = await grant.save();
    await saveApp({ grantId, accountId, clientId, app: await appFor(details) }, deps, documents);
    return grantId;
  }

  const confirm: RequestHandler = async (req, res) => {
    const details = await waitingFor(req, res, "consent");
    if (!details || !isSamePerson(req, res, details)) return;
    const ticked = new Set([req.body.scope ?? []].flat().map(String));
    const allowed = new Set<string>(askedScopes(details).filter((scope) => ticked.has(scope)));
    if (allowed.size === 0) return refuse(req, res);
    const grantId = await saveGrant(details, given(details.session).accountId, allowed);
    await provider.interactionFinished(req, res, { consent: { grantId } }, { mergeWithLastSubmission: true });
  };

  const refuse = (req: Request, res: Response): Promise<void> =>
    provider.interactionFinished(
      req,
      res,
      { error: "access_denied", error_description: "The person declined" },
      { mergeWithLastSubmission: false },
    );

  const abort: RequestHandler = async (req, res) => {
    if (await waitingFor(req, res)) await refuse(req, res);
  };

  const again: RequestHandler = async (req, res) => {
    const details = await waitingFor(req, res, "login");
    if (!details) return;
    await sessions.end(req, res);
    toSignIn(res, details);
  };

  const showUnreadable: ErrorRequestHandler = (error, _req, res, next) => {
    if (!(error instanceof errors.OIDCProviderError)) return next(error);
    const later = findTryLater(error);
    if (later) res.set("retry-after", String(later.retryAfterSeconds));
    page(
      res,
      later?.status ?? 400,
      t`The app could not be connected`,
      joined(
        [
          t`We could not read the app’s description, so nothing was shared.`,
          later ? t`Reload this page in a minute.` : t`Go back to your app and connect again.`,
        ],
        " ",
      ),
    );
  };

  router.use("/interaction", sessions.load);
  router.get("/interaction/:uid", show);
  for (const [step, handler] of Object.entries({ confirm, abort, again })) {
    router.post(`/interaction/:uid/${step}`, form, sessions.requireCsrf, handler);
  }
  router.use("/interaction", showUnreadable);
  return router;
}
