import { conflict } from "#core/errors/errors.ts";
import { weekAfter } from "#domain/launches/launch-week.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { Order, OrderLine } from "#domain/orders/order.ts";
import { isBookedIn, type SlotKind, slotOf, WEEKS_AHEAD } from "#domain/orders/quote.ts";
import { ORDER_REASONS } from "#domain/orders/stored-words.ts";
import { given } from "#domain/text/given.ts";
import { dayText } from "#domain/time/date-words.ts";
import { inEnglish, joined, t } from "#languages/words.ts";
import type { WeekSlot } from "#store/repos/launches/places.ts";
import type { Reads, Tx } from "#store/store.ts";
import { type Clock, type Rooms, roomIn, roomsIn, thisWeek } from "../orders/price.ts";

type Slot = { kind: SlotKind; monday: string };
type Sources = Rooms & {
  orders: Pick<Reads["orders"], "findSlot" | "hasLaunchPlace">;
  weekWaits: Pick<Reads["weekWaits"], "hasOffer">;
};
type Listings = { listings: Pick<Reads["listings"], "find"> };
const WEEKS_NAMED = 3;

const stands = ({ heldUntil }: WeekSlot, now: Date): boolean => heldUntil === null || heldUntil > now;

export async function hasRoom(
  sources: Sources,
  line: Pick<OrderLine, "id">,
  listing: Listing,
  { kind, monday }: Slot,
  deps: Clock,
): Promise<boolean> {
  const own = await sources.orders.findSlot(line.id);
  if (own?.week === monday && stands(own, deps.now())) return true;
  const isLaunch = kind === "launch";
  if (isLaunch && isBookedIn(listing, monday)) return true;
  // Two orders for one launch share a place.
  if (isLaunch && (await sources.orders.hasLaunchPlace(listing.id, monday, deps.now()))) return true;
  if (isLaunch && (await sources.weekWaits.hasOffer(listing.id, monday, deps.now()))) return true;
  return (await roomIn(sources, kind, monday, deps)) > 0;
}

export async function slotsOf(order: Order, { listings }: Listings, deps: Clock) {
  const week = thisWeek(deps);
  const found = order.lines.map(async (line, index) => {
    const slot = slotOf(line, week);
    const listing = slot && line.listingId !== null ? await listings.find(line.listingId) : undefined;
    return slot && listing ? [{ line, index, slot, listing }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Holds an order's places while its payment is open, all or none. Never shortens a hold. */
export async function holdPlaces(tx: Tx, order: Order, until: Date, deps: Clock): Promise<void> {
  const now = deps.now();
  for (const { line, index, slot, listing } of await slotsOf(order, tx, deps)) {
    const { kind, monday } = slot;
    if (!(await hasRoom(tx, line, listing, slot, deps))) {
      const next = (await weeksWithRoom(tx, slot, deps)).map(dayText);
      const detail = joined(
        [
          t`The week of ${monday} is full now, and nothing was charged.`,
          next.length > 0 && t`These weeks have room: ${joined(next, ", ")}.`,
          t`Choose another week for this order.`,
        ],
        " ",
      );
      throw conflict("order_item_invalid", detail, [{ pointer: `/items/${index}/week`, code: "week_full", detail }]);
    }
    const own = await tx.orders.findSlot(line.id);
    if (own?.week === monday && (own.heldUntil === null || own.heldUntil >= until)) continue;
    await tx.orders.takeSlot({
      lineId: line.id,
      kind,
      week: monday,
      listingId: listing.id,
      takenAt: now,
      heldUntil: until,
    });
  }
}

export async function weeksWithRoom(
  sources: Rooms,
  { kind, monday }: Slot,
  deps: Clock,
  most = WEEKS_NAMED,
): Promise<string[]> {
  const zone = deps.settings.SITE_TIMEZONE;
  const now = thisWeek(deps);
  const coming = Array.from({ length: WEEKS_AHEAD }, (_, ahead) => weekAfter(now, zone, ahead + 1).monday);
  const offered = coming.filter((week) => week > monday);
  const rooms = await roomsIn(sources, kind, offered, deps);
  return offered.filter((_, index) => (rooms[index] ?? 0) > 0).slice(0, most);
}

/** The first unavailable place of an order, with weeks that have one. */
export async function fullWeek(
  order: Order,
  sources: Sources & Listings,
  deps: Clock,
): Promise<(Slot & { lineId: string; others: string[] }) | undefined> {
  for (const { line, slot, listing } of await slotsOf(order, sources, deps))
    if (!(await hasRoom(sources, line, listing, slot, deps)))
      return { ...slot, lineId: line.id, others: await weeksWithRoom(sources, slot, deps) };
  return undefined;
}

export async function heldUntil(
  { id }: Pick<Order, "id">,
  { orders }: { orders: Pick<Reads["orders"], "slots"> },
  now: Date,
): Promise<Date | undefined> {
  const ends = (await orders.slots(id)).flatMap((slot) =>
    slot.heldUntil && stands(slot, now) ? [slot.heldUntil] : [],
  );
  return ends.sort((a, b) => a.getTime() - b.getTime())[0];
}

type Needed = { line: OrderLine; listing: Listing; slot: Slot };
export type Ends = Sources & {
  listings: Pick<Reads["listings"], "find" | "findBySite">;
  orders: Pick<Reads["orders"], "paidLinesOf">;
};

/** The places a paid order still needs, or why no place would help. */
export async function neededOf(order: Order, sources: Ends, deps: Clock): Promise<Needed[] | string> {
  const week = thisWeek(deps);
  const needed: Needed[] = [];
  for (const line of order.lines) {
    const own = await sources.orders.findSlot(line.id);
    if (line.fulfilledAt || line.refundedAt || line.listingId === null || own?.heldUntil === null) continue;
    const listing = await sources.listings.find(line.listingId);
    const end = listing ? await endOf(line, listing, sources) : inEnglish(ORDER_REASONS.gone());
    if (!listing || end) return given(end);
    const { week: chosen } = line.options;
    if (line.product === "featured-week" && chosen !== undefined && chosen < week.monday)
      return inEnglish(ORDER_REASONS.over(dayText(chosen)));
    const slot = slotOf(line, week);
    if (slot) needed.push({ line, listing, slot });
  }
  return needed;
}

/** Why a line cannot be fulfilled in any week. */
export async function endOf(line: OrderLine, listing: Listing, sources: Ends): Promise<string | undefined> {
  const { orders, listings } = sources;
  const { status, name, siteHeldAt, siteKey } = listing;
  if (!siteHeldAt && (await listings.findBySite(siteKey))) return inEnglish(ORDER_REASONS.taken(name));
  if (status === "suspended" || status === "removed" || status === "rejected")
    return inEnglish(ORDER_REASONS[status](name));
  if (line.product !== "launch") return undefined;
  const paid = await orders.paidLinesOf(listing.id, line.id);
  return paid.some(({ product }) => product === "launch") ? inEnglish(ORDER_REASONS.launched(name)) : undefined;
}

const fullWords = ({ monday }: Slot): string => inEnglish(ORDER_REASONS.full(dayText(monday)));

/**
 * Takes the places an order needs, all or none, and checks whether the rest can be fulfilled.
 * Returns what is missing, or undefined.
 */
export async function takePlaces(tx: Tx, order: Order, deps: Clock): Promise<string | undefined> {
  const needed = await neededOf(order, tx, deps);
  if (typeof needed === "string") return needed;
  for (const { line, listing, slot } of needed) {
    if (!(await hasRoom(tx, line, listing, slot, deps))) {
      for (const taken of needed) await tx.orders.freeSlot(taken.line.id);
      return fullWords(slot);
    }
    const place = { lineId: line.id, kind: slot.kind, week: slot.monday, listingId: listing.id };
    await tx.orders.takeSlot({ ...place, takenAt: deps.now(), heldUntil: null });
  }
  return undefined;
}

/** What the order would lack if it proceeded now, or undefined. */
export async function missingOf(order: Order, sources: Ends, deps: Clock): Promise<string | undefined> {
  const needed = await neededOf(order, sources, deps);
  if (typeof needed === "string") return needed;
  for (const { line, listing, slot } of needed)
    if (!(await hasRoom(sources, line, listing, slot, deps))) return fullWords(slot);
  return undefined;
}
