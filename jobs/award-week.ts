import { givePeriodAwards, notifyOfAward } from "#actions/launches/give-period-awards.ts";

import { weekOfDay } from "#domain/launches/launch-week.ts";
import { placesOf, SETTLING_MS } from "#domain/launches/ranking.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;

/** Awards a settled week once, and the month and year that end with it. */
export const awardWeek: JobKind = {
  retryDelaysMs: [MINUTE, 10 * MINUTE, 60 * MINUTE, 360 * MINUTE, 1440 * MINUTE],
  async run({ monday }: { monday: string }, { store, now, settings, log, wakeJobs }) {
    const week = weekOfDay(monday, settings.SITE_TIMEZONE);
    if (!week) throw new Error(`"${monday}" is not a day.`);
    const { startsAt, endsAt } = week;
    const given = await store.change(async (tx) => {
      const at = now();
      if (at.getTime() < endsAt.getTime() + SETTLING_MS) throw new Error(`The week of ${monday} is not settled yet.`);
      if (await tx.awards.isAwarded(week.monday)) return undefined;
      const awards = placesOf(await tx.launches.contenders(week)).map((placed) => ({
        ...placed,
        id: `launch-of-the-week-${week.monday}-${placed.place}`,
        kind: "launch_of_the_week" as const,
        week: week.monday,
        startsAt,
        endsAt,
        awardedAt: at,
      }));
      await tx.awards.give(week.monday, awards, at);
      for (const award of awards) await notifyOfAward(tx, { ...award, kind: "week" }, at);
      await givePeriodAwards(tx, at);
      return awards.length;
    });
    wakeJobs();
    if (given !== undefined) log.info({ week: monday, awards: given }, "gave the awards of a week");
  },
};
