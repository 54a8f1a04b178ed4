import type { Request, Response } from "express";
import { decideAppeal } from "#actions/moderation/appeal.ts";
import { decideCase, subjectOf } from "#actions/moderation/decide-case.ts";
import { type FoundSubject, readSubject } from "#actions/moderation/report-subjects.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import {
  headingOf,
  OUTCOMES,
  RECORD_DAYS,
  REPORT_REASONS,
  standingOf,
  statementText,
  titleText,
} from "#domain/moderation/report.ts";
import { phraseComma, plural, type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Appeal, Case, Report } from "#store/repos/moderation/reports.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formFault, formText, formTo } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { showDay, showTime } from "../../kit/show.ts";
import { accountOf, notFound, orNotFound, seeOther } from "../../kit/site.ts";
import {
  checkStatement,
  decisionFacts,
  groundFields,
  groundsOf,
  outcomeTag,
  statementField,
} from "../../parts/moderation/decision-parts.ts";

const DAY_MS = 24 * 3600_000;
const RESULTS: Record<"done" | "gone" | "own" | "same", Notice> = {
  done: "report-decided",
  gone: "gone",
  own: "report-own",
  same: "appeal-same",
};

export function reportAdminPage({ deps, pages, router, act }: AdminSite): void {
  const { store, now } = deps;

  async function show(res: Response, one: Case, fault?: Text): Promise<void> {
    const given = await store.reports.ofCase(one.id);
    const found = await readSubject(store, subjectOf(one));
    const appeals = await store.reports.appealsOf(one.id);
    const histories = await Promise.all(given.map(({ report }) => reporterHistory(report)));
    const before = await store.reports.historyOf(one);
    pages.render(res, {
      status: fault ? 400 : 200,
      title: t`Report about ${titleText(one.title)}`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="/admin/reports">Reports</a></p>
<h1>${headingOf(one.subjectType, one.title)} ${outcomeTag(one)}</h1>
${formFault(fault)}
${subject(one, found)}
<h2>${plural(given.length, "report")}</h2>
${given.map(({ report, account }, index) => reportCard(report, account, histories[index]))}
<h2>Author or owner</h2>
${authors(found)}
${
  before.length === 0
    ? html`<p class="muted">No other reports.</p>`
    : html`<ul class="dashboard-rows">${before.map(caseRow)}</ul>`
}
${one.decidedAt ? html`<h2>Decision</h2>${decisionFacts(one)}` : decideForm(res, one, found)}
${appeals.map((appeal) => appealCard(res, one, appeal))}`,
    });
  }

  /** What else this person reported, and how that was decided. */
  async function reporterHistory(report: Report): Promise<Html> {
    const record = await store.reports.record(report.reporter, new Date(now().getTime() - RECORD_DAYS * DAY_MS));
    const others = await store.reports.reportedBy(report.reporter, report.caseId);
    return html`<p class="small muted">${
      others.length === 0
        ? t`No other reports.`
        : t`In ${RECORD_DAYS} days: ${record.founded} justified, ${record.unfounded} unfounded.`
    }${standingOf(record) === "slowed" && html` <span class="tag warm">slowed</span>`}</p>
${
  others.length > 0 &&
  html`<details><summary class="small">Other reports by this person</summary>
<ul class="dashboard-rows">${others.map((other) => caseRow(other.case))}</ul></details>`
}`;
  }

  const findCase = (req: Request) =>
    /^[1-9]\d{0,14}$/.test(String(req.params.id)) ? store.reports.findCase(Number(req.params.id)) : undefined;

  router.get("/admin/reports/:id", async (req, res) => {
    const one = orNotFound(await findCase(req));
    await show(res, one);
  });

  act("/admin/reports/:id", "report.decide", async (req, res, audited) => {
    const one = await findCase(req);
    const outcome = OUTCOMES.find((known) => known === formText(req, "outcome"));
    if (!one) notFound();
    const grounds = groundsOf(req);
    const fault =
      outcome === undefined
        ? t`Choose a decision.`
        : outcome === "hidden" && !grounds.ground
          ? t`Choose a reason for the decision.`
          : checkStatement(formText(req, "statement"));
    if (fault || !outcome) return show(res, one, fault);
    const decision = { outcome, ...grounds, statement: formText(req, "statement"), by: accountOf(res).id };
    const result = await audited.store.change((tx) => decideCase(tx, one.id, decision, audited));
    audited.wakeJobs();
    seeOther(res, `/admin/reports/${one.id}`, RESULTS[result]);
  });

  act("/admin/reports/:id/appeals/:appeal", "report.appeal", async (req, res, audited) => {
    const one = await findCase(req);
    const id = Number(req.params.appeal);
    const answer = formText(req, "answer");
    const isOfCase = one && (await store.reports.appealsOf(one.id)).some((appeal) => appeal.id === id);
    if (!one || !isOfCase || !["grant", "refuse"].includes(answer)) notFound();
    const statement = formText(req, "statement");
    const fault = checkStatement(statement);
    if (fault) return show(res, one, fault);
    const { ground, rule } = groundsOf(req);
    const decision = {
      ...{ isGranted: answer === "grant", statement, rule, by: accountOf(res).id },
      ground: ground ?? "terms",
    };
    const result = await audited.store.change((tx) => decideAppeal(tx, id, decision, audited));
    audited.wakeJobs();
    const notice = result === "done" ? "appeal-decided" : RESULTS[result];
    seeOther(res, `/admin/reports/${one.id}`, notice);
  });
}

const subject = (one: Case, found: FoundSubject | undefined): Html => html`<section class="card">
<h2>${found && found.said !== one.said ? t`Text when reported` : t`Text`}</h2>
<p class="prose">${one.said || html`<span class="muted">The text is no longer stored.</span>`}</p>
${found && found.said !== one.said && html`<h3>Current text</h3><p class="prose">${found.said}</p>`}
<p class="small">${
  found?.isShown
    ? html`<a href="${href(found.path)}">View on site</a>`
    : html`<span class="muted">${found ? t`Not shown.` : t`Deleted.`}</span>`
}</p></section>`;

function reportCard(report: Report, account: Account | null, history: Part): Html {
  const who = account
    ? html`<a href="/admin/users/${account.id}">${account.name ?? account.email}</a>`
    : html`<bdi>${report.name ?? report.email ?? t`Anonymous visitor`}</bdi>`;
  return html`<article class="card"><h3>${REPORT_REASONS[report.reason].label}${
    report.isSlowed && html` <span class="tag warm">slowed</span>`
  }</h3>
<p class="prose">${report.explanation}</p>
<p class="small">${who}${report.email && html`${phraseComma}${report.email}`}${phraseComma}${showTime(report.at)}</p>
${history}</article>`;
}

const authors = (found: FoundSubject | undefined): Html =>
  found && found.authors.length > 0
    ? html`<p>${found.authors.map(
        ({ id, name, email, createdAt, status }) =>
          html`<a href="/admin/users/${id}">${name ?? email}</a> <span class="small muted">${
            status === "suspended"
              ? html`member since ${showDay(createdAt)}, suspended`
              : html`member since ${showDay(createdAt)}`
          }</span><br>`,
      )}</p>`
    : html`<p class="muted">No account.</p>`;

const caseRow = (one: Case): Html =>
  html`<li><div class="grow"><a href="/admin/reports/${one.id}">${headingOf(
    one.subjectType,
    one.title,
  )}</a> <span class="small muted">${showDay(one.openedAt)}</span></div>${outcomeTag(one)}</li>`;

const decideForm = (
  res: Response,
  one: Case,
  found: FoundSubject | undefined,
): Html => html`<section class="card" aria-labelledby="decide"><h2 id="decide">Decide</h2>
${formTo(res, `/admin/reports/${one.id}`)}
<fieldset class="field"><legend>Decision</legend>
${found?.isShown && html`<label class="check"><input type="radio" name="outcome" value="hidden" required><span>Hide it</span></label>`}
<label class="check"><input type="radio" name="outcome" value="kept" required><span>Keep it: the reports are unfounded</span></label>
${
  !found?.isShown &&
  html`<label class="check"><input type="radio" name="outcome" value="gone" required><span>Close: it is already hidden</span></label>`
}</fieldset>
${groundFields("case")}
${statementField("case", t`Both sides read this. Say what you saw and which rule it breaks. Do not name reporters.`)}
<p><button>Decide</button></p></form></section>`;

function appealCard(res: Response, one: Case, appeal: Appeal): Html {
  const effect = one.outcome === "hidden" ? t`Restore it` : t`Hide it`;
  return html`<section class="card" id="appeal-${appeal.id}"><h2>${
    appeal.reportId === null ? t`Appeal by the author or owner` : t`Appeal by the reporter`
  }</h2>
<p class="prose">${appeal.text}</p><p class="small muted">${showTime(appeal.at)}</p>
${
  appeal.decidedAt
    ? html`<p><strong>${appeal.isGranted ? t`Granted.` : t`Refused.`}</strong> ${statementText(appeal.statement ?? "")}</p>`
    : html`${formTo(res, `/admin/reports/${one.id}/appeals/${appeal.id}`)}
${one.outcome === "kept" && groundFields(`appeal-${appeal.id}`)}
${statementField(`appeal-${appeal.id}`, t`The person who appealed reads this.`)}
<p class="row"><button name="answer" value="grant">${effect}</button>
<button name="answer" value="refuse" class="quiet">Keep the decision</button></p></form>`
}</section>`;
}
