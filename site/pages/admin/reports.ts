import { Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import { byUrgency, headingOf, REPORT_REASONS } from "../../../domain/moderation/report.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { plural } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";
import { showWhen } from "../../kit/when.ts";
import { outcomeTag } from "../../parts/moderation/decision-parts.ts";

const PER_PAGE = 50;

/** What people reported, the most urgent first, appeals, and what was decided. */
export function reportAdminPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  router.get("/admin/reports", async (req, res) => {
    const page = pageNumber(req);
    const [waiting, appeals, decided] = [
      await store.reports.queue(),
      await store.reports.openAppeals(),
      await store.reports.decided({ page, perPage: PER_PAGE }),
    ];
    const queue = waiting.map((one) => ({ ...one, openedAt: one.case.openedAt })).toSorted(byUrgency);
    pages.render(res, {
      title: "Reports",
      body: html`<h1>Reports</h1>
<p class="lead">What people reported. Each person counts once, and nothing is hidden until you decide.
<a href="/admin/reports/figures">Figures by year</a></p>
<h2>To decide</h2>
${
  queue.length === 0
    ? html`<p class="empty">No reports to decide.</p>`
    : table(
        ["About", "Reasons", "Reported by", "Since"],
        queue.map(({ case: one, reasons, people, all }) => [
          html`<a href="/admin/reports/${one.id}">${headingOf(one.subjectType, one.title)}</a>`,
          html`<span>${reasons.map(
            (name) =>
              html`<span class="tag ${
                REPORT_REASONS[name].gravity > 1 && "bad"
              }">${REPORT_REASONS[name].label}</span> `,
          )}</span>`,
          people === 0
            ? html`<span class="muted">${plural(all.length, "slowed reporter")}</span>`
            : plural(people, "person", "people"),
          showWhen(one.openedAt, now()),
        ]),
      )
}
<h2 id="appeals">Appeals</h2>
${
  appeals.length === 0
    ? html`<p class="empty">No appeals to decide.</p>`
    : table(
        ["About", "Who appeals", "Decided", "Since"],
        appeals.map(({ appeal, case: one }) => [
          html`<a href="/admin/reports/${one.id}#appeal-${appeal.id}">${headingOf(one.subjectType, one.title)}</a>`,
          appeal.reportId === null ? "the author or owner" : "the reporter",
          outcomeTag(one),
          showWhen(appeal.at, now()),
        ]),
      )
}
<h2>Decided</h2>
${
  decided.total === 0
    ? html`<p class="empty">No decisions yet.</p>`
    : table(
        ["About", "Decision", "When"],
        decided.items.map((one) => [
          html`<a href="${href(`/admin/reports/${one.id}`)}">${headingOf(one.subjectType, one.title)}</a>`,
          outcomeTag(one),
          one.decidedAt && showWhen(one.decidedAt, now()),
        ]),
      )
}
${pager("/admin/reports", {}, { page, total_pages: Math.ceil(decided.total / PER_PAGE) })}`,
    });
  });

  return router;
}
