import type { Listing } from "#domain/listings/listing.ts";
import type { Order } from "#domain/orders/order.ts";
import type { Tx } from "#store/store.ts";
import { holdPlaces, takePlaces } from "../launches/places.ts";
import { refuseTaken, takeSite } from "../listings/websites.ts";
import { holdUse, takeUse } from "./coupons.ts";
import type { Clock } from "./price.ts";

/**
 * Reserves places and coupon while a payment is open. Throws if something is gone, so call it in a
 * change.
 */
export async function reserve(tx: Tx, order: Order, until: Date, deps: Clock): Promise<void> {
  for (const listing of await listingsOf(tx, order)) await refuseTaken(tx, listing, order.accountId);
  await holdUse(tx, order, until, deps);
  await holdPlaces(tx, order, until, deps);
}

export async function giveBack(tx: Tx, order: Order): Promise<void> {
  await tx.orders.freeHeld(order);
  await tx.coupons.freeHeld(order.id);
}

async function listingsOf(tx: Tx, { lines }: Order): Promise<Listing[]> {
  const found: Listing[] = [];
  for (const id of new Set(lines.flatMap(({ listingId }) => listingId ?? []))) {
    const listing = await tx.listings.find(id);
    if (listing) found.push(listing);
  }
  return found;
}

/**
 * Takes what a paid order needs, and the websites of its listings, which the payment proves. Returns
 * what is missing, or undefined.
 */
export async function takeReserved(tx: Tx, order: Order, deps: Clock): Promise<string | undefined> {
  const missing = (await takeUse(tx, order, deps)) ?? (await takePlaces(tx, order, deps));
  if (missing === undefined) for (const listing of await listingsOf(tx, order)) await takeSite(tx, listing, deps.now());
  return missing;
}
