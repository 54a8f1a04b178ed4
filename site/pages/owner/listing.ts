import { type Response, Router } from "express";
import { type Html, href, html, type Part } from "../../../core/html.ts";
import type { ListingStatus } from "../../../domain/listing.ts";
import type { VoteDoubt } from "../../../domain/votes.ts";
import { chooseFreeListing } from "../../../tools/my-listings/choose-free-listing.ts";
import { findBadgeSubject, viewBadges } from "../../../tools/schemas/badge.ts";
import { attempt, plainWords } from "../../kit/attempt.ts";
import { csrfField, formFault } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { copyable, plural, showDay, showTime } from "../../kit/show.ts";
import { accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/dashboard.ts";
import { embedSection } from "../../parts/embed-section.ts";
import { updateText } from "../../parts/listing-parts.ts";
import { trophyList } from "../../parts/trophies.ts";

const DOUBTS: Record<VoteDoubt, string> = {
  own_listing: "from your own team",
  account_inactive: "from accounts that were closed",
  unverified: "from people who have not confirmed their address",
  network_burst: "too many at once from one network",
  new_account_burst: "too many at once from new accounts",
  site_team: "left out by the site team",
};

/** One listing for its owners: status, next step, statistics. */
export function myListingPages(site: Site): Router {
  const { deps } = site;
  const { store, settings } = deps;
  const dashboard = createDashboard(site);
  const router = Router();

  async function show(res: Response, listing: Owned, fault?: string): Promise<void> {
    const team = await store.listings.team(listing.listing_id);
    const [latest] = listing.latest_updates;
    const trophies = listing.awards.length > 0 ? await store.trophies.ofSlugs([listing.slug]) : [];
    dashboard.render(res, listing, {
      tab: "",
      title: "Overview",
      status: fault ? 400 : 200,
      body: html`${formFault(fault)}
<section class="card" aria-labelledby="next"><h2 id="next">Next step</h2>${await nextStep(res, listing)}</section>
<section aria-labelledby="figures"><h2 id="figures">How it does</h2>${figures(listing)}</section>
${
  trophies.length > 0 &&
  html`<section aria-labelledby="awards"><div class="section-head"><h2 id="awards">Awards</h2><a href="/listings/${listing.slug}/badges">Badges</a></div>${trophyList(trophies)}<p class="small muted">Each has a page to share.</p></section>`
}
<section aria-labelledby="latest"><div class="section-head"><h2 id="latest">Latest update</h2><a href="${href(dashboardPath(listing, "updates"))}">${latest ? "All updates" : "Post the first"}</a></div>
${latest ? html`<h3>${latest.title}</h3>${updateText(latest)}` : html`<p class="muted">None yet. Updates appear on the listing, and its followers are emailed.</p>`}</section>
${listing.status === "live" && embedSection(listing, settings)}
<section aria-labelledby="team"><div class="section-head"><h2 id="team">Team</h2>${listing.draft_id && html`<a href="/drafts/${listing.draft_id}#invites">Invite a co-founder</a>`}</div>
<ul>${team.map(({ role, account }) => html`<li>${account.name ?? account.email} <span class="tag">${role}</span></li>`)}</ul></section>`,
    });
  }

  router.get("/account/listings/:id", accountOnly, async (req, res) => show(res, await dashboard.find(req, res)));

  // The same operation reserves a week and, once there is one, checks the badge.
  router.post("/account/listings/:id/free", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const { output, error } = await attempt(
      chooseFreeListing,
      { listing_id: listing.listing_id },
      dashboard.call(req, res),
    );
    if (error) return show(res, listing, plainWords(error.message));
    const checked = output.checking ? "badge-check" : output.badge.found ? "badge-found" : "badge-missing";
    seeOther(res, withNotice(dashboardPath(listing), listing.status === "draft" ? "free-chosen" : checked));
  });

  async function nextStep(res: Response, listing: Owned): Promise<Part> {
    const week = listing.launch_week && html`the week of ${showDay(new Date(listing.launch_week))}`;
    const reason = listing.status_reason && html`<p>${listing.status_reason}</p>`;
    switch (listing.status as ListingStatus) {
      case "draft":
        return html`<p>Nobody sees it yet. Launch it for free with a badge on your homepage, or pay and launch when you like.</p>
<p><a class="button" href="${href(dashboardPath(listing, "launch"))}">Choose how it launches</a></p>`;
      case "awaiting_badge":
        return html`<p>${week ? html`Your launch is in ${week}. ` : ""}It goes live then, once this badge is on <a href="${href(listing.url)}" rel="noopener">your homepage</a>:</p>
${await badge(listing)}${looked(res, listing)}`;
      case "hidden":
        return html`<p>Its badge has been missing from your homepage, so the listing is hidden. Put the badge back to show the listing again:</p>${await badge(listing)}${looked(res, listing)}`;
      case "scheduled":
        return html`<p>Everything is ready: it goes live in ${week ?? "its week"}. Until then, you can improve its texts, and share <a href="/listings/${listing.slug}">the page where people wait for it</a>.</p>${listing.badge.required && looked(res, listing)}`;
      case "live":
        return html`<p>It is live${listing.launched_at && html` since ${showDay(new Date(listing.launched_at))}`}. Tell people about it, and tell its followers what is new.</p>
<p class="row"><a class="button" href="${href(dashboardPath(listing, "updates"))}">Post an update</a> <a class="button quiet" href="/listings/${listing.slug}">See its page</a> <a class="button quiet" href="/listings/${listing.slug}/badges">Badges</a></p>
${listing.badge.required && looked(res, listing)}`;
      case "pending_review":
        return html`<p>The site team is reviewing it. We will email you.</p>`;
      case "rejected":
        return html`${reason}<p>Correct its texts, then contact the site team.</p>`;
      case "paused":
        return html`<p>It is under review and keeps its plan.</p>${reason}`;
      default:
        return html`<p>It is no longer shown.</p>${reason}<p>If this is a mistake, contact the site team.</p>`;
    }
  }

  /** The badge's code for the homepage, with a preview. */
  async function badge({ slug }: Owned): Promise<Html | false> {
    const subject = await findBadgeSubject(store, slug);
    if (!subject) return false;
    const look = { baseUrl: settings.BASE_URL, siteName: settings.SITE_NAME };
    const [first] = viewBadges(subject, look, { shape: "standard", mode: "auto", size: "m" });
    return html`<p class="badge-stage auto"><img src="${href(new URL(first!.svg_url).pathname)}" alt="${first!.alt}" width="${first!.width}" height="${first!.height}"></p>
${copyable("badge-code", first!.html)}
<p class="small"><a href="/listings/${slug}/badges">Other shapes and colours</a></p>`;
  }

  const looked = (
    res: Response,
    { listing_id, badge: seen, next_actions: next }: Owned,
  ): Html => html`<p class="small muted">${
    seen.last_checked_at
      ? html`Last checked ${showTime(new Date(seen.last_checked_at))}: ${seen.last_detail ?? seen.last_result}`
      : "We have not checked your homepage yet."
  }${seen.grace_ends_at && html` Until ${showTime(new Date(seen.grace_ends_at))} a missing badge has no effect.`}${
    seen.next_check_at && html` Next check: ${showTime(new Date(seen.next_check_at))}.`
  }</p>
${
  next.includes("choose_free_listing") &&
  html`<form method="post" action="${href(dashboardPath({ listing_id }, "free"))}">${csrfField(res)}<p class="row"><button>Check now</button> <a href="${href(dashboardPath({ listing_id }, "launch"))}">Launch without a badge</a></p></form>`
}`;

  const figures = ({ stats, views, rating }: Owned): Html => {
    const shown = [
      [stats.votes_counted, "votes"],
      [stats.followers, "followers"],
      [stats.views_30d, "views, 30 days"],
      [stats.clicks_30d, "clicks to the website, 30 days"],
      [views, "views in total"],
      [rating.average === null ? "–" : `★ ${rating.average}`, plural(rating.count, "review")],
    ] as const;
    return html`<dl class="figures">${shown.map(([value, label]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${
  stats.votes_removed > 0 &&
  html`<p class="small muted">${plural(stats.votes_removed, "vote is", "votes are")} not counted: ${Object.entries(
    stats.votes_removed_by_reason,
  )
    .map(([reason, count]) => `${count} ${DOUBTS[reason as VoteDoubt] ?? reason}`)
    .join(", ")}.</p>`
}`;
  };

  return router;
}
