import { type Response, Router } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { MAILS_KEPT_DAYS } from "../../../domain/accounts/retention.ts";
import type { Mail } from "../../../store/repos/notifications/mails.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { showTime } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { showWhen } from "../../kit/when.ts";

const PER_PAGE = 50;

const STATES: Record<Mail["state"], readonly [string, string]> = {
  queued: ["warm", "waiting"],
  sent: ["good", "sent"],
  kept: ["", "not sent"],
  failed: ["bad", "failed"],
};

const stateTag = ({ state }: Mail): Html => html`<span class="tag ${STATES[state][0]}">${STATES[state][1]}</span>`;

/** All emails of the site. Without a mail server, admins read them here. */
export function outboxPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { settings, store, now } = deps;
  const router = Router();

  router.get("/admin/outbox", async (req, res) => {
    const page = pageNumber(req);
    const state = req.query.state === "failed" ? "failed" : undefined;
    const { items, total } = await store.mails.list({ page, perPage: PER_PAGE }, state);
    pages.render(res, {
      title: "Outbox",
      body: html`<h1>Outbox</h1>
<p class="lead">${
        settings.SMTP_URL
          ? `The site's emails, kept for ${MAILS_KEPT_DAYS} days.`
          : "No mail server is set, so emails stay here " +
            `for ${MAILS_KEPT_DAYS} days. Pass on their links yourself, or set SMTP_URL.`
      }</p>
<nav class="tabs" aria-label="States"><a href="/admin/outbox"${
        !state && html` aria-current="page"`
      }>All</a><a href="/admin/outbox?state=failed"${state && html` aria-current="page"`}>Failed</a></nav>
${
  items.length === 0
    ? html`<p class="empty">${state ? "No emails have failed." : "No emails yet."}</p>`
    : table(
        ["Subject", "To", "Created", "Status"],
        items.map((mail) => [
          html`<a href="/admin/outbox/${mail.id}">${mail.subject}</a>`,
          mail.recipient,
          showWhen(mail.createdAt, now()),
          stateTag(mail),
        ]),
      )
}
${pager("/admin/outbox", { state }, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.get("/admin/outbox/:id", async (req, res) => {
    const mail = await store.mails.find(req.params.id);
    if (!mail) return notFound(res);
    pages.render(res, {
      title: mail.subject,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/admin/outbox">Outbox</a></p>
<h1>${mail.subject}</h1>
<dl class="facts">
<dt>To</dt><dd>${mail.recipient}</dd>
<dt>Created</dt><dd>${showTime(mail.createdAt)}</dd>
<dt>Status</dt><dd>${stateTag(mail)} ${mail.sentAt && showTime(mail.sentAt)}</dd>
${mail.lastError && html`<dt>Last error</dt><dd>${mail.lastError}</dd>`}
</dl>
<article class="card prose">${withLinks(mail.text.trim(), settings.BASE_URL)}</article>`,
    });
  });

  return router;
}

/** The text of an email, with links only for addresses of this site. */
const withLinks = (text: string, base: string): (Html | string)[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (part === base || part.startsWith(`${base}/`) ? html`<a href="${href(part)}">${part}</a>` : part));
