import type { Deps } from "#actions/context.ts";
import type { Week } from "#domain/launches/launch-week.ts";
import { date, joined, plural, t, type Words } from "#languages/words.ts";

type Launch = { name: string; week_votes: number; tied: boolean };

type Kind = "week" | "day";

export function weekStory(kind: Kind, launches: readonly Launch[], lead?: Lead & { zone: string }): Words | undefined {
  const [first, second] = launches;
  if (!first || first.week_votes === 0) return undefined;
  if (!second || second.week_votes === 0) return t`${first.name} won with ${plural(first.week_votes, "vote")}.`;
  const ahead = first.week_votes - second.week_votes;
  if (ahead === 0)
    return t`${first.name} and ${second.name} had the same number of votes; ${first.name} reached it first.`;
  const isClose = ahead * 10 <= first.week_votes;
  const margin =
    kind === "day"
      ? isClose
        ? t`${first.name} won a close day: ${plural(ahead, "vote")} ahead of ${second.name}.`
        : t`${first.name} won the day: ${plural(ahead, "vote")} ahead of ${second.name}.`
      : isClose
        ? t`${first.name} won a close week: ${plural(ahead, "vote")} ahead of ${second.name}.`
        : t`${first.name} won the week: ${plural(ahead, "vote")} ahead of ${second.name}.`;
  return joined([margin, lead && wayThere(lead)], " ");
}

/** How the lead was won, if it was not there from the first vote on. */
function wayThere({ since, changes, zone }: Lead & { zone: string }): Words | undefined {
  if (changes === 0) return undefined;
  const when = partOfDay(since, zone);
  return changes === 1
    ? t`It came from behind and led from ${when} on.`
    : t`The lead changed ${plural(changes, "time")} and was decided on ${when}.`;
}

const weekdays = new Map<string, Intl.DateTimeFormatOptions>();

/** "Saturday night". */
function partOfDay(at: Date, zone: string): Words {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const day = date(
    at,
    weekdays.getOrInsertComputed(zone, () => ({ weekday: "long", timeZone: zone })),
  );
  if (hour < 12) return t`${day} morning`;
  if (hour < 17) return t`${day} afternoon`;
  return hour < 22 ? t`${day} evening` : t`${day} night`;
}

export async function storyOf(
  kind: Kind,
  span: Pick<Week, "startsAt" | "endsAt">,
  launches: readonly (Launch & { slug: string })[],
  { store, settings }: Pick<Deps, "store" | "settings">,
): Promise<Words | undefined> {
  const [first, second] = await Promise.all(launches.slice(0, 2).map(({ slug }) => store.listings.findLive(slug)));
  if (!first || !second) return weekStory(kind, launches);
  const lead = leadOf(await store.votes.castIn(first.id, span), await store.votes.castIn(second.id, span));
  return weekStory(kind, launches, lead && { ...lead, zone: settings.SITE_TIMEZONE });
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
