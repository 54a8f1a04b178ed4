import type { Request, Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { dayNamed, daysOf, weekAfter, weekOfDay } from "#domain/launches/launch-week.ts";
import { hasVotes, isDaily } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { date as dateText, decimal, noun, plural, t, type Words } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { readWeek } from "#tools/schemas/launch.ts";
import { inLanguage } from "../../kit/language.ts";
import { raceCardPath } from "../../kit/preview.ts";
import { notFound, type Site, visitor } from "../../kit/site.ts";
import { raceThings } from "../../machines/schema-org.ts";
import { countdown, fullDay, weekDays, weekPath } from "../../parts/launches/calendar.ts";
import { LIVE_HEAD, liveRace } from "../../parts/launches/live.ts";
import { podium } from "../../parts/launches/podium.ts";
import { dayPath, type Race, readDay } from "../../parts/launches/races.ts";
import { weekRows } from "../../parts/launches/week-rows.ts";
import { storyOf } from "../../parts/launches/week-story.ts";
import { paidTag } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";

const STEPS = 3;
const UNTOLD = { story: undefined, awards: [] };

type Span = { startsAt: Date; endsAt: Date };
/** A week or a day, with its neighbours. */
type Frame = { kind: "week" | "day"; race: Race; span: Span; name: Words; before: string; after: string };

type Said = Record<Race["state"], Words>;
const HEADINGS: Record<Frame["kind"], Said> = {
  week: { past: t`All launches`, current: t`This week’s launches`, future: t`Planned launches` },
  day: { past: t`All launches`, current: t`Today’s launches`, future: t`Planned launches` },
};
const STATES: Record<Frame["kind"], Said> = {
  week: { past: t`This week is over.`, current: t`Voting is open.`, future: t`This week has not started.` },
  day: { past: t`This day is over.`, current: t`Voting is open.`, future: t`This day has not started.` },
};

/** The page of a week, and where each day has a race, of a day: with a podium if anybody voted. */
export function racePages({ deps, pages, router }: Site): void {
  const { settings, store } = deps;
  const { BASE_URL } = settings;

  const told = ({ race: { week, items }, span, kind }: Frame) =>
    remember(
      { name: "race_told" },
      { kind, week },
      deps,
      async () => ({
        story: await storyOf(kind, span, items, deps),
        awards:
          kind === "day"
            ? []
            : (await store.trophies.wonIn(week.slice(0, 7)))
                .map(({ trophy }) => trophy)
                .filter((trophy) => trophy.week === week),
      }),
      () => true,
    );

  router.get("/launches/weeks/:week", async (req, res) => {
    const { week: asked } = req.params;
    const named = readWeek(asked, { zone: settings.SITE_TIMEZONE, now: deps.now() });
    // "this" changes every Monday, so it redirects to a permanent page.
    if (asked !== named.monday) return res.redirect(302, inLanguage(weekPath(named.monday), res));
    const { output: race } = await invoke(
      getLaunchWeek,
      { week: asked },
      { deps, caller: visitor(req), interface: "site" },
    );
    const to = (weeks: number) => weekPath(weekAfter(named, settings.SITE_TIMEZONE, weeks).monday);
    const name = weekDays(race.week);
    await show(req, res, { kind: "week", race, span: named, name, before: to(-1), after: to(1) });
  });

  router.get("/launches/days/:day", async (req, res) => {
    const zone = settings.SITE_TIMEZONE;
    const at = (days: number) => dayNamed(req.params.day, zone, days);
    const day = at(0) ?? notFound();
    // Where only weeks race, or no longer days, the week has its launches.
    if (!isDaily(store)) return res.redirect(302, inLanguage(weekPath(given(weekOfDay(day.date, zone)).monday), res));
    const race = await readDay(day, deps);
    const [before, after] = [dayPath(given(at(-1)).date), dayPath(given(at(1)).date)];
    await show(req, res, { kind: "day", race, span: day, name: fullDay(day.date), before, after });
  });

  async function show(req: Request, res: Response, frame: Frame): Promise<void> {
    const { kind, race, name } = frame;
    const { state, total } = race;
    const isDay = kind === "day";
    const looks = await looksOf(
      deps,
      race.items.map(({ slug }) => slug),
    );
    const winners = state === "past" ? race.items.slice(0, STEPS).filter(({ week_votes: votes }) => votes > 0) : [];
    const { story, awards } = winners.length > 0 ? await told(frame) : UNTOLD;
    const steps = winners.map((listing, index) => ({
      place: index + 1,
      listing,
      votes: listing.week_votes,
      tied: listing.tied,
      awardId: awards.find(({ place }) => place === index + 1)?.id,
    }));
    const title = t`Launches of ${name}`;
    const launches = plural(total, "launch", "launches");
    const winnersOf = podium(steps, looks, isDay ? t`Launch of the day` : undefined);
    pages.render(res, {
      title,
      description: t`${launches} on ${settings.SITE_NAME}: ${name}`,
      // A race that nobody launched in, or won, says nothing to a search engine.
      isPublic: total > 0 && (state !== "past" || winners.length > 0 || !hasVotes(store)),
      preview: raceCardPath(kind, race),
      place: state === "past" ? "/awards" : "/launches",
      feeds: [{ title, path: `/feeds/${kind}s/${race.week}.atom` }],
      things: raceThings(kind, race, { name: settings.SITE_NAME, baseUrl: BASE_URL }),
      width: "full",
      head: LIVE_HEAD,
      body: html`${sky(frame, winnersOf, story)}
<div class="wrap sections after-sky">
${state === "past" && winners.length > 0 && numbers(race)}
<section aria-labelledby="everyone"${
        state === "current" && html` id="live-week" data-live-part data-live-most="200"`
      }><div class="section-head"><div><h2 id="everyone">${HEADINGS[kind][state]}</h2>
<p>${
        isDay
          ? t`${launches}. A day runs from 00:00 to the next 00:00, ${settings.SITE_TIMEZONE}.`
          : t`${launches}. A week runs from Monday 00:00 to the next Monday 00:00, ${settings.SITE_TIMEZONE}.`
      }</p></div>
${
  race.items.some((item) => item.is_paid) &&
  html`<p class="small">${paidTag(true)} marks launches that paid for their week.
Payment does not affect ranking.</p>`
}</div>
${
  (race.items.length === 0 || race.items.length > winners.length) &&
  (await weekRows([req, res], race, {
    deps,
    looks,
    isDay,
    first: winners.length + 1,
  }))
}</section></div>
${liveRace(race, { isDay, isSettled: awards.length > 0 })}`,
    });
  }

  const sky = ({ kind, race, span, name, before, after }: Frame, steps: Html, story: Words | undefined): Html => {
    const isDay = kind === "day";
    return html`<div class="sky podium-sky"><div class="wrap"><div class="section-head"><div>
<p class="eyebrow"><a href="/launches">Launches</a></p><h1>${name}</h1>
<p class="big">${story ?? STATES[kind][race.state]}</p></div>
<nav class="row" aria-label="${isDay ? t`Days` : t`Weeks`}"><a class="button quiet slim" href="${href(before)}" rel="prev">${isDay ? t`Previous day` : t`Previous week`}</a>
<a class="button quiet slim" href="${href(after)}" rel="next">${isDay ? t`Next day` : t`Next week`}</a></nav></div>
${isDaily(store) && daysNav(race.week, isDay)}
${race.state === "future" && html`<h2 class="unseen">Begins in</h2>${countdown(span.startsAt, deps)}`}
${story !== undefined && html`<h2 class="unseen">Winners</h2>${steps}`}</div></div>`;
  };

  /** A week and its days; the page is one of them. */
  function daysNav(date: string, isDay: boolean): Html {
    const zone = settings.SITE_TIMEZONE;
    const week = given(weekOfDay(date, zone));
    const link = (path: string, label: Words, isCurrent: boolean): Html =>
      html`<a href="${href(path)}"${isCurrent && html` aria-current="page"`}>${label}</a>`;
    return html`<nav class="tabs" aria-label="${t`Days of the week`}">${link(weekPath(week.monday), t`Whole week`, !isDay)}${daysOf(
      week,
      zone,
    ).map((day) => link(dayPath(day.date), shortDay(day.date), isDay && day.date === date))}</nav>`;
  }
}

const SHORT = { weekday: "short", day: "numeric", timeZone: "UTC" } as const;
const shortDay = (date: string): Words => dateText(new Date(date), SHORT);

/** The race in figures. Those below five say nothing. */
function numbers({ items, total }: Race): Html | false {
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
    html`<section aria-labelledby="figures"><h2 id="figures" class="unseen">In figures</h2>
<ul class="numbers">${shown.map(([count, what]) => html`<li><b>${decimal(count)}</b> ${what}</li>`)}</ul></section>`
  );
}
