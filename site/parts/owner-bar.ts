import type { ListingReader } from "../../actions/listings/listing-page.ts";
import { type Html, href, html } from "../../core/html.ts";
import type { Listing } from "../../domain/listing.ts";
import { plural } from "../kit/show.ts";
import { trendChart } from "../kit/trend-chart.ts";
import { dashboardPath } from "./dashboard.ts";

/** For the team of a listing, above its page: how it does, and the ways to change it. */
export function ownerBar(
  { id, votes, followers }: Listing,
  reader: ListingReader | undefined,
  next: () => Html,
): Html | false {
  const path = (page = "") => dashboardPath({ listing_id: id }, page);
  return (
    reader?.figures !== undefined &&
    html`<div class="wrap"><aside class="owner-bar" aria-label="For the team of this listing"><p><b>Your listing.</b> In 30 days ${plural(reader.figures.views, "view")} and ${plural(reader.figures.clicks, "click")}; ${plural(votes, "vote")} and ${plural(followers, "follower")} in all.</p>${next()}
<p class="row"><a class="button slim" href="${href(path("edit"))}">Edit</a><a class="button quiet slim" href="${href(path())}">Figures</a></p></aside></div>`
  );
}

/** The votes of the last weeks, for the team of a listing. */
export function voteChart(reader: ListingReader | undefined): Html | false {
  const chart = reader?.figures && trendChart(reader.figures.votes);
  return chart
    ? html`<div class="card"><h2>Votes</h2>${chart}<p class="small muted">All votes by day, in the last two weeks. Only your team sees this.</p></div>`
    : false;
}
