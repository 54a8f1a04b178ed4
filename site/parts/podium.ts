import type { z } from "zod";
import { type Html, html } from "../../core/html.ts";
import type { ListingSummary } from "../../tools/schemas/listing.ts";
import { plural } from "../kit/show.ts";
import { launchCard } from "./listing-parts.ts";
import { hueClass, type Looks } from "./looks.ts";

type Winner = { place: number; listing: z.output<typeof ListingSummary>; votes: number; tied: boolean };

/** The first three of a week on steps, in the order of their places. */
export const podium = (winners: readonly Winner[], looks: Looks): Html =>
  html`<ol class="podium">${winners.map(
    ({
      place,
      listing,
      votes,
      tied,
    }) => html`<li class="${hueClass(listing.slug, looks)}"><div class="launch">${launchCard(listing, { looks })}</div>
<p class="step"><span class="said">Place </span><b>${place}</b> <span>${plural(votes, "vote")}${tied && ", tied"}${place === 1 && html`<br>Launch of the week`}</span></p></li>`,
  )}</ol>`;

/** What happened in a week, in one sentence. */
export function weekStory(
  launches: readonly { name: string; week_votes: number; tied: boolean }[],
): string | undefined {
  const [first, second] = launches;
  if (!first || first.week_votes === 0) return undefined;
  if (!second || second.week_votes === 0) return `${first.name} won with ${plural(first.week_votes, "vote")}.`;
  const ahead = first.week_votes - second.week_votes;
  if (ahead === 0) return `${first.name} and ${second.name} had as many votes; ${first.name} had them first.`;
  const isClose = ahead * 10 <= first.week_votes;
  return `${first.name} won ${isClose ? "a close week" : "the week"}: ${plural(ahead, "vote")} ahead of ${second.name}.`;
}
