import type { RequestHandler, Response } from "express";
import type { Deps } from "#actions/context.ts";
import type { SiteSession } from "#auth/sessions.ts";
import { type Html, html } from "#core/text/html.ts";
import { icons } from "./icons.ts";

/** Counted up to here; more is "99+". */
export const MOST_UNREAD = 100;

export const countUnread =
  ({ store }: Pick<Deps, "store">): RequestHandler =>
  async (req, res, next) => {
    const session: SiteSession | undefined = res.locals.session;
    const account = session?.account;
    const isPage = req.method === "GET" && !/\.\w+$/.test(req.path);
    if (account && isPage) res.locals.unread = await store.notifications.countUnread(account.id, MOST_UNREAD);
    next();
  };

export const unreadOf = (res: Response): number => res.locals.unread ?? 0;

/** The sign in the header: how much is unread, and the way to the list. A script keeps the number true. */
export const bell = (unread: number, isHere: boolean): Html =>
  html`<a href="/notifications" class="bell"${
    isHere && html` aria-current="page"`
  } data-bell>${icons.bell}<span class="unseen">Notifications</span><span class="n"${
    unread === 0 && html` hidden`
  }><span data-unread>${unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : unread}</span><span class="unseen"> unread</span></span></a>`;
