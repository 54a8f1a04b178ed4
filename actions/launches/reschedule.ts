import { conflict } from "#core/errors/errors.ts";
import { MOST_MOVES, moveRule, type Placement } from "#domain/launches/reschedule.ts";
import { freeRoomIn, mondaysAhead } from "#domain/launches/week-list.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { type Order, type OrderLine, wantedOf } from "#domain/orders/order.ts";
import { WEEKS_AHEAD } from "#domain/orders/quote.ts";
import { given } from "#domain/text/given.ts";
import { joined, type Text, t, type Words } from "#languages/words.ts";
import { launchMovedMessage } from "#mail/maker-messages.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { type Clock, roomsIn, thisWeek } from "../orders/price.ts";
import { isWaiting } from "../orders/refunds.ts";
import { ownListing } from "../own.ts";
import { moveScheduled } from "./choose-week.ts";
import { mailTeam } from "./tell-team.ts";

type Sources = Pick<Reads, "launches" | "orders" | "refunds" | "badgeWatches" | "launchMoves" | "weekWaits">;
type Paid = { order: Order; line: OrderLine };

export type Moves = { placement: Placement; weeks: string[]; full: string[]; left: number };

const UNSETTLED = t`Its order is not settled, so the launch cannot be moved. See your orders.`;

async function launchOrder(listing: Listing, { orders }: Sources): Promise<Paid | undefined> {
  const bought = (await orders.paidLinesOf(listing.id)).find(({ product }) => product === "launch");
  const order = bought && (await orders.findByLine(bought.id));
  const line = order?.lines.find(({ id }) => id === bought?.id);
  return order && line ? { order, line } : undefined;
}

async function refusalOf(listing: Listing, paid: Paid | undefined, sources: Sources): Promise<Text | undefined> {
  const { refunds, orders } = sources;
  if (listing.plan !== "launch") return undefined;
  if (!paid) return (await orders.hasLaunched(listing.id)) ? UNSETTLED : undefined;
  const { order, line } = paid;
  if ((await refunds.ofOrder(order.id)).some(isWaiting))
    return t`Its order is being refunded, so the launch cannot be moved.`;
  return line.fulfilledAt === null || wantedOf(order) !== "fulfilled" ? UNSETTLED : undefined;
}

/**
 * By which rules a launch can move, or why it cannot. Accepting an offered place does not count as
 * a move.
 */
export async function mayMove(
  listing: Listing,
  sources: Sources,
  deps: Clock,
  { isOffered = false } = {},
): Promise<{ placement: Placement; left: number } | { refusal: Text }> {
  const { monday: thisMonday } = thisWeek(deps);
  const paid = listing.plan === "launch" ? await launchOrder(listing, sources) : undefined;
  const since = paid?.order.paidAt ?? (await sources.badgeWatches.find(listing.id))?.awaitedSince ?? new Date(0);
  const moves = isOffered ? 0 : await sources.launchMoves.countOf(listing.id, since);
  const placement = moveRule(listing, { thisMonday, moves });
  if (typeof placement !== "string") return placement;
  const refusal = await refusalOf(listing, paid, sources);
  return refusal ? { refusal } : { placement, left: MOST_MOVES - moves };
}

export async function movesOf(listing: Listing, sources: Sources, deps: Clock): Promise<Moves | { refusal: Text }> {
  const { settings, now } = deps;
  const { monday: thisMonday } = thisWeek(deps);
  const rule = await mayMove(listing, sources, deps);
  if ("refusal" in rule) return rule;
  const { placement } = rule;
  const [first, last] = placement === "free" ? [settings.FREE_WEEKS_MIN, settings.FREE_WEEKS_MAX] : [1, WEEKS_AHEAD];
  const mondays = mondaysAhead(thisMonday, settings.SITE_TIMEZONE, first, last).filter(
    (monday) => monday !== listing.launchWeek,
  );
  const rooms =
    placement === "free"
      ? (await sources.launches.places(mondays, now())).map((week) => freeRoomIn(week, settings.WEEK_CAPACITY))
      : await roomsIn(sources, "launch", mondays, deps);
  return {
    ...rule,
    weeks: mondays.filter((_, index) => (rooms[index] ?? 0) > 0),
    full: mondays.filter((_, index) => (rooms[index] ?? 0) <= 0),
  };
}

type Needs = Pick<Deps, "settings" | "now" | "uuid" | "languages">;

const WEEKS_NAMED = 8;

/**
 * Moves the caller's launch to a week with a place. Moving it to its own week changes nothing. Call
 * `wakeJobs` afterwards.
 */
export async function rescheduleLaunch(
  tx: Tx,
  { listingId, monday }: { listingId: number; monday: string },
  caller: { accountId: string },
  deps: Needs,
): Promise<Listing> {
  const listing = await ownListing(tx, listingId, caller);
  if (listing.launchWeek === monday) return listing;
  const moves = await movesOf(listing, tx, deps);
  if ("refusal" in moves) throw conflict("listing_state_conflict", moves.refusal);
  if (!moves.weeks.includes(monday))
    throw conflict(
      "listing_state_conflict",
      joined([t`The week of ${monday} has no room for this launch.`, placesIn(moves, deps.settings)], " "),
    );
  await moveLaunch(tx, listing, { monday, accountId: caller.accountId, through: "team" }, deps);
  return given(await tx.listings.find(listingId));
}

function placesIn({ weeks, placement }: Moves, settings: Needs["settings"]): Words {
  const { FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = settings;
  const places =
    weeks.length > 0
      ? t`These weeks have room: ${weeks.slice(0, WEEKS_NAMED).join(", ")}.`
      : t`Every other week is full now. Try again later.`;
  return joined([placement === "free" && t`Free launches start ${first} to ${last} weeks from now.`, places], " ");
}

/**
 * Moves a launch inside the caller's change, notifies its team, and offers the old place to the
 * waiting list.
 */
export async function moveLaunch(
  tx: Tx,
  listing: Listing,
  { monday, accountId, through }: { monday: string; accountId: string; through: "team" | "waiting_list" },
  deps: Needs,
): Promise<void> {
  const at = deps.now();
  const from = given(listing.launchWeek);
  const paid = listing.plan === "launch" ? await launchOrder(listing, tx) : undefined;
  if (paid) await moveScheduled(tx, paid.order, paid.line.id, monday, deps);
  else await tx.launches.rebook(listing.id, monday, at);
  await tx.launchMoves.add({ listingId: listing.id, accountId, fromWeek: from, toWeek: monday, through, at });
  await tx.audit.add({
    ...{ at, accountId, action: "launch.move", kind: "launch", objectId: String(listing.id), name: listing.name },
    before: { week: from },
    after: { week: monday },
  });
  const wait = await tx.weekWaits.findOpen(listing.id, monday);
  if (wait) await tx.weekWaits.end(wait.id, "taken", at);
  const by = await tx.accounts.find(accountId);
  const news = { listing, from, monday, by: by?.name ?? null };
  await mailTeam(tx, listing.id, (name) => launchMovedMessage(deps.settings, { name, ...news }), deps);
  await addOffers(tx, at);
}

export const addOffers = (tx: Tx, at: Date): Promise<void> =>
  tx.jobs.add({ id: `offer-places:at:${at.getTime()}`, kind: "offer-places", payload: {}, runAt: at, createdAt: at });
