import "./known-runtime.ts";
import { type RequestHandler, Router } from "express";
import type { default as Provider } from "oidc-provider";
import type { Deps } from "../context.ts";
import { factsOf } from "../requests/facts.ts";
import { html } from "../site/html.ts";
import { createInteractions } from "./interactions.ts";
import { createProvider, type OauthError, PROVIDER_ROUTES, type ProviderParts } from "./provider.ts";
import type { AuthPages } from "./routes.ts";
import type { Sessions } from "./sessions.ts";

/** Only these paths reach the provider. */
const PROVIDER_PATHS = /^\/(oauth\/|\.well-known\/(oauth-authorization-server|openid-configuration)$)/;

type ServerParts = Omit<ProviderParts, "accountOf"> & { sessions: Sessions; pages: AuthPages };

/** The provider behind what keeps its sessions ours, and the pages between a client's request and its answer. */
export function createAuthorizationServer({ sessions, pages, ...parts }: ServerParts): Router {
  const { deps, documents } = parts;
  const provider = createProvider({ ...parts, accountOf: sessions.accountOf });
  const router = Router();
  router.use("/oauth/authorize", dropForeignSession(provider, sessions, deps));
  router.use(toProvider(provider, pages));
  router.use(createInteractions({ deps, provider, sessions, pages, documents }));
  return router;
}

/** A provider session of somebody else than the person signed in here ends before the provider sees it. */
function dropForeignSession(provider: Provider, sessions: Sessions, { settings }: Deps): RequestHandler {
  const secure = settings.BASE_URL.startsWith("https:") ? "; Secure" : "";
  return async (req, res, next) => {
    const name = provider.cookieName("session");
    const isOurs = (cookie: string) => cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}.sig=`);
    const cookies = (req.headers.cookie ?? "").split(/; */);
    if (!cookies.some(isOurs)) return next();
    const session = await provider.Session.get(provider.createContext(req, res) as never);
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

function toProvider(provider: Provider, pages: AuthPages): RequestHandler {
  const answer = provider.callback();
  return async (req, res, next) => {
    if (!PROVIDER_PATHS.test(req.path)) return next();
    req.url = req.originalUrl;
    const route = PROVIDER_ROUTES.find((path) => req.path === path || req.path.startsWith(`${path}/`));
    if (route) factsOf(req).route = route;
    await answer(req, res);
    const refused = res.locals.oauthError as OauthError | undefined;
    if (!refused || res.headersSent) return;
    pages.render(res, {
      status: refused.status,
      title: "The app could not be connected",
      kind: "interaction",
      body: html`<h1>The app could not be connected</h1>
<p>The request that brought you here was not in order, so nothing was shared. Go back to your app and connect again.</p>
<p>For its developers: <code>${refused.error}</code> ${refused.description}</p>`,
    });
  };
}
