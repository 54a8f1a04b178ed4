import "./known-runtime.ts";
import { type RequestHandler, Router } from "express";
import type { default as Provider } from "oidc-provider";
import type { Deps } from "#actions/context.ts";
import { waitWords } from "#core/limits/limit-words.ts";
import { type Html, html } from "#core/text/html.ts";
import { factsOf } from "#http/facts.ts";
import { joined, t } from "#languages/words.ts";
import { createClientDocuments } from "./client-documents.ts";
import { shownHost } from "./consent.ts";
import type { AuthPages } from "./interactions.ts";
import { createInteractions } from "./interactions.ts";
import { createProvider, PROVIDER_ROUTES, type ProviderParts } from "./provider.ts";
import { localsOf, type OauthError } from "./refusals.ts";
import type { Sessions } from "./sessions.ts";

/** Only these paths reach the provider. */
const PROVIDER_PATHS = /^\/(oauth\/|\.well-known\/(oauth-authorization-server|openid-configuration)$)/;

type ServerParts = Omit<ProviderParts, "accountOf" | "documents"> & { sessions: Sessions; pages: AuthPages };

export function createAuthorizationServer({ sessions, pages, ...parts }: ServerParts): Router {
  const { deps, limits } = parts;
  const documents = createClientDocuments(deps, limits);
  const provider = createProvider({ ...parts, documents, accountOf: sessions.accountOf });
  const router = Router();
  router.use("/oauth/authorize", dropForeignSession(provider, sessions, deps));
  router.get("/oauth/authorize", lookUpConnection(sessions, deps));
  router.use(toProvider(provider, pages));
  router.use(createInteractions({ deps, provider, sessions, pages, documents }));
  return router;
}

function dropForeignSession(provider: Provider, sessions: Sessions, { settings }: Deps): RequestHandler {
  const secure = settings.BASE_URL.startsWith("https:") ? "; Secure" : "";
  return async (req, res, next) => {
    const name = provider.cookieName("session");
    const isOurs = (cookie: string) => cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}.sig=`);
    const cookies = (req.headers.cookie ?? "").split(/; */);
    if (!cookies.some(isOurs)) return next();
    const session = await provider.Session.get(provider.createContext(req, res));
    if (session.accountId && session.accountId !== sessions.accountOf(req)?.id) {
      await session.destroy();
      req.headers.cookie = cookies.filter((cookie) => !isOurs(cookie)).join("; ");
      for (const cookie of [name, `${name}.sig`]) {
        res.append("set-cookie", `${cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
      }
    }
    next();
  };
}

/** Redirects errors only to apps that this person has connected. */
const lookUpConnection =
  ({ accountOf }: Sessions, { store }: Deps): RequestHandler =>
  async (req, res, next) => {
    const account = accountOf(req);
    const { client_id: clientId } = req.query;
    localsOf(res).isConnectedApp =
      account !== undefined && typeof clientId === "string" && (await store.oauth.hasGrant(account.id, clientId));
    next();
  };

function toProvider(provider: Provider, pages: AuthPages): RequestHandler {
  const answer = provider.callback();
  return async (req, res, next) => {
    if (!PROVIDER_PATHS.test(req.path)) return next();
    req.url = req.originalUrl;
    const route = PROVIDER_ROUTES.find((path) => req.path === path || req.path.startsWith(`${path}/`));
    if (route) factsOf(req).route = route;
    await answer(req, res);
    const { thrown, oauthError: refused } = localsOf(res);
    if (thrown && !res.headersSent) throw thrown;
    if (!refused || res.headersSent) return;
    const { status, retryAfterSeconds } = refused;
    if (retryAfterSeconds !== undefined) res.set("retry-after", String(retryAfterSeconds));
    pages.render(res, {
      status,
      title: t`The app could not be connected`,
      kind: "interaction",
      body: refusal(refused),
    });
  };
}

const refusal = ({
  error,
  description,
  retryAfterSeconds,
  backTo,
}: OauthError): Html => html`<h1>The app could not be connected</h1>
${
  retryAfterSeconds === undefined
    ? html`<p>${joined(
        [
          t`The app sent an invalid request, so nothing was shared.`,
          error === "invalid_client"
            ? t`The app’s saved connection no longer exists here. Remove it in the app, then connect again.`
            : t`Go back to your app and connect again.`,
        ],
        " ",
      )}</p>`
    : html`<p>Nothing was shared. Try again in ${waitWords(retryAfterSeconds)}.</p>`
}
<p>For the app’s developers: <code>${error}</code> ${description}</p>
${
  backTo &&
  html`<p class="notice">The app wants to send you to <strong>${shownHost(backTo)}</strong>.
You have not connected this app, and we have not verified it.
Continue only if you know it: <a href="${backTo.href}" rel="noreferrer nofollow">Go to ${shownHost(backTo)}</a></p>`
}`;
