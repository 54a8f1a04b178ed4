import { type Request, type Response, Router } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { weekAfter, weekOf } from "../../../domain/launches/launch-week.ts";
import { given } from "../../../domain/text/given.ts";
import { invoke } from "../../../tools/invoke.ts";
import { remember } from "../../../tools/kept.ts";
import { getLaunchWeek } from "../../../tools/launches/get-launch-week.ts";
import { listLaunches } from "../../../tools/launches/list-launches.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/paging.ts";
import { weekCardPath } from "../../kit/preview.ts";
import { plural } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { weekThings } from "../../machines/schema-org.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { countdown, launchDay, nextLaunchAt, weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { LIVE_HEAD, liveWeek } from "../../parts/launches/live.ts";
import { weekRows } from "../../parts/launches/week-rows.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf, veiled } from "../../parts/listings/looks.ts";

/** Weeks ahead in the calendar. */
const AHEAD = 8;

/** Launch feeds beside the calendar, in the order of their tabs. */
const FEEDS = {
  trending: "Trending",
  "most-voted": "Most voted",
  "most-viewed": "Most viewed",
  "most-followed": "Most followed",
  recent: "Newest",
  upcoming: "Upcoming",
} as const;
type Feed = keyof typeof FEEDS;
const isFeed = (name: string): name is Feed => Object.hasOwn(FEEDS, name);

/** The launch calendar, week by week, and the feeds of launches. */
export function launchPages({ deps, pages }: Site): Router {
  const router = Router();
  const { settings } = deps;
  const { SITE_TIMEZONE, BASE_URL } = settings;
  const call = (req: Request) => ({ deps, caller: visitor(req), interface: "site" }) as const;

  const tabs = (current: string): Html => html`<nav class="tabs" aria-label="Launches">
<a href="/launches"${current === "" && html` aria-current="page"`}>This week</a>
${Object.entries(FEEDS).map(
  ([name, label]) =>
    html`<a href="${href(`/launches?section=${name}`)}"${current === name && html` aria-current="page"`}>${label}</a>`,
)}
</nav>`;

  /** The coming weeks with their places, and the last one. */
  const readWeeks = () =>
    remember(
      { name: "calendar" },
      {},
      deps,
      async () => {
        const { store, settings, now } = deps;
        const thisWeek = weekOf(now(), SITE_TIMEZONE);
        const mondays = Array.from(
          { length: AHEAD },
          (_, index) => weekAfter(thisWeek, SITE_TIMEZONE, index + 1).monday,
        );
        const rooms = await store.launches.rooms(mondays, settings.WEEK_CAPACITY, now());
        const last = weekAfter(thisWeek, SITE_TIMEZONE, -1);
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
        booked >= capacity ? "full" : html`${booked} of ${capacity}<span class="said"> places taken</span>`;
      return html`<li><a href="${href(weekPath(monday))}"><span>${weekDays(monday, "short")}</span> <span class="small muted">${places}</span></a></li>`;
    });
    return html`<aside aria-label="Calendar">
<div class="card"><h2>Next launches in</h2>${countdown(next, deps)}</div>
<div class="card"><h2>Coming weeks</h2><ul class="weeks">${rows}</ul></div>
<div class="card"><h2>Last week</h2><ul class="weeks">
<li><a href="${href(weekPath(last.monday))}"><span>${weekDays(
      last.monday,
      "short",
    )}</span> <span class="small muted">${plural(last.total, "launch", "launches")}</span></a></li></ul>
<p class="small"><a href="/awards">All past winners</a></p></div>
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
      title: "Launches",
      description: `The launch calendar of ${settings.SITE_NAME}: what launches this week, what comes next, and what won.`,
      isPublic: true,
      preview: weekCardPath(week),
      feeds: [{ title: `Launches on ${settings.SITE_NAME}`, path: "/feeds/launches.atom" }],
      things: weekThings(week, { name: settings.SITE_NAME, baseUrl: BASE_URL }),
      head: LIVE_HEAD,
      body: html`<h1>This week’s race</h1>
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
      title: `Launches: ${FEEDS[section].toLowerCase()}`,
      description: `${FEEDS[section]} launches on ${settings.SITE_NAME}.`,
      isPublic: true,
      query: listQuery({ section }, page),
      body: html`<h1>Launches</h1>
${tabs(section)}
<h2 class="count">${plural(output.total, "launch", "launches")}</h2>
${
  output.items.length === 0
    ? emptyState("Nothing here yet", html`<a href="/launches">See this week</a>`)
    : isUpcoming
      ? listingRows(output.items, { figures: output.items.map(launchDay), looks: veiled(looks) })
      : listingRows(output.items, { votes, looks })
}
${pager("/launches", { section }, output)}`,
    });
  }

  return router;
}
