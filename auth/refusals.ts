import { type ErrorOut, errors, type KoaContextWithOIDC, type default as Provider } from "oidc-provider";
import { onceEach } from "#domain/text/once.ts";
import { findTryLater } from "./try-later.ts";

export type OauthError = {
  status: number;
  error: string;
  description: string | undefined;
  retryAfterSeconds?: number;
  backTo?: URL | undefined;
};

type Locals = {
  oauthError?: OauthError;
  thrown?: Error;
  isConnectedApp?: boolean;
};

export const localsOf = onceEach((_res: object): Locals => ({}));

/** Turns an authorization error into a page, sent after the provider has set its cookies. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  const later = findTryLater(error);
  localsOf(ctx.res).oauthError = later
    ? {
        status: later.status,
        error: "temporarily_unavailable",
        description: later.message,
        retryAfterSeconds: later.retryAfterSeconds,
      }
    : {
        // An error that would have been a redirect has a 3xx status.
        status: Math.max(ctx.status, 400),
        error: out.error,
        description: out.error_description,
        backTo: error instanceof errors.InvalidRedirectUri ? undefined : addressBack(ctx, out),
      };
  ctx.respond = false;
}

function addressBack({ oidc }: KoaContextWithOIDC, out: ErrorOut): URL | undefined {
  const redirectUri = oidc.params?.redirect_uri;
  const back = oidc.client && typeof redirectUri === "string" ? URL.parse(redirectUri) : null;
  if (!back) return undefined;
  for (const [name, value] of Object.entries(out)) back.searchParams.set(name, String(value));
  return back;
}

/** True if this person has connected the app before, or has just answered our consent page. */
function isAwaited(ctx: KoaContextWithOIDC): boolean {
  const { error, consent } = ctx.oidc.entities.Interaction?.result ?? {};
  return localsOf(ctx.res).isConnectedApp === true || error !== undefined || consent !== undefined;
}

/** Corrects the provider's statuses: 503 for temporary errors, 401 for unknown clients (RFC 6749, 5.2). */
function amend(ctx: KoaContextWithOIDC, error: Error): void {
  const later = findTryLater(error);
  if (later) {
    ctx.status = later.status;
    ctx.set("Retry-After", String(later.retryAfterSeconds));
    ctx.body = { error: "temporarily_unavailable", error_description: later.message };
  } else if (error.message === "invalid_client") {
    ctx.status = 401;
    const isBasic = ctx.get("authorization") !== "" && !ctx.res.hasHeader("WWW-Authenticate");
    if (isBasic) ctx.set("WWW-Authenticate", `Basic realm="${ctx.oidc.issuer}", error="invalid_client"`);
  }
}

export function amendRefusals(provider: Provider, report: (error: Error, ctx: KoaContextWithOIDC) => void): void {
  // Anybody can register any redirect URI, so a link to this site must not lead there (RFC 9700,
  // 4.11).
  provider.on("authorization.error", (ctx, error) => {
    if (!isAwaited(ctx)) error.allow_redirect = false;
  });
  provider.on("grant.error", amend);
  provider.on("revocation.error", amend);
  provider.on("registration_create.error", amend);
  provider.on("server_error", (ctx, error) => {
    if (findTryLater(error)) amend(ctx, error);
    else report(error, ctx);
  });
  // Koa would use the error's status and omit Retry-After.
  const { onerror } = provider.context;
  provider.context.onerror = function (this: KoaContextWithOIDC, error: Error) {
    if (findTryLater(error)) localsOf(this.res).thrown = error;
    else onerror.call(this, error);
  };
}
