import type { Request, Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { plural, t, type Words, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { listLaunches } from "#tools/launches/list-launches.ts";
import { raceCardPath } from "../../kit/preview.ts";

import { type Site, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/table.ts";
import { raceThings } from "../../machines/schema-org.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { countdown, launchDay, nextLaunchAt, weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { comingDays, dayLists, readLastDays } from "../../parts/launches/day-lists.ts";
import { LIVE_HEAD, liveRace } from "../../parts/launches/live.ts";
import { withDayPlaces } from "../../parts/launches/races.ts";
import { weekRows } from "../../parts/launches/week-rows.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
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
<a href="/launches"${current === "" && html` aria-current="page"`}>${wordsWith("weekly", t`This week`, t`Today`)}</a>
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
${await comingDays(deps)}
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
    const daily = isDaily(deps.store);
    const days = daily ? await readLastDays(deps) : [];
    const looks = await looksOf(
      deps,
      [week, ...days].flatMap(({ items }) => items.map(({ slug }) => slug)),
    );
    pages.render(res, {
      title: t`Launches`,
      description: wordsWith(
        "weekly",
        t`The launch calendar of ${settings.SITE_NAME}: this week’s launches, coming weeks and past winners.`,
        t`The launch calendar of ${settings.SITE_NAME}: today’s launches, coming days and past winners.`,
      ),
      isPublic: true,
      preview: raceCardPath("week", week),
      feeds: [{ title: t`Launches · ${settings.SITE_NAME}`, path: "/feeds/launches.atom" }],
      things: raceThings("week", week, { name: settings.SITE_NAME, baseUrl: BASE_URL }),
      head: LIVE_HEAD,
      body: html`<h1>${wordsWith("weekly", t`This week’s launches`, t`Today’s launches`)}</h1>
${tabs("")}
<div class="columns">${
        daily
          ? html`<div class="sections">${await dayLists([req, res], days, { deps, looks })}</div>`
          : html`<section aria-labelledby="week" id="live-week" data-live-part data-live-most="200">
<div class="section-head"><h2 id="week">${weekDays(week.week)}</h2>
<span class="muted small">${plural(week.total, "launch", "launches")}</span></div>
${await weekRows([req, res], week, { deps, looks })}</section>`
      }${await calendar()}</div>
${liveRace(days[0] ?? week, { isDay: daily })}`,
    });
  });

  async function feed(req: Request, res: Response, section: Feed): Promise<void> {
    const page = pageOf(req);
    const { output } = await invoke(listLaunches, { section, page }, call(req));
    const isUpcoming = section === "upcoming";
    const slugs = output.items.map(({ slug }) => slug);
    const votes = await votesFor(req, res, deps, slugs);
    const looks = await withDayPlaces(await looksOf(deps, slugs), output.items, deps);
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
    ? emptyState(
        t`No launches yet`,
        html`<a href="/launches">${wordsWith("weekly", t`See this week`, t`See today`)}</a>`,
      )
    : isUpcoming
      ? listingRows(output.items, { figures: output.items.map(launchDay), looks: veiled(looks) })
      : listingRows(output.items, { votes, looks })
}
${pager("/launches", { section }, output)}`,
    });
  }
}
