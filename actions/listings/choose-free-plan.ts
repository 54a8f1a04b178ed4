import { conflict } from "#core/errors/errors.ts";
import { weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import { newBadgeWatch } from "#domain/listings/badge-watch.ts";
import { freePlanStep } from "#domain/listings/free-plan.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { joined, t, type Words } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import { awaitJob } from "../await-job.ts";
import type { Context, Member } from "../context.ts";
import { ownListing } from "../own.ts";
import { addBadgeCheck, countBadgeCheck } from "./request-badge-check.ts";
import { refuseTaken } from "./websites.ts";

/** `checking`: the badge check has not ended yet. */
export type FreePlanOutcome = "reserved" | "checking" | "checked";

type Calendar = { SITE_TIMEZONE: string; WEEK_CAPACITY: number; FREE_WEEKS_MIN: number; FREE_WEEKS_MAX: number };

/** How far to look for a place beyond the bookable weeks, to say when to try again. */
const WEEKS_AHEAD = 520;

/**
 * Reserves a launch week for a saved listing, or checks the badge of one that waits for it.
 * `answer` builds the result inside the change.
 */
export async function chooseFreePlan<T>(
  id: number,
  deps: Context<"listings:write">,
  answer: (tx: Tx, listing: Listing, outcome: FreePlanOutcome) => Promise<T>,
): Promise<T> {
  const { store, caller, now } = deps;
  const isAgain = freePlanStep(await ownListing(store, id, caller)).step === "check";
  const isChecked = isAgain && (await checkNow(id, deps));

  const answered = await store.change(async (tx) => {
    const current = await ownListing(tx, id, caller);
    const at = now();
    const next = freePlanStep(current);
    if (next.step === "refuse" && !isAgain) throw conflict(next.code, next.detail);
    const listing = next.step === "reserve" ? await reserve(tx, current, deps, at) : current;
    if (!isAgain) await addBadgeCheck(tx, id, at);
    return answer(tx, listing, isChecked ? "checked" : isAgain ? "checking" : "reserved");
  });
  deps.wakeJobs();
  return answered;
}

async function checkNow(id: number, deps: Context<"listings:write">): Promise<boolean> {
  await countBadgeCheck(deps, id);
  const job = await deps.storeBefore.change((tx) => addBadgeCheck(tx, id, deps.now()));
  deps.wakeJobs();
  return awaitJob(job, deps);
}

/** The week a free listing would get now; undefined if all are full. */
export const firstFreeWeek = (
  { launches }: Pick<Reads, "launches">,
  calendar: Calendar,
  at: Date,
): Promise<string | undefined> => {
  const { SITE_TIMEZONE: zone, FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = calendar;
  return launches.firstWithRoom(weekOf(at, zone, first).monday, last - first + 1, calendar, at);
};

type Reserving = Pick<Context<"listings:write">, "settings" | "proofs"> & { caller: Pick<Member, "accountId"> };

async function reserve(tx: Tx, listing: Listing, deps: Reserving, at: Date): Promise<Listing> {
  const calendar = deps.settings;
  const { SITE_TIMEZONE: zone, FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = calendar;
  const week = (ahead: number): string => weekOf(at, zone, ahead).monday;
  await refuseTaken(tx, listing, deps.caller.accountId);
  await requireOneUnproven(tx, listing, deps);
  if (!(await tx.site.get()).shape.launches) return reserveFreeWeek(tx, listing, null, deps, at);
  const monday = await firstFreeWeek(tx, calendar, at);
  if (monday === undefined) {
    const open = await tx.launches.firstWithRoom(week(last + 1), WEEKS_AHEAD, calendar, at);
    throw conflict(
      "launch_weeks_full",
      joined(
        [
          t`Every week from ${week(first)} to ${week(last)} is full.`,
          open ? opening(open, last, zone) : "See list_launches for the calendar.",
          "A paid launch can start sooner: see list_products.",
        ],
        " ",
      ),
    );
  }
  return reserveFreeWeek(tx, listing, monday, deps, at);
}

/** Reserves a week until the badge is found; null on a site without launch weeks. */
export async function reserveFreeWeek(
  tx: Tx,
  listing: Listing,
  monday: string | null,
  deps: Reserving,
  at: Date,
): Promise<Listing> {
  await refuseTaken(tx, listing, deps.caller.accountId);
  const site = await requireOneUnproven(tx, listing, deps);
  await tx.badgeWatches.save(newBadgeWatch(listing.id, at, listing.isDemo ? null : site));
  return tx.launches.reserveFree(listing.id, monday, at);
}

/** Allows one listing per website to wait for its badge. */
async function requireOneUnproven(tx: Tx, listing: Listing, { proofs }: Reserving): Promise<string> {
  const site = siteOf(listing, proofs);
  const waiting = await tx.badgeWatches.findUnproven(site, listing.id);
  if (waiting)
    throw conflict(
      "listing_state_conflict",
      joined(
        [
          t`${site} already has a place in the free queue: ${waiting.name}, listing ${waiting.id}, waits for its badge.`,
          "Choose again once that badge is on its homepage, or see list_products for a paid launch.",
        ],
        " ",
      ),
    );
  return site;
}

/** The website that counts: a registrable domain, or a project on a shared host. */
function siteOf({ url, siteKey }: Listing, proofs: Context<"listings:write">["proofs"]): string {
  const { domain, refusals } = proofs.siteOf(url);
  return refusals.file === undefined ? domain : siteKey;
}

const opening = (monday: string, last: number, zone: string): Words => {
  const from = weekAfter({ monday }, zone, -last).monday;
  return joined(
    [t`The week of ${monday} has room and can be booked from ${from}.`, "Call choose_free_listing again then."],
    " ",
  );
};
