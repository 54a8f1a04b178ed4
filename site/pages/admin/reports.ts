import { href, html } from "#core/text/html.ts";
import { byUrgency, headingOf, REASON_NAMES, REPORT_REASONS, type ReportFigures } from "#domain/moderation/report.ts";
import { CSV_START, csvLine } from "#domain/text/csv.ts";
import { given } from "#domain/text/given.ts";
import { as, isOurs, plural, say, type Text, t, type Words } from "#languages/words.ts";
import { languageOf } from "../../kit/language.ts";
import { showWhen } from "../../kit/show.ts";
import { orNotFound, type Site } from "../../kit/site.ts";
import { pageNumber, pager, table } from "../../kit/table.ts";
import { outcomeTag } from "../../parts/moderation/decision-parts.ts";

const PER_PAGE = 50;

export function reportAdminPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  router.get("/admin/reports", async (req, res) => {
    const page = pageNumber(req);
    const [waiting, appeals, decided] = [
      await store.reports.queue(),
      await store.reports.openAppeals(),
      await store.reports.decided({ page, perPage: PER_PAGE }),
    ];
    const queue = waiting.map((one) => ({ ...one, openedAt: one.case.openedAt })).toSorted(byUrgency);
    pages.render(res, {
      heading: t`Reports`,
      body: html`<p class="lead">Each person counts once. Nothing is hidden until you decide.
<a href="/admin/reports/figures">Figures by year</a></p>
<h2>To decide</h2>
${
  queue.length === 0
    ? html`<p class="empty">No reports to decide.</p>`
    : table(
        [as("what a report concerns")`About`, t`Reasons`, t`Reported by`, t`Since`],
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
        [as("what a report concerns")`About`, t`Appealed by`, t`Decided`, t`Since`],
        appeals.map(({ appeal, case: one }) => [
          html`<a href="/admin/reports/${one.id}#appeal-${appeal.id}">${headingOf(one.subjectType, one.title)}</a>`,
          appeal.reportId === null ? t`the author or owner` : t`the reporter`,
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
        [as("what a report concerns")`About`, t`Decision`, t`When`],
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
}

const PATH = "/admin/reports/figures";

const linesOf = (figures: ReportFigures): [what: Words, figure: number | null][] => [
  [t`Reports received`, figures.received],
  ...REASON_NAMES.map((name): [Words, number] => [
    t`Reports: ${REPORT_REASONS[name].label}`,
    figures.byReason[name] ?? 0,
  ]),
  [t`Decisions to hide`, figures.decided.hidden],
  [t`of these, because of a law`, figures.byLaw],
  [t`of these, because of the terms of use`, figures.decided.hidden - figures.byLaw],
  [t`Decisions to keep`, figures.decided.kept],
  [t`Deleted before a decision`, figures.decided.gone],
  [t`Automated decisions`, 0],
  [t`Median hours until a decision`, figures.medianHours],
  [t`Appeals by authors or owners`, figures.appeals.author],
  [t`Appeals by reporters`, figures.appeals.reporter],
  [t`Decisions reversed after an appeal`, figures.reversed],
  [t`Reports by slowed reporters`, figures.slowedReports],
  [t`Texts held for review`, figures.heldTexts],
];

/** What the team decided in each year, to publish as the law asks (DSA, Art. 15 and 24). */
export function reportFigurePages({ deps, pages, router }: Site): void {
  const { store, now, settings } = deps;
  const ofYear = (year: number) =>
    store.reportFigures.between(new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0)));

  router.get(PATH, async (_req, res) => {
    const newest = now().getUTCFullYear();
    const oldest = Math.max(newest - 9, (await store.reportFigures.firstYear()) ?? newest);
    const years = Array.from({ length: newest - oldest + 1 }, (_, ago) => newest - ago);
    const figures = await Promise.all(years.map(ofYear));
    pages.render(res, {
      heading: t`Reports by year`,
      above: ["/admin/reports", t`Reports`],
      body: html`<p class="lead">For your transparency report, which the law does not require of small companies. Years are in UTC.</p>
${years.map(
  (year, index) =>
    html`<h2>${year}</h2><p><a href="${href(`${PATH}/${year}.csv`)}">Download as CSV</a></p>${table(
      [t`Metric`, { label: t`Figure`, end: true }],
      linesOf(given(figures[index])).map(([what, figure]) => [what, figure ?? t`none`]),
    )}`,
)}`,
    });
  });

  router.get(`${PATH}/:file`, async (req, res) => {
    const year = orNotFound(Number(/^(20\d\d)\.csv$/.exec(req.params.file)?.[1]));
    const lines: [Words, Text | number | null][] = [[t`Metric`, t`Figure ${year}`], ...linesOf(await ofYear(year))];
    const cells = lines.map(([what, figure]) =>
      [what, figure].map((cell) => (isOurs(cell) ? say(cell, languageOf(res)) : cell)),
    );
    res.type("text/csv").attachment(`${new URL(settings.BASE_URL).hostname}-reports-${year}.csv`);
    res.set("Cache-Control", "private, no-store").send(CSV_START + cells.map((line) => csvLine(line)).join(""));
  });
}
