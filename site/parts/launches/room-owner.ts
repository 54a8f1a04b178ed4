import { type Html, href, html } from "../../../core/text/html.ts";
import { launchSteps, type Ready } from "../../../domain/launches/launch-steps.ts";
import type { BadgeWatch } from "../../../domain/listings/badge-watch.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";
import { dashboardPath } from "../listings/dashboard.ts";
import { checklist } from "../site/checklist.ts";
import { dayOfPlan, type LaunchPlan } from "./room.ts";

type Kit = { siteName: string; baseUrl: string; badge: string | undefined };

/** What only the team of a listing sees before its launch: what is left to do, and what to share. */
export function getReady(
  listing: Ready,
  plan: LaunchPlan | undefined,
  watch: BadgeWatch | undefined,
  { siteName, baseUrl, badge }: Kit,
): Html {
  const steps = launchSteps(listing, watch);
  const done = steps.filter(({ isDone }) => isDone).length;
  const { name, slug, tagline } = listing;
  const url = `${baseUrl}/listings/${slug}`;
  const day = plan ? dayOfPlan(plan) : undefined;
  const news = `${name} launches on ${siteName}${day ? ` on ${day}` : " soon"}.`;
  const line = `${news} Come and be the first to vote: ${url}`;
  const about = tagline ? `${news}\n${tagline}` : news;
  const letter = `Hello,\n\n${about}\n\nYou can get one email on the day, without an account:\n${url}\n`;
  return html`<section class="ready" aria-labelledby="ready"><div class="section-head"><div>
<p class="eyebrow">Only your team sees this</p><h2 id="ready">Get ready${day && ` for ${day}`}</h2>
<p>${done} of ${steps.length} done.</p></div>${
    plan &&
    html`<span class="tag ${plan.isSure ? "good" : "warm"}">${plan.isSure ? `Scheduled for ${day}` : `Planned for ${day}`}</span>`
  }</div>
<div class="halves"><div><h3>Checklist</h3>${checklist(steps)}
<p class="small"><a href="${href(dashboardPath({ listing_id: listing.id }))}">Go to the dashboard</a></p></div>
<div><h3>Share kit</h3><img class="kit-card" src="${href(
    `/previews/listings/${slug}.png`,
  )}" alt="Card for sharing: ${name} launches${day && ` on ${day}`}" width="1200" height="630" loading="lazy">
<h4>A line to share</h4>${copyable("kit-line", line)}
<h4>The link</h4>${copyable("kit-url", url)}
${badge && html`<h4>The badge</h4>${copyable("kit-badge", badge)}`}
<details><summary>Email for your list</summary>${copyableBlock("kit-letter", letter)}</details>
<p class="row"><a class="button quiet slim" href="${href(
    `/previews/listings/${slug}.png`,
  )}" download="${slug}.png">Download the card</a> <a class="button quiet slim" href="${href(
    `/listings/${slug}/share`,
  )}">All pictures and texts</a> <a class="button quiet slim" href="${href(
    `/listings/${slug}/badges`,
  )}">All badges</a></p></div></div></section>`;
}
