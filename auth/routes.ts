import { once } from "node:events";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { DEFAULT_RESOURCE, type Deps, RESOURCE_PATHS } from "#actions/context.ts";
import { BODY_BYTES } from "#core/limits/body-limits.ts";
import { waitWords } from "#core/limits/limit-words.ts";
import { addressKey, type LimitState, limitHeaders } from "#core/limits/limiter.ts";
import { lazily } from "#core/runtime/lazily.ts";
import { html } from "#core/text/html.ts";
import { RESOURCE_METADATA } from "#http/challenge.ts";
import type { Identify } from "#http/credentials.ts";
import { t } from "#languages/words.ts";
import type { ConnectedApp } from "#store/repos/accounts/oauth.ts";
import { createIdentify } from "./identify.ts";
import type { AuthPages } from "./interactions.ts";
import { loadKeys } from "./keys.ts";
import { limitGuesses } from "./limit-guesses.ts";
import { createAuthLimits } from "./limits.ts";
import { choosePageLanguage } from "./page-language.ts";
import { resourceMetadata } from "./resources.ts";
import type { Sessions } from "./sessions.ts";

export type Auth = {
  router: Router;
  identify: Identify;
  connectedApps: {
    list(accountId: string): Promise<ConnectedApp[]>;
    disconnect(accountId: string, clientId: string): Promise<boolean>;
  };
};

/** No form-action and no opener policy: both would break the redirect to the client. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/**
 * The authorization server and its pages. Mount the router at the root, before body parsers. The
 * app's `trust proxy` must come from TRUSTED_PROXIES, because rate limits use `req.ip`.
 */
export async function createAuth(
  deps: Deps,
  { sessions, pages }: { sessions: Sessions; pages: AuthPages },
): Promise<Auth> {
  const { store, now } = deps;
  const limits = createAuthLimits();
  const keys = await loadKeys(deps);
  const server = lazily(async () => {
    const { createAuthorizationServer } = await import("./authorization-server.ts");
    return createAuthorizationServer({ deps, keys, limits, sessions, pages });
  });

  const router = Router();
  router.use(ownPathsOnly(pinHost(deps.settings.BASE_URL)));
  router.use(metadataRoutes(deps));
  router.post("/oauth/register", registrationGuard(deps));
  router.options("/oauth/register", registrationPreflight);
  router.post("/oauth/token", tokenGuard(deps));
  const speak: RequestHandler = (req, _res, next) => {
    const asked = { uiLocales: req.query.ui_locales, account: sessions.accountOf(req) };
    choosePageLanguage(req, asked, deps.languages);
    next();
  };
  router.get("/oauth/authorize", speak, async (req, res, next) => {
    const waitSeconds = await limits.authorize(addressKey(req.ip ?? ""));
    if (waitSeconds === 0) return next();
    const body = html`<h1>Too many attempts</h1>
<p class="lead">Your network has connected apps very often. Connect again from your app in ${waitWords(waitSeconds)}.</p>`;
    res.set("retry-after", String(waitSeconds));
    pages.render(res, { status: 429, title: t`Too many attempts`, body, kind: "interaction" });
  });
  router.use("/oauth/authorize", sessions.load, speak, collapseScope);
  router.use(ownPathsOnly(server));

  return {
    router,
    identify: limitGuesses(createIdentify(deps), deps.limiter),
    connectedApps: {
      list: (accountId) => store.oauth.connectedApps(accountId, now()),
      async disconnect(accountId, clientId) {
        return (await store.change((tx) => tx.oauth.revokeGrantsOf(accountId, clientId))) > 0;
      },
    },
  };
}

const ownPathsOnly =
  (handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    /^\/(oauth|interaction|\.well-known)\//.test(req.path) ? handler(req, res, next) : next();

/** The provider builds URLs from the Host header, so set it from the settings. */
function pinHost(baseUrl: string): RequestHandler {
  const base = new URL(baseUrl);
  return (req, res, next) => {
    req.headers.host = base.host;
    delete req.headers["x-forwarded-host"];
    req.headers["x-forwarded-proto"] = base.protocol.slice(0, -1);
    res.set({
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
    });
    res.removeHeader("cross-origin-opener-policy");
    next();
  };
}

function metadataRoutes({ settings }: Deps): Router {
  const router = Router();
  for (const path of ["", ...RESOURCE_PATHS] as const) {
    router
      .route(RESOURCE_METADATA + path)
      .options(allowAnyOrigin("GET"))
      .get((_req, res) => {
        const document = resourceMetadata(path || DEFAULT_RESOURCE, settings);
        res.set({ "access-control-allow-origin": "*", "cache-control": "public, max-age=300" }).json(document);
      });
  }
  return router;
}

const allowAnyOrigin =
  (methods: string): RequestHandler =>
  (_req, res) => {
    res.set({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods,
      "access-control-allow-headers": "content-type, mcp-protocol-version",
      "access-control-max-age": "3600",
    });
    res.status(204).end();
  };

const registrationPreflight = allowAnyOrigin("POST");

function refuseForNow(res: Response, { resetSeconds }: LimitState): void {
  res.set({ "retry-after": String(resetSeconds), "cache-control": "no-store" }).status(429);
  res.json({
    error: "temporarily_unavailable",
    error_description: `Too many requests. Try again in ${resetSeconds} seconds.`,
  });
}

function registrationGuard({ limiter }: Deps): RequestHandler {
  return async (req, res, next) => {
    res.set("access-control-allow-origin", "*");
    const state = await limiter.take("oauth-register", addressKey(req.ip ?? ""));
    res.set(limitHeaders([state]));
    if (!state.allowed) return refuseForNow(res, state);
    if (Number(req.headers["content-length"] ?? 0) > BODY_BYTES.clientRegistration) {
      res.set("connection", "close").status(413);
      res.json({ error: "invalid_client_metadata", error_description: "The client metadata is too large." });
      return;
    }
    next();
  };
}

function tokenGuard({ limiter }: Deps): RequestHandler {
  return async (req, res, next) => {
    const state = await limiter.take("oauth-token", `${await peekClientId(req)} ${addressKey(req.ip ?? "")}`);
    res.set(limitHeaders([state]));
    if (state.allowed) return next();
    res.set("access-control-allow-origin", "*");
    refuseForNow(res, state);
  };
}

async function peekClientId(req: Request): Promise<string> {
  const basic = /^Basic ([\w+/=]{1,1000})$/i.exec(req.headers.authorization ?? "")?.[1];
  if (basic) return Buffer.from(basic, "base64").toString("utf8").split(":")[0] ?? "";
  if (!req.readableLength && !req.readableEnded)
    await Promise.race([once(req, "readable"), once(req, "end"), once(req, "close")]);
  const start: Buffer | null = req.read();
  if (start) req.unshift(start);
  return new URLSearchParams(start?.toString("latin1")).get("client_id")?.slice(0, 300) ?? "";
}

/** Removes stray spaces from scope lists, which the provider would refuse. */
const collapseScope: RequestHandler = (req, _res, next) => {
  const [path = "", query = ""] = req.originalUrl.split("?");
  const params = new URLSearchParams(query);
  const [scope, ...more] = params.getAll("scope");
  const collapsed = scope?.trim().split(/\s+/).join(" ");
  if (more.length === 0 && scope !== undefined && scope !== collapsed) {
    params.set("scope", collapsed ?? "");
    req.originalUrl = `${path}?${params}`;
  }
  next();
};
