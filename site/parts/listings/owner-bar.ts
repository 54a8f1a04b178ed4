import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import type { ListingReader } from "#actions/listings/listing-page.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { joined, plural, wordsWith } from "#languages/words.ts";
import { trendChart } from "../../kit/charts.ts";

import { sessionOf } from "../../kit/site.ts";
import { dashboardPath } from "./dashboard.ts";
import { nextStepLine, nextStepOf } from "./next-step.ts";

type Barred = Pick<Listing, "id" | "name" | "slug" | "status" | "statusReason" | "launchWeek" | "launchedAt">;

async function bar(listing: Barred, words: Part, res: Response, { store, now }: Pick<Deps, "store" | "now">) {
  const path = (page = "") => dashboardPath({ listing_id: listing.id }, page);
  const accountId = sessionOf(res)?.account?.id;
  const order = accountId && (await store.orders.openLaunches(accountId, now())).get(listing.id);
  const stepping = {
    ...{ listing_id: listing.id, slug: listing.slug, status: listing.status, status_reason: listing.statusReason },
    ...{ launch_week: listing.launchWeek, launched_at: listing.launchedAt?.toISOString() ?? null },
    ...(order && { order }),
  };
  return html`<aside class="owner-bar" aria-label="For the team of this listing"><p>${words}</p>
${nextStepLine(nextStepOf(stepping, now()), res)}
<p class="row"><a class="button slim" href="${href(path("edit"))}">Edit</a><a class="button quiet slim"
href="${href(path())}">Dashboard</a></p></aside>`;
}

export async function ownerBar(
  listing: Listing,
  reader: ListingReader | undefined,
  res: Response,
  deps: Pick<Deps, "store" | "now">,
): Promise<Html | undefined> {
  if (reader?.figures === undefined) return undefined;
  const { views, clicks } = reader.figures;
  const words = html`<b>Your listing.</b> In the last 30 days:
${plural(views, "view")} and ${plural(clicks, "click")}.
In total: ${joined([wordsWith("votes", plural(listing.votes, "vote")), plural(listing.followers, "follower")], ", ")}.`;
  return html`<div class="wrap">${await bar(listing, words, res, deps)}</div>`;
}

/** Above every other page about a listing, in any status; undefined for everyone else. */
export async function teamBar(
  slug: string,
  res: Response,
  deps: Pick<Deps, "store" | "now">,
): Promise<Html | undefined> {
  const listing = await findOwnBySlug(slug, res, deps);
  return listing && bar(listing, html`<b>Your listing</b> <bdi>${listing.name}</bdi>.`, res, deps);
}

/** A listing of the signed-in person's team by its address, also when nobody else can see it. */
export async function findOwnBySlug(
  slug: string,
  res: Response,
  { store }: Pick<Deps, "store">,
): Promise<Listing | undefined> {
  const account = sessionOf(res)?.account;
  const known = account && (await store.listings.findForBadge(slug));
  return known && store.listings.findOwned(known.id, account.id);
}

export function voteChart(reader: ListingReader | undefined): Html | false {
  const chart = reader?.figures && trendChart(reader.figures.votes);
  return chart
    ? html`<div class="card"><h2>Votes</h2>${chart}
<p class="small muted">Votes per day over the last two weeks. Only your team can see this.</p></div>`
    : false;
}
