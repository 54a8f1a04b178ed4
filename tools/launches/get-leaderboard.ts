import { z } from "zod";
import { BOARDS, type BoardName, boards } from "#actions/launches/boards.ts";
import { invalid, notFound } from "#core/errors/errors.ts";
import { ranked } from "#domain/launches/ranking.ts";
import { hasAwards, hasVotes } from "#domain/site/site-shape.ts";
import { inEnglish } from "#languages/words.ts";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, plain, term, viewList } from "../schemas/common.ts";
import { pageWithNeighbours, readWeek } from "../schemas/launch.ts";
import { CONCISE_LISTING, ListingSummary, viewSummary } from "../schemas/listing.ts";

const MINUTE_MS = 60_000;

const isBoard = (name: string): name is BoardName => Object.hasOwn(boards, name);

export const getLeaderboard = defineTool({
  name: "get_leaderboard",
  title: "Get a leaderboard",
  description: `One ranking: community-weekly and community-all-time by votes, domain-rating by a third party's
    figure, revenue by verified figures.
    billboard is ranked by money: always say that it is paid.`,
  access: "public",
  rest: "GET /leaderboards/{board}",
  annotations: READ,
  app: "boards",
  remembered: true,
  concise: [...CONCISE_LISTING, "rank", "listing", "metric", "value", "display", "tied"],
  input: z.strictObject({
    // Unknown boards are 404 instead of 400, so the schema lists names without checking.
    board: plain.meta({ enum: [...BOARDS] }),
    week: term(10).optional().describe("community-weekly only: this (default), last, or a day YYYY-MM-DD"),
    ...paging,
  }),
  output: listOf(
    z.object({
      rank: z.int(),
      listing: ListingSummary,
      metric: z.object({ value: z.number(), display: z.string() }),
      tied: z.boolean().describe("a neighbour has the same figure"),
    }),
  ).extend({
    board: z.enum(BOARDS),
    title: z.string(),
    paid: z.boolean().describe("true if places are bought; say so wherever you show it"),
    disclosure: z.string().nullable(),
    metric: z.object({ key: z.string(), label: z.string(), unit: z.string() }),
    as_of: z.string(),
    week: z.string().nullable().describe("Monday of the week"),
    starts_at: z.string().nullable(),
    ends_at: z.string().nullable(),
    timezone: z.string(),
  }),

  async handler({ board: name, week: text, ...paged }, context) {
    const { settings, now } = context;
    if (!isBoard(name)) throw notFound("leaderboard", name, `The leaderboards are: ${BOARDS.join(", ")}.`);
    const isWeekly = name === "community-weekly";
    if (text !== undefined && !isWeekly) {
      const detail = "Only community-weekly has weeks. Leave it out for this board.";
      throw invalid([{ pointer: "/week", code: "invalid", detail }]);
    }
    const at = now();
    const zone = settings.SITE_TIMEZONE;
    const week = readWeek(text ?? "this", { zone, now: at });
    if (at < week.startsAt) {
      const detail = "A week that has not started has no ranking. See get_launch_week for what is scheduled.";
      throw invalid([{ pointer: "/week", code: "invalid", detail }]);
    }
    const { title, metric, disclosure, read } = boards[name];
    const { leads, ...slice } = pageWithNeighbours(paged);
    const isKept = metric.key !== "votes" || (isWeekly ? hasAwards : hasVotes)(context.store);
    const { rows, total } = isKept ? await read(context, slice, week) : { rows: [], total: 0 };
    const request = pageRequest(paged);
    const first = (request.page - 1) * request.perPage + 1;
    const items = ranked(rows, { first, count: request.perPage, leads }, ({ value }) => value);
    return {
      board: name,
      title: inEnglish(title),
      paid: disclosure !== null,
      disclosure: disclosure && inEnglish(disclosure),
      metric: { ...metric, label: inEnglish(metric.label) },
      as_of: new Date(at.getTime() - (at.getTime() % MINUTE_MS)).toISOString(),
      week: isWeekly ? week.monday : null,
      starts_at: isWeekly ? week.startsAt.toISOString() : null,
      ends_at: isWeekly ? week.endsAt.toISOString() : null,
      timezone: zone,
      ...viewList({ items, total }, request, ({ rank, row, tied }) => ({
        rank,
        listing: viewSummary(row.listing, { baseUrl: settings.BASE_URL }),
        metric: { value: row.value, display: row.display },
        tied,
      })),
    };
  },
});
