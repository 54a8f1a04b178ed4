import { type Response, Router } from "express";
import { sendSample } from "../../../actions/notifications/send-sample.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { type MailSample, mailSamples } from "../../../mail/samples.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOf, type Site, seeOther } from "../../kit/site.ts";
import { sendMailHtml } from "../../parts/notifications/mail-preview.ts";

/** Every kind of email with made-up facts, as HTML and as text. */
export function mailPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { settings, store, now } = deps;
  const router = Router();
  const act = adminActions(deps);
  async function samples(): Promise<MailSample[]> {
    const [newest] = (await store.launches.feed("recent", { offset: 0, limit: 1 })).rows;
    return mailSamples(settings, now(), newest);
  }
  const find = async (kind: string | undefined) => (await samples()).find((sample) => sample.kind === kind);

  router.get("/admin/mails", async (_req, res) => {
    const groups = Map.groupBy(await samples(), ({ readers }) => readers);
    pages.render(res, {
      title: "Emails",
      body: html`<h1>Emails</h1>
<p class="lead">Every email that the site sends, with sample data. Sent emails are in the <a href="/admin/outbox">outbox</a>.</p>
<div class="stack">${[...groups].map(
        ([readers, kinds]) => html`<section class="card"><h2>${readers}</h2>
<ul>${kinds.map(({ kind, message }) => html`<li><a href="/admin/mails/${kind}">${message.subject}</a></li>`)}</ul></section>`,
      )}</div>`,
    });
  });

  router.get("/admin/mails/:kind", async (req, res) => {
    const sample = await find(req.params.kind);
    if (!sample) return notFound(res);
    const { kind, readers, message } = sample;
    pages.render(res, {
      title: message.subject,
      kind: "framing",
      body: html`<p class="eyebrow"><a href="/admin/mails">Emails</a></p>
<h1>${message.subject}</h1>
<p class="lead">${readers}. ${sizeOf(message.html)} as HTML.</p>
<form method="post" action="/admin/mails/${kind}" class="row">${csrfField(res)}<button>Send it to me</button> <a class="button quiet" href="/admin/mails/${kind}/html">Open the HTML</a></form>
<h2>HTML</h2>
<iframe class="mail-preview" src="/admin/mails/${kind}/html" sandbox title="The email as HTML" loading="lazy"></iframe>
<h2>Text</h2>
<article class="card prose">${message.text}</article>`,
    });
  });

  router.get("/admin/mails/:kind/html", async (req, res) => {
    const sample = await find(req.params.kind);
    if (!sample) return notFound(res);
    sendMailHtml(res, sample.message.html, settings.BASE_URL);
  });

  router.post(
    "/admin/mails/:kind",
    act("mail.sample", async (req, res, audited) => {
      const sample = await find(req.params.kind);
      if (!sample) return notFound(res);
      const { email } = accountOf(res);
      await sendSample(sample.message, email, deps);
      await audited.record({ "sent to": email });
      seeOther(res, withNotice(`/admin/mails/${sample.kind}`, "sample-sent"));
    }),
  );

  return router;
}

const sizeOf = (text: string): Html => html`${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`;
