import type { Response } from "express";
import { type Html, href, html, type Part } from "../../core/html.ts";
import type { ListingStatus } from "../../domain/listing.ts";
import { showDay } from "../kit/show.ts";

/** What a listing's next step depends on. */
export type Stepping = {
  listing_id: number;
  slug: string;
  status: string;
  status_reason?: string | null;
  launch_week: string | null;
  launched_at: string | null;
};
/** The sentence, and the page where the step is taken. */
export type NextStep = { words: Part; label?: string; path?: string };

const DAY_MS = 86_400_000;

/** What the owner of a listing does next, from the saved draft to the days after the launch. */
export function nextStepOf(listing: Stepping, now: Date): NextStep {
  const page = (name: string): string => `/account/listings/${listing.listing_id}${name && `/${name}`}`;
  const week = listing.launch_week && html`the week of ${showDay(new Date(listing.launch_week))}`;
  const reason = listing.status_reason && html` ${listing.status_reason}`;
  switch (listing.status as ListingStatus) {
    case "draft":
      return {
        words: "Nobody sees it yet. Launch it for free with a badge on your homepage, or pay and launch when you like.",
        label: "Choose how it launches",
        path: page("launch"),
      };
    case "awaiting_badge":
      return {
        words: html`${week && html`Your launch is in ${week}. `}It goes live then, once the badge is on your homepage.`,
        label: "Put up the badge",
        path: page(""),
      };
    case "hidden":
      return {
        words: "Its badge is missing from your homepage, so the listing is hidden.",
        label: "Put the badge back",
        path: page(""),
      };
    case "scheduled":
      return {
        words: html`Everything is ready: it goes live in ${week ?? "its week"}. Until then, you can improve its texts, and share <a href="/listings/${listing.slug}">the page where people wait for it</a>.`,
        label: "Edit the texts",
        path: page("edit"),
      };
    case "live":
      return liveStep(listing, page, now);
    case "pending_review":
      return { words: "The site team is reviewing it. We will email you." };
    case "rejected":
      return {
        words: html`${reason} Correct its texts, then contact the site team.`,
        label: "Edit the texts",
        path: page("edit"),
      };
    case "paused":
      return { words: html`It is under review and keeps its plan.${reason}` };
    default:
      return { words: html`It is no longer shown.${reason} If this is a mistake, contact the site team.` };
  }
}

function liveStep({ slug, launched_at: launched }: Stepping, page: (name: string) => string, now: Date): NextStep {
  const days = launched === null ? Infinity : Math.floor((now.getTime() - Date.parse(launched)) / DAY_MS);
  if (days < 1)
    return {
      words: "Today is your launch day. Send people your page, and answer what they ask.",
      label: "See its page",
      path: `/listings/${slug}`,
    };
  if (days < 2)
    return {
      words: "You launched yesterday. Thank the people who voted, and tell your followers what comes next.",
      label: "Post an update",
      path: page("updates"),
    };
  return {
    words: html`It is live${launched && html` since ${showDay(new Date(launched))}`}. Tell its followers what is new.`,
    label: "Post an update",
    path: page("updates"),
  };
}

/** The next step as one line, for every page of the listing. On the page where it is taken, the button is left out. */
export const nextStepLine = ({ words, label, path }: NextStep, res: Response): Html =>
  html`<p class="next-step"><b>Next:</b> <span>${words}</span>${
    label && path !== res.req.path && html` <a class="button slim quiet" href="${href(path)}">${label}</a>`
  }</p>`;
