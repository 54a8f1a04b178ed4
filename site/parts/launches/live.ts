import type { Deps } from "#actions/context.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { newestOf, type Trophy, titleOf } from "#domain/launches/trophy.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { t } from "#languages/words.ts";
import { remember } from "#tools/kept.ts";
import { script } from "../../kit/scripts.ts";
import { readBoard } from "../../machines/live/states.ts";
import { listingTopic, weekTopic } from "../../machines/live/topics.ts";
import { weekPath } from "./calendar.ts";

type World = Pick<Deps, "store" | "settings" | "now">;

export const LIVE_HEAD = script("live.js");

/** What a page shows of a listing, so that scripts know what is new. It is also where they say so. */
type Shown = { slug: string; name: string; comments: number; newest: string | null; awardId?: string | undefined };

export const liveListing = (stage: "live" | "coming", { slug, name, comments, newest, awardId }: Shown): Html =>
  html`<div class="live-news" role="status" data-live="${listingTopic(slug)}" data-stage="${stage}"
data-name="${name}" data-comments="${comments}" data-newest="${newest}" data-award="${awardId}"></div>`;

export const liveWeek = (
  { week, state }: { week: string; state: "past" | "current" | "future" },
  isSettled = false,
): Html =>
  html`<div class="live-news" role="status" data-live="${weekTopic(week)}" data-stage="${isSettled ? "settled" : state}"></div>`;

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

/** Whether a listing is in the current week, and its place there. Without votes there is no place. */
export async function standingOf(
  { slug, launchedAt }: Pick<Listing, "slug" | "launchedAt">,
  deps: World,
): Promise<PlaceNow | undefined> {
  const week = weekOf(deps.now(), deps.settings.SITE_TIMEZONE);
  if (!launchedAt || launchedAt < week.startsAt) return undefined;
  const { places } = await remember(
    { name: "live_board" },
    { week: week.monday },
    deps,
    () => readBoard(deps),
    () => true,
  );
  return { monday: week.monday, place: places.get(slug) };
}

export type PlaceNow = { monday: string; place: number | undefined };

/** "#2 this week" beside other figures. Hidden without a place, so that scripts can show one. */
export const placeNow = (slug: string, { monday, place }: PlaceNow): Html =>
  html`<span data-live-place="${slug}"${place === undefined && html` hidden`}> ·
<a href="${href(weekPath(monday))}">#${place ?? ""} this week</a></span>`;
