import { conflict } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { weekOfDay } from "#domain/launches/launch-week.ts";
import {
  freeRoomIn,
  MOST_LISTS,
  mondaysAhead,
  offerEndsAt,
  openIn,
  type WaitPlan,
  whoGetsAPlace,
} from "#domain/launches/week-list.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { type Text, t } from "#languages/words.ts";
import { placeOfferedMessage } from "#mail/maker-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { WeekWait } from "#store/repos/launches/week-waits.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { reserveFreeWeek } from "../listings/choose-free-plan.ts";
import { addBadgeCheck } from "../listings/request-badge-check.ts";
import { notify } from "../notifications/notify.ts";
import { type Clock, roomsIn, thisWeek } from "../orders/price.ts";
import { ownListing } from "../own.ts";
import { addOffers, mayMove, moveLaunch } from "./reschedule.ts";

const WEEKS_AHEAD = 16;

type Sources = Pick<Reads, "launches" | "orders" | "refunds" | "badgeWatches" | "launchMoves" | "weekWaits">;
type Needs = Pick<
  Deps,
  "store" | "settings" | "now" | "uuid" | "random" | "wakeJobs" | "limiter" | "proofs" | "languages"
>;
export type FullWeek = { week: string; plan: WaitPlan };

const pagePath = (listingId: number): string => `/account/listings/${listingId}/launch`;

const canUse = ({ status, plan, launchedAt, isDemo }: Listing, wanted: WaitPlan): boolean => {
  if (isDemo || launchedAt !== null) return false;
  if (wanted === "free") return plan !== "launch" && ["draft", "awaiting_badge", "scheduled"].includes(status);
  return ["draft", "awaiting_badge", "scheduled", "hidden"].includes(status);
};

export async function fullWeeksFor(listing: Listing, sources: Sources, deps: Clock): Promise<FullWeek[]> {
  const { settings, now } = deps;
  const { SITE_TIMEZONE: zone, FREE_WEEKS_MIN, FREE_WEEKS_MAX, WEEK_CAPACITY } = settings;
  const { monday } = thisWeek(deps);
  const isInTime = (week: string) => offerEndsAt(given(weekOfDay(week, zone)), now()) !== undefined;
  const others = (mondays: string[]) => mondays.filter((week) => week !== listing.launchWeek && isInTime(week));

  const isPlaced = listing.status === "scheduled" || listing.status === "awaiting_badge";
  const canMove = !isPlaced || !("refusal" in (await mayMove(listing, sources, deps, { isOffered: true })));
  const weeks: FullWeek[] = [];
  if (canUse(listing, "free") && canMove) {
    const mondays = others(mondaysAhead(monday, zone, FREE_WEEKS_MIN, FREE_WEEKS_MAX));
    const rooms = (await sources.launches.places(mondays, now())).map((week) => freeRoomIn(week, WEEK_CAPACITY));
    const full = mondays.filter((_, index) => (rooms[index] ?? 0) <= 0);
    // A new launch takes the first open week, so it waits only if there is none.
    const isNew = listing.status === "draft";
    if (!isNew || full.length === mondays.length) weeks.push(...full.map((week) => ({ week, plan: "free" as const })));
  }
  if (canUse(listing, "launch") && (listing.plan !== "launch" || canMove)) {
    const mondays = others(mondaysAhead(monday, zone, 1, WEEKS_AHEAD));
    const rooms = await roomsIn(sources, "launch", mondays, deps);
    weeks.push(
      ...mondays.filter((_, index) => (rooms[index] ?? 0) <= 0).map((week) => ({ week, plan: "launch" as const })),
    );
  }
  return weeks;
}

/** Appends a listing to a full week's waiting list. Safe to repeat. */
export async function joinWeekList(
  listingId: number,
  { week, plan }: FullWeek,
  account: Account,
  deps: Needs,
): Promise<"joined" | "verify-first"> {
  if (!account.emailVerifiedAt) return "verify-first";
  await takeQuota(deps.limiter, "follow", account.id);
  await deps.store.change(async (tx) => {
    const listing = await ownListing(tx, listingId, { accountId: account.id });
    if (await tx.weekWaits.findOpen(listingId, week)) return;
    const refuse = (detail: Text) => conflict("listing_state_conflict", detail);
    if ((await tx.weekWaits.openOf(listingId)).length >= MOST_LISTS.listing)
      throw refuse(t`${listing.name} is already on ${MOST_LISTS.listing} waiting lists. Leave one of them first.`);
    if ((await tx.weekWaits.countOf(account.id)) >= MOST_LISTS.account)
      throw refuse(t`You are already on ${MOST_LISTS.account} waiting lists. Leave one of them first.`);
    if ((await tx.weekWaits.lastEnded(listingId, week))?.outcome === "lapsed")
      throw refuse(t`You were offered a place in that week and did not accept it. Choose another week.`);
    const full = await fullWeeksFor(listing, tx, deps);
    if (!full.some((one) => one.week === week && one.plan === plan))
      throw refuse(t`That week has room now, or its waiting list has closed. Look at the weeks again.`);
    await tx.weekWaits.join({ week, listingId, accountId: account.id, plan, joinedAt: deps.now() });
  });
  deps.wakeJobs();
  return "joined";
}

/** Leaves the waiting list or declines an offer, which goes to the next. Idempotent. */
export async function leaveWeekList(listingId: number, week: string, accountId: string, deps: Needs): Promise<void> {
  await deps.store.change(async (tx) => {
    await ownListing(tx, listingId, { accountId });
    const wait = await tx.weekWaits.findOpen(listingId, week);
    if (!wait) return;
    await tx.weekWaits.end(wait.id, "left", deps.now());
    await addOffers(tx, deps.now());
  });
  deps.wakeJobs();
}

/** `pay`: the place is held until it is paid. */
export type Accepted = "moved" | "reserved" | "pay";

/** Accepts an offered place. Safe to repeat. */
export async function acceptPlace(listingId: number, week: string, accountId: string, deps: Needs): Promise<Accepted> {
  const accepted = await deps.store.change(async (tx): Promise<Accepted> => {
    const at = deps.now();
    const listing = await ownListing(tx, listingId, { accountId });
    if (listing.launchWeek === week) return "moved";
    const wait = await tx.weekWaits.findOpen(listingId, week);
    if (!wait || wait.offerEndsAt === null || wait.offerEndsAt <= at)
      throw conflict("listing_state_conflict", t`This offer has expired, and the place went to the next in line.`);
    if (!canUse(listing, wait.plan))
      throw conflict("listing_state_conflict", t`${listing.name} cannot take a place now. See its overview.`);
    const isPaid = listing.plan === "launch";
    const isPlaced = listing.status === "scheduled" || listing.status === "awaiting_badge";
    if (isPlaced && isPaid === (wait.plan === "launch")) {
      const rule = await mayMove(listing, tx, deps, { isOffered: true });
      if ("refusal" in rule) throw conflict("listing_state_conflict", rule.refusal);
      await moveLaunch(tx, listing, { monday: week, accountId, through: "waiting_list" }, deps);
    } else if (wait.plan === "free") {
      await reserveFreeWeek(tx, listing, week, { ...deps, caller: { accountId } }, at);
      await addBadgeCheck(tx, listingId, at);
      await tx.weekWaits.end(wait.id, "taken", at);
    } else return "pay";
    for (const other of await tx.weekWaits.openOf(listingId)) await tx.weekWaits.end(other.id, "left", at);
    return isPlaced ? "moved" : "reserved";
  });
  deps.wakeJobs();
  return accepted;
}

/**
 * Updates one week's waiting list in one change: closes expired entries and offers free places.
 * Safe to repeat.
 */
export async function offerPlaces(week: string, deps: Omit<Needs, "limiter" | "proofs">): Promise<void> {
  const { settings, now, store } = deps;
  await store.change(async (tx) => {
    const at = now();
    const endsAt = offerEndsAt(given(weekOfDay(week, settings.SITE_TIMEZONE)), at);
    const waiting: { wait: WeekWait; listing: Listing; account: Account }[] = [];
    for (const wait of await tx.weekWaits.list(week)) {
      const listing = await tx.listings.find(wait.listingId);
      const account = await tx.accounts.find(wait.accountId);
      const end = await endOf(tx, wait, listing, account, at);
      if (end) await tx.weekWaits.end(wait.id, end, at);
      if (end === "lapsed" && listing) await tell(tx, "place_lapsed", wait, listing, at);
      if (end || wait.offeredAt !== null || !listing || !account) continue;
      if (endsAt) waiting.push({ wait, listing, account });
      else {
        await tx.weekWaits.end(wait.id, "over", at);
        await tell(tx, "list_over", wait, listing, at);
      }
    }
    if (!endsAt || waiting.length === 0) return;
    const places = await tx.launches.placesIn(week, at);
    const free = { open: openIn(places, settings.WEEK_CAPACITY), awaited: places.awaited };
    for (const index of whoGetsAPlace(
      free,
      waiting.map(({ wait }) => wait.plan),
    )) {
      const { wait, listing, account } = given(waiting[index]);
      await tx.weekWaits.offer(wait.id, at, endsAt);
      const news = { name: account.name, listing, monday: week, endsAt, plan: wait.plan };
      await queueMail(tx, deps, placeOfferedMessage(settings, news), account.email);
      await tell(tx, "place_offered", wait, listing, at);
    }
  });
  deps.wakeJobs();
}

async function endOf(
  tx: Tx,
  { listingId, accountId, week, plan, offerEndsAt: until }: WeekWait,
  listing: Listing | undefined,
  account: Account | undefined,
  at: Date,
): Promise<"taken" | "gone" | "lapsed" | undefined> {
  if (!listing || account?.status !== "active") return "gone";
  if (listing.launchWeek === week && ["scheduled", "awaiting_badge", "live"].includes(listing.status)) return "taken";
  const isOfTeam = (await tx.listings.members(listingId)).some((member) => member.accountId === accountId);
  if (!isOfTeam || !canUse(listing, plan)) return "gone";
  return until !== null && until <= at ? "lapsed" : undefined;
}

const tell = (
  tx: Tx,
  kind: "place_offered" | "place_lapsed" | "list_over",
  { id, accountId, listingId, week }: WeekWait,
  { name }: Listing,
  at: Date,
): Promise<void> =>
  notify(tx, {
    ...{ accountId, kind, key: `${kind}:${id}`, path: pagePath(listingId), at, by: null },
    words: { product: name, day: week },
  });
