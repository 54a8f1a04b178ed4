import { given } from "../text/given.ts";
import type { Place } from "./ranking.ts";

/** A month (2026-11) or year (2026). A week belongs to the month and year of its Monday. */
export type AwardPeriod = string;

export const isYear = (period: AwardPeriod): boolean => period.length === 4;

export const periodsOf = (monday: string): AwardPeriod[] => [monday.slice(0, 7), monday.slice(0, 4)];

export function mondaysOf(period: AwardPeriod): string[] {
  const first = Temporal.PlainDate.from(isYear(period) ? `${period}-01-01` : `${period}-01`);
  const mondays: string[] = [];
  for (
    let day = first.add({ days: (8 - first.dayOfWeek) % 7 });
    day.toString().startsWith(period);
    day = day.add({ weeks: 1 })
  )
    mondays.push(day.toString());
  return mondays;
}

/** Whether all weeks of a period have awards; weeks before `first` do not count. */
export const isComplete = (period: AwardPeriod, awarded: ReadonlySet<string>, first: string): boolean =>
  mondaysOf(period).every((monday) => monday < first || awarded.has(monday));

export type WeekAward = { id: string; listingId: number; votes: number; tied: boolean; reachedAt: Date };
export type PeriodPlace = Pick<WeekAward, "listingId" | "votes" | "tied"> & { awardId: string; place: Place };

const PLACES = [1, 2, 3] as const;
const byRank = (a: WeekAward, b: WeekAward): number =>
  b.votes - a.votes || a.reachedAt.getTime() - b.reachedAt.getTime() || (a.id < b.id ? -1 : 1);

/**
 * The best of a period, from the winners of its weeks by the votes of their own week. No other
 * listing can place, because at most two beat it in its week.
 */
export function placesOfPeriod(awards: readonly WeekAward[]): PeriodPlace[] {
  const seen = new Set<number>();
  const distinct = awards.toSorted(byRank).filter(({ listingId }) => !seen.has(listingId) && seen.add(listingId));
  return distinct.slice(0, PLACES.length).map(({ id, listingId, votes, tied }, index) => ({
    ...{ awardId: id, listingId, votes },
    place: given(PLACES[index]),
    tied: tied || distinct.some((other) => other.id !== id && other.votes === votes),
  }));
}
