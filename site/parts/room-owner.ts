import { type Html, href, html } from "../../core/html.ts";
import type { BadgeWatch } from "../../domain/badge-watch.ts";
import type { Listing } from "../../domain/listing.ts";
import { copyable, copyableBlock } from "../kit/show.ts";
import { checklist, type Step } from "./checklist.ts";
import { dashboardPath } from "./dashboard.ts";
import { dayOfPlan, type LaunchPlan } from "./room.ts";

/** How many pictures fill the gallery. */
const PICTURES = 3;

/** What the checklist asks for. */
type Ready = Pick<Listing, "id" | "slug" | "name" | "url" | "plan" | "status" | "logoUrl" | "tagline"> & {
  unlocked: readonly string[];
  profile: Pick<Listing["profile"], "media" | "description"> & Record<"founders" | "faqs", readonly object[]>;
};

/** What makes a page worth its visitors, from what the listing has. */
export function stepsOf(listing: Ready, watch: BadgeWatch | undefined): Step[] {
  const { id, slug, url, plan, status, logoUrl, tagline, unlocked, profile } = listing;
  const edit = dashboardPath({ listing_id: id }, "edit");
  const { founders, media = [], description, faqs } = profile;
  const badge: Step = {
    isDone: status === "scheduled",
    done: `Badge found on ${new URL(url).hostname}`,
    todo: "Put the badge on your homepage",
    why: "Without it the launch moves to the next open week.",
    to: `/listings/${slug}/badges`,
    verb: "Get it",
    at: watch?.foundAt ?? null,
  };
  const pictures: Step = {
    isDone: media.length >= PICTURES,
    done: `${media.length} pictures`,
    todo: "Add pictures",
    why: `You have ${media.length === 0 ? "none" : media.length}. Three fill the gallery.`,
    to: dashboardPath({ listing_id: id }, "pictures"),
    verb: "Add",
  };
  return [
    ...(plan === "free" ? [badge] : []),
    {
      isDone: logoUrl !== null && tagline !== null,
      done: "Logo and tagline",
      todo: logoUrl === null ? "Add your logo" : "Write a tagline",
      why: "Every list shows them before anything else.",
      to: edit,
      verb: "Add",
    },
    {
      isDone: description !== null,
      done: "Description",
      todo: "Say what it does",
      why: "In your own words, for somebody who has never heard of it.",
      to: edit,
      verb: "Write",
    },
    {
      isDone: founders.length > 0,
      done: founders.length > 1 ? `${founders.length} makers named` : "Maker named",
      todo: "Name who made it",
      why: "People vote for people.",
      to: edit,
      verb: "Add",
    },
    ...(unlocked.includes("media") ? [pictures] : []),
    {
      isDone: faqs.length > 0,
      done: "Questions answered",
      todo: "Answer a question before it is asked",
      why: "The one that every new customer has.",
      to: edit,
      verb: "Write",
    },
  ];
}

type Kit = { siteName: string; baseUrl: string; badge: string | undefined };

/** What only the team of a listing sees before its launch: what is left to do, and what to share. */
export function getReady(
  listing: Ready,
  plan: LaunchPlan | undefined,
  watch: BadgeWatch | undefined,
  { siteName, baseUrl, badge }: Kit,
): Html {
  const steps = stepsOf(listing, watch);
  const done = steps.filter(({ isDone }) => isDone).length;
  const { name, slug, tagline } = listing;
  const url = `${baseUrl}/listings/${slug}`;
  const day = plan ? dayOfPlan(plan) : undefined;
  const line = `${name} launches at ${siteName}${day ? ` on ${day}` : " soon"}. Come and be the first to vote: ${url}`;
  const letter = `Hello,\n\n${name} launches at ${siteName}${day ? ` on ${day}` : " soon"}.${tagline ? `\n${tagline}` : ""}\n\nYou can ask to be told on the day, with one email and no account:\n${url}\n`;
  return html`<section class="ready" aria-labelledby="ready"><div class="section-head"><div><p class="eyebrow">Only your team sees this</p><h2 id="ready">Get ready${day && ` for ${day}`}</h2><p>${done} of ${steps.length} done.</p></div>${
    plan &&
    html`<span class="tag ${plan.isSure ? "good" : "warm"}">${plan.isSure ? `Scheduled for ${day}` : `Planned for ${day}`}</span>`
  }</div>
<div class="halves"><div><h3>Checklist</h3>${checklist(steps)}
<p class="small"><a href="${href(dashboardPath({ listing_id: listing.id }))}">Everything about this listing</a></p></div>
<div><h3>Share kit</h3><img class="kit-card" src="${href(`/previews/listings/${slug}.png`)}" alt="Card for sharing: ${name} launches${day && ` on ${day}`}" width="1200" height="630" loading="lazy">
<h4>A line that works</h4>${copyable("kit-line", line)}
<h4>The address</h4>${copyable("kit-url", url)}
${badge && html`<h4>The badge</h4>${copyable("kit-badge", badge)}`}
<details><summary>Email for your list</summary>${copyableBlock("kit-letter", letter)}</details>
<p class="row"><a class="button quiet slim" href="${href(`/previews/listings/${slug}.png`)}" download="${slug}.png">Download the card</a> <a class="button quiet slim" href="${href(`/listings/${slug}/share`)}">Every picture and text</a> <a class="button quiet slim" href="${href(`/listings/${slug}/badges`)}">All badges</a></p></div></div></section>`;
}
