import { sendSample } from "#actions/notifications/send-sample.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { MAILS_KEPT_DAYS } from "#domain/accounts/retention.ts";
import { designOf } from "#domain/site/design.ts";
import { bytesText } from "#domain/text/bytes.ts";
import { as, t, type Words } from "#languages/words.ts";
import { type MailSample, mailSamples } from "#mail/samples.ts";
import type { Mail } from "#store/repos/notifications/mails.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo } from "../../kit/form.ts";
import { inLanguage, languageOf } from "../../kit/language.ts";
import { showTime, showWhen } from "../../kit/show.ts";
import { accountOf, orNotFound, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager, table } from "../../kit/table.ts";
import { sendMailHtml } from "../../parts/notifications/digest-parts.ts";

const PER_PAGE = 50;

const STATES: Record<Mail["state"], readonly [tone: string, Words]> = {
  queued: ["warm", t`waiting`],
  sent: ["good", t`sent`],
  kept: ["", t`not sent`],
  failed: ["bad", t`failed`],
};

const stateTag = ({ state }: Mail): Html => html`<span class="tag ${STATES[state][0]}">${STATES[state][1]}</span>`;

export function outboxPages({ deps, pages, router }: Site): void {
  const { settings, store, now } = deps;

  router.get("/admin/outbox", async (req, res) => {
    const page = pageNumber(req);
    const state = req.query.state === "failed" ? "failed" : undefined;
    const { items, total } = await store.mails.list({ page, perPage: PER_PAGE }, state);
    pages.render(res, {
      heading: t`Outbox`,
      body: html`<p class="lead">${
        settings.SMTP_URL
          ? t`Emails are kept for ${MAILS_KEPT_DAYS} days.`
          : html`No mail server is set, so emails stay here for ${MAILS_KEPT_DAYS} days. Forward their links yourself, or <a href="/admin/settings/mail">set one</a>.`
      }</p>
<nav class="tabs" aria-label="States"><a href="/admin/outbox"${
        !state && html` aria-current="page"`
      }>All</a><a href="/admin/outbox?state=failed"${state && html` aria-current="page"`}>Failed</a></nav>
${
  items.length === 0
    ? html`<p class="empty">${state ? t`No failed emails.` : t`No emails yet.`}</p>`
    : table(
        [t`Subject`, t`Recipient`, t`Created`, t`Status`],
        items.map((mail) => [
          html`<a href="/admin/outbox/${mail.id}"><bdi>${mail.subject}</bdi></a>`,
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
    const mail = orNotFound(await store.mails.find(req.params.id));
    pages.render(res, {
      heading: mail.subject,
      above: ["/admin/outbox", t`Outbox`],
      width: "reading",
      body: html`<dl class="facts">
<dt>Recipient</dt><dd>${mail.recipient}</dd>
<dt>Created</dt><dd>${showTime(mail.createdAt)}</dd>
<dt>Status</dt><dd>${stateTag(mail)} ${mail.sentAt && showTime(mail.sentAt)}</dd>
${mail.lastError && html`<dt>Last error</dt><dd>${mail.lastError}</dd>`}
</dl>
<article class="card prose">${withLinks(mail.text.trim(), settings.BASE_URL)}</article>`,
    });
  });
}

/** The text of an email, with links only for addresses of this site. */
const withLinks = (text: string, base: string): (Html | string)[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (part === base || part.startsWith(`${base}/`) ? html`<a href="${href(part)}">${part}</a>` : part));

export function mailPages({ deps, pages, router, act }: AdminSite): void {
  const { settings, store, now } = deps;
  async function samples(): Promise<MailSample[]> {
    const [newest] = (await store.launches.feed("recent", { offset: 0, limit: 1 })).rows;
    return mailSamples(settings, now(), newest);
  }
  const find = async (kind: string | undefined) => (await samples()).find((sample) => sample.kind === kind);

  router.get("/admin/mails", async (_req, res) => {
    const language = languageOf(res);
    const groups = Map.groupBy(await samples(), ({ readers }) => readers);
    pages.render(res, {
      heading: t`Emails`,
      body: html`<p class="lead">Every email the site sends, with sample data. Sent emails are in the
<a href="/admin/outbox">outbox</a>.</p>
<div class="stack">${[...groups].map(
        ([readers, kinds]) => html`<section class="card"><h2>${readers}</h2>
<ul>${kinds.map(({ kind, message }) => html`<li><a href="/admin/mails/${kind}">${message.in(language, designOf(store.siteLook())).subject}</a></li>`)}</ul></section>`,
      )}</div>`,
    });
  });

  router.get("/admin/mails/:kind", async (req, res) => {
    const sample = orNotFound(await find(req.params.kind));
    const { kind, readers, message } = sample;
    const { subject, html: inHtml, text } = message.in(languageOf(res), designOf(store.siteLook()));
    pages.render(res, {
      heading: subject,
      above: ["/admin/mails", t`Emails`],
      kind: "framing",
      body: html`<p class="lead">${readers}. ${bytesText(Buffer.byteLength(inHtml))} as HTML.</p>
${formTo(res, `/admin/mails/${kind}`, "row")}<button>Send me a copy</button>
<a class="button quiet" href="/admin/mails/${kind}/html">View HTML</a></form>
<h2>HTML</h2>
<iframe class="mail-preview" src="${href(inLanguage(`/admin/mails/${kind}/html`, res))}" sandbox title="The email as HTML" loading="lazy"></iframe>
<h2>${as("of an email")`Text`}</h2>
<article class="card prose">${text}</article>`,
    });
  });

  router.get("/admin/mails/:kind/html", async (req, res) => {
    const sample = orNotFound(await find(req.params.kind));
    sendMailHtml(res, sample.message.in(languageOf(res), designOf(store.siteLook())).html, settings.BASE_URL);
  });

  act("/admin/mails/:kind", "mail.sample", async (req, res, audited) => {
    const sample = orNotFound(await find(req.params.kind));
    const { email } = accountOf(res);
    await sendSample(sample.message, email, deps, languageOf(res));
    await audited.record({ "sent to": email });
    seeOther(res, `/admin/mails/${sample.kind}`, "sample-sent");
  });
}
