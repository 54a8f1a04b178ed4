import type { Request, Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { type Week as Span, weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import { hasVotes } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { decimal, noun, plural, t, type Words } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { listLaunches } from "#tools/launches/list-launches.ts";
import { readWeek } from "#tools/schemas/launch.ts";
import { inLanguage } from "../../kit/language.ts";
import { weekCardPath } from "../../kit/preview.ts";

import { type Site, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/table.ts";
import { weekThings } from "../../machines/schema-org.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { countdown, launchDay, nextLaunchAt, weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { LIVE_HEAD, liveWeek } from "../../parts/launches/live.ts";
import { podium } from "../../parts/launches/podium.ts";
import { type Week, weekRows } from "../../parts/launches/week-rows.ts";
import { storyOf } from "../../parts/launches/week-story.ts";
import { emptyState, listingRows, paidTag } from "../../parts/listings/listing-parts.ts";
import { looksOf, veiled } from "../../parts/listings/looks.ts";

const AHEAD = 8;

const FEEDS = {
  trending: t`Trending`,
  "most-voted": t`Most voted`,
  "most-viewed": t`Most viewed`,
  "most-followed": t`Most followed`,
  recent: t`Newest`,
  upcoming: t`Upcoming`,
} as const;
const TITLES: Record<Feed, Words> = {
  trending: t`Trending launches`,
  "most-voted": t`Most voted launches`,
  "most-viewed": t`Most viewed launches`,
  "most-followed": t`Most followed launches`,
  recent: t`Newest launches`,
  upcoming: t`Upcoming launches`,
};
type Feed = keyof typeof FEEDS;
const isFeed = (name: string): name is Feed => Object.hasOwn(FEEDS, name);

export function launchPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;
  const call = (req: Request) => ({ deps, caller: visitor(req), interface: "site" }) as const;

  const tabs = (current: string): Html => html`<nav class="tabs" aria-label="Launches">
<a href="/launches"${current === "" && html` aria-current="page"`}>This week</a>
${Object.entries(FEEDS).map(
  ([name, label]) =>
    html`<a href="${href(`/launches?section=${name}`)}"${current === name && html` aria-current="page"`}>${label}</a>`,
)}
</nav>`;

  const readWeeks = () =>
    remember(
      { name: "calendar" },
      {},
      deps,
      async () => {
        const { store, settings, now } = deps;
        const thisWeek = weekOf(now(), settings.SITE_TIMEZONE);
        const mondays = Array.from(
          { length: AHEAD },
          (_, index) => weekAfter(thisWeek, settings.SITE_TIMEZONE, index + 1).monday,
        );
        const rooms = await store.launches.rooms(mondays, settings.WEEK_CAPACITY, now());
        const last = weekAfter(thisWeek, settings.SITE_TIMEZONE, -1);
        return {
          coming: mondays.map((monday, index) => ({ monday, ...given(rooms[index]) })),
          last: { monday: last.monday, total: await store.launches.countLaunched(last) },
          next: await nextLaunchAt(deps),
        };
      },
      () => true,
    );

  async function calendar(): Promise<Html> {
    const { coming, last, next } = await readWeeks();
    const rows = coming.map(({ monday, booked, capacity }) => {
      const places =
        booked >= capacity ? t`full` : html`${booked} of ${capacity}<span class="said"> places taken</span>`;
      return html`<li><a href="${href(weekPath(monday))}"><span>${weekDays(monday, "short")}</span>
<span class="small muted">${places}</span></a></li>`;
    });
    return html`<aside aria-label="Calendar">
<div class="card"><h2>Next launches in</h2>${countdown(next, deps)}</div>
<div class="card"><h2>Coming weeks</h2><ul class="weeks">${rows}</ul></div>
<div class="card"><h2>Last week</h2><ul class="weeks">
<li><a href="${href(weekPath(last.monday))}"><span>${weekDays(
      last.monday,
      "short",
    )}</span> <span class="small muted">${plural(last.total, "launch", "launches")}</span></a></li></ul>
<p class="small"><a href="/awards">Past launches</a></p></div>
<p class="small"><a href="/feeds/launches.ics">Add launches to your calendar</a></p>
</aside>`;
  }

  router.get("/launches", async (req, res) => {
    const section = queryOf(req, "section") ?? "";
    if (isFeed(section)) return feed(req, res, section);
    const { output: week } = await invoke(getLaunchWeek, { week: "this" }, call(req));
    const looks = await looksOf(
      deps,
      week.items.map(({ slug }) => slug),
    );
    pages.render(res, {
      title: t`Launches`,
      description: t`The launch calendar of ${settings.SITE_NAME}: this week’s launches, coming weeks and past winners.`,
      isPublic: true,
      preview: weekCardPath(week),
      feeds: [{ title: t`Launches · ${settings.SITE_NAME}`, path: "/feeds/launches.atom" }],
      things: weekThings(week, { name: settings.SITE_NAME, baseUrl: BASE_URL }),
      head: LIVE_HEAD,
      body: html`<h1>This week’s launches</h1>
${tabs("")}
<div class="columns"><section aria-labelledby="week" id="live-week" data-live-part data-live-most="200">
<div class="section-head"><h2 id="week">${weekDays(week.week)}</h2>
<span class="muted small">${plural(week.total, "launch", "launches")}</span></div>
${await weekRows([req, res], week, { deps, looks })}</section>${await calendar()}</div>
${liveWeek(week)}`,
    });
  });

  async function feed(req: Request, res: Response, section: Feed): Promise<void> {
    const page = pageOf(req);
    const { output } = await invoke(listLaunches, { section, page }, call(req));
    const isUpcoming = section === "upcoming";
    const slugs = output.items.map(({ slug }) => slug);
    const votes = await votesFor(req, res, deps, slugs);
    const looks = await looksOf(deps, slugs);
    pages.render(res, {
      title: TITLES[section],
      description: t`${TITLES[section]} on ${settings.SITE_NAME}`,
      isPublic: true,
      query: listQuery({ section }, page),
      body: html`<h1>Launches</h1>
${tabs(section)}
<h2 class="count">${plural(output.total, "launch", "launches")}</h2>
${
  output.items.length === 0
    ? emptyState(t`No launches yet`, html`<a href="/launches">See this week</a>`)
    : isUpcoming
      ? listingRows(output.items, { figures: output.items.map(launchDay), looks: veiled(looks) })
      : listingRows(output.items, { votes, looks })
}
${pager("/launches", { section }, output)}`,
    });
  }
}

const STEPS = 3;

type Launches = Week["items"];
const UNTOLD = { story: undefined, awards: [] };

export function weekPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;

  const told = (named: Span, launches: Launches) =>
    remember(
      { name: "week_told" },
      { week: named.monday },
      deps,
      async () => ({
        story: await storyOf(named, launches, deps),
        awards: (await deps.store.trophies.wonIn(named.monday.slice(0, 7)))
          .map(({ trophy }) => trophy)
          .filter(({ week }) => week === named.monday),
      }),
      () => true,
    );

  router.get("/launches/weeks/:week", async (req, res) => {
    const { week: asked } = req.params;
    const named = readWeek(asked, { zone: settings.SITE_TIMEZONE, now: deps.now() });
    // "this" changes every Monday, so it redirects to a permanent page.
    if (asked !== named.monday) return res.redirect(302, inLanguage(weekPath(named.monday), res));
    const { output: week } = await invoke(
      getLaunchWeek,
      { week: asked },
      { deps, caller: visitor(req), interface: "site" },
    );
    const looks = await looksOf(
      deps,
      week.items.map(({ slug }) => slug),
    );
    const winners =
      week.state === "past" ? week.items.slice(0, STEPS).filter(({ week_votes: votes }) => votes > 0) : [];
    const { story, awards } = winners.length > 0 ? await told(named, week.items) : UNTOLD;
    const steps = winners.map((listing, index) => ({
      place: index + 1,
      listing,
      votes: listing.week_votes,
      tied: listing.tied,
      awardId: awards.find(({ place }) => place === index + 1)?.id,
    }));
    const title = t`Launches of ${weekDays(week.week)}`;
    pages.render(res, {
      title,
      description: t`${plural(week.total, "launch", "launches")} on ${settings.SITE_NAME}: ${weekDays(week.week)}`,
      // A week that nobody launched in, or won, says nothing to a search engine.
      isPublic: week.total > 0 && (week.state !== "past" || winners.length > 0 || !hasVotes(deps.store)),
      preview: weekCardPath(week),
      place: week.state === "past" ? "/awards" : "/launches",
      feeds: [{ title, path: `/feeds/weeks/${week.week}.atom` }],
      things: weekThings(week, { name: settings.SITE_NAME, baseUrl: BASE_URL }),
      width: "full",
      head: LIVE_HEAD,
      body: html`${sky(week, named, podium(steps, looks), story)}
<div class="wrap sections after-sky">
${week.state === "past" && winners.length > 0 && numbers(week)}
<section aria-labelledby="everyone"${
        week.state === "current" && html` id="live-week" data-live-part data-live-most="200"`
      }><div class="section-head"><div><h2 id="everyone">${HEADINGS[week.state]}</h2>
<p>${plural(week.total, "launch", "launches")}. A week runs from Monday 00:00 to the next Monday 00:00, ${settings.SITE_TIMEZONE}.</p></div>
${
  week.items.some((item) => item.is_paid) &&
  html`<p class="small">${paidTag(true)} marks launches that paid for their week.
Payment does not affect ranking.</p>`
}</div>
${
  (week.items.length === 0 || week.items.length > winners.length) &&
  (await weekRows([req, res], week, {
    deps,
    looks,
    first: winners.length + 1,
  }))
}</section></div>
${liveWeek(week, awards.length > 0)}`,
    });
  });

  const sky = (week: Week, named: Span, steps: Html, story: Words | undefined): Html => {
    const to = (weeks: number) => weekPath(weekAfter(named, settings.SITE_TIMEZONE, weeks).monday);
    return html`<div class="sky podium-sky"><div class="wrap"><div class="section-head"><div>
<p class="eyebrow"><a href="/launches">Launches</a></p><h1>${weekDays(week.week)}</h1>
<p class="big">${story ?? STATES[week.state]}</p></div>
<nav class="row" aria-label="Weeks"><a class="button quiet slim" href="${href(to(-1))}" rel="prev">Previous week</a>
<a class="button quiet slim" href="${href(to(1))}" rel="next">Next week</a></nav></div>
${week.state === "future" && html`<h2 class="unseen">Begins in</h2>${countdown(named.startsAt, deps)}`}
${story !== undefined && html`<h2 class="unseen">Winners</h2>${steps}`}</div></div>`;
  };
}

/** The week in figures. Those below five say nothing. */
function numbers({ items, total }: Week): Html | false {
  const votes = items.reduce((sum, { week_votes: count }) => sum + count, 0);
  const countries = new Set(items.flatMap(({ country }) => country ?? [])).size;
  const figures = [
    [total, noun(total, "launch", "launches")],
    [votes, noun(votes, "vote")],
    [countries, noun(countries, "country", "countries")],
  ] as const;
  const shown = figures.filter(([count]) => count >= FEW);
  return (
    shown.length > 1 &&
    html`<section aria-labelledby="figures"><h2 id="figures" class="unseen">The week in figures</h2>
<ul class="numbers">${shown.map(([count, what]) => html`<li><b>${decimal(count)}</b> ${what}</li>`)}</ul></section>`
  );
}

const HEADINGS: Record<Week["state"], Words> = {
  past: t`All launches`,
  current: t`This week’s launches`,
  future: t`Planned launches`,
};
const STATES: Record<Week["state"], Words> = {
  past: t`This week is over.`,
  current: t`Voting is open.`,
  future: t`This week has not started.`,
};
