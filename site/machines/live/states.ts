import type { Deps } from "#actions/context.ts";
import { type Week, weekOf } from "#domain/launches/launch-week.ts";
import { newestOf } from "#domain/launches/trophy.ts";
import type { Standing } from "#store/repos/launches/launches.ts";
import type { Topic } from "./topics.ts";

const MOST_LAUNCHES = 200;

export type Board = { week: Week; standings: readonly Standing[]; places: ReadonlyMap<string, number> };

type Award = { id: string; place: number };

/** Everything of a topic that changes while someone looks at it. A state holds all before it. */
export type ListingState = {
  stage: "coming" | "live" | "gone";
  votes?: number;
  followers?: number;
  /** In the running week; nobody has one without a vote. */
  place?: number;
  comments?: number;
  newest?: string;
  award?: Award;
};
export type WeekState = {
  stage: "future" | "current" | "past" | "settled";
  order?: readonly string[];
  rows?: Readonly<Record<string, readonly [votes: number, weekVotes: number]>>;
};
export type State = ListingState | WeekState;

type World = Pick<Deps, "store" | "settings" | "now">;

export async function readBoard({ store, settings, now }: World): Promise<Board> {
  const week = weekOf(now(), settings.SITE_TIMEZONE);
  const standings = await store.launches.standings(week, MOST_LAUNCHES);
  const voted = standings.filter(({ weekVotes }) => weekVotes > 0);
  return { week, standings, places: new Map(voted.map(({ slug }, index) => [slug, index + 1])) };
}

export const readState = (topic: Topic, board: Board, deps: World): Promise<State> =>
  topic.kind === "listing" ? ofListing(topic.slug, board, deps) : ofWeek(topic.monday, board, deps);

async function ofListing(slug: string, { places }: Board, { store }: World): Promise<ListingState> {
  const figures = await store.live.figures(slug);
  if (!figures) return { stage: "gone" };
  const { status, votes, followers, comments, newestComment: newest } = figures;
  const said = { comments, ...(newest !== null && { newest }) };
  if (status !== "live") return { stage: "coming", ...said };
  const place = places.get(slug);
  const award = newestOf(await store.trophies.ofSlugs([slug]));
  return {
    ...{ stage: "live", votes, followers, ...said },
    ...(place !== undefined && { place }),
    ...(award && { award: { id: award.id, place: award.place } }),
  };
}

async function ofWeek(monday: string, { week, standings }: Board, { store }: World): Promise<WeekState> {
  if (monday > week.monday) return { stage: "future" };
  if (monday < week.monday) return { stage: (await store.awards.isWon(monday)) ? "settled" : "past" };
  return {
    stage: "current",
    order: standings.map(({ slug }) => slug),
    rows: Object.fromEntries(standings.map(({ slug, votes, weekVotes }) => [slug, [votes, weekVotes]])),
  };
}

/** What a browser that has the first state must learn to have the second; undefined if that is nothing. */
export function difference(before: State | undefined, after: State): object | undefined {
  if (!before || !("rows" in after && "rows" in before) || after.stage !== before.stage)
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : { ...after, whole: true };
  const rows = Object.entries(after.rows ?? {}).filter(([slug, row]) => String(before.rows?.[slug]) !== String(row));
  const isReordered = String(before.order) !== String(after.order);
  if (rows.length === 0 && !isReordered) return undefined;
  return { rows: Object.fromEntries(rows), ...(isReordered && { order: after.order }) };
}
