import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { together } from "#core/runtime/together.ts";
import { SESSION_IDLE_DAYS, SESSION_MAX_DAYS } from "#domain/accounts/retention.ts";
import { needsSecondFactor } from "#domain/accounts/second-factor.ts";
import { isSameOrigin } from "#http/same-origin.ts";
import { noteCaller } from "#http/turns.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { createCookies } from "./cookies.ts";
import { createKnownDevices } from "./known-devices.ts";

const COOKIE = "sid";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;
const MOST_TOGETHER = 64;
const ABSOLUTE_MS = SESSION_MAX_DAYS * DAY_MS;
const TOUCH_MS = 10 * MINUTE_MS;

export type SiteSession = {
  id: string;
  account: Account | undefined;
  csrf: string;
  signedInAt: Date | null;
  hasSecondFactor: boolean;
};

export type Sessions = ReturnType<typeof createSessions>;

const hashOf = (secret: string): string => hash("sha256", secret, "base64url");
/** Derived one-way from the cookie, so that visitors who never sign in need no row. */
const csrfOf = (secret: string): string => hashOf(`csrf ${secret}`);

const nobodyIn = (secret: string): SiteSession => ({
  id: hashOf(secret),
  account: undefined,
  csrf: csrfOf(secret),
  signedInAt: null,
  hasSecondFactor: false,
});

/**
 * Sessions of the site. The cookie has 256 random bits; only signed-in sessions have a row, by its
 * hash. `refuse` responds to a form that failed `requireCsrf`.
 */
export function createSessions(
  { store, settings, now, random, log }: Pick<Deps, "store" | "settings" | "now" | "random" | "log">,
  refuse: (res: Response, req: Request) => void,
) {
  const cookies = createCookies(settings.BASE_URL);
  const devices = createKnownDevices({ store, settings, random });
  const findSession = together((ids: readonly string[]) => store.accounts.findSessions(ids), { most: MOST_TOGETHER });
  const loaded = new WeakMap<IncomingMessage, SiteSession | undefined>();

  function cookieOf(req: IncomingMessage): string | undefined {
    const value = cookies.read(req, COOKIE);
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  }

  async function read(req: IncomingMessage): Promise<SiteSession | undefined> {
    const secret = cookieOf(req);
    if (!secret) return undefined;
    const id = hashOf(secret);
    const found = await findSession(id);
    const at = now();
    const nobody = nobodyIn(secret);
    if (found?.account?.status !== "active" || found.session.expiresAt <= at) return nobody;
    const { session, account } = found;
    // However it began: a session lacking a required second factor is not signed in.
    if (!session.hasSecondFactor && needsSecondFactor(account, found, settings)) return nobody;
    if (at.getTime() - session.lastSeenAt.getTime() > TOUCH_MS) {
      const expiresAt = new Date(Math.min(at.getTime() + IDLE_MS, session.createdAt.getTime() + ABSOLUTE_MS));
      // Failing to save the last visit must not break a page or sign anybody out.
      await store
        .change((tx) => tx.accounts.touchSession(id, at, expiresAt), [`session ${id}`])
        .catch((error: unknown) => log.warn({ err: error }, "last visit of a session not written"));
    }
    const { signedInAt, hasSecondFactor } = session;
    return { id, account, csrf: csrfOf(secret), signedInAt, hasSecondFactor };
  }

  async function sessionOf(req: IncomingMessage): Promise<SiteSession | undefined> {
    if (!loaded.has(req)) {
      const session = await read(req);
      if (session) noteCaller(req, session.account?.id);
      loaded.set(req, session);
    }
    return loaded.get(req);
  }

  function remember(req: IncomingMessage, res: Response, session: SiteSession | undefined): void {
    loaded.set(req, session);
    res.locals.session = session;
  }

  const load: RequestHandler = async (req, res, next) => {
    res.locals.session = await sessionOf(req);
    next();
  };

  const requireCsrf: RequestHandler = async (req, res, next) => {
    const session = await sessionOf(req);
    const given = Buffer.from(String(req.body?.csrf ?? ""));
    const right = Buffer.from(session?.csrf ?? "");
    const matches = right.length > 0 && given.length === right.length && timingSafeEqual(given, right);
    if (matches && isSameOrigin(req, settings.BASE_URL)) next();
    else refuse(res, req);
  };

  return {
    devices,
    load,
    requireCsrf,

    async begin(
      req: Request,
      res: Response,
      accountId: string,
      { hasSecondFactor }: { hasSecondFactor: boolean },
    ): Promise<SiteSession> {
      const old = cookieOf(req);
      const secret = random(32).toString("base64url");
      const id = hashOf(secret);
      const at = now();
      const account = await store.change(
        async (tx) => {
          if (old) {
            await tx.pushSubscriptions.moveSession(hashOf(old), id, accountId);
            await tx.accounts.removeSession(hashOf(old));
          }
          await tx.accounts.addSession({
            idHash: id,
            accountId,
            userAgent: req.headers["user-agent"]?.slice(0, 200) ?? null,
            signedInAt: at,
            createdAt: at,
            lastSeenAt: at,
            expiresAt: new Date(at.getTime() + IDLE_MS),
            hasSecondFactor,
          });
          return tx.accounts.find(accountId);
        },
        [`account ${accountId}`, ...(old ? [`session ${hashOf(old)}`] : [])],
      );
      const session = { id, account, csrf: csrfOf(secret), signedInAt: at, hasSecondFactor };
      cookies.set(res, COOKIE, secret, ABSOLUTE_MS);
      await devices.remember(req, res, accountId);
      remember(req, res, session);
      return session;
    },

    async ensure(req: Request, res: Response): Promise<SiteSession> {
      const existing = await sessionOf(req);
      if (existing) {
        res.locals.session = existing;
        return existing;
      }
      const secret = random(32).toString("base64url");
      const session = nobodyIn(secret);
      cookies.set(res, COOKIE, secret);
      remember(req, res, session);
      return session;
    },

    async end(req: Request, res: Response): Promise<void> {
      const old = cookieOf(req);
      if (old) await store.change((tx) => tx.accounts.removeSession(hashOf(old)), [`session ${hashOf(old)}`]);
      cookies.set(res, COOKIE, "", 0);
      remember(req, res, undefined);
    },

    endOne: (accountId: string, id: string): Promise<boolean> =>
      store.change((tx) => tx.accounts.removeSessionOf(accountId, id)),

    async endAll(accountId: string, exceptId?: string): Promise<void> {
      await store.change((tx) => tx.accounts.removeSessionsOf(accountId, exceptId));
    },

    accountOf: (req: IncomingMessage): Account | undefined => loaded.get(req)?.account,
  };
}
