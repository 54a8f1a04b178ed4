import { z } from "zod";
import { ranked } from "#domain/launches/ranking.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { defineTool, READ } from "../define.ts";
import { term } from "../schemas/common.ts";
import { readWeek, viewWindow, windowShape } from "../schemas/launch.ts";
import { CONCISE_LISTING, ListingSummary, viewSummary } from "../schemas/listing.ts";

const MAX = 200;

export const getLaunchWeek = defineTool({
  name: "get_launch_week",
  title: "Get a launch week",
  description: `The launches of one week, Monday to Sunday: for this or a past week live listings ranked by the
    community votes of that week, for a future week what is scheduled.
    Returns at most ${MAX}; get_leaderboard with board community-weekly pages through more.`,
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

  async handler({ week: text }, { store, settings, now }) {
    const zone = settings.SITE_TIMEZONE;
    const site = { baseUrl: settings.BASE_URL };
    const at = now();
    const week = readWeek(text, { zone, now: at });
    const state = at < week.startsAt ? "future" : at < week.endsAt ? "current" : "past";
    const head = { week: week.monday, ...viewWindow(week, zone), state } as const;
    if (!hasLaunches(store)) return { ...head, items: [], total: 0 };
    if (state === "future") {
      const { rows, total } = await store.launches.upcoming(week.monday, { offset: 0, limit: MAX });
      const unranked = { rank: null, week_votes: 0, tied: false };
      return { ...head, items: rows.map((listing) => ({ ...viewSummary(listing, site), ...unranked })), total };
    }
    const { rows, total } = await store.launches.inWindow(week, { offset: 0, limit: MAX + 1 });
    return {
      ...head,
      items: ranked(rows, { first: 1, count: MAX, leads: false }, ({ votes }) => votes).map(({ rank, row, tied }) => ({
        ...viewSummary(row.listing, site),
        rank,
        week_votes: row.votes,
        tied,
      })),
      total,
    };
  },
});
