import type { z } from "zod";
import type { Caller, Deps } from "#actions/context.ts";
import { type Day, dateOf, dayNamed, dayOf, launchStart, weekOfDay } from "#domain/launches/launch-week.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { remember } from "#tools/kept.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { launchesIn, MOST_LAUNCHES } from "#tools/launches-in.ts";
import type { Looks } from "../listings/looks.ts";
import { weekPath } from "./calendar.ts";

/** The launches of a week by its Monday, or of a day by its date. */
export type Race = z.output<(typeof getLaunchWeek)["output"]>;
type World = Pick<Deps, "store" | "settings" | "now">;

export const dayPath = (date: string): string => `/launches/days/${date}`;
export const racePath = ({ week }: Pick<Race, "week">, store: Deps["store"]): string =>
  isDaily(store) ? dayPath(week) : weekPath(week);

const PLACES = { this: 0, next: 1, last: -1 };
export type Which = keyof typeof PLACES;

/** The race that runs, and those beside it: of weeks, or of days where each day has one. */
export async function readRace(which: Which, deps: Deps, caller: Caller): Promise<Race> {
  const { store, settings, now } = deps;
  return isDaily(store)
    ? readDay(dayOf(now(), settings.SITE_TIMEZONE, PLACES[which]), deps)
    : (await invoke(getLaunchWeek, { week: which }, { deps, caller, interface: "site" })).output;
}

export const readDay = (day: Day, deps: World): Promise<Race> =>
  remember(
    { name: "launch_day" },
    { day: day.date },
    deps,
    async () => ({ week: day.date, ...(await launchesIn(day, () => plannedOn(day, deps), deps)) }),
    () => true,
  );

async function plannedOn({ date, startsAt, endsAt }: Day, { store, settings }: World) {
  const zone = settings.SITE_TIMEZONE;
  const { monday } = given(weekOfDay(date, zone));
  const { rows } = await store.launches.upcoming(monday, { offset: 0, limit: MOST_LAUNCHES });
  const onDay = rows.filter((listing) => {
    const at = launchStart(listing, zone, true);
    return at && at >= startsAt && at < endsAt;
  });
  return { rows: onDay, total: onDay.length };
}

const PODIUM = 3;
const placesOn = (day: Day, deps: World): Promise<ReadonlyMap<string, number>> =>
  remember(
    { name: "day_places" },
    { day: day.date },
    deps,
    async () => {
      const first = await deps.store.launches.standings(day, PODIUM);
      return new Map(first.flatMap(({ slug, weekVotes }, index) => (weekVotes > 0 ? [[slug, index + 1]] : [])));
    },
    () => true,
  );

export type DayPlace = { date: string; place: number };

/** One of the first three places on a day that is over, where each day has a race. */
export async function dayPlaceOf(slug: string, launchedAt: Date | null, deps: World): Promise<DayPlace | undefined> {
  if (!launchedAt || !isDaily(deps.store)) return undefined;
  const zone = deps.settings.SITE_TIMEZONE;
  const day = given(dayNamed(dateOf(launchedAt, zone), zone));
  const place = day.endsAt <= deps.now() ? (await placesOn(day, deps)).get(slug) : undefined;
  return place === undefined ? undefined : { date: day.date, place };
}

type Launched = { slug: string; launched_at: string | null };
/** Cards that also say who was among the first of a day. */
export async function withDayPlaces(looks: Looks, launches: readonly Launched[], deps: World): Promise<Looks> {
  if (!isDaily(deps.store)) return looks;
  const shown = new Map(looks);
  for (const { slug, launched_at: at } of launches) {
    const [look, found] = [looks.get(slug), await dayPlaceOf(slug, at === null ? null : new Date(at), deps)];
    if (look && found) shown.set(slug, { ...look, line: [t`#${found.place} of the day`, ...(look.line ?? [])] });
  }
  return shown;
}
