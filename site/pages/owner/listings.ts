import { Router } from "express";
import type { z } from "zod";
import { type Html, href, html } from "../../../core/text/html.ts";
import { invoke } from "../../../tools/invoke.ts";
import { listMyListings } from "../../../tools/listings/list-my-listings.ts";
import type { OwnedSummary } from "../../../tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import { pageNumber, pager } from "../../kit/paging.ts";
import { plural, showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, memberOf, type Site } from "../../kit/site.ts";
import { dashboardPath, statusTag } from "../../parts/listings/dashboard.ts";
import { nextStepOf, type Stepping } from "../../parts/listings/next-step.ts";

type Summary = z.output<typeof OwnedSummary>;

function nextOf(listing: Stepping & Summary, now: Date): Html {
  const { label, path } = nextStepOf(listing, now);
  const isUrgent = listing.next_actions.includes("choose_free_listing");
  return html`<a class="button slim ${!isUrgent && "quiet"}" href="${href(path)}">${label}<span class="unseen">: ${listing.name}</span></a>`;
}

const factsOf = ({ status, votes, followers, views, launch_week: week }: Summary): string =>
  status === "live"
    ? [plural(votes, "vote"), plural(followers, "follower"), plural(views, "view")].join(" · ")
    : week && (status === "scheduled" || status === "awaiting_badge")
      ? "Launches in the week of "
      : "";

/** All listings that a person owns or edits, with the next step. */
export function myListingsPages({ deps, pages }: Site): Router {
  const router = Router();

  router.get("/account/listings", accountOnly, async (req, res) => {
    const call = { deps, caller: memberOf(req, res), interface: "site" } as const;
    const { output } = await invoke(listMyListings, { page: pageNumber(req) }, call);
    const open = await deps.store.orders.openLaunches(accountOf(res).id, deps.now());
    pages.render(res, {
      title: "My listings",
      width: "reading",
      body: html`<h1>My listings</h1>
${
  output.total === 0
    ? html`<div class="empty"><p>You have no listings yet</p>
<p>Enter the address of a website. We read it and write a draft for you to check.</p>
<p><a class="button" href="/submit">Submit a product</a></p></div>`
    : html`<ul class="dashboard-rows">${output.items.map(
        (listing) => html`<li>${logo(listing)}
<div class="grow"><h2><a href="${href(dashboardPath(listing))}">${listing.name}</a> ${statusTag(listing)}</h2>
<p class="small muted">${factsOf(listing)}${
          listing.status !== "live" && listing.launch_week && factsOf(listing) && showDay(new Date(listing.launch_week))
        }</p></div>
${nextOf({ ...listing, order: open.get(listing.listing_id) }, deps.now())}</li>`,
      )}</ul>`
}
${pager("/account/listings", {}, output)}
<p class="small muted">See also: <a href="/drafts">drafts</a>, <a href="/account/claims">claims</a>, <a href="/account/orders">orders</a>, <a href="/account/interview">the founder interview</a>.</p>`,
    });
  });

  return router;
}
