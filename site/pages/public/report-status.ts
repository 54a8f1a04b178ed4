import { timingSafeEqual } from "node:crypto";
import { type Request, type Response, Router } from "express";
import { canAppeal, sendAppeal } from "../../../actions/moderation/appeal.ts";
import { reportStatusPath } from "../../../actions/moderation/send-report.ts";
import { hashToken } from "../../../core/credentials/tokens.ts";
import { addressKey, takeQuota } from "../../../core/limits/limiter.ts";
import { href, html } from "../../../core/text/html.ts";
import { REPORT_REASONS } from "../../../domain/moderation/report.ts";
import type { Case, Report } from "../../../store/repos/moderation/reports.ts";
import { formText, queryText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { showTime } from "../../kit/show.ts";
import { addressOf, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import {
  appealFacts,
  appealForm,
  checkAppeal,
  decisionFacts,
  OTHER_WAYS,
} from "../../parts/moderation/decision-parts.ts";

/** The status of a report, for its sender: a member, or the holder of the link. */
export function reportStatusPages({ deps, sessions, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now } = deps;
  const router = Router();

  async function findOwn(req: Request, res: Response, key: string) {
    const id = /^[1-9]\d{0,14}$/.test(String(req.params.id)) ? Number(req.params.id) : 0;
    const found = await store.reports.find(id);
    return found && isOf(found.report, sessionOf(res)?.account?.id, key) ? found : undefined;
  }

  type Own = { report: Report; case: Case };
  async function show(
    res: Response,
    { report, case: one }: Own,
    key: string,
    appeal?: { text: string; fault: string },
  ) {
    const mine = (await store.reports.appealsOf(one.id)).find(({ reportId }) => reportId === report.id);
    const mayAppeal = await canAppeal(store, one, report.id, now());
    pages.render(res, {
      status: appeal ? 400 : 200,
      title: `Report ${report.id}`,
      kind: "interaction",
      width: "reading",
      body: html`${report.accountId && html`<p class="eyebrow"><a href="/account/reports">Reports and decisions</a></p>`}
<h1>Your report ${report.id}</h1>
<p class="lead">About <a href="${href(one.path)}">${one.title}</a>, sent ${showTime(report.at)}.</p>
<section class="card"><h2>${REPORT_REASONS[report.reason].label}</h2><p class="prose">${report.explanation}</p></section>
${
  one.decidedAt
    ? decisionFacts(one)
    : html`<p class="notice">Waiting for a decision.
A person will read it${report.email ? ", and we will email you" : ". Keep the address of this page"}.</p>`
}
${mine && appealFacts(mine)}
${mayAppeal && appealForm(res, { path: `/reports/${report.id}/appeal`, key, ...appeal, fault: appeal?.fault })}
${one.decidedAt && one.outcome === "kept" && OTHER_WAYS}`,
    });
  }

  router.get("/reports/:id", async (req, res) => {
    const key = queryText(req, "key");
    const found = await findOwn(req, res, key);
    if (!found) return notFound(res);
    await sessions.ensure(req, res);
    await show(res, found, key);
  });

  router.post("/reports/:id/appeal", async (req, res) => {
    const key = formText(req, "key");
    const found = await findOwn(req, res, key);
    if (!found) return notFound(res);
    const text = formText(req, "text");
    const fault = checkAppeal(text);
    if (fault) return show(res, found, key, { text, fault });
    const { report, case: one } = found;
    await takeQuota(deps.limiter, "report", report.accountId ?? addressKey(addressOf(req)));
    const isSent = await sendAppeal({ caseId: one.id, reportId: report.id, accountId: report.accountId }, text, deps);
    const back = reportStatusPath(report.id, report.accountId === null ? key : undefined);
    seeOther(res, withNotice(back, isSent ? "appeal-sent" : "appeal-over"));
  });

  return router;
}

function isOf({ accountId, keyHash }: Report, reader: string | undefined, key: string): boolean {
  if (accountId !== null) return accountId === reader;
  if (keyHash === null || key === "") return false;
  const [wanted, given] = [Buffer.from(keyHash), Buffer.from(hashToken(key))];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
