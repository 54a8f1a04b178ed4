import { type Html, href, html } from "../../../core/text/html.ts";
import { FEW } from "../../../domain/community/few.ts";
import { given } from "../../../domain/text/given.ts";
import { logo } from "../../kit/faces.ts";

/** How many fit on the sky. */
export const IN_RACE = 8;

/** Heights that the style sheet knows, highest first. */
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
  html` <span data-week-votes="${slug}"${count < FEW && html` hidden`}>${count}<span class="said"> ${
    count === 1 ? "vote" : "votes"
  }</span></span>`;

/** The first launches of a week, each as high as its votes, on a sky. */
export function race(launches: readonly Runner[]): Html | false {
  const shown = launches.slice(0, IN_RACE);
  const most = shown[0]?.week_votes ?? 0;
  return (
    shown.length > 0 &&
    html`<ol class="race" aria-label="The race so far">${shown.map(
      (launch, index) =>
        html`<li class="up-${heightOf(launch.week_votes, most, index)}"><a href="${href(
          `/listings/${launch.slug}`,
        )}">${logo(launch, index === 0 ? "big" : "")}<span class="name"><bdi>${launch.name}</bdi>${weekVotes(launch)}</span></a></li>`,
    )}</ol>`
  );
}
