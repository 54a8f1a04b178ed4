import { conflict } from "../../core/errors/errors.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import { newBadgeWatch } from "../../domain/listings/badge-watch.ts";
import { freePlanStep } from "../../domain/listings/free-plan.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Reads, Tx } from "../../store/store.ts";
import { awaitJob } from "../await-job.ts";
import type { Context } from "../context.ts";
import { ownListing } from "../own.ts";
import { addBadgeCheck, countBadgeCheck } from "./request-badge-check.ts";

/** What choosing the free plan did: it reserved a week, or checked the badge, perhaps not to the end yet. */
export type FreePlanOutcome = "reserved" | "checking" | "checked";

type Calendar = { SITE_TIMEZONE: string; WEEK_CAPACITY: number; FREE_WEEKS_MIN: number; FREE_WEEKS_MAX: number };

/** How far beyond the last free week to look for places, to say when to try again. */
const WEEKS_AHEAD = 520;

/**
 * Reserves a launch week for a saved listing; for one that waits for its badge, checks the homepage
 * now. `answer` shapes the result inside the change.
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

/** Runs a check of the homepage; true if it ended in time. Nothing is locked meanwhile. */
async function checkNow(id: number, deps: Context<"listings:write">): Promise<boolean> {
  await countBadgeCheck(deps, id);
  const job = await deps.storeBefore.change((tx) => addBadgeCheck(tx, id, deps.now()));
  deps.wakeJobs();
  return awaitJob(job, deps);
}

/** The week that a free listing would get now; undefined if all are full. */
export const firstFreeWeek = (
  { launches }: Pick<Reads, "launches">,
  calendar: Calendar,
  at: Date,
): Promise<string | undefined> => {
  const { SITE_TIMEZONE: zone, FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = calendar;
  return launches.firstWithRoom(weekOf(at, zone, first).monday, last - first + 1, calendar, at);
};

type Reserving = Pick<Context<"listings:write">, "settings" | "proofs">;

/** The first week open to free listings. The place is taken in the change that looked for it. */
async function reserve(tx: Tx, listing: Listing, deps: Reserving, at: Date): Promise<Listing> {
  const calendar = deps.settings;
  const { SITE_TIMEZONE: zone, FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = calendar;
  const week = (ahead: number): string => weekOf(at, zone, ahead).monday;
  await requireOneUnproven(tx, listing, deps);
  const monday = await firstFreeWeek(tx, calendar, at);
  if (monday === undefined) {
    const open = await tx.launches.firstWithRoom(week(last + 1), WEEKS_AHEAD, calendar, at);
    throw conflict(
      "launch_weeks_full",
      `Every week from ${week(first)} to ${week(last)} is full. ${open ? opening(open, last, zone) : "See list_launches for the calendar."} A paid launch can be sooner: see list_products.`,
    );
  }
  return reserveFreeWeek(tx, listing, monday, deps, at);
}

/** Reserves a week whose place the listing may have, until its badge is found. */
export async function reserveFreeWeek(
  tx: Tx,
  listing: Listing,
  monday: string,
  deps: Reserving,
  at: Date,
): Promise<Listing> {
  const site = await requireOneUnproven(tx, listing, deps);
  await tx.badgeWatches.save(newBadgeWatch(listing.id, at, listing.isDemo ? null : site));
  return tx.launches.reserveFree(listing.id, monday, at);
}

/** Refuses a second listing of a website that waits for its badge already. */
async function requireOneUnproven(tx: Tx, listing: Listing, { proofs }: Reserving): Promise<string> {
  const site = siteOf(listing, proofs);
  const waiting = await tx.badgeWatches.findUnproven(site, listing.id);
  if (waiting)
    throw conflict(
      "listing_state_conflict",
      `${site} has a place in the free queue already: ${waiting.name}, listing ${waiting.id}, waits for its badge. Choose again once that badge is on its homepage, or see list_products for a paid launch.`,
    );
  return site;
}

/** The website that has one unproven place: a registrable domain, or a project on a host that many share. */
function siteOf({ url, siteKey }: Listing, proofs: Context<"listings:write">["proofs"]): string {
  const { domain, refusals } = proofs.siteOf(url);
  return refusals.file === undefined ? domain : siteKey;
}

/** A week can be chosen once it is at most `last` weeks ahead. */
const opening = (monday: string, last: number, zone: string): string => {
  const from = weekAfter({ monday }, zone, -last).monday;
  return `The week of ${monday} has room and can be chosen from ${from}. Call choose_free_listing again then.`;
};
