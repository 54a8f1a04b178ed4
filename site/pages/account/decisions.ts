import type { Request, Response } from "express";
import { canAppeal, sendAppeal } from "#actions/moderation/appeal.ts";
import { decisionPath } from "#actions/moderation/decide-case.ts";
import { reportStatusPath } from "#actions/moderation/send-report.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { headingOf, titleText } from "#domain/moderation/report.ts";
import { joined, type Text, t } from "#languages/words.ts";
import type { Case } from "#store/repos/moderation/reports.ts";
import { formText } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, orNotFound, type Site, seeOther } from "../../kit/site.ts";
import {
  appealFacts,
  appealForm,
  checkAppeal,
  decisionFacts,
  OTHER_WAYS,
  outcomeTag,
} from "../../parts/moderation/decision-parts.ts";

export function decisionPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  router.get("/account/reports", accountOnly, async (_req, res) => {
    const { id } = accountOf(res);
    const [given, got] = [await store.reports.ofAccount(id), await store.reports.decisionsAbout(id)];
    pages.render(res, {
      heading: t`Reports and decisions`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<section aria-labelledby="decisions"><h2 id="decisions">About your content</h2>
${
  got.length === 0
    ? html`<p class="muted">We have not hidden any of your content.</p>`
    : rows(got.map((one) => [decisionPath(one.id), headingOf(one.subjectType, one.title), one, one.decidedAt]))
}</section>
<section aria-labelledby="reports"><h2 id="reports">Your reports</h2>
${
  given.length === 0
    ? html`<p class="muted">You have not reported anything yet.
To report something, use the link below it.</p>`
    : rows(
        given.map(({ report, case: one }) => [
          reportStatusPath(report.id),
          headingOf(one.subjectType, one.title),
          one,
          report.at,
        ]),
      )
}</section>`,
    });
  });

  async function findOwn(req: Request, res: Response): Promise<Case | undefined> {
    const about = await store.reports.decisionsAbout(accountOf(res).id);
    return about.find(({ id }) => String(id) === req.params.id);
  }

  async function show(res: Response, one: Case, appeal?: { text: string; fault: Text }): Promise<void> {
    const mine = (await store.reports.appealsOf(one.id)).find(({ reportId }) => reportId === null);
    const mayAppeal = await canAppeal(store, one, null, now());
    const isReported = (await store.reports.ofCase(one.id)).length > 0;
    pages.render(res, {
      status: appeal ? 400 : 200,
      title: t`Our decision about ${titleText(one.title)}`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/account/reports">Reports and decisions</a></p>
<h1>Our decision about ${titleText(one.title)}</h1>
<p class="lead">${joined(
        [
          one.outcome === "hidden" ? t`Only you can see it unless the decision changes.` : t`It is visible again.`,
          isReported && t`Someone reported it.`,
        ],
        " ",
      )}</p>
${one.said && html`<section class="card"><h2>Original text</h2><p class="prose">${one.said}</p></section>`}
${decisionFacts(one)}
${mine && appealFacts(mine)}
${mayAppeal && appealForm(res, { path: `${decisionPath(one.id)}/appeal`, ...appeal, fault: appeal?.fault })}
${one.outcome === "hidden" && OTHER_WAYS}`,
    });
  }

  router.get("/account/decisions/:id", accountOnly, async (req, res) => {
    const one = orNotFound(await findOwn(req, res));
    await show(res, one);
  });

  router.post("/account/decisions/:id/appeal", accountOnly, async (req, res) => {
    const one = orNotFound(await findOwn(req, res));
    const { id: accountId } = accountOf(res);
    const text = formText(req, "text");
    const fault = checkAppeal(text);
    if (fault) return show(res, one, { text, fault });
    await takeQuota(deps.limiter, "report", accountId);
    const isSent = await sendAppeal({ caseId: one.id, reportId: null, accountId }, text, deps);
    seeOther(res, decisionPath(one.id), isSent ? "appeal-sent" : "appeal-over");
  });
}

const rows = (all: (readonly [path: string, title: Text, one: Case, at: Date | null])[]): Html =>
  html`<ul class="dashboard-rows">${all.map(
    ([path, title, one, at]) =>
      html`<li><div class="grow"><h3><a href="${href(path)}">${title}</a></h3>
<p class="small muted">${at && showDay(at)}</p></div>${outcomeTag(one)}</li>`,
  )}</ul>`;
