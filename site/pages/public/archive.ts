import type { Deps } from "#actions/context.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { isYear } from "#domain/launches/award-periods.ts";
import { awardPath, kindOfPeriod } from "#domain/launches/trophy.ts";
import { SUBMIT_LABEL } from "#domain/site/nouns.ts";
import { hasVotes } from "#domain/site/site-shape.ts";
import { date, plural, t, type Words, wordsWith } from "#languages/words.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { notFound, type Site } from "../../kit/site.ts";
import { listQuery, queryOf } from "../../kit/table.ts";
import { type ArchiveWeek, archiveYears, readArchive } from "../../parts/launches/archive.ts";
import { weekPath } from "../../parts/launches/calendar.ts";
import { podium, trophyList, whenOf } from "../../parts/launches/podium.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";

const PERIOD = /^(?:\d{4}|\d{4}-(?:0[1-9]|1[0-2]))$/;
const STEPS = 3;
const MOST = 20;

const dayIn = (period: string) => new Date(`${period.padEnd(10, "-01")}T00:00:00Z`);
const monthName = (month: string): Words => date(dayIn(month), { month: "long", timeZone: "UTC" });
const mondayName = (monday: string): Words => date(dayIn(monday), { day: "numeric", month: "short", timeZone: "UTC" });
const pathOf = (period: string): string => `/launches/${isYear(period) ? "years" : "months"}/${period}`;
const sum = (weeks: readonly ArchiveWeek[]): number => weeks.reduce((total, week) => total + week.total, 0);
const launchesOf = (count: number): Words => plural(count, "launch", "launches");

/** Past weeks, months and years, and the best of each. */
export function archivePages({ deps, pages, router }: Site): void {
  const { settings, store } = deps;

  router.get("/awards", async (req, res) => {
    const first = await store.launches.firstLaunchAt();
    const years = archiveYears(deps, first);
    const year = years.find((one) => one === queryOf(req, "year")) ?? years[0];
    const weeks = year === undefined ? [] : await readArchive(year, deps, first);
    const by = queryOf(req, "by") === "month" ? "month" : "week";
    const link = (to: Record<string, string>, label: Words | string, isOn: boolean) =>
      html`<a href="${href(`/awards?${new URLSearchParams(to)}`)}"${isOn && html` aria-current="true"`}>${label}</a>`;
    pages.render(res, {
      title: t`Past launches`,
      description: wordsWith(
        "votes",
        t`Every launch week on ${settings.SITE_NAME} and its winner.`,
        t`Every launch week on ${settings.SITE_NAME}.`,
      ),
      isPublic: weeks.length > 0,
      feeds: hasVotes(store) ? [{ title: t`Awards · ${settings.SITE_NAME}`, path: "/feeds/awards.atom" }] : [],
      query: listQuery({ year: queryOf(req, "year"), by: queryOf(req, "by") }, 1),
      body: html`<h1>Past launches</h1>
<p class="lead">${wordsWith("votes", t`Every week and its winner.`, t`Every week.`)}</p>
${
  year === undefined
    ? emptyState(t`No launches yet`, html`<a href="/submit">${SUBMIT_LABEL}</a>.`)
    : html`${years.length > 1 && html`<nav class="tabs" aria-label="Years">${years.map((one) => link({ year: one, by }, one, one === year))}</nav>`}
<section aria-labelledby="year"><div class="section-head"><div><h2 id="year">${year}</h2><p>${launchesOf(sum(weeks))}</p></div>
${partWith(
  "awards",
  html`<p class="row">${by === "week" ? link({ year, by: "month" }, t`Show months`, false) : link({ year }, t`Show weeks`, false)}
<a href="${href(pathOf(year))}">Best of ${year}</a></p>`,
)}</div>
${by === "month" ? partWith("awards", await monthTiles(weeks, year, deps)) : monthCards(weeks)}</section>`
}`,
    });
  });

  router.get(["/launches/months/:period", "/launches/years/:period"], async (req, res) => {
    const period = String(req.params.period);
    if (!PERIOD.test(period) || req.path !== pathOf(period)) notFound();
    const weeks = await readArchive(period, deps, await store.launches.firstLaunchAt());
    if (weeks.length === 0) notFound();
    const awarded = await store.trophies.ofPeriod(period);
    const seen = new Set<string>();
    const best = (await store.trophies.wonIn(period))
      .toSorted((a, b) => b.trophy.votes - a.trophy.votes)
      .filter(({ listing }) => !seen.has(listing.slug) && seen.add(listing.slug))
      .slice(0, MOST)
      .map(({ trophy, listing }) => ({ trophy, listing: viewSummary(listing, { baseUrl: settings.BASE_URL }) }));
    const looks = await looksOf(
      deps,
      best.map(({ listing }) => listing.slug),
    );
    const when = whenOf({ kind: kindOfPeriod(period), period });
    const steps = best.slice(0, STEPS).map(({ trophy: { votes, tied }, listing }, index) => ({
      ...{ place: index + 1, listing, votes, tied },
      awardId: awarded.find((one) => one.listing.slug === listing.slug)?.trophy.id,
    }));
    const rest = best.slice(STEPS);
    pages.render(res, {
      title: t`Best of ${when}`,
      description: t`The most voted launches of ${when} on ${settings.SITE_NAME}.`,
      isPublic: best.length > 0,
      place: "/awards",
      body: html`<p class="eyebrow"><a href="/awards">Past launches</a></p><h1>Best of ${when}</h1>
<p class="lead">${launchesOf(sum(weeks))}. ${best.length > 0 && t`Weekly winners, by the votes of their own week.`}</p>
${
  steps.length > 0 &&
  html`<h2>Winners</h2>\n${podium(steps, looks, isYear(period) ? t`Launch of the year` : t`Launch of the month`)}`
}
${
  rest.length > 0 &&
  listingRows(
    rest.map(({ listing }) => listing),
    { firstRank: STEPS + 1, looks, figures: rest.map(({ trophy }) => plural(trophy.votes, "vote")) },
  )
}
<h2>Weeks</h2>${monthCards(weeks)}`,
    });
  });
}

const byMonth = (weeks: readonly ArchiveWeek[]) => [...Map.groupBy(weeks, ({ monday }) => monday.slice(0, 7))];

const monthCards = (weeks: readonly ArchiveWeek[]): Html =>
  html`<ul class="tiles months">${byMonth(weeks).map(
    ([month, some]) =>
      html`<li class="card"><h3>${partWith(
        "awards",
        html`<a href="${href(pathOf(month))}">${monthName(month)}</a>`,
        monthName(month),
      )} <span class="small muted">${launchesOf(sum(some))}</span></h3><ol>${some.map(weekRow)}</ol></li>`,
  )}</ul>`;

const weekRow = ({ monday, total, winner, isCurrent }: ArchiveWeek): Html =>
  html`<li><a class="small" href="${href(weekPath(monday))}">${isCurrent ? t`This week` : mondayName(monday)}</a>
${winner ? html`<a class="grow" href="${href(`/listings/${winner.slug}`)}"><bdi>${winner.name}</bdi></a>` : html`<span class="grow muted">${launchesOf(total)}</span>`}
${winner && votesOf(winner)}</li>`;

const votesOf = ({ votes, awardId }: NonNullable<ArchiveWeek["winner"]>): Html =>
  awardId
    ? html`<a class="small muted" href="${href(awardPath({ id: awardId }))}">${plural(votes, "vote")}</a>`
    : html`<span class="small muted">${plural(votes, "vote")}</span>`;

/** The award of each month of a year; months under way have none yet. */
async function monthTiles(weeks: readonly ArchiveWeek[], year: string, { store }: Pick<Deps, "store">): Promise<Html> {
  const won = Map.groupBy(await store.trophies.ofPeriod(`${year}-%`), ({ trophy }) => trophy.period);
  return html`<ul class="tiles months">${byMonth(weeks).map(
    ([month, some]) => html`<li class="card"><h3><a href="${href(pathOf(month))}">${monthName(month)}</a>
<span class="small muted">${launchesOf(sum(some))}</span></h3>${trophyList(
      (won.get(month) ?? []).map(({ trophy, listing }) => ({ ...trophy, name: listing.name })),
      { link: ({ name }) => html`<bdi>${name}</bdi>`, note: ({ votes }) => plural(votes, "vote") },
    )}</li>`,
  )}</ul>`;
}
