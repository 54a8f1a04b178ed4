import type { Request, Response } from "express";
import { badgeViewsOfWeek, showBadgeCount } from "#actions/listings/request-badge-check.ts";
import {
  daysSinceLaunch,
  FIGURE_FILES,
  figureFile,
  hoursOfLaunch,
  sourcesOf,
} from "#actions/listings/visit-figures.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { DIRECT, FROM_SITE, LEAST_NETWORKS, OTHER } from "#domain/listings/visit-source.ts";
import { given } from "#domain/text/given.ts";
import { date, plural, t, type Words } from "#languages/words.ts";
import type { DayFigures } from "#store/repos/listings/visit-figures.ts";
import { type Bar, barChart, showCount } from "../../kit/charts.ts";
import { formText, formTo, hidden } from "../../kit/form.ts";

import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { meter, table } from "../../kit/table.ts";
import { dayInWords } from "../../parts/launches/calendar.ts";
import { createDashboard, dashboardPath, type Owned, type Stepped } from "../../parts/listings/dashboard.ts";

const PERIODS = { "30": t`30 days`, "90": t`90 days` };
type Period = keyof typeof PERIODS;

const SHORT = { day: "numeric", month: "short", timeZone: "UTC" } as const;

export function figureDashboardPages(site: Site): void {
  const { store, settings, now } = site.deps;
  const dashboard = createDashboard(site);
  const { router } = site;

  async function show(req: Request, res: Response): Promise<void> {
    const { listing } = await dashboard.open(req, res);
    const period: Period = req.query.over === "90" ? "90" : "30";
    dashboard.render(res, listing, {
      tab: "figures",
      title: t`Analytics`,
      width: "wide",
      body: listing.launched_at
        ? await figures(res, listing, new Date(listing.launched_at), period)
        : html`<p class="empty">Statistics start when the listing is public: visitors and sources,
hour by hour on the first day.</p>`,
    });
  }

  async function figures(res: Response, listing: Stepped, launchedAt: Date, period: Period): Promise<Html> {
    const launched = { id: listing.listing_id, launchedAt };
    const hours = await hoursOfLaunch(launched, store);
    const days = await daysSinceLaunch(launched, store, now(), Number(period));
    const sources = await sourcesOf(launched, store, now(), Number(period));
    const path = dashboardPath(listing, "figures");
    const file = (name: string, label: Words) => html`<a href="${href(`${path}/${name}.csv`)}" download>${label}</a>`;
    return html`<p class="lead">Each person counts once a day. Bots and your own team are excluded.</p>
${hours.some(({ views, votes, clicks }) => views + votes + clicks > 0) && launchDay(hours, settings.SITE_TIMEZONE)}
<div class="section-head" id="days"><h2>Day by day</h2><nav class="switch" aria-label="Period">${Object.entries(
      PERIODS,
    ).map(
      ([days, label]) =>
        html`<a href="${href(`${path}?over=${days}`)}#days"${days === period && html` aria-current="true"`}>${label}</a>`,
    )}</nav></div>
<p class="small muted">Days start at midnight UTC. Today is not over yet.</p>
<div class="charts">
${dayChart(days, "views", { title: t`Visitors`, none: t`No visitors in this period.` })}
${partWith("votes", dayChart(days, "votes", { title: t`Votes`, none: t`No votes in this period.`, note: t`Votes that count, by the time they were cast.` }))}
${dayChart(days, "clicks", { title: t`Clicks to your website`, none: t`No clicks in this period.` })}
${dayChart(days, "badgeViews", {
  title: t`People who saw your badge`,
  none: t`No badge views in this period.`,
  note: t`On your website. Each person counts once a day.`,
})}
</div>
${cameFrom(sources)}
${!listing.isTeam && (await badgeSection(res, listing))}
<section aria-labelledby="files"><h2 id="files">Downloads</h2>
<p class="row">${file("days", t`Days (CSV)`)} ${file("hours", t`Hours of the first day (CSV)`)} ${file(
      "sources",
      t`Sources (CSV)`,
    )}</p></section>`;
  }

  async function badgeSection(res: Response, listing: Owned): Promise<Html> {
    const seen = await badgeViewsOfWeek(listing.listing_id, store, now());
    const isShown = (await store.visitFigures.badgeCount(listing.listing_id)) !== undefined;
    return html`<section class="card" aria-labelledby="badge-seen"><h2 id="badge-seen">Your badge</h2>
<p>Seen by <strong>${plural(seen, "visitor")}</strong> of your website in the last seven days.</p>
<p>${isShown ? t`Your page shows this number once it reaches ${FEW}.` : t`You can show this number on your page.`}</p>
${formTo(res, dashboardPath(listing, "badge-count"))}${hidden("on", isShown ? "" : "yes")}<button class="quiet">${
      isShown ? t`Hide on my page` : t`Show on my page`
    }</button></form></section>`;
  }

  router.get("/account/listings/:id/figures", accountOnly, show);

  router.get("/account/listings/:id/figures/:file.csv", accountOnly, async (req, res) => {
    const { listing } = await dashboard.open(req, res);
    const name = FIGURE_FILES.find((file) => file === req.params.file);
    if (!name || !listing.launched_at) return seeOther(res, dashboardPath(listing, "figures"));
    const launched = { id: listing.listing_id, launchedAt: new Date(listing.launched_at) };
    res.set({
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${listing.slug}-${name}.csv"`,
    });
    res.type("text/csv; charset=utf-8").send(await figureFile(name, launched, store, now()));
  });

  router.post("/account/listings/:id/badge-count", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const isWanted = formText(req, "on") === "yes";
    await showBadgeCount({ listingId: listing.listing_id, isWanted }, accountOf(res).id, site.deps);
    seeOther(res, dashboardPath(listing, "figures"), isWanted ? "badge-shown" : "badge-not-shown");
  });
}

type Hours = Awaited<ReturnType<typeof hoursOfLaunch>>;

const formats = new Map<string, Record<"hour" | "long", Intl.DateTimeFormatOptions>>();
const hoursIn = (timeZone: string) =>
  formats.getOrInsertComputed(timeZone, () => {
    const hour = { hour: "2-digit", minute: "2-digit", timeZone } as const;
    return { hour, long: { ...hour, weekday: "long" } };
  });

function launchDay(hours: Hours, zone: string): Html {
  const { hour, long } = hoursIn(zone);
  const bars = (values: readonly number[]): Bar[] =>
    hours.map(({ at }, index) => ({
      tick: date(at, hour),
      label: date(at, long),
      value: given(values[index]),
      words: showCount(given(values[index])),
    }));
  const chart = (title: Words, none: Words, values: readonly number[]): Html =>
    barChart({ title, unit: title, bars: bars(values), total: showCount(sum(values)), none });
  return html`<h2>First day</h2><p class="small muted">The first 24 hours, by hour (${zone}).
Visitors count in the hour of their first visit.</p>
<div class="charts">
${chart(
  t`Visitors by hour`,
  t`No visitors on this day.`,
  hours.map(({ views }) => views),
)}
${partWith(
  "votes",
  chart(
    t`Votes by hour`,
    t`No votes on this day.`,
    hours.map(({ votes }) => votes),
  ),
)}
</div>`;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function dayChart(
  days: readonly DayFigures[],
  name: Exclude<keyof DayFigures, "day">,
  words: { title: Words; none: Words; note?: Words },
): Html {
  const bars = days.map(({ day, [name]: value }) => ({
    tick: date(new Date(day), SHORT),
    label: dayInWords(day, { weekday: true }),
    value,
    words: showCount(value),
  }));
  return barChart({ ...words, unit: words.title, bars, total: showCount(sum(days.map((day) => day[name]))) });
}

const NAMES: Record<string, Words> = {
  [DIRECT]: t`Direct (typed, app or email)`,
  [FROM_SITE]: t`Other pages of this site`,
  [OTHER]: t`Others`,
};

/** Hosts are not links: nobody checked what is behind them. */
function cameFrom(sources: readonly { host: string; visitors: number }[]): Html {
  const most = Math.max(0, ...sources.map(({ visitors }) => visitors));
  return html`<section class="card" aria-labelledby="sources"><h2 id="sources">Where visitors came from</h2>
${
  sources.length === 0
    ? html`<p class="muted">No visitors in this period.</p>`
    : table(
        [t`Website`, { label: t`Visitors`, end: true }, { label: t`As a bar`, unseen: true }],
        sources.map(({ host, visitors }) => [
          NAMES[host] ?? html`<bdi>${host}</bdi>`,
          showCount(visitors),
          meter(visitors, most),
        ]),
      )
}
<p class="tiny muted">We only store the names of websites and use no cookies.
A website is listed once visitors from ${LEAST_NETWORKS} networks came from it.</p></section>`;
}
