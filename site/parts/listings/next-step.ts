import type { Response } from "express";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { ListingStatus } from "#domain/listings/listing.ts";
import { statusText, takenBy } from "#domain/listings/stored-words.ts";
import { plural, type Text, t, wordsWith } from "#languages/words.ts";
import type { OpenLaunch } from "#store/repos/orders/orders.ts";
import { dayInWords } from "../launches/calendar.ts";

export type Stepping = {
  listing_id: number;
  slug: string;
  status: string;
  status_reason?: string | null;
  launch_week: string | null;
  launched_at: string | null;
  /** A launch that the person ordered and that is not paid for good. */
  order?: OpenLaunch | undefined;
};
export type NextStep = { words: Part; label: Text; path: string };

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;
const UNLAUNCHED: readonly string[] = ["draft", "awaiting_badge", "scheduled", "hidden"] satisfies ListingStatus[];

/** What the owner of a listing does next, from the saved draft to the days after the launch. */
export function nextStepOf(listing: Stepping, now: Date): NextStep {
  const page = (name: string): string => `/account/listings/${listing.listing_id}${name && `/${name}`}`;
  const day = listing.launch_week && dayInWords(listing.launch_week, { weekday: true });
  const reason = listing.status_reason && [" ", statusText(listing.status_reason)];
  const taken = takenBy(listing.status_reason);
  const toTeam = { label: t`Contact the site team`, path: "/contact" };
  if (listing.order && UNLAUNCHED.includes(listing.status)) return orderStep(listing.order);
  switch (listing.status as ListingStatus) {
    case "draft":
      if (taken)
        return {
          words: html`${reason} ${t`So it cannot be published.`}`,
          ...(taken.slug === null
            ? toTeam
            : { label: t`Claim the other listing`, path: `/listings/${taken.slug}/claim` }),
        };
      return {
        words: wordsWith(
          "launches",
          t`It is not public yet. Launch it for free with a badge on your homepage, or pay to choose your week.`,
          t`It is not public yet. Publish it for free with a badge on your homepage, or pay for a listing without one.`,
        ),
        label: wordsWith("launches", t`Choose how to launch`, t`Choose a plan`),
        path: page("launch"),
      };
    case "awaiting_badge":
      return {
        words: wordsWith(
          "launches",
          day
            ? t`Your launch is in the week of ${day}. It goes live then, once the badge is on your homepage.`
            : BADGE_FIRST,
          BADGE_FIRST,
        ),
        label: t`Add the badge`,
        path: page(""),
      };
    case "hidden":
      return {
        words: t`The badge is missing from your homepage, so the listing is hidden.`,
        label: t`Put the badge back`,
        path: page(""),
      };
    case "scheduled":
      return scheduledStep(listing, page, now);
    case "live":
      return liveStep(listing, page, now);
    case "pending_review":
      return { words: t`The site team is reviewing it and will email you. You don’t need to do anything.`, ...toTeam };
    case "rejected":
      return {
        words: [t`It was not accepted.`, reason, " ", t`Correct the content, then contact the site team.`],
        label: t`Edit content`,
        path: page("edit"),
      };
    case "paused":
      return { words: t`You paused it, so only your team can see it.`, label: t`Resume`, path: page("") };
    default:
      return { words: [t`It is no longer public.`, reason, " ", t`Is this a mistake?`], ...toTeam };
  }
}

const BADGE_FIRST = t`It goes live once the badge is on your homepage.`;

const dayOf = (at: Date) => dayInWords(at.toISOString().slice(0, 10), { weekday: true });

/** An order comes before everything else: without it nothing goes on. */
const orderStep = ({ isHeld, number, token, expiresAt }: OpenLaunch): NextStep =>
  isHeld
    ? {
        words: t`Your payment arrived. We are reviewing the order and will email you. You do not need to pay again.`,
        label: t`See the order`,
        path: `/account/orders/${number}`,
      }
    : {
        words: t`Your order is waiting for payment until ${dayOf(expiresAt)}.`,
        label: t`Complete the order`,
        path: `/checkout/${token}`,
      };

function scheduledStep({ slug, launch_week: week }: Stepping, page: (name: string) => string, now: Date): NextStep {
  const day = week === null ? undefined : dayInWords(week, { weekday: true });
  if (week === null)
    return {
      words: t`Everything is ready. It goes live in a few minutes.`,
      label: t`Edit content`,
      path: page("edit"),
    };
  if (day && Date.parse(week) - now.getTime() < SOON_DAYS * DAY_MS)
    return {
      words: t`You launch on ${day}. Check your page once more and share the launch page, so that people can sign up to be notified.`,
      label: t`View launch page`,
      path: `/listings/${slug}`,
    };
  return {
    words: html`${day ? t`Everything is ready. It goes live in the week of ${day}.` : t`Everything is ready.`}
${html`Until then, you can improve its content and share <a href="/listings/${slug}">the launch page</a>.`}`,
    label: t`Edit content`,
    path: page("edit"),
  };
}

function liveStep({ slug, launched_at: launched }: Stepping, page: (name: string) => string, now: Date): NextStep {
  const days = launched === null ? Infinity : Math.floor((now.getTime() - Date.parse(launched)) / DAY_MS);
  if (days < 1)
    return {
      words: wordsWith(
        "launches",
        t`Today is your launch day. Share your page and answer questions.`,
        t`Your listing is public. Share your page and answer questions.`,
      ),
      label: t`View page`,
      path: `/listings/${slug}`,
    };
  if (days < 2)
    return {
      words: wordsWith(
        "awards",
        t`You launched yesterday. Thank the people who voted, and tell your followers what comes next.`,
        t`It has been public since yesterday. Tell your followers what comes next.`,
      ),
      label: t`Post an update`,
      path: page("updates"),
    };
  return {
    words: launched
      ? t`It has been live since ${dayInWords(launched.slice(0, 10))}. Tell your followers what is new.`
      : t`It is live. Tell your followers what is new.`,
    label: t`Post an update`,
    path: page("updates"),
  };
}

export type SteppingDraft = {
  id: string;
  status: "crawling" | "drafting" | "ready";
  completeness: { required_missing: readonly string[] };
  listing_id: number | null;
};

/** What someone does next with a draft that is not saved as a listing yet. */
export function nextStepOfDraft({ id, status, completeness }: SteppingDraft): NextStep {
  const path = `/drafts/${id}`;
  const missing = completeness.required_missing.length;
  if (status !== "ready")
    return { words: t`We are reading your website. That takes about a minute.`, label: t`See progress`, path };
  return missing > 0
    ? {
        words: t`${plural(missing, "required field is", "required fields are")} still empty.`,
        label: t`Fill in`,
        path: `${path}#missing`,
      }
    : {
        words: wordsWith(
          "launches",
          t`Your page is ready. Choose your launch week.`,
          t`Your page is ready. Choose a plan.`,
        ),
        label: t`Check and choose`,
        path,
      };
}

/** The next step as one line. On the page where it is taken, the button is left out. */
export const nextStepLine = (
  { words, label, path }: Pick<NextStep, "words"> & Partial<NextStep>,
  res: Response,
): Html =>
  html`<p class="next-step"><b>Next:</b> <span>${words}</span>${
    label && path && path !== res.req.path && html` <a class="button slim quiet" href="${href(path)}">${label}</a>`
  }</p>`;
