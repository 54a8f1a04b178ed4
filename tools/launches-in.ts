import type { Deps } from "#actions/context.ts";
import { ranked } from "#domain/launches/ranking.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { viewWindow } from "./schemas/launch.ts";
import { viewSummary } from "./schemas/listing.ts";

export const MOST_LAUNCHES = 200;

type Span = { startsAt: Date; endsAt: Date };
type Planned = (limit: number) => Promise<{ rows: Listing[]; total: number }>;

/** The launches of a week or a day: ranked by the votes cast in it, or what is planned for it. */
export async function launchesIn(
  span: Span,
  planned: Planned,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
) {
  const site = { baseUrl: settings.BASE_URL };
  const at = now();
  const state = at < span.startsAt ? "future" : at < span.endsAt ? "current" : "past";
  const head = { ...viewWindow(span, settings.SITE_TIMEZONE), state } as const;
  if (!hasLaunches(store)) return { ...head, items: [], total: 0 };
  if (state === "future") {
    const { rows, total } = await planned(MOST_LAUNCHES);
    const unranked = { rank: null, week_votes: 0, tied: false };
    return { ...head, items: rows.map((listing) => ({ ...viewSummary(listing, site), ...unranked })), total };
  }
  const { rows, total } = await store.launches.inWindow(span, { offset: 0, limit: MOST_LAUNCHES + 1 });
  const shown = { first: 1, count: MOST_LAUNCHES, leads: false };
  return {
    ...head,
    items: ranked(rows, shown, ({ votes }) => votes).map(({ rank, row, tied }) => ({
      ...viewSummary(row.listing, site),
      rank,
      week_votes: row.votes,
      tied,
    })),
    total,
  };
}
