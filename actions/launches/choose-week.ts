import { conflict } from "../../core/errors/errors.ts";
import type { Order } from "../../domain/orders/order.ts";
import { inWeek } from "../../domain/orders/quote.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import type { Clock } from "../orders/price.ts";
import { requirePayable } from "../orders/unpaid.ts";
import { fullWeek } from "./places.ts";

/** Assigns another week to a line, without a place yet. */
export async function moveLine(tx: Tx, order: Order, lineId: string, monday: string): Promise<Order> {
  const lines = order.lines.map((line) => (line.id === lineId ? inWeek(line, monday) : line));
  for (const line of lines.filter(({ id }) => id === lineId)) {
    await tx.orders.moveLine(line);
    await tx.orders.freeSlot(line.id);
  }
  return { ...order, lines };
}

/** Moves an unpaid order from a full week to another one, at the same price. */
export async function chooseWeek(token: string, monday: string, deps: Clock & Pick<Deps, "store">): Promise<Order> {
  return deps.store.change(async (tx) => {
    const order = await tx.orders.findByToken(token);
    requirePayable(order, deps.now());
    const full = await fullWeek(order, tx, deps);
    if (!full?.others.includes(monday))
      throw conflict("order_item_invalid", "That week is now full. Choose one of the weeks below.");
    return moveLine(tx, order, full.lineId, monday);
  });
}
