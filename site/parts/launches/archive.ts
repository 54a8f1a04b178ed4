import type { Deps } from "#actions/context.ts";
import { mondaysOf } from "#domain/launches/award-periods.ts";
import { weekOf, weekOfDay } from "#domain/launches/launch-week.ts";
import { hasVotes } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { remember } from "#tools/kept.ts";

type World = Pick<Deps, "store" | "settings" | "now">;
export type Winner = { slug: string; name: string; votes: number; awardId?: string };
/** A week with launches. The current one is on the way. */
export type ArchiveWeek = { monday: string; total: number; winner: Winner | undefined; isCurrent: boolean };

/** The weeks of a year or month in which something launched, newest first. */
export const readArchive = (period: string, deps: World, first: Date | undefined): Promise<ArchiveWeek[]> =>
  remember(
    { name: "archive" },
    { period },
    deps,
    () => weeksOf(period, deps, first),
    () => true,
  );

async function weeksOf(
  period: string,
  { store, settings, now }: World,
  first: Date | undefined,
): Promise<ArchiveWeek[]> {
  const zone = settings.SITE_TIMEZONE;
  const { monday: current } = weekOf(now(), zone);
  if (!first) return [];
  const oldest = weekOf(first, zone).monday;
  const won = new Map(
    (await store.trophies.wonIn(period))
      .filter(({ trophy }) => trophy.place === 1)
      .map(({ trophy, listing }) => [trophy.week, { ...listing, votes: trophy.votes, awardId: trophy.id }]),
  );
  const weeks: ArchiveWeek[] = [];
  for (const monday of mondaysOf(period).reverse()) {
    if (monday > current || monday < oldest) continue;
    const span = given(weekOfDay(monday, zone));
    const total = await store.launches.countLaunched(span);
    const winner = won.get(monday) ?? (total > 0 && hasVotes(store) ? await leaderOf(span, store) : undefined);
    if (total > 0) weeks.push({ monday, total, isCurrent: monday === current, winner: winner && shown(winner) });
  }
  return weeks;
}

const shown = ({ slug, name, votes, awardId }: Winner): Winner => ({ slug, name, votes, ...(awardId && { awardId }) });

/** Who is ahead, or won what has no award yet. */
async function leaderOf(span: { startsAt: Date; endsAt: Date }, store: Deps["store"]): Promise<Winner | undefined> {
  const [first] = await store.launches.standings(span, 1);
  const listing = first && first.weekVotes > 0 ? await store.listings.findLive(first.slug) : undefined;
  return first && listing && { slug: listing.slug, name: listing.name, votes: first.weekVotes };
}

/** The years that the archive has, newest first. */
export function archiveYears({ settings, now }: World, first: Date | undefined): string[] {
  const yearOf = (at: Date) => Number(weekOf(at, settings.SITE_TIMEZONE).monday.slice(0, 4));
  const last = yearOf(now());
  return first ? Array.from({ length: last - yearOf(first) + 1 }, (_, back) => String(last - back)) : [];
}
