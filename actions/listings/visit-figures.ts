import { hourOf, OTHER, shownSources } from "#domain/listings/visit-source.ts";
import { CSV_START, csvLine } from "#domain/text/csv.ts";
import type { Reads } from "#store/store.ts";
import { dayBefore } from "./listing-extras.ts";

type Sources = { visitFigures: Pick<Reads["visitFigures"], "hours" | "days" | "sources"> };
type Launched = { id: number; launchedAt: Date };

const HOURS = 24;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_NAMED = 20;
const MOST_DAYS = 400;

/** Hours since launch on the launch day; in a file only elapsed ones. */
export async function hoursOfLaunch({ id, launchedAt }: Launched, { visitFigures }: Sources, now?: Date) {
  const from = hourOf(launchedAt);
  const begun = now === undefined ? HOURS : Math.max(0, Math.min(HOURS, hourOf(now) - from + 1));
  const hours = await visitFigures.hours(id, from, begun);
  return hours.map(({ hour, ...counts }) => ({ at: new Date(hour * HOUR_MS), ...counts }));
}

export async function daysSinceLaunch(
  { id, launchedAt }: Launched,
  { visitFigures }: Sources,
  now: Date,
  most: number,
) {
  const launched = Date.parse(launchedAt.toISOString().slice(0, 10));
  const since = Math.floor((Date.parse(dayBefore(now, 0)) - launched) / DAY_MS) + 1;
  const count = Math.max(1, Math.min(most, since));
  return visitFigures.days(id, dayBefore(now, count - 1), count);
}

export async function sourcesOf({ id }: Pick<Launched, "id">, { visitFigures }: Sources, now: Date, days: number) {
  return shownSources(await visitFigures.sources(id, dayBefore(now, days - 1)), MOST_NAMED);
}

export const FIGURE_FILES = ["hours", "days", "sources"] as const;
export type FigureFile = (typeof FIGURE_FILES)[number];

export async function figureFile(file: FigureFile, listing: Launched, store: Sources, now: Date): Promise<string> {
  if (file === "sources") {
    const found = shownSources(await store.visitFigures.sources(listing.id, dayBefore(now, MOST_DAYS - 1)), MOST_DAYS);
    return csv(
      ["source", "visitors"],
      found.map(({ host, visitors }) => [host === OTHER ? "others" : host, visitors]),
    );
  }
  if (file === "hours")
    return csv(
      ["hour_utc", "visitors", "website_clicks", "votes"],
      (await hoursOfLaunch(listing, store, now)).map(({ at, views, clicks, votes }) => [
        at.toISOString(),
        views,
        clicks,
        votes,
      ]),
    );
  return csv(
    ["day_utc", "visitors", "website_clicks", "votes", "badge_seen_by"],
    (await daysSinceLaunch(listing, store, now, MOST_DAYS)).map(({ day, views, clicks, votes, badgeViews }) => [
      day,
      views,
      clicks,
      votes,
      badgeViews,
    ]),
  );
}

const csv = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  CSV_START + [head, ...rows].map(csvLine).join("");
