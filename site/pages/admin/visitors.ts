import { type Html, href, html } from "#core/text/html.ts";
import { REST, type VisitAbout } from "#domain/site/visit-figures.ts";
import { VISIT_TITLES, visitWords } from "#domain/site/visit-words.ts";
import { date, decimal, type Text, t } from "#languages/words.ts";
import type { VisitFigures } from "#store/repos/site/site-visits.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { barChart } from "../../kit/charts.ts";
import { periodSwitch, visitPeriod } from "../../parts/site/visit-period.ts";

const PATH = "/admin/visitors";
const PERIODS = [7, 30, 90];
const MOST = 15;
const DAY = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
const SHORT_DAY = { day: "numeric", month: "short", timeZone: "UTC" } as const;

type Figure = "views" | "visitors";
type List = { about: VisitAbout; unit: Text; of: Figure; none: Text };

const [VISITORS, SEARCHES] = [
  { unit: t`Visitors`, of: "visitors", none: t`No visitors yet.` },
  { unit: t`Searches`, of: "views", none: t`No searches yet.` },
] as const;
const LISTS: readonly List[] = [
  { about: "page", unit: t`Views`, of: "views", none: t`No views yet.` },
  { about: "source", ...VISITORS },
  { about: "kind", ...VISITORS },
  { about: "country", ...VISITORS },
  { about: "search", ...SEARCHES },
  { about: "miss", ...SEARCHES },
];

/** Who comes to the site: counted without cookies, and kept without anybody's address. */
export function visitorAdminPages({ deps, pages, router }: AdminSite): void {
  const { store, now, settings } = deps;

  router.get(PATH, async (req, res) => {
    const { count, days: spans, from, to } = visitPeriod(req, PERIODS, now());
    const days = new Map((await store.siteVisits.days({ from, to })).map((row) => [row.day, row]));
    const lists = LISTS.filter(({ about }) => about !== "country" || settings.COUNTRY_HEADER !== undefined);
    const rows = await Promise.all(lists.map(({ about }) => store.siteVisits.top(about, { from, to }, MOST)));
    const chart = (title: Text, of: Figure) => {
      const bars = spans.map(({ date: day }) => {
        const [at, value] = [new Date(`${day}T00:00:00Z`), days.get(day)?.[of] ?? 0];
        return { tick: date(at, SHORT_DAY), label: date(at, DAY), value, words: decimal(value) };
      });
      const total = decimal(bars.reduce((sum, { value }) => sum + value, 0));
      return barChart({ title, unit: title, bars, total, none: t`No visits in these ${count} days.` });
    };
    pages.render(res, {
      heading: t`Visitors`,
      body: html`<p class="lead">Public pages only, without bots and admins. Counted without cookies; no address is kept.</p>
<div class="section-head"><h2>Over time</h2>${periodSwitch(PATH, PERIODS, count)}</div>
<div class="charts">${chart(t`Visitors`, "visitors")}${chart(t`Views`, "views")}</div>
<p class="small muted">Days are in UTC. A visitor counts once a day, so somebody who comes on two days counts twice.</p>
<div class="charts">${lists.map((list, at) => listOf(list, rows[at] ?? []))}</div>
${
  settings.COUNTRY_HEADER === undefined &&
  html`<p class="small muted">To count countries, set COUNTRY_HEADER to the header in which your proxy names them.</p>`
}
<p><a href="/admin/searches">Say what searches without results mean</a></p>
<p><a href="/account/notifications">Get these figures every Monday by email</a></p>`,
    });
  });
}

/** Two columns, which fit on a phone without being folded. */
const listOf = ({ about, unit, of, none }: List, rows: readonly VisitFigures[]): Html =>
  html`<section class="card chart"><h3>${VISIT_TITLES[about]}</h3>${
    rows.length === 0
      ? html`<p class="muted">${none}</p>`
      : html`<div class="table"><table>
<thead><tr><th scope="col"><span class="unseen">${VISIT_TITLES[about]}</span></th><th scope="col" class="end">${unit}</th></tr></thead>
<tbody>${rows.map(
          ({ name, ...figures }) =>
            html`<tr><td>${
              about === "page" && name !== REST ? html`<a href="${href(name)}">${name}</a>` : visitWords(about, name)
            }</td><td class="end">${decimal(figures[of])}</td></tr>\n`,
        )}</tbody></table></div>`
  }</section>`;
