import type { Deps } from "#actions/context.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { dayOf, weekOf } from "#domain/launches/launch-week.ts";
import { newestOf, type Trophy, titleOf } from "#domain/launches/trophy.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { t, wordsWith } from "#languages/words.ts";
import { remember } from "#tools/kept.ts";
import { script } from "../../kit/scripts.ts";
import { readBoard } from "../../machines/live/states.ts";
import { dayTopic, listingTopic, weekTopic } from "../../machines/live/topics.ts";
import { weekPath } from "./calendar.ts";
import { dayPath, type Race } from "./races.ts";

type World = Pick<Deps, "store" | "settings" | "now">;

export const LIVE_HEAD = script("live.js");

/** What a page shows of a listing, so that scripts know what is new. It is also where they say so. */
type Shown = { slug: string; name: string; comments: number; newest: string | null; awardId?: string | undefined };

export const liveListing = (stage: "live" | "coming", { slug, name, comments, newest, awardId }: Shown): Html =>
  html`<div class="live-news" role="status" data-live="${listingTopic(slug)}" data-stage="${stage}"
data-name="${name}" data-comments="${comments}" data-newest="${newest}" data-award="${awardId}"></div>`;

type Shows = { isDay: boolean; isSettled?: boolean };
export const liveRace = ({ week, state }: Pick<Race, "week" | "state">, { isDay, isSettled = false }: Shows): Html =>
  html`<div class="live-news" role="status" data-live="${isDay ? dayTopic(week) : weekTopic(week)}" data-stage="${isSettled ? "settled" : state}"></div>`;

const NEWS_MS = { award: 7 * 24 * 3600_000, launch: 24 * 3600_000 };

/** For the team: a launch of today or an award of the week. Scripts celebrate it once per browser. */
export function joyNote({ slug, name, launchedAt }: Listing, trophies: readonly Trophy[], now: Date): Html | false {
  const since = (at: Date | null | undefined): number => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  const won = newestOf(trophies);
  const isWon = won !== undefined && since(won.awardedAt) < NEWS_MS.award;
  if (!isWon && since(launchedAt) >= NEWS_MS.launch) return false;
  const words = isWon ? t`${name} won: ${titleOf(won)}.` : t`${name} is live.`;
  return html`<div class="wrap"><div class="joy-note" data-joy="${isWon ? won.id : `launch-${slug}`}">
<p><b>${words}</b></p><a href="${href(`/listings/${slug}/share`)}">Share it</a></div></div>`;
}

/** Whether a listing is in the race that runs, and its place there. Without votes there is no place. */
export async function standingOf(
  { slug, launchedAt }: Pick<Listing, "slug" | "launchedAt">,
  deps: World,
): Promise<PlaceNow | undefined> {
  const [at, zone] = [deps.now(), deps.settings.SITE_TIMEZONE];
  const { monday, ...week } = weekOf(at, zone);
  const today = isDaily(deps.store) ? dayOf(at, zone) : undefined;
  if (!launchedAt || launchedAt < (today ?? week).startsAt) return undefined;
  const path = today ? dayPath(today.date) : weekPath(monday);
  const { places } = await remember(
    { name: "live_board" },
    { path },
    deps,
    () => readBoard(deps),
    () => true,
  );
  return { path, place: places.get(slug) };
}

export type PlaceNow = { path: string; place: number | undefined };

/** "#2 this week" beside other figures. Hidden without a place, so that scripts can show one. */
export const placeNow = (slug: string, { path, place }: PlaceNow): Html =>
  html`<span data-live-place="${slug}"${place === undefined && html` hidden`}> ·
<a href="${href(path)}">${wordsWith("weekly", t`#${place ?? ""} this week`, t`#${place ?? ""} today`)}</a></span>`;
