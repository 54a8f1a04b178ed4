import { type Request, type RequestHandler, type Response, Router } from "express";
import { type Caller, type Deps, type Member, SCOPES } from "#actions/context.ts";
import type { DraftCookies } from "#auth/draft-cookies.ts";
import type { Auth } from "#auth/routes.ts";
import type { Sessions, SiteSession } from "#auth/sessions.ts";
import { AppError } from "#core/errors/errors.ts";
import { isLocalPath } from "#core/text/html.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { hereOf, inLanguage } from "./language.ts";
import { type Notice, withNotice } from "./notices.ts";
import type { Pages } from "./respond.ts";
import type { Undo } from "./undo.ts";

export type Site = {
  deps: Deps;
  sessions: Sessions;
  connectedApps: Auth["connectedApps"];
  pages: Pages;
  undo: Undo;
  draftCookies: DraftCookies;
  router: Router;
};

export function routerOf(addPages: (site: Site) => void, site: Omit<Site, "router">): Router {
  const router = Router();
  addPages({ ...site, router });
  return router;
}

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

/** Redirects after a form, with a message and a button to undo it if given. */
export const seeOther = (res: Response, path: string, notice?: Notice, undo?: string): void =>
  res.redirect(303, inLanguage(notice ? withNotice(path, notice, undo) : path, res));

export function notFound(): never {
  throw new AppError("not_found", t`Page not found.`);
}

export const orNotFound = <T>(value: T | null | undefined | false): T => value || notFound();

/** Where to go after signing in: a path of this site, else the fallback. */
export const returnPath = (path: string, fallback = "/account"): string =>
  isLocalPath(path) && path.length <= 2000 && !/^\/(sign-in|sign-up|sign-out)\b/.test(path) ? path : fallback;

const signInPath = (req: Request): string =>
  `/sign-in?return_to=${encodeURIComponent(req.method === "GET" ? hereOf(req) : "/account")}`;

export const isRecent = (session: SiteSession | undefined, now: Date): boolean =>
  session?.account !== undefined &&
  session.signedInAt !== null &&
  now.getTime() - session.signedInAt.getTime() < RECENT_MS;

export const accountOnly: RequestHandler = (req, res, next) => {
  if (sessionOf(res)?.account) next();
  else seeOther(res, signInPath(req));
};

/** Whether a signed-in admin may act as one: with a second factor where the site requires it. */
export const isActingAdmin = (res: Response, { REQUIRE_ADMIN_TWO_FACTOR }: Deps["settings"]): boolean =>
  accountOf(res).isAdmin && (!REQUIRE_ADMIN_TWO_FACTOR || sessionOf(res)?.hasSecondFactor === true);

/**
 * After `accountOnly`: for everyone but admins these pages do not exist. Admins who need a second
 * factor set it up first.
 */
export const adminOnly =
  (settings: Deps["settings"]): RequestHandler =>
  (_req, res, next) => {
    if (!accountOf(res).isAdmin) notFound();
    if (isActingAdmin(res, settings)) return next();
    seeOther(res, "/account/two-factor");
  };

/** For sensitive actions: the password is required again after 15 minutes. */
export const recentOnly =
  (now: () => Date): RequestHandler =>
  (req, res, next) => {
    if (isRecent(sessionOf(res), now())) next();
    else seeOther(res, signInPath(req));
  };
