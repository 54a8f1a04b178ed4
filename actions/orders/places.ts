import type { Listing } from "../../domain/listing.ts";
import type { Order, OrderLine } from "../../domain/order.ts";
import { isBookedIn, slotOf } from "../../domain/quote.ts";
import type { Tx } from "../../store/store.ts";
import { roomIn, thisWeek } from "./price.ts";
import type { Telling } from "./tell.ts";

/**
 * Takes the places that an order needs in launch weeks and featured rows, all or none, and checks
 * whether the rest can be fulfilled. Returns a sentence about what is missing, or undefined.
 */
export async function takePlaces(tx: Tx, order: Order, deps: Telling): Promise<string | undefined> {
  const now = deps.now();
  const week = thisWeek(deps);
  const toTake: { line: OrderLine; listing: Listing; kind: "launch" | "featured"; monday: string }[] = [];
  for (const line of order.lines) {
    if (line.fulfilledAt || line.listingId === null || (await tx.orders.findSlot(line.id))) continue;
    const listing = await tx.listings.find(line.listingId);
    const trouble = listing ? await troubleWith(tx, line, listing, week.monday) : "The listing no longer exists.";
    if (!listing || trouble) return trouble;
    const slot = slotOf(line, week);
    if (slot) toTake.push({ line, listing, ...slot });
  }
  for (const { line, listing, kind, monday } of toTake) {
    const hasPlace = kind === "launch" && isBookedIn(listing, monday);
    if (!hasPlace && (await roomIn(tx, kind, monday, deps.settings)) < 1) {
      for (const taken of toTake) await tx.orders.freeSlot(taken.line.id);
      return `The week of ${monday} is full.`;
    }
    await tx.orders.takeSlot({ lineId: line.id, kind, week: monday, listingId: listing.id, takenAt: now });
  }
  return undefined;
}

async function troubleWith(tx: Tx, line: OrderLine, listing: Listing, monday: string): Promise<string | undefined> {
  const { status, name } = listing;
  if (status === "suspended" || status === "removed" || status === "rejected") return `${name} is ${status}.`;
  if (line.product === "featured-week" && line.options.week !== undefined && line.options.week < monday)
    return `The week of ${line.options.week} is over.`;
  if (line.product !== "launch") return undefined;
  const paid = await tx.orders.paidLinesOf(listing.id, line.id);
  return paid.some(({ product }) => product === "launch") ? `${name} already has a paid launch.` : undefined;
}
