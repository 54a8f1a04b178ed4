import { Router } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { FEW } from "../../../domain/community/few.ts";
import { type Week as Span, weekAfter } from "../../../domain/launches/launch-week.ts";
import { invoke } from "../../../tools/invoke.ts";
import { remember } from "../../../tools/kept.ts";
import { getLaunchWeek } from "../../../tools/launches/get-launch-week.ts";
import { readWeek } from "../../../tools/schemas/launch.ts";
import { weekCardPath } from "../../kit/preview.ts";
import { plural } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { weekThings } from "../../machines/schema-org.ts";
import { countdown, weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { LIVE_HEAD, liveWeek } from "../../parts/launches/live.ts";
import { podium } from "../../parts/launches/podium.ts";
import { type Week, weekRows } from "../../parts/launches/week-rows.ts";
import { storyOf } from "../../parts/launches/week-story.ts";
import { paidTag } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";

/** How many stand on the podium. */
const STEPS = 3;

type Launches = Week["items"];
const UNTOLD = { story: undefined, awards: [] };

/** The page of one week: a podium once it is over, and everyone who launched. */
export function weekPages({ deps, pages }: Site): Router {
  const router = Router();
  const { settings } = deps;
  const { SITE_TIMEZONE, BASE_URL } = settings;

  /** What a week was like, the same for every visitor. */
  const told = (named: Span, launches: Launches, winners: Launches) =>
    remember(
      { name: "week_told" },
      { week: named.monday },
      deps,
      async () => ({
        story: await storyOf(named, launches, deps),
        awards: await deps.store.trophies.ofSlugs(winners.map(({ slug }) => slug)),
      }),
      () => true,
    );

  router.get("/launches/weeks/:week", async (req, res) => {
    const { week: asked } = req.params;
    const named = readWeek(asked, { zone: SITE_TIMEZONE, now: deps.now() });
    // "this" changes every Monday, so it redirects to a permanent page.
    if (asked !== named.monday) return res.redirect(302, weekPath(named.monday));
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
    const { story, awards } = winners.length > 0 ? await told(named, week.items, winners) : UNTOLD;
    const steps = winners.map((listing, index) => ({
      place: index + 1,
      listing,
      votes: listing.week_votes,
      tied: listing.tied,
      awardId: awards.find(({ kind, week, slug }) => kind === "week" && week === named.monday && slug === listing.slug)
        ?.id,
    }));
    const title = `Launches of ${weekDays(week.week)}`;
    pages.render(res, {
      title,
      description: `${plural(week.total, "product")} in the launch week of ${weekDays(week.week)} on ${settings.SITE_NAME}.`,
      isPublic: true,
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
<p>${plural(week.total, "launch", "launches")}. A week runs from Monday 00:00 to the next Monday 00:00, ${SITE_TIMEZONE}.</p></div>
${
  week.items.some((item) => item.is_paid) &&
  html`<p class="small">${paidTag(true)} marks paid launches.
It does not affect ranking.</p>`
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

  const sky = (week: Week, named: Span, steps: Html, story: string | undefined): Html => {
    const to = (weeks: number) => weekPath(weekAfter(named, SITE_TIMEZONE, weeks).monday);
    return html`<div class="sky podium-sky"><div class="wrap"><div class="section-head"><div>
<p class="eyebrow"><a href="/launches">Launches</a></p><h1>${weekDays(week.week)}</h1>
<p class="big">${story ?? STATES[week.state]}</p></div>
<nav class="row" aria-label="Weeks"><a class="button quiet slim" href="${href(to(-1))}" rel="prev">Previous week</a> <a class="button quiet slim" href="${href(to(1))}" rel="next">Next week</a></nav></div>
${week.state === "future" && html`<h2 class="unseen">Begins in</h2>${countdown(named.startsAt, deps)}`}
${story !== undefined && html`<h2 class="unseen">Winners</h2>${steps}`}</div></div>`;
  };

  return router;
}

/** The week in figures. Those below five say nothing. */
function numbers({ items, total }: Week): Html | false {
  const votes = items.reduce((sum, { week_votes: count }) => sum + count, 0);
  const countries = new Set(items.flatMap(({ country }) => country ?? [])).size;
  const shown = [
    [total, "launches"],
    [votes, "votes"],
    [countries, "countries"],
  ].filter(([count]) => Number(count) >= FEW);
  return (
    shown.length > 1 &&
    html`<section aria-labelledby="figures"><h2 id="figures" class="unseen">The week in figures</h2>
<ul class="numbers">${shown.map(([count, what]) => html`<li><b>${Number(count).toLocaleString("en")}</b> ${what}</li>`)}</ul></section>`
  );
}

const HEADINGS: Record<Week["state"], string> = {
  past: "Everyone who launched",
  current: "This week’s race",
  future: "Launching this week",
};
const STATES: Record<Week["state"], string> = {
  past: "This week is over.",
  current: "Voting is open.",
  future: "This week has not begun.",
};
