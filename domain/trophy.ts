import { type AwardPeriod, isYear } from "./award-periods.ts";
import type { Place } from "./ranking.ts";

export type TrophyKind = "week" | "month" | "year";

/** An award as people see it: of a week, of a month or of a year. */
export type Trophy = {
  id: string;
  kind: TrophyKind;
  /** The Monday of a week, or 2026-11, or 2026. */
  period: string;
  /** Monday of the week in which the votes were cast. */
  week: string;
  place: Place;
  votes: number;
  tied: boolean;
  awardedAt: Date;
};

export const kindOfPeriod = (period: AwardPeriod): TrophyKind => (isYear(period) ? "year" : "month");

const WEIGHTS: Record<TrophyKind, number> = { year: 0, month: 1, week: 2 };

/** What weighs most comes first: years before months before weeks, then better places, then newer ones. */
export const byWeight = (a: Trophy, b: Trophy): number =>
  WEIGHTS[a.kind] - WEIGHTS[b.kind] || a.place - b.place || b.week.localeCompare(a.week) || a.id.localeCompare(b.id);

export const newestOf = <T extends Pick<Trophy, "awardedAt">>(trophies: readonly T[]): T | undefined =>
  trophies.toSorted((a, b) => b.awardedAt.getTime() - a.awardedAt.getTime())[0];
