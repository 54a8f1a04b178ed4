import type { Request, RequestHandler, Response } from "express";
import { type Caller, type Deps, type Member, SCOPES } from "../../actions/context.ts";
import type { Auth } from "../../auth/routes.ts";
import type { Sessions, SiteSession } from "../../auth/sessions.ts";
import { isLocalPath } from "../../core/text/html.ts";
import { given } from "../../domain/text/given.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Pages } from "./respond.ts";
import type { Undo } from "./undo.ts";

/** What every page is built with. */
export type Site = {
  deps: Deps;
  sessions: Sessions;
  connectedApps: Auth["connectedApps"];
  pages: Pages;
  undo: Undo;
};

/** The maximum age of a sign-in for changes of keys and passwords. */
const RECENT_MS = 15 * 60_000;

export const sessionOf = (res: Response): SiteSession | undefined => res.locals.session;

/** On pages that everybody has a session for. */
export const currentSession = (res: Response): SiteSession => given(sessionOf(res));

/** The signed-in account, on pages after `accountOnly`. */
export function accountOf(res: Response): Account {
  const account = sessionOf(res)?.account;
  if (!account) throw new Error("This page needs accountOnly in front of it.");
  return account;
}

export const addressOf = ({ ip }: { ip?: string | undefined }): string => ip ?? "unknown";

/** Public pages read as an anonymous caller. */
export const visitor = (req: Request): Caller => ({ kind: "anonymous", address: addressOf(req) });

/** The caller of a public page, for quotas of expensive parts: signed-in people have none. */
export const reader = (req: Request, res: Response): Caller =>
  sessionOf(res)?.account ? memberOf(req, res) : visitor(req);

/** The signed-in person as a caller of operations, on pages after `accountOnly`. */
export const memberOf = (req: Request, res: Response): Member => ({
  kind: "member",
  address: addressOf(req),
  accountId: accountOf(res).id,
  via: "session",
  client: null,
  scopes: SCOPES,
});

export const seeOther = (res: Response, path: string): void => res.redirect(303, path);

/** Where to go after signing in: a path of this site, else the fallback. */
export const returnPath = (path: string, fallback = "/account"): string =>
  isLocalPath(path) && path.length <= 2000 && !/^\/(sign-in|sign-up|sign-out)\b/.test(path) ? path : fallback;

const signInPath = (req: Request): string =>
  `/sign-in?return_to=${encodeURIComponent(req.method === "GET" ? req.originalUrl : "/account")}`;

export const isRecent = (session: SiteSession | undefined, now: Date): boolean =>
  session?.account !== undefined &&
  session.signedInAt !== null &&
  now.getTime() - session.signedInAt.getTime() < RECENT_MS;

/** Redirects a visitor to the sign-in page, and back here afterwards. */
export const accountOnly: RequestHandler = (req, res, next) => {
  if (sessionOf(res)?.account) next();
  else seeOther(res, signInPath(req));
};

/**
 * After `accountOnly`: for everyone but admins these pages do not exist. Admins who need a second
 * factor set it up first.
 */
export const adminOnly =
  ({ REQUIRE_ADMIN_TWO_FACTOR }: Deps["settings"], notFound: (res: Response) => void): RequestHandler =>
  (_req, res, next) => {
    if (!accountOf(res).isAdmin) return notFound(res);
    if (!REQUIRE_ADMIN_TWO_FACTOR || sessionOf(res)?.hasSecondFactor) return next();
    seeOther(res, "/account/two-factor");
  };

/** For sensitive actions: the password is required again after 15 minutes. */
export const recentOnly =
  (now: () => Date): RequestHandler =>
  (req, res, next) => {
    if (isRecent(sessionOf(res), now())) next();
    else seeOther(res, signInPath(req));
  };
