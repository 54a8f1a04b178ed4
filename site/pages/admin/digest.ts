import { PREVIEWS, type PreviewOf, previewDigest, sendDigestPreview } from "#actions/notifications/digest-preview.ts";
import { pauseDigest, resumeDigest } from "#actions/notifications/digest-settings.ts";
import { digestMailsOf } from "#actions/notifications/subscribe-digest.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { editionTime, nextEdition } from "#domain/notifications/digest.ts";
import { designOf } from "#domain/site/design.ts";
import { bytesText } from "#domain/text/bytes.ts";
import { daysText } from "#domain/time/date-words.ts";
import { as, plural, t, type Words } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo } from "../../kit/form.ts";
import { inLanguage, languageOf } from "../../kit/language.ts";
import { showTime } from "../../kit/show.ts";
import { accountOf, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { sendMailHtml, turnWords } from "../../parts/notifications/digest-parts.ts";

const PATH = "/admin/digest";
const EDITIONS = 12;
const LABELS: Record<PreviewOf, Words> = {
  everything: t`All top categories`,
  mine: t`For me`,
};
const previewOf = (value: unknown): PreviewOf => PREVIEWS.find((one) => one === value) ?? "everything";

export function digestAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;

  router.get(PATH, async (req, res) => {
    const of = previewOf(req.query.of);
    const pausedAt = await store.digests.pausedAt();
    const { subscribers, unconfirmed, withAccount } = await store.digests.overview();
    const { days, message } = await previewDigest(accountOf(res), of, deps);
    const written = message?.in(languageOf(res), designOf(store.siteLook()));
    const site = { id: "", zone: null };
    const next = nextEdition(now(), { ...site, lastWeek: null }, settings.SITE_TIMEZONE);
    pages.render(res, {
      heading: t`Weekly digest`,
      kind: "framing",
      body: html`<p class="lead">${plural(subscribers, "person gets", "people get")} it: ${withAccount} with an account,
${subscribers - withAccount} without. ${unconfirmed} have not confirmed yet.</p>
<div class="card"><p>${
        pausedAt
          ? html`<span class="tag bad">paused</span> Since ${showTime(pausedAt)}.
No digests are sent, and saved searches that come with it wait too.`
          : html`<span class="tag good">on</span> The next edition goes out from ${turnWords(
              editionTime(next.week, site, settings.SITE_TIMEZONE),
              settings.SITE_TIMEZONE,
            )}, at that hour in each reader’s time zone.`
      }</p>
${formTo(res, `${PATH}/${pausedAt ? "resume" : "pause"}`)}<button
class="${pausedAt ? "sun" : "quiet"}">${pausedAt ? t`Resume` : t`Pause`}</button></form>
<p class="small muted">${
        pausedAt
          ? t`After you resume, readers who missed the latest edition get it within an hour. Older editions are skipped.`
          : t`Emails that are already written still go out.`
      }</p></div>
<h2>Past editions</h2>
${await lastEditions()}
<h2 id="preview">Next edition</h2>
<nav class="tabs" aria-label="Preview">${PREVIEWS.map(
        (one) =>
          html`<a href="${href(`${PATH}?of=${one}#preview`)}"${
            one === of && html` aria-current="page"`
          }>${LABELS[one]}</a>`,
      )}</nav>
${
  written
    ? html`<p><strong>${written.subject}</strong></p>
<p class="small muted">Week of ${daysText(days.firstDay, days.lastDay)}.
${bytesText(Buffer.byteLength(written.html))} as HTML.</p>
${formTo(res, `${PATH}/preview?of=${of}`, "row")}<button>Send me a copy</button>
<a class="button quiet" href="${href(`${PATH}/html?of=${of}`)}">View HTML</a></form>
<iframe class="mail-preview" src="${href(inLanguage(`${PATH}/html?of=${of}`, res))}" sandbox title="The next edition as HTML" loading="lazy"></iframe>
<h3>${as("of an email")`Text`}</h3>
<article class="card prose">${written.text}</article>`
    : html`<p class="empty">${
        of === "mine" ? t`Empty for you, so no email would be sent.` : t`Empty so far, so no email would be sent.`
      }</p>`
}`,
    });
  });

  async function lastEditions(): Promise<Html> {
    const editions = await store.digests.editions(EDITIONS);
    if (editions.length === 0) return html`<p class="empty">No editions yet.</p>`;
    const rows = await Promise.all(
      editions.map(async ({ week, mails, quiet, firstAt, lastAt }) => {
        const { queued = 0, failed = 0, kept = 0 } = await store.mails.countStartingWith(digestMailsOf(week));
        // Sent emails are deleted after a while; what is neither waiting nor failed was sent.
        const sent = Math.max(0, mails - queued - failed - kept);
        return [
          week,
          html`${showTime(firstAt)} – ${showTime(lastAt)}`,
          String(sent),
          String(queued + kept),
          failed > 0 ? html`<a href="/admin/outbox?state=failed">${failed}</a>` : "0",
          String(quiet),
        ];
      }),
    );
    return table([t`Week`, t`Written`, t`Sent`, t`Waiting`, t`Failed`, t`Empty`], rows);
  }

  router.get(`${PATH}/html`, async (req, res) => {
    const { message } = await previewDigest(accountOf(res), previewOf(req.query.of), deps);
    sendMailHtml(res, message?.in(languageOf(res), designOf(store.siteLook())).html ?? "", settings.BASE_URL);
  });

  act("/admin/digest/pause", "digest.pause", async (_req, res, audited) => {
    audited.on("digest");
    await audited.store.change((tx) => pauseDigest(tx, now()));
    seeOther(res, PATH, "digest-paused");
  });
  act("/admin/digest/resume", "digest.resume", async (_req, res, audited) => {
    audited.on("digest");
    await audited.store.change((tx) => resumeDigest(tx, now()));
    deps.wakeJobs();
    seeOther(res, PATH, "digest-resumed");
  });
  act("/admin/digest/preview", "digest.preview", async (req, res, audited) => {
    audited.on("digest");
    const of = previewOf(req.query.of);
    const account = accountOf(res);
    const outcome = await sendDigestPreview(account, of, deps);
    if (outcome === "sent") await audited.record({ "sent to": account.email });
    seeOther(res, `${PATH}?of=${of}`, outcome === "sent" ? "sample-sent" : "digest-quiet");
  });
}
