import { z } from "zod";
import { defineTool, READ } from "../define.ts";
import { launchesIn, MOST_LAUNCHES } from "../launches-in.ts";
import { term } from "../schemas/common.ts";
import { readWeek, windowShape } from "../schemas/launch.ts";
import { CONCISE_LISTING, ListingSummary } from "../schemas/listing.ts";

export const getLaunchWeek = defineTool({
  name: "get_launch_week",
  title: "Get a launch week",
  description: `The launches of one week, Monday to Sunday: for this or a past week live listings ranked by the
    community votes of that week, for a future week what is scheduled.
    Returns at most ${MOST_LAUNCHES}; get_leaderboard with board community-weekly pages through more.`,
  access: "public",
  rest: "GET /launches/weeks/{week}",
  annotations: READ,
  app: "boards",
  remembered: true,
  concise: [...CONCISE_LISTING, "rank", "week_votes", "tied"],
  input: z.strictObject({
    week: term(10).describe("this, next, last, or a day YYYY-MM-DD in the week"),
  }),
  output: z.object({
    week: z.string().describe("Monday of the week"),
    ...windowShape,
    state: z.enum(["past", "current", "future"]),
    items: z.array(
      ListingSummary.extend({
        rank: z.int().nullable().describe("place by votes of the week; null before the launch"),
        week_votes: z.int().describe("counted votes cast inside the week"),
        tied: z.boolean(),
      }),
    ),
    total: z.int(),
  }),

  async handler({ week: text }, deps) {
    const week = readWeek(text, { zone: deps.settings.SITE_TIMEZONE, now: deps.now() });
    const planned = (limit: number) => deps.store.launches.upcoming(week.monday, { offset: 0, limit });
    return { week: week.monday, ...(await launchesIn(week, planned, deps)) };
  },
});
