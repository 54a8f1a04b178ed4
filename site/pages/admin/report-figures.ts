import { type Response, Router } from "express";
import { href, html } from "../../../core/text/html.ts";
import { REASON_NAMES, REPORT_REASONS, type ReportFigures } from "../../../domain/moderation/report.ts";
import { CSV_START, csvLine } from "../../../domain/text/csv.ts";
import { given } from "../../../domain/text/given.ts";
import type { Site } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const PATH = "/admin/reports/figures";

/** The lines of the report, each with its words and its figure. */
const linesOf = (figures: ReportFigures): [what: string, figure: number | null][] => [
  ["Reports received", figures.received],
  ...REASON_NAMES.map((name): [string, number] => [
    `Reports: ${REPORT_REASONS[name].label}`,
    figures.byReason[name] ?? 0,
  ]),
  ["Decisions to hide", figures.decided.hidden],
  ["of these because of a law", figures.byLaw],
  ["of these because of the terms of use", figures.decided.hidden - figures.byLaw],
  ["Decisions to leave it", figures.decided.kept],
  ["Gone before the decision", figures.decided.gone],
  ["Decisions made by a program alone", 0],
  ["Median hours until a decision", figures.medianHours],
  ["Appeals of those who wrote or list it", figures.appeals.author],
  ["Appeals of those who reported it", figures.appeals.reporter],
  ["Decisions reversed after an appeal", figures.reversed],
  ["Reports of people who are slowed for unfounded ones", figures.slowedReports],
  ["Texts held back for a person to read", figures.heldTexts],
];

/** What the team decided in each year, to publish as the law asks (DSA, Art. 15 and 24). */
export function reportFigurePages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store, now, settings } = deps;
  const router = Router();
  const ofYear = (year: number) =>
    store.reportFigures.between(new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0)));

  router.get(PATH, async (_req, res) => {
    const newest = now().getUTCFullYear();
    const oldest = Math.max(newest - 9, (await store.reportFigures.firstYear()) ?? newest);
    const years = Array.from({ length: newest - oldest + 1 }, (_, ago) => newest - ago);
    const figures = await Promise.all(years.map(ofYear));
    pages.render(res, {
      title: "Reports by year",
      body: html`<p class="eyebrow"><a href="/admin/reports">Reports</a></p>
<h1>Reports by year</h1>
<p class="lead">For your transparency report. Small companies need none by law; publish one anyway if you like. Years are those of UTC.</p>
${years.map(
  (year, index) =>
    html`<h2>${year}</h2><p><a href="${href(`${PATH}/${year}.csv`)}">Download as CSV</a></p>${table(
      ["What", { label: "Figure", end: true }],
      linesOf(given(figures[index])).map(([what, figure]) => [what, figure ?? "none"]),
    )}`,
)}`,
    });
  });

  router.get(`${PATH}/:file`, async (req, res) => {
    const year = Number(/^(20\d\d)\.csv$/.exec(req.params.file)?.[1]);
    if (!year) return notFound(res);
    const lines = [["What", `Figure ${year}`] as const, ...linesOf(await ofYear(year))];
    res.type("text/csv").attachment(`${new URL(settings.BASE_URL).hostname}-reports-${year}.csv`);
    res.set("Cache-Control", "private, no-store").send(CSV_START + lines.map((cells) => csvLine(cells)).join(""));
  });

  return router;
}
