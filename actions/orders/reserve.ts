import type { Order } from "../../domain/orders/order.ts";
import type { Tx } from "../../store/store.ts";
import { holdPlaces, takePlaces } from "../launches/places.ts";
import { holdUse, takeUse } from "./coupons.ts";
import type { Clock } from "./price.ts";

/**
 * Reserves places and coupon while a payment is open. Throws if something is gone, so call it in a
 * change.
 */
export async function reserve(tx: Tx, order: Order, until: Date, deps: Clock): Promise<void> {
  await holdUse(tx, order, until, deps);
  await holdPlaces(tx, order, until, deps);
}

export async function giveBack(tx: Tx, order: Order): Promise<void> {
  await tx.orders.freeHeld(order);
  await tx.coupons.freeHeld(order.id);
}

/** Takes what a paid order needs. Returns what is missing, or undefined. */
export const takeReserved = async (tx: Tx, order: Order, deps: Clock): Promise<string | undefined> =>
  (await takeUse(tx, order, deps)) ?? (await takePlaces(tx, order, deps));
