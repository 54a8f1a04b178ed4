import type { z } from "zod";
import { type Html, href, html } from "../../../core/text/html.ts";
import { awardPath } from "../../../domain/launches/trophy.ts";
import type { ListingSummary } from "../../../tools/schemas/listing.ts";
import { plural } from "../../kit/show.ts";
import { launchCard } from "../listings/listing-parts.ts";
import { hueClass, type Looks } from "../listings/looks.ts";

type Winner = {
  place: number;
  listing: z.output<typeof ListingSummary>;
  votes: number;
  tied: boolean;
  /** The page of the award, once it is given. */
  awardId?: string | undefined;
};

/** The first three of a week on steps, in the order of their places. */
export const podium = (winners: readonly Winner[], looks: Looks, title = "Launch of the week"): Html =>
  html`<ol class="podium">${winners.map(
    ({
      place,
      listing,
      votes,
      tied,
      awardId,
    }) => html`<li class="${hueClass(listing.slug, looks)}"><div class="launch">${launchCard(listing, { looks })}</div>
<p class="step"><span class="said">Place </span><b>${place}</b> <span>${plural(votes, "vote")}${tied && ", tied"}${
      place === 1 && !awardId && html`<br>${title}`
    }${
      awardId &&
      html`<br><a href="${href(awardPath({ id: awardId }))}">${place === 1 ? title : "Award"}<span class="unseen"> of ${listing.name}</span></a>`
    }</span></p></li>`,
  )}</ol>`;
