import type { Deps } from "../../../actions/context.ts";
import type { Week } from "../../../domain/launches/launch-week.ts";
import { formatOf } from "../../../domain/time/date-words.ts";
import { plural } from "../../kit/show.ts";

type Launch = { name: string; week_votes: number; tied: boolean };

export function weekStory(launches: readonly Launch[], lead?: Lead & { zone: string }): string | undefined {
  const [first, second] = launches;
  if (!first || first.week_votes === 0) return undefined;
  if (!second || second.week_votes === 0) return `${first.name} won with ${plural(first.week_votes, "vote")}.`;
  const ahead = first.week_votes - second.week_votes;
  if (ahead === 0)
    return `${first.name} and ${second.name} had the same number of votes; ${first.name} reached it first.`;
  const isClose = ahead * 10 <= first.week_votes;
  const margin = `${first.name} won ${isClose ? "a close week" : "the week"}: ${plural(ahead, "vote")} ahead of ${second.name}.`;
  return [margin, lead && wayThere(lead)].filter(Boolean).join(" ");
}

/** How the lead was won, if it was not there from the first vote on. */
function wayThere({ since, changes, zone }: Lead & { zone: string }): string | undefined {
  if (changes === 0) return undefined;
  const when = partOfDay(since, zone);
  return changes === 1
    ? `It came from behind, and led from ${when} on.`
    : `The lead changed ${changes} times, and was settled on ${when}.`;
}

/** "Saturday night". */
function partOfDay(at: Date, zone: string): string {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const part = hour < 12 ? "morning" : hour < 17 ? "afternoon" : hour < 22 ? "evening" : "night";
  return `${formatOf({ weekday: "long", timeZone: zone }).format(at)} ${part}`;
}

export async function storyOf(
  week: Week,
  launches: readonly (Launch & { slug: string })[],
  { store, settings }: Pick<Deps, "store" | "settings">,
): Promise<string | undefined> {
  const [first, second] = await Promise.all(launches.slice(0, 2).map(({ slug }) => store.listings.findLive(slug)));
  if (!first || !second) return weekStory(launches);
  const lead = leadOf(await store.votes.castIn(first.id, week), await store.votes.castIn(second.id, week));
  return weekStory(launches, lead && { ...lead, zone: settings.SITE_TIMEZONE });
}

/** Since when the first of two was ahead for good, and how often the lead went from one to the other. */
export type Lead = { since: Date; changes: number };

/** Who was ahead when, from the times of all votes for each. Undefined if the first did not end ahead. */
export function leadOf(first: readonly Date[], second: readonly Date[]): Lead | undefined {
  const steps = [...first.map((at) => ({ at, by: 1 })), ...second.map((at) => ({ at, by: -1 }))].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  let ahead = 0;
  let leader = 0;
  let changes = 0;
  let since: Date | undefined;
  for (const { at, by } of steps) {
    if (ahead === 0 && by > 0) since = at;
    ahead += by;
    const now = Math.sign(ahead);
    if (now !== 0 && now !== leader) {
      if (leader !== 0) changes++;
      leader = now;
    }
  }
  return ahead > 0 && since ? { since, changes } : undefined;
}
