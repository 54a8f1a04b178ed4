import { z } from "zod";
import { awaitJob, CHECK_RETRY_SECONDS } from "../../actions/await-job.ts";
import type { Context } from "../../actions/context.ts";
import { ownerExtras } from "../../actions/listings/listing-extras.ts";
import { ownListing } from "../../actions/listings/own-listing.ts";
import { addBadgeCheck, countBadgeCheck } from "../../actions/listings/request-badge-check.ts";
import { conflict } from "../../core/errors.ts";
import { type BadgeWatch, hasBadge, newBadgeWatch } from "../../domain/badge-watch.ts";
import { freePlanStep } from "../../domain/free-plan.ts";
import { weekAfter, weekOf } from "../../domain/launch-week.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Tx } from "../../store/store.ts";
import { ADVANCE, defineTool } from "../define.ts";
import { findBadgeSubject, StyleInput, viewBadges } from "../schemas/badge.ts";
import { Id } from "../schemas/common.ts";
import { OwnedListing, viewOwned } from "../schemas/listing.ts";

type Calendar = { SITE_TIMEZONE: string; WEEK_CAPACITY: number; FREE_WEEKS_MIN: number; FREE_WEEKS_MAX: number };

/** How far beyond the last free week to look for places, to say when to try again. */
const WEEKS_AHEAD = 520;
const STYLE = z.object(StyleInput).parse({});

export const chooseFreeListing = defineTool({
  name: "choose_free_listing",
  title: "Launch a listing for free",
  description: `Put a saved listing into the free queue: a launch week some weeks ahead is reserved, and the listing goes live with it
    once its badge is on its homepage. Give the person badge_code.html to place there.
    Call it again to check the homepage now.`,
  access: "listings:write",
  rest: "POST /me/listings/{listing_id}/free",
  annotations: ADVANCE,
  idempotent: true,
  input: z.strictObject({ listing_id: Id }),
  output: OwnedListing.extend({
    message: z.string().describe("what was done or found, and what comes next"),
    checking: z.boolean().describe("the homepage is still being checked: see get_my_listing in a few seconds"),
    badge_code: z
      .object({ html: z.string(), svg_url: z.string(), target_url: z.string(), more_styles: z.string() })
      .describe("what to put on the homepage"),
  }),
  retryAfter: ({ checking }) => (checking ? CHECK_RETRY_SECONDS : undefined),

  async handler({ listing_id: id }, deps) {
    const { store, caller, now, settings } = deps;
    const known = await ownListing(store, id, caller);
    const isAgain = freePlanStep(known).step === "check";
    const isChecked = isAgain && (await checkNow(id, deps));

    const answer = await store.change(async (tx) => {
      const current = await ownListing(tx, id, caller);
      const at = now();
      const next = freePlanStep(current);
      if (next.step === "refuse" && !isAgain) throw conflict(next.code, next.detail);
      const listing = next.step === "reserve" ? await reserve(tx, current, settings, at) : current;
      if (!isAgain) await addBadgeCheck(tx, id, at);

      const draft = await tx.drafts.findByListing(id);
      const site = { baseUrl: settings.BASE_URL, siteName: settings.SITE_NAME };
      const subject = (await findBadgeSubject(tx, listing.slug))!;
      const [badge] = viewBadges(subject, site, STYLE);
      const extras = await ownerExtras(tx, listing, at);
      const view = viewOwned(listing, draft?.accountId === caller.accountId ? draft.id : null, site, extras);
      return {
        ...view,
        ...(isChecked ? verdictOn(listing, extras.badge) : unchecked(listing, isAgain, view.next_actions)),
        badge_code: {
          html: badge!.html,
          svg_url: badge!.svg_url,
          target_url: badge!.target_url,
          more_styles: `${badge!.target_url}/badges`,
        },
      };
    });
    deps.wakeJobs();
    return answer;
  },
});

/** Runs a check of the homepage; true if it ended in time. Nothing is locked meanwhile. */
async function checkNow(id: number, deps: Context<"listings:write">): Promise<boolean> {
  await countBadgeCheck(deps, id);
  const job = await deps.storeBefore.change((tx) => addBadgeCheck(tx, id, deps.now()));
  deps.wakeJobs();
  return awaitJob(job, deps);
}

function verdictOn({ status, launchWeek }: Listing, watch: BadgeWatch | undefined) {
  const seen = watch?.detail ?? "The homepage was not checked.";
  const next =
    watch && hasBadge(watch)
      ? status === "live"
        ? "The listing is live."
        : `The listing goes live in the week of ${launchWeek}.`
      : "Correct it, then call choose_free_listing again.";
  return { checking: false, message: `${seen} ${next}` };
}

/** The message before the homepage was checked. */
const unchecked = ({ launchWeek }: Listing, isAgain: boolean, next: string[]) => ({
  checking: true,
  message: isAgain
    ? "The homepage is being checked now and has not answered yet. See get_my_listing in a few seconds."
    : `A place in the week of ${launchWeek} is reserved. Put badge_code.html on the homepage, then call choose_free_listing again.`,
  next_actions: isAgain ? ["get_my_listing", ...next] : next,
});

/** The first week open to free listings. The place is taken in the change that looked for it. */
async function reserve(tx: Tx, { id }: Listing, calendar: Calendar, at: Date): Promise<Listing> {
  const { SITE_TIMEZONE: zone, FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = calendar;
  const week = (ahead: number): string => weekOf(at, zone, ahead).monday;
  const monday = await tx.launches.firstWithRoom(week(first), last - first + 1, calendar);
  if (monday === undefined) {
    const open = await tx.launches.firstWithRoom(week(last + 1), WEEKS_AHEAD, calendar);
    throw conflict(
      "launch_weeks_full",
      `Every week from ${week(first)} to ${week(last)} is full. ${open ? opening(open, last, zone) : "See list_launches for the calendar."} A paid launch can be sooner: see list_products.`,
    );
  }
  await tx.badgeWatches.save(newBadgeWatch(id, at));
  return tx.launches.reserveFree(id, monday, at);
}

/** A week can be chosen once it is at most `last` weeks ahead. */
const opening = (monday: string, last: number, zone: string): string => {
  const from = weekAfter({ monday }, zone, -last).monday;
  return `The week of ${monday} has room and can be chosen from ${from}. Call choose_free_listing again then.`;
};
