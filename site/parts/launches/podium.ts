import type { z } from "zod";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { awardPath, type Trophy, titleOf } from "#domain/launches/trophy.ts";
import { given } from "#domain/text/given.ts";
import { date, noun, plural, type Text, t, type Words } from "#languages/words.ts";
import type { ListingSummary } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";

import { launchCard, medal } from "../listings/listing-parts.ts";
import { hueClass, type Looks } from "../listings/looks.ts";
import { weekDays } from "./calendar.ts";

type Winner = {
  place: number;
  listing: z.output<typeof ListingSummary>;
  votes: number;
  tied: boolean;
  awardId?: string | undefined;
};

export const podium = (winners: readonly Winner[], looks: Looks, title: Words = t`Launch of the week`): Html =>
  html`<ol class="podium">${winners.map(
    ({
      place,
      listing,
      votes,
      tied,
      awardId,
    }) => html`<li class="${hueClass(listing.slug, looks)}"><div class="launch">${launchCard(listing, { looks })}</div>
<p class="step"><span class="said">Place </span><b>${place}</b> <span>${tied ? t`${plural(votes, "vote")}, tied` : plural(votes, "vote")}${
      place === 1 && !awardId && html`<br>${title}`
    }${
      awardId &&
      html`<br><a href="${href(awardPath({ id: awardId }))}">${place === 1 ? title : t`Award`}<span class="unseen">:
${listing.name}</span></a>`
    }</span></p></li>`,
  )}</ol>`;

export const IN_RACE = 8;

const HEIGHTS = [100, 90, 70, 55, 45, 40, 30, 20];

/** The known height nearest to a share of the most votes, lower at each place: words are on the left. */
function heightOf(votes: number, most: number, index: number): number {
  const share = most > 0 ? (100 * votes) / most : 0;
  const distances = HEIGHTS.map((height) => Math.abs(height - share));
  return given(HEIGHTS[Math.max(index, distances.indexOf(Math.min(...distances)))]);
}

type Runner = { slug: string; name: string; logo_url: string | null; week_votes: number };

/** The count, which says nothing while it is low, and which scripts keep right. */
const weekVotes = ({ slug, week_votes: count }: Runner): Html =>
  html` <span data-week-votes="${slug}"${count < FEW && html` hidden`}>${count}<span class="said"> ${noun(count, "vote")}</span></span>`;

export function race(launches: readonly Runner[]): Html | false {
  const shown = launches.slice(0, IN_RACE);
  const most = shown[0]?.week_votes ?? 0;
  return (
    shown.length > 0 &&
    html`<ol class="race" aria-label="Ranking so far">${shown.map(
      (launch, index) =>
        html`<li class="up-${heightOf(launch.week_votes, most, index)}"><a href="${href(
          `/listings/${launch.slug}`,
        )}">${logo(launch, index === 0 ? "big" : "")}<span class="name"><bdi>${launch.name}</bdi>${weekVotes(launch)}</span></a></li>`,
    )}</ol>`
  );
}

const MONTH = { month: "long", year: "numeric", timeZone: "UTC" } as const;

/** "16 to 22 November 2026", "November 2026" or "2026". */
export function whenOf({ kind, period }: Pick<Trophy, "kind" | "period">, length: "long" | "short" = "long"): Text {
  if (kind === "week") return weekDays(period, length);
  return kind === "year" ? period : date(new Date(`${period}-01T00:00:00Z`), MONTH);
}

type Shown<T> = { link: (trophy: T) => Part; note: (trophy: T) => Part };
const OWN: Shown<Trophy> = { link: titleOf, note: (trophy) => whenOf(trophy) };

export const trophyList = <T extends Trophy>(trophies: readonly T[], { link, note }: Shown<T> = OWN): Html =>
  html`<ul class="trophies">${trophies.map(
    (trophy) =>
      html`<li>${medal(trophy.place)}<div><p><a href="${href(awardPath(trophy))}">${link(trophy)}</a></p>
<p class="small muted">${note(trophy)}</p></div></li>`,
  )}</ul>`;
