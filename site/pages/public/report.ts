import { timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";
import { canAppeal, sendAppeal } from "#actions/moderation/appeal.ts";
import { findSubject } from "#actions/moderation/report-subjects.ts";
import { checkReport, reportStatusPath, type SentReport, sendReport } from "#actions/moderation/send-report.ts";
import { contactStamp, isTooFast } from "#actions/site/contact.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { waitWords } from "#core/limits/limit-words.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import { href, html } from "#core/text/html.ts";
import { isSubjectType, REPORT_REASONS, type Subject, titleText } from "#domain/moderation/report.ts";
import { type Text, t } from "#languages/words.ts";
import type { Case, Report } from "#store/repos/moderation/reports.ts";
import { type Faults, formText, queryText } from "../../kit/form.ts";
import { tagToKeep } from "../../kit/language.ts";
import { showTime } from "../../kit/show.ts";
import { addressOf, notFound, orNotFound, type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { asTheirs } from "../../kit/theirs.ts";
import {
  appealFacts,
  appealForm,
  checkAppeal,
  decisionFacts,
  OTHER_WAYS,
} from "../../parts/moderation/decision-parts.ts";
import { NEW_REPORT, REPORT_TRAP, reportForm, type TypedReport } from "../../parts/moderation/report-form.ts";

type Refusal = Exclude<SentReport["result"], "sent" | "slowed" | "gone">;
const REFUSALS: Record<Refusal, readonly [status: number, words: Text]> = {
  known: [409, t`You have already reported this. We read every report, so one is enough.`],
  own: [409, t`This is yours. You can change or delete it yourself.`],
  "too-often": [429, t`You have sent many reports this hour. Keep a copy and try again in an hour.`],
  "too-many": [429, t`We are receiving a lot of reports right now. Keep a copy and try again in an hour.`],
};

const subjectOf = ({ type = "", id = "" }: Record<string, string>): Subject | undefined =>
  isSubjectType(type) && id.length <= 200 ? { type, id } : undefined;

export function reportPages({ deps, sessions, pages, router }: Site): void {
  const { store } = deps;

  type View = { typed: TypedReport; stamp?: string; faults?: Faults; fault?: Text; status?: number };
  async function show(res: Response, subject: Subject, { typed, stamp, faults = {}, fault, status = 200 }: View) {
    const found = orNotFound(await findSubject(store, subject));
    const isMember = sessionOf(res)?.account !== undefined;
    pages.render(res, {
      status,
      title: t`Report ${titleText(found.title)}`,
      kind: "interaction",
      width: "reading",
      body: html`<h1>Report <a href="${href(found.path)}">${titleText(found.title)}</a></h1>
<p class="lead">Tell us what is wrong. We review every report before we hide anything.</p>
${reportForm(res, { subject, typed, faults, fault, isMember, stamp: await contactStamp(deps, stamp) })}`,
    });
  }

  router.get("/report/:type/:id", async (req: Request<Record<string, string>>, res) => {
    const subject = orNotFound(subjectOf(req.params));
    await sessions.ensure(req, res);
    await show(res, subject, { typed: NEW_REPORT });
  });

  router.post("/report/:type/:id", async (req: Request<Record<string, string>>, res) => {
    const subject = orNotFound(subjectOf(req.params));
    const account = sessionOf(res)?.account;
    const text = (name: string) => formText(req, name);
    const typed = {
      ...{ reason: text("reason"), explanation: text("explanation"), name: text("name"), email: text("email") },
      isHonest: text("honest") === "yes",
    };
    const stamp = text("stamp");
    const read = checkReport(typed, account !== undefined);
    if ("faults" in read) return show(res, subject, { typed, stamp, faults: read.faults, status: 400 });
    // A program is told the same, so that it learns nothing.
    if (text(REPORT_TRAP) !== "") return thanks(res, undefined);
    if (!account && (await isTooFast(stamp, deps)))
      return show(res, subject, {
        typed,
        stamp,
        fault: t`That was very fast. Check your report and send it again.`,
        status: 400,
      });
    const sent = await sendReport(
      subject,
      read.form,
      { account, address: addressOf(req), language: tagToKeep(res, deps.languages) },
      deps,
    );
    if (sent.result === "gone") notFound();
    if (sent.result === "slowed") {
      const fault = t`You can send another report in ${waitWords(Math.ceil(sent.waitMs / 1000))}.`;
      return show(res, subject, { typed, stamp, fault, status: 429 });
    }
    if (sent.result !== "sent") {
      const [status, fault] = REFUSALS[sent.result];
      return show(res, subject, { typed, stamp, fault, status });
    }
    thanks(res, sent, account?.email ?? read.form.email);
  });

  function thanks(res: Response, sent: { id: number; key: string | undefined } | undefined, email = ""): void {
    pages.render(res, {
      title: t`Report sent`,
      kind: "interaction",
      width: "reading",
      body: html`<h1>Thank you</h1>
<p class="lead">${sent ? html`We received your report. Its number is <strong>${sent.id}</strong>.` : t`We received your report.`}</p>
<p>${t`A person on the site team will read it and decide.`}
${
  email
    ? t`We sent a confirmation to ${email} and will send the decision with its reason.`
    : t`You gave no email address, so the decision will only be on this page:`
}</p>
${sent && html`<p><a class="button" href="${href(reportStatusPath(sent.id, sent.key))}">See your report</a></p>`}
<p><a class="button quiet" href="/">Go to the home page</a></p>`,
    });
  }
}

export function reportStatusPages({ deps, sessions, pages, router }: Site): void {
  const { store, now } = deps;

  async function findOwn(req: Request, res: Response, key: string) {
    const id = /^[1-9]\d{0,14}$/.test(String(req.params.id)) ? Number(req.params.id) : 0;
    const found = await store.reports.find(id);
    return found && isOf(found.report, sessionOf(res)?.account?.id, key) ? found : undefined;
  }

  type Own = { report: Report; case: Case };
  async function show(res: Response, { report, case: one }: Own, key: string, appeal?: { text: string; fault: Text }) {
    const mine = (await store.reports.appealsOf(one.id)).find(({ reportId }) => reportId === report.id);
    const mayAppeal = await canAppeal(store, one, report.id, now());
    pages.render(res, {
      status: appeal ? 400 : 200,
      title: t`Report ${report.id}`,
      kind: "interaction",
      width: "reading",
      body: html`${report.accountId && html`<p class="eyebrow"><a href="/account/reports">Reports and decisions</a></p>`}
<h1>Your report ${report.id}</h1>
<p class="lead">About <a href="${href(one.path)}">${titleText(one.title)}</a>, sent ${showTime(report.at)}.</p>
<section class="card"><h2>${REPORT_REASONS[report.reason].label}</h2><p class="prose"${asTheirs(report.explanation)}>${report.explanation}</p></section>
${
  one.decidedAt
    ? decisionFacts(one)
    : html`<p class="notice">${
        report.email
          ? t`Waiting for a decision. We will email it to you.`
          : t`Waiting for a decision. Keep the address of this page to see it later.`
      }</p>`
}
${mine && appealFacts(mine)}
${mayAppeal && appealForm(res, { path: `/reports/${report.id}/appeal`, key, ...appeal, fault: appeal?.fault })}
${one.decidedAt && one.outcome === "kept" && OTHER_WAYS}`,
    });
  }

  router.get("/reports/:id", async (req, res) => {
    const key = queryText(req, "key");
    const found = orNotFound(await findOwn(req, res, key));
    await sessions.ensure(req, res);
    await show(res, found, key);
  });

  router.post("/reports/:id/appeal", async (req, res) => {
    const key = formText(req, "key");
    const found = orNotFound(await findOwn(req, res, key));
    const text = formText(req, "text");
    const fault = checkAppeal(text);
    if (fault) return show(res, found, key, { text, fault });
    const { report, case: one } = found;
    await takeQuota(deps.limiter, "report", report.accountId ?? addressKey(addressOf(req)));
    const isSent = await sendAppeal({ caseId: one.id, reportId: report.id, accountId: report.accountId }, text, deps);
    const back = reportStatusPath(report.id, report.accountId === null ? key : undefined);
    seeOther(res, back, isSent ? "appeal-sent" : "appeal-over");
  });
}

function isOf({ accountId, keyHash }: Report, reader: string | undefined, key: string): boolean {
  if (accountId !== null) return accountId === reader;
  if (keyHash === null || key === "") return false;
  const [wanted, given] = [Buffer.from(keyHash), Buffer.from(hashToken(key))];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
