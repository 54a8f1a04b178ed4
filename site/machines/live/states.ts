import type { Deps } from "#actions/context.ts";
import { dayOf, weekOf } from "#domain/launches/launch-week.ts";
import { newestOf } from "#domain/launches/trophy.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import type { Standing } from "#store/repos/launches/launches.ts";
import type { Topic } from "./topics.ts";

const MOST_LAUNCHES = 200;

type Race = { date: string; standings: readonly Standing[] };
/** The races that run, until the first of them ends. Places are those of the shortest. */
export type Board = { week: Race; day: Race | undefined; endsAt: Date; places: ReadonlyMap<string, number> };

type Award = { id: string; place: number };

/** Everything of a topic that changes while someone looks at it. A state holds all before it. */
export type ListingState = {
  stage: "coming" | "live" | "gone";
  votes?: number;
  followers?: number;
  /** In the running race; nobody has one without a vote. */
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
  const [at, zone] = [now(), settings.SITE_TIMEZONE];
  const { monday, ...span } = weekOf(at, zone);
  const today = isDaily(store) ? dayOf(at, zone) : undefined;
  const standings = await store.launches.standings(span, MOST_LAUNCHES);
  const day = today && { ...today, standings: await store.launches.standings(today, MOST_LAUNCHES) };
  const voted = (day?.standings ?? standings).filter(({ weekVotes }) => weekVotes > 0);
  return {
    week: { date: monday, standings },
    day,
    endsAt: (today ?? span).endsAt,
    places: new Map(voted.map(({ slug }, index) => [slug, index + 1])),
  };
}

export const readState = (topic: Topic, board: Board, deps: World): Promise<State> =>
  topic.kind === "listing" ? ofListing(topic.slug, board, deps) : ofRace(topic, board, deps);

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

type RaceTopic = Extract<Topic, { date: string }>;
async function ofRace({ kind, date }: RaceTopic, board: Board, { store, settings, now }: World): Promise<WeekState> {
  const race = board[kind];
  const current = race?.date ?? dayOf(now(), settings.SITE_TIMEZONE).date;
  if (date > current) return { stage: "future" };
  if (date < current || !race)
    return { stage: kind === "week" && (await store.awards.isWon(date)) ? "settled" : "past" };
  const { standings } = race;
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
