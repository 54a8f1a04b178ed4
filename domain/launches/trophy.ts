import { t, type Words } from "#languages/words.ts";
import { type AwardPeriod, isYear } from "./award-periods.ts";
import type { Place } from "./ranking.ts";

export type TrophyKind = "week" | "month" | "year";

export type Trophy = {
  id: string;
  kind: TrophyKind;
  /** The Monday of a week, a month (2026-11) or a year (2026). */
  period: string;
  week: string;
  place: Place;
  votes: number;
  tied: boolean;
  awardedAt: Date;
};

export const kindOfPeriod = (period: AwardPeriod): TrophyKind => (isYear(period) ? "year" : "month");

const TITLES: Record<TrophyKind, Words> = {
  week: t`Launch of the Week`,
  month: t`Launch of the Month`,
  year: t`Launch of the Year`,
};
export const PLACES: Record<Place, Words> = { 1: t`First place`, 2: t`Second place`, 3: t`Third place` };

/** "Launch of the Week" for first place, "Second place, Launch of the Week" for the others. */
export const titleOf = ({ kind, place }: Pick<Trophy, "kind" | "place">): Words =>
  place === 1 ? TITLES[kind] : t`${PLACES[place]}, ${TITLES[kind]}`;
export const awardPath = ({ id }: Pick<Trophy, "id">): string => `/awards/${id}`;

const WEIGHTS: Record<TrophyKind, number> = { year: 0, month: 1, week: 2 };

/** Years before months before weeks, then better places, then newer ones. */
export const byWeight = (a: Trophy, b: Trophy): number =>
  WEIGHTS[a.kind] - WEIGHTS[b.kind] || a.place - b.place || b.week.localeCompare(a.week) || a.id.localeCompare(b.id);

export const newestOf = <T extends Pick<Trophy, "awardedAt">>(trophies: readonly T[]): T | undefined =>
  trophies.toSorted((a, b) => b.awardedAt.getTime() - a.awardedAt.getTime())[0];
