import { z } from "zod";
import { invalid } from "#core/errors/errors.ts";
import { type Week, weekAfter, weekOf, weekOfDay } from "#domain/launches/launch-week.ts";
import { badgeUrl } from "#domain/listings/badge.ts";
import type { Slice } from "#store/ranks/rank.ts";
import type { AwardWithListing } from "#store/repos/launches/awards.ts";
import { viewAs, viewTime } from "./common.ts";
import { ListingSummary, type Site, viewSummary } from "./listing.ts";

export type Calendar = { zone: string; now: Date };

export function readWeek(text: string, { zone, now }: Calendar): Week {
  const week = weekOf(now, zone);
  if (text === "this") return week;
  if (text === "next") return weekAfter(week, zone);
  if (text === "last") return weekAfter(week, zone, -1);
  const named = weekOfDay(text, zone);
  if (named) return named;
  throw invalid([
    {
      pointer: "/week",
      code: "format",
      detail: "Must be this, next, last, or a real calendar day as YYYY-MM-DD, like 2026-11-16.",
    },
  ]);
}

export const windowShape = { starts_at: z.string(), ends_at: z.string(), timezone: z.string() };

export const viewWindow = ({ startsAt, endsAt }: Pick<Week, "startsAt" | "endsAt">, timezone: string) => ({
  starts_at: viewTime(startsAt),
  ends_at: viewTime(endsAt),
  timezone,
});

export function pageWithNeighbours({ page, per_page: perPage }: { page: number; per_page: number }): Slice & {
  leads: boolean;
} {
  const leads = page > 1;
  return { offset: (page - 1) * perPage - (leads ? 1 : 0), limit: perPage + (leads ? 2 : 1), leads };
}

export const AwardView = z.object({
  id: z.string(),
  kind: z.literal("launch_of_the_week"),
  place: z.int(),
  week: z.string().describe("Monday of the week"),
  starts_at: z.string(),
  ends_at: z.string(),
  votes: z.int().describe("counted votes cast inside the week, frozen"),
  tied: z.boolean().describe("another launch had as many votes"),
  listing: ListingSummary,
  badge_url: z.string(),
  awarded_at: z.string(),
});

export const viewAward = ({ award, listing }: AwardWithListing, site: Site): z.input<typeof AwardView> => ({
  ...viewAs(award),
  listing: viewSummary(listing, site),
  badge_url: badgeUrl(site.baseUrl, listing.slug, "launch_of_the_week", { shape: "standard", mode: "auto", size: "m" }),
});
