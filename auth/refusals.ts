import type { Response } from "express";
import { type ErrorOut, errors, type KoaContextWithOIDC, type default as Provider } from "oidc-provider";
import { findTryLater } from "./try-later.ts";

/** What a refused request of the provider leaves in `res.locals.oauthError` for a page. */
export type OauthError = {
  status: number;
  error: string;
  description: string | undefined;
  retryAfterSeconds?: number;
  /** The answer that the app would have been sent; where it is one, the person may go on there by themselves. */
  backTo?: URL | undefined;
};

type Locals = {
  oauthError?: OauthError;
  /** Whether the person in this browser has connected the app that the request names. */
  isConnectedApp?: boolean;
};

/** The part of a response that the provider and the pages around it share. */
export const localsOf = (res: object): Locals => (res as Response).locals;

/** Makes a page of an error at the authorization endpoint; it is sent after the provider has set its cookies. */
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
        // An error that would have been a redirect has a status of that kind.
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

/** True when this person knows where they are sent: they have connected the app before, or have just answered our own page. */
function isAwaited(ctx: KoaContextWithOIDC): boolean {
  const { error, consent } = ctx.oidc.entities.Interaction?.result ?? {};
  return localsOf(ctx.res).isConnectedApp === true || error !== undefined || consent !== undefined;
}

/** Corrects what the provider answers to clients: what passes is 503, and an unknown client is 401 (RFC 6749, 5.2). */
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

export function amendRefusals(provider: Provider, report: (error: Error) => void): void {
  // Anybody can register an app with any address, and must not send people there by a link to this site (RFC 9700, 4.11).
  provider.on("authorization.error", (ctx, error) => {
    if (!isAwaited(ctx)) error.allow_redirect = false;
  });
  provider.on("grant.error", amend);
  provider.on("revocation.error", amend);
  provider.on("registration_create.error", amend);
  provider.on("server_error", (ctx, error) => {
    if (findTryLater(error)) amend(ctx, error);
    else report(error);
  });
}
