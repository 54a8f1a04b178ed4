import { Router } from "express";
import { readAllNotifications, readNotification } from "../../../actions/notifications/read.ts";
import { href, html } from "../../../core/text/html.ts";
import { sentenceOf } from "../../../domain/notifications/notification.ts";
import { isSameOrigin } from "../../../http/same-origin.ts";
import type { Notification } from "../../../store/repos/notifications/notifications.ts";
import { MOST_UNREAD } from "../../kit/bell.ts";
import { csrfField, formText } from "../../kit/form.ts";
import { pageNumber } from "../../kit/paging.ts";
import { accountOf, accountOnly, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { showWhen } from "../../kit/when.ts";

const PER_PAGE = 30;

/** What is new for a person: the list behind the bell. */
export function newsPages({ deps, pages }: Site): Router {
  const { store, now, settings } = deps;
  const router = Router();

  router.get("/notifications", accountOnly, async (req, res) => {
    const { id } = accountOf(res);
    const page = pageNumber(req);
    const found = await store.notifications.ofAccount(id, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
    const unread = await store.notifications.countUnread(id, MOST_UNREAD);
    const at = now();
    const row = (news: Notification) =>
      html`<li${!news.readAt && html` class="unread"`}><a href="${href(`/notifications/${news.id}`)}">${
        !news.readAt && html`<span class="unseen">Unread: </span>`
      }${sentenceOf(news)}</a>
<span class="small muted">${showWhen(news.at, at)}</span></li>`;
    pages.render(res, {
      title: "Notifications",
      width: "reading",
      body: html`<div class="section-head"><h1>Notifications</h1><a href="/account/notifications">Settings</a></div>
${
  unread > 0 &&
  html`<form method="post" action="/notifications/read">${csrfField(res)}<input type="hidden" name="seen_at" value="${at.toISOString()}"><button class="quiet slim">Mark all as read</button></form>`
}
${
  found.length > 0
    ? html`<ol class="news">${found.slice(0, PER_PAGE).map(row)}</ol>`
    : html`<div class="empty"><p>${page > 1 ? "There is nothing older." : "Nothing yet."}</p>
<p class="muted">Votes, reviews, your place in the week and what you follow appear here.</p></div>`
}
${
  (page > 1 || found.length > PER_PAGE) &&
  html`<nav class="pager" aria-label="Pages">${
    page > 1
      ? html`<a class="button quiet slim" rel="prev" href="${href(
          page > 2 ? `/notifications?page=${page - 1}` : "/notifications",
        )}">Newer</a>`
      : html`<span></span>`
  }
${
  found.length > PER_PAGE &&
  html`<a class="button quiet slim" rel="next" href="${href(`/notifications?page=${page + 1}`)}">Older</a>`
}</nav>`
}`,
    });
  });

  router.get("/notifications/unread.json", async (_req, res) => {
    const account = sessionOf(res)?.account;
    res.set("Cache-Control", "private, no-store");
    if (!account) return void res.status(401).json({ unread: 0 });
    res.json({ unread: await store.notifications.countUnread(account.id, MOST_UNREAD) });
  });

  // Opening one from here marks it as read. It is a link, so that it opens in a new tab as well.
  router.get("/notifications/:id", accountOnly, async (req, res) => {
    const id = Number(req.params.id);
    const isOpened = isSameOrigin(req, settings.BASE_URL) && req.headers["sec-purpose"] === undefined;
    const { id: accountId } = accountOf(res);
    const found = !Number.isSafeInteger(id)
      ? undefined
      : await (isOpened ? readNotification(accountId, id, deps) : store.notifications.findOwn(accountId, id));
    seeOther(res, found?.path ?? "/notifications?notice=gone");
  });

  router.post("/notifications/read", accountOnly, async (req, res) => {
    const seenAt = new Date(formText(req, "seen_at"));
    const at = now();
    await readAllNotifications(accountOf(res).id, seenAt < at ? seenAt : at, deps);
    seeOther(res, "/notifications?notice=all-read");
  });

  return router;
}
